import { termsText } from '~/modules/customers/components/CreditLine'
import { dayNumber } from '~/platform/values/dates'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetAmount,
  SheetFacts,
  SheetPayment,
  SheetSignatures,
  SheetTable,
  SheetWords,
} from '~/ui/PrintSheet'
import { SheetTotals } from '~/ui/SheetTotals'
import { goodsColumns } from '../../components/paper-lines'
import type { InvoiceDocument } from '../numbers.server'

interface Props {
  invoice: InvoiceDocument
  letterhead: Letterhead
  currency: string
  copies?: number
  /** True when printed together with others. */
  batch?: boolean
}

/** Prints the invoice for the customer. Every amount comes from the database. */
export function InvoiceSheet({ invoice, letterhead, currency, copies, batch }: Props) {
  const { date_invoiced: on, date_due: due } = invoice
  const taxes = Number(invoice.vat_percent) > 0
  const lines = invoice.lines.map((line) => ({
    ...line,
    ...(line.vat_on_top ? { beforeVat: line.net } : {}),
    ...(taxes ? { taxed: { vatClass: line.vat_class, amount: line.vat } } : {}),
  }))
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Invoice"
      label={`Invoice ${invoice.invoice_no}`}
      copies={copies}
      batch={batch}
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
          ['Store', invoice.store_name],
          ['TIN', invoice.tin_no],
          ['Business style', invoice.business_style],
          ['Address', invoice.deliver_to],
          ['Order', invoice.so_no],
          ['Agent', invoice.agent],
        ]}
        aside={
          <SheetAmount
            label="Amount due"
            value={<Money value={invoice.due} currency={currency} />}
            items={[
              ['Date', <DateText key="date" value={on} />],
              ['Terms', on && due && termsText(dayNumber(due) - dayNumber(on))],
              ['Due', due && <DateText key="due" value={due} />],
            ]}
          />
        }
      />
      <SheetTable rows={lines} rowKey={(line) => line.id} columns={goodsColumns(lines, currency)} />
      <SheetTotals breakdown={vatRows(invoice)} sums={sumsOf(invoice, currency)} />
      {taxes ? null : <p className="mb-3 text-xs text-muted">No VAT is charged.</p>}
      <SheetWords amount={invoice.due} currency={currency} />
      <SheetPayment letterhead={letterhead} />
      <SheetSignatures labels={['Prepared by', 'Received in good order by', 'Date']} />
    </PrintSheet>
  )
}

const row = (label: string, amount: InvoiceDocument['due']) => ({
  label,
  value: <Money value={amount} />,
})

/** Returns the sales by their VAT; none where no VAT is charged. */
function vatRows(invoice: InvoiceDocument) {
  const vat = Number(invoice.vat_percent)
  if (vat === 0) return []
  return [
    row('VATable sales', invoice.vatable),
    row('VAT-exempt sales', invoice.exempt),
    row('Zero-rated sales', invoice.zero_rated),
    row(`VAT ${vat}%`, invoice.vat),
  ]
}

/** Returns the rows below the lines: from the goods to the amount due. */
function sumsOf(invoice: InvoiceDocument, currency: string) {
  // The discount of a line stands before the VAT that comes on top, these with it.
  const withVat = invoice.lines.some((line) => line.vat_on_top) ? ', with VAT' : ''
  return [
    ...(invoice.discount === '0.00'
      ? []
      : [
          row(`Before discounts${withVat}`, invoice.gross),
          row(`Less discounts${withVat}`, invoice.discount),
        ]),
    row('Total', invoice.total),
    ...(invoice.credited === '0.00' ? [] : [row('Less goods not delivered', invoice.credited)]),
    {
      label: 'Amount due',
      value: <Money value={invoice.due} currency={currency} />,
      strong: true,
    },
  ]
}
