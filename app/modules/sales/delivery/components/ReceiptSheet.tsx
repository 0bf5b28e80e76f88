import { formatQuantity } from '~/platform/values/quantity'
import { DateText, Money } from '~/ui/Figures'
import {
  type Letterhead,
  PrintSheet,
  SheetAmount,
  SheetFacts,
  SheetSignatures,
  SheetTable,
} from '~/ui/PrintSheet'
import { goodsColumns } from '../../components/paper-lines'
import type { DeliveryReceipt } from '../queries.server'

interface Props {
  receipt: DeliveryReceipt
  letterhead: Letterhead
  currency: string
  copies?: number
}

type Line = DeliveryReceipt['lines'][number]

/** Prints a delivery receipt, which the customer signs. Every amount comes from the database. */
export function ReceiptSheet({ receipt, letterhead, currency, copies }: Props) {
  const { on } = receipt
  const lines = receipt.lines.map((line) => ({ ...line, quantity: line.now }))
  const again = lines.some(({ before }) => before > 0)
  const pieces = (key: string, header: string, of: (line: Line) => number) => ({
    key,
    header,
    align: 'end' as const,
    className: 'whitespace-nowrap',
    cell: (line: Line & { quantity: number }) => formatQuantity(of(line), line.case_config),
  })
  return (
    <PrintSheet
      letterhead={letterhead}
      title="Delivery receipt"
      copies={copies}
      headerRight={
        <>
          <p className="figures text-base font-semibold">
            {receipt.dr_no ?? 'DR no. assigned on delivery'}
          </p>
          {on ? <DateText value={on} /> : null}
          {receipt.on_hold && !on ? <p className="font-semibold text-danger">ON HOLD</p> : null}
        </>
      }
    >
      <SheetFacts
        items={[
          ['Deliver to', receipt.customer_name],
          ['Order', receipt.so_no],
          ['Store', receipt.store_name],
          ['Address', receipt.deliver_to],
          ['Agent', receipt.agent],
          ['Area', receipt.area],
          ['Remarks', receipt.remarks],
        ]}
        aside={
          <SheetAmount
            label={on ? 'Delivered' : 'To deliver'}
            value={<Money value={receipt.amount} currency={currency} />}
            items={[
              ['Invoice', receipt.invoice_no],
              ['Ordered', <DateText key="added" value={receipt.date_added} />],
            ]}
          />
        }
      />
      <SheetTable
        rows={lines}
        rowKey={(line) => line.id}
        columns={goodsColumns(lines, currency, [
          pieces('ordered', 'Ordered', (line) => line.ordered),
          ...(again ? [pieces('before', 'Delivered before', (line) => line.before)] : []),
        ])}
        sums={[
          ...(receipt.discount === '0.00'
            ? []
            : [{ label: 'Discounts included', value: <Money value={receipt.discount} /> }]),
          {
            label: 'Total',
            value: <Money value={receipt.amount} currency={currency} />,
            strong: true,
          },
        ]}
      />
      {lines.some((line) => line.vat_on_top) ? (
        <p className="text-xs text-muted">
          Amounts include the VAT that comes on top of the unit prices.
        </p>
      ) : null}
      <p className="text-xs text-muted">Count the goods before signing. Note any shortages here.</p>
      <SheetSignatures labels={['Released by', 'Delivered by', 'Received by', 'Date']} />
    </PrintSheet>
  )
}
