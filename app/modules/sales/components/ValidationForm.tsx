import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FormActions } from '~/ui/FormGrid'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { unselected, useRowSelection } from '~/ui/useRowSelection'
import { BY_ANOTHER } from '../credit'
import type { BookingRow, BookingTotals } from '../queries.server'
import { validationSchema } from '../schema'
import type { Check } from '../validation.server'

type Row = BookingRow & { agent: string | null; check: Check | null; idempotencyKey: string }

interface Props {
  rows: readonly Row[]
  newer: string | null
  older: string | null
  totals: BookingTotals
  project: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists pending bookings with a checkbox each, to validate the selected ones. */
export function ValidationForm(props: Props) {
  const { rows, newer, older, totals, project, currency, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'validation',
    schema: validationSchema,
    lastResult,
    defaultValue: { bookings: unselected(rows) },
  })
  const selection = useRowSelection(form, fields.bookings, rows)
  return (
    <CommandForm form={form} project={project}>
      {selection.hidden}
      <Panel flush>
        <DataTable
          caption="Pending bookings"
          columns={[
            ...columnsOf(currency, totals),
            selection.column<Row>('Validate', (row) => row.soNo),
          ]}
          rows={rows.map((row, index) => ({ ...row, index }))}
          rowKey={(row) => row.id}
          rowLink={(row) => paths.sales.booking(row.id)}
          count={totals.bookings}
          empty={
            <EmptyState title="No bookings pending validation">
              New bookings are listed here for validation.
            </EmptyState>
          }
          footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
        />
      </Panel>
      {rows.length > 0 ? (
        <FormActions>
          <SubmitButton>
            {selection.chosen > 0 ? `Validate ${selection.chosen}` : 'Validate'}
          </SubmitButton>
          {selection.all}
        </FormActions>
      ) : null}
    </CommandForm>
  )
}

function columnsOf(currency: string, totals: BookingTotals): Column<Row & { index: number }>[] {
  return [
    {
      key: 'so',
      header: 'SO no.',
      cell: (booking) => <span className="figures whitespace-nowrap">{booking.soNo}</span>,
      total: 'Total',
    },
    { key: 'customer', header: 'Customer', cell: (booking) => booking.customerName },
    { key: 'agent', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    {
      key: 'added',
      header: 'Booking date',
      cell: (booking) => <DateText value={booking.dateAdded} />,
    },
    {
      key: 'total',
      header: `Total (${currency})`,
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={totals.total} />,
    },
    {
      key: 'credit',
      header: 'Available credit',
      align: 'end',
      cell: ({ check }) => {
        if (!check) return '–'
        return check.creditLeft === null ? 'No limit' : <Money value={check.creditLeft} />
      },
    },
    { key: 'check', header: 'Check', cell: ({ check }) => <CheckText check={check} /> },
  ]
}

function CheckText({ check }: { check: Check | null }) {
  if (!check) return '–'
  const { overBy, byAnother, belowFloor, short } = check
  if (!overBy && !byAnother && belowFloor.length === 0 && short.length === 0)
    return <span className="text-ok">OK</span>
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
      {byAnother ? <span className="block">{BY_ANOTHER[byAnother]}</span> : null}
      {short.length > 0 ? (
        <span className="block">Insufficient stock: {short.join(', ')}</span>
      ) : null}
    </span>
  )
}
