import { formatDiscount } from '~/platform/values/discount'
import { addMoney } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Money, Quantity } from '~/ui/Figures'
import { Price } from '~/ui/Price'
import { VatAmount } from '~/ui/VatAmount'
import type { BookingDocument, BookingLine } from '../document.server'

/** Lists the lines of a booking with their delivered, released and returned pieces. */
export function BookingLines({ booking }: { booking: BookingDocument }) {
  return (
    <DataTable
      caption="Lines"
      wide
      columns={columnsOf(booking)}
      rows={booking.lines}
      rowKey={(line) => line.id}
      empty={<EmptyState line title="No lines" />}
    />
  )
}

function columnsOf(booking: BookingDocument): Column<BookingLine>[] {
  const pieces = (key: string, header: string, of: (line: BookingLine) => number) => ({
    key,
    header,
    align: 'end' as const,
    cell: (line: BookingLine) => <Quantity pieces={of(line)} caseConfig={line.caseConfig} />,
  })
  const pending = booking.stage === 'pending'
  const released = booking.lines.some((line) => line.released > 0)
  const returned = booking.lines.some((line) => line.returned > 0)
  const discounted = booking.discount !== '0.00'
  const gross: Column<BookingLine> = {
    key: 'gross',
    header: 'Gross',
    align: 'end',
    cell: (line) => <Money value={line.gross} />,
    total: <Money value={addMoney(booking.total, booking.discount)} />,
  }
  const discount: Column<BookingLine> = {
    key: 'discount',
    header: 'Discount',
    align: 'end',
    cell: (line) => formatDiscount(line.discount),
    total: <Money value={booking.discount} />,
  }
  const vat: Column<BookingLine> = {
    key: 'vat',
    header: 'VAT',
    align: 'end',
    cell: (line) => <VatAmount vat={{ vatClass: line.vatClass, amount: line.vat }} />,
    total: <Money value={addMoney(...booking.lines.map((line) => line.vat))} />,
  }
  const stock: Column<BookingLine> = {
    key: 'available',
    header: 'Available now',
    align: 'end',
    cell: (line) => <Available line={line} />,
  }
  return [
    {
      key: 'product',
      header: 'Product',
      grow: true,
      cell: (line) => (
        <>
          {line.description}
          <span className="block text-xs font-normal text-muted">{line.materialCode}</span>
        </>
      ),
      total: 'Total',
    },
    pieces('ordered', 'Ordered', (line) => line.quantity),
    // A booking that was delivered as it was ordered says so by its state, and leaves room for VAT.
    ...(pending
      ? [stock]
      : booking.lines.some((line) => line.delivered !== line.quantity)
        ? [pieces('delivered', 'Delivered', (line) => line.delivered)]
        : []),
    ...(released ? [pieces('released', 'Released from reservation', (line) => line.released)] : []),
    ...(returned ? [pieces('returned', 'Returned', (line) => line.returned)] : []),
    {
      key: 'srp',
      header: 'Unit price',
      align: 'end',
      cell: (line) =>
        line.freeOf ? (
          <span className="text-muted">Free, line {line.freeOf}</span>
        ) : (
          <Price value={line.agentSrp} packing={line} />
        ),
    },
    ...(discounted ? [gross, discount] : []),
    {
      key: 'amount',
      header: booking.lines.some((line) => line.vatOnTop > 0) ? 'Amount with VAT' : 'Amount',
      align: 'end',
      cell: (line) => <Money value={line.amount} />,
      total: <Money value={booking.total} />,
    },
    ...(booking.lines.some((line) => line.taxed) ? [vat] : []),
  ]
}

function Available({ line }: { line: BookingLine }) {
  if (line.available === null) return <span className="text-muted">–</span>
  if (line.available >= line.quantity) {
    return <Quantity pieces={line.available} caseConfig={line.caseConfig} />
  }
  return (
    <span className="font-medium text-warn">
      Only {formatQuantity(Math.max(line.available, 0), line.caseConfig)}
    </span>
  )
}
