import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { type KeyboardEvent, useRef } from 'react'
import { NET_OF_CHEQUES } from '~/modules/receivables/terms'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField } from '~/ui/TextField'
import { MOST_PAID, readReceipt } from '../allocate'
import { LeftOver } from './LeftOver'

export interface Payable {
  id: string
  soNo: string
  invoiceNo: string | null
  date: string
  dateDue: string | null
  total: Amount
  balance: Amount
  waiting: Amount
}

type Part = { booking_id: string; amount?: string | undefined }

interface Props<F extends Record<string, unknown>> {
  form: FormMetadata<F, string[]>
  allocations: FieldMetadata<Part[] | undefined, F, string[]>
  /** The way to allocate: oldest first, or by hand. Typing in a row changes it to by hand. */
  share: FieldMetadata<'oldest' | 'hand' | undefined, F, string[]>
  /** The amount as typed. */
  amount: string | undefined
  /** The open bookings, oldest first; null while no customer is chosen. */
  bookings: readonly Payable[] | null
  currency: string
  /** True when the amount is unapplied credit, not a new receipt. */
  isCredit?: boolean
}

const SHARES = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'hand', label: 'By hand' },
]

/** Lists the customer's open bookings, each with the amount that this receipt pays. */
export function AllocationTable<F extends Record<string, unknown>>(props: Props<F>) {
  const { form, allocations, share, amount, bookings, currency, isCredit } = props
  const box = useRef<HTMLDivElement>(null)
  const lines = allocations.getFieldList().flatMap((part) => {
    const fields = part.getFieldset()
    const booking = bookings?.find(({ id }) => id === fields.booking_id.initialValue)
    return booking ? [{ key: part.key, fields, booking }] : []
  })
  const sums = readReceipt(
    amount,
    lines.map((line) => line.fields.amount.value),
  )
  const typing = () => {
    if (share.value !== 'hand') form.update({ name: share.name, value: 'hand' as never })
  }
  // Enter moves down the column. Saving needs its own button, because it uses up a CR number.
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.key !== 'Enter' || target.tagName !== 'INPUT') return
    event.preventDefault()
    const inputs = [
      ...(box.current?.querySelectorAll<HTMLElement>('input:not([type=hidden])') ?? []),
    ]
    inputs[inputs.indexOf(target) + 1]?.focus()
  }
  return (
    <Panel
      flush
      title="Open bookings"
      actions={
        lines.length > 0 ? (
          <div className="flex flex-wrap items-center gap-2">
            <SelectField
              field={share}
              label="Allocation"
              hideLabel
              options={SHARES}
              className="w-36"
            />
            <SubmitButton
              variant="secondary"
              size="sm"
              name="intent"
              value="allocate"
              formNoValidate
              className="scriptless-only"
            >
              Show allocation
            </SubmitButton>
          </div>
        ) : null
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and typing of the fields inside */}
      <div ref={box} onKeyDown={onKeyDown} onInput={typing}>
        <DataTable
          caption="Open bookings"
          columns={columnsOf(lines, sums.allocated, currency)}
          rows={lines}
          rowKey={(line) => line.booking.id}
          empty={<NoBookings chosen={bookings !== null} isCredit={isCredit} />}
        />
      </div>
      {bookings && bookings.length >= MOST_PAID ? (
        <p className="px-3 py-2 text-muted">
          One receipt pays {MOST_PAID} bookings at most. The oldest are listed.
        </p>
      ) : null}
      {bookings === null ? null : <LeftOver {...sums} {...{ currency, isCredit }} />}
    </Panel>
  )
}

function NoBookings({ chosen, isCredit }: { chosen: boolean; isCredit?: boolean }) {
  return chosen ? (
    <EmptyState line title="No open bookings">
      This customer has no open bookings.{' '}
      {isCredit ? 'The credit remains unapplied.' : 'The amount becomes an unapplied payment.'}
    </EmptyState>
  ) : (
    <EmptyState line title="Choose a customer">
      Open bookings are listed here, oldest first.
    </EmptyState>
  )
}

function columnsOf<
  Line extends {
    booking: Payable
    fields: { booking_id: FieldMetadata<string>; amount: FieldMetadata<string | undefined> }
  },
>(lines: readonly Line[], allocated: Amount, currency: string): Column<Line>[] {
  const sum = (of: (booking: Payable) => Amount) =>
    addMoney(...lines.map((line) => of(line.booking)))
  const waiting = sum((booking) => booking.waiting)
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: ({ booking }) => booking.soNo,
      total: 'Total',
    },
    {
      key: 'invoice',
      header: 'Invoice no.',
      cell: ({ booking }) => booking.invoiceNo ?? '–',
    },
    { key: 'date', header: 'Date', cell: ({ booking }) => <DateText value={booking.date} /> },
    { key: 'due', header: 'Due', cell: ({ booking }) => <DateText value={booking.dateDue} /> },
    {
      key: 'total',
      header: 'Booking total',
      align: 'end',
      cell: ({ booking }) => <Money value={booking.total} />,
      phone: 'hide',
    },
    ...(waiting === '0.00'
      ? []
      : [
          {
            key: 'waiting',
            header: 'In pending receipts',
            align: 'end' as const,
            cell: ({ booking }: Line) => (
              <Money value={booking.waiting === '0.00' ? null : booking.waiting} />
            ),
            total: <Money value={waiting} />,
          },
        ]),
    {
      key: 'balance',
      header: NET_OF_CHEQUES,
      align: 'end',
      cell: ({ booking }) => <Money value={booking.balance} />,
      total: <Money value={sum((booking) => booking.balance)} />,
    },
    {
      key: 'amount',
      header: `Applied now (${currency})`,
      align: 'end',
      cell: ({ booking, fields }) => (
        <>
          <input type="hidden" name={fields.booking_id.name} value={booking.id} />
          <MoneyField field={fields.amount} label={`Applied to ${booking.soNo}`} hideLabel />
        </>
      ),
      total: <Money value={allocated} />,
      className: 'sm:w-40',
    },
  ]
}
