import { price } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { DateText, Money } from '~/ui/Figures'
import type { Paper } from '~/ui/PaperChoice'
import { Price } from '~/ui/Price'
import {
  type Letterhead,
  PrintSheet,
  SheetFacts,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import type { DeliveryReceipt } from '../queries.server'

interface Props {
  receipt: DeliveryReceipt
  letterhead: Letterhead
  currency: string
  paper?: Paper
}

type Line = DeliveryReceipt['lines'][number]

/** Prints a delivery receipt, which the customer signs. Every amount comes from the database. */
export function ReceiptSheet({ receipt, letterhead, currency, paper }: Props) {
  const { lines, on } = receipt
  const again = lines.some(({ before }) => before > 0)
  const pieces = (key: string, header: string, of: (line: Line) => number) => ({
    key,
    header,
    align: 'end' as const,
    className: 'whitespace-nowrap',
    cell: (line: Line) => formatQuantity(of(line), line.case_config),
  })
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Delivery receipt"
      paper={paper}
      headerRight={
        <>
          <p className="figures text-base font-semibold">{receipt.dr_no ?? 'Number on delivery'}</p>
          {on ? <DateText value={on} /> : null}
          {receipt.on_hold && !on ? <p className="font-semibold text-danger">ON HOLD</p> : null}
        </>
      }
    >
      <SheetFacts
        items={[
          ['Deliver to', receipt.customer_name],
          ['Order', receipt.so_no],
          ['Invoice', receipt.invoice_no],
          ['Store', receipt.store_name],
          ['Ordered', <DateText key="added" value={receipt.date_added} />],
          ['Address', receipt.deliver_to],
          ['Agent', receipt.agent],
          ['Area', receipt.area],
          ['Remarks', receipt.remarks],
        ]}
      />
      <SheetTable
        rows={lines}
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
            className: 'w-2/5',
            cell: (line) => line.description,
          },
          pieces('ordered', 'Ordered', (line) => line.ordered),
          ...(again ? [pieces('before', 'Delivered before', (line) => line.before)] : []),
          pieces('now', on ? 'Delivered' : 'To deliver', (line) => line.now),
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
          {
            label: 'Amount of this delivery',
            value: <Money value={receipt.amount} currency={currency} />,
            strong: true,
          },
        ]}
      />
      <p className="text-xs text-muted">Count the goods before you sign; write shortages here.</p>
      <SheetSignatures labels={['Released by', 'Delivered by', 'Received by', 'Date']} />
    </PrintSheet>
  )
}
