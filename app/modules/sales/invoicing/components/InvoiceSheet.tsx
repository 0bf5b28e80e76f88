import { price } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { DateText, Money } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import {
  type Letterhead,
  PrintSheet,
  SheetFacts,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import type { InvoiceDocument } from '../numbers.server'

interface Props {
  invoice: InvoiceDocument
  letterhead: Letterhead
  currency: string
}

/** Prints the invoice for the customer. Every amount comes from the database. */
export function InvoiceSheet({ invoice, letterhead, currency }: Props) {
  const vat = Number(invoice.vat_percent)
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Invoice"
      headerRight={
        <>
          <p className="figures text-base font-semibold">{invoice.invoice_no}</p>
          {invoice.stage === 'cancelled' ? (
            <p className="font-semibold text-danger">CANCELLED</p>
          ) : null}
        </>
      }
    >
      <SheetFacts
        items={[
          ['Sold to', invoice.customer_name],
          ['Date', <DateText key="date" value={invoice.date_invoiced} />],
          ['Store', invoice.store_name],
          ['Due', invoice.date_due && <DateText key="due" value={invoice.date_due} />],
          ['TIN', invoice.tin_no],
          ['Order', invoice.so_no],
          ['Business style', invoice.business_style],
          ['Agent', invoice.agent],
          ['Address', invoice.deliver_to],
        ]}
      />
      <SheetTable
        rows={invoice.lines}
        rowKey={(line) => line.id}
        columns={[
          {
            key: 'code',
            header: 'Code',
            className: 'whitespace-nowrap',
            cell: (line) => line.material_code,
          },
          {
            key: 'product',
            header: 'Description',
            className: 'w-1/2',
            cell: (line) => line.description,
          },
          {
            key: 'quantity',
            header: 'Quantity',
            align: 'end',
            className: 'whitespace-nowrap',
            cell: (line) => formatQuantity(line.quantity, line.case_config),
          },
          {
            key: 'price',
            header: 'Price',
            align: 'end',
            cell: (line) => (
              <Price
                value={price(line.agent_srp, line.agent_srp_pieces)}
                packing={{ caseConfig: line.case_config }}
              />
            ),
          },
          {
            key: 'amount',
            header: `Amount (${currency})`,
            align: 'end',
            cell: (line) => <Money value={line.amount} />,
          },
        ]}
        sums={[
          { label: 'Total', value: <Money value={invoice.total} /> },
          ...(invoice.credited === '0.00'
            ? []
            : [
                {
                  label: 'Less goods not delivered',
                  value: <Money value={invoice.credited} />,
                },
              ]),
          ...(vat > 0
            ? [
                { label: 'VATable sales', value: <Money value={invoice.net} /> },
                { label: `VAT ${vat}%`, value: <Money value={invoice.vat} /> },
              ]
            : []),
          {
            label: 'Amount due',
            value: <Money value={invoice.due} currency={currency} />,
            strong: true,
          },
        ]}
      />
      {vat > 0 ? null : <p className="text-xs text-muted">No VAT is charged.</p>}
      <SheetSignatures labels={['Prepared by', 'Received in good order by', 'Date']} />
    </PrintSheet>
  )
}
