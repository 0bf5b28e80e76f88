import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import type { Listed } from '~/platform/db/keyset'
import type { ListOrder } from '~/platform/db/orders'
import { type Money as Amount, addMoney } from '~/platform/values/money'
import { CommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Locked } from '~/ui/Locked'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { SelectionBar } from '~/ui/SelectionBar'
import { unusual } from '~/ui/total-note'
import { useListLink } from '~/ui/useListLink'
import { useRowForm } from '~/ui/useRowForm'
import { BOOKING_BY_ANOTHER, runningCredit } from '../credit'
import type { BookingRow, BookingTotals } from '../queries.server'
import { validationSchema } from '../schema'
import type { BookingCheck } from '../validation.server'

type Row = Listed<BookingRow> & {
  agent: string | null
  check: BookingCheck | null
  idempotencyKey: string
}

interface Props {
  rows: readonly Row[]
  newer: string | null
  older: string | null
  totals: BookingTotals
  order: ListOrder
  project: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists pending bookings with a checkbox each, to validate the selected ones. */
export function ValidationForm(props: Props) {
  const link = useListLink()
  const { rows, newer, older, totals, order, project, currency, lastResult } = props
  const options = { id: 'validation', schema: validationSchema, lastResult }
  const [form, , selection] = useRowForm(options, 'bookings', rows)
  const taken = selection.selected.length > 0 ? selection.selected : rows
  const left = runningCredit(
    taken.map((row) => ({ ...row, creditLeft: row.check?.creditLeft ?? null })),
  )
  return (
    <CommandForm form={form} project={project} errorsBelow={rows.length > 0} ask="validate">
      {selection.hidden}
      <Panel flush>
        <DataTable
          caption="Pending bookings"
          columns={[
            selection.column<Row>('Validate', (row) => `Validate ${row.soNo}`),
            ...columnsOf(currency, totals, left),
          ]}
          rows={rows}
          rowKey={(row) => row.id}
          rowLink={(row) => link(paths.sales.booking(row.id), row)}
          count={totals.bookings}
          order={order}
          empty={
            <EmptyState title="No bookings pending validation">
              New bookings are listed here for validation.
            </EmptyState>
          }
          footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
        />
        {rows.length > 0 ? (
          <SelectionBar
            form={form}
            chosen={selection.chosen}
            selected={selection.selected}
            of={['booking', 'bookings']}
            sum={addMoney(...selection.selected.map((row) => row.total))}
            currency={currency}
            notes={[
              unusual(
                selection.selected,
                ({ id }) => left.get(id)?.startsWith('-') ?? false,
                'over the credit limit',
              ),
            ]}
            acts={[
              {
                intent: 'validate',
                verb: 'Validate',
                label: selection.chosen ? `Validate ${selection.chosen}` : 'Validate',
              },
            ]}
          >
            {selection.all}
          </SelectionBar>
        ) : null}
      </Panel>
    </CommandForm>
  )
}

function columnsOf(
  currency: string,
  totals: BookingTotals,
  left: ReadonlyMap<string, Amount | null>,
): Column<Row>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
      total: 'Total',
    },
    { key: 'customer', header: 'Customer', grow: true, cell: (booking) => booking.customerName },
    { key: 'agent', tablet: 'hide', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    {
      key: 'added',
      header: 'Booking date',
      cell: (booking) => <DateText value={booking.dateAdded} />,
    },
    {
      key: 'total',
      header: `Total (${currency})`,
      phone: 'amount',
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={totals.total} />,
    },
    {
      key: 'credit',
      tablet: 'hide',
      header: 'Available credit',
      align: 'end',
      cell: ({ check }) => {
        if (!check) return '–'
        return check.creditLeft === null ? 'No limit' : <Money value={check.creditLeft} />
      },
    },
    {
      // The bookings before it in the selection, or in the list, take their part first.
      key: 'left',
      header: 'Credit after booking',
      align: 'end',
      cell: ({ id, check }) => {
        if (!check || !left.has(id)) return '–'
        const rest = left.get(id) ?? null
        return rest === null ? 'No limit' : <Money value={rest} />
      },
    },
    {
      key: 'check',
      header: 'Check',
      phone: 'show',
      grow: true,
      cell: ({ check }) => <CheckText check={check} />,
    },
  ]
}

function CheckText({ check }: { check: BookingCheck | null }) {
  if (!check) return '–'
  const { overBy, byAnother, belowFloor, otherPrices, short } = check
  const isOk = !overBy && !byAnother && belowFloor.length === 0 && short.length === 0
  const others =
    otherPrices.length > 0 ? (
      <span className="block font-normal text-muted">Other prices: {otherPrices.join(', ')}</span>
    ) : null
  if (isOk)
    return (
      <>
        <span className="text-ok">OK</span>
        {others}
      </>
    )
  return (
    <span className="font-medium text-warn">
      {overBy ? (
        <span className="block">
          Over by <Money value={overBy} />
        </span>
      ) : null}
      {belowFloor.length > 0 ? (
        <span className="block">Below the price floor: {belowFloor.join(', ')}</span>
      ) : null}
      {byAnother ? (
        <span className="block font-normal">
          <Locked>{BOOKING_BY_ANOTHER[byAnother]}</Locked>
        </span>
      ) : null}
      {short.length > 0 ? (
        <span className="block">Insufficient stock: {short.join(', ')}</span>
      ) : null}
      {others}
    </span>
  )
}
