import { getInputProps, type SubmissionResult } from '@conform-to/react'
import { Fragment } from 'react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { FormActions } from '~/ui/FormGrid'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { useHydrated } from '~/ui/useHydrated'
import type { BookingRow, BookingTotals } from '../queries.server'
import { validationSchema } from '../schema'
import type { Check } from '../validation.server'

type Row = BookingRow & { agent: string | null; check: Check | null; op: string }

interface Props {
  rows: readonly Row[]
  newer: string | null
  older: string | null
  totals: BookingTotals
  project: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Pending bookings with a box each: tick and validate. */
export function ValidationForm(props: Props) {
  const { rows, newer, older, totals, project, currency, lastResult } = props
  const hydrated = useHydrated()
  const [form, fields] = useCommandForm({
    id: 'validation',
    schema: validationSchema,
    lastResult,
    defaultValue: {
      bookings: rows.map(({ id, version, op }) => ({ id, version: String(version), op })),
    },
  })
  const list = fields.bookings.getFieldList()
  const chosen = list.filter((field) => field.getFieldset().chosen.value === 'on').length
  const choose = (all: boolean) =>
    form.update({
      name: fields.bookings.name,
      value: rows.map(({ id, version, op }) => ({ id, version, op, chosen: all })),
    })
  const box: Column<Row & { index: number }> = {
    key: 'chosen',
    header: 'Validate',
    cell: ({ index, soNo }) => {
      const fieldset = list[index]?.getFieldset()
      if (!fieldset) return null
      const { key, ...input } = getInputProps(fieldset.chosen, { type: 'checkbox' })
      return (
        <label className="relative -m-2 inline-block p-2">
          <input key={key} {...input} className="size-4 align-middle accent-accent" />
          <span className="sr-only">Validate {soNo}</span>
        </label>
      )
    },
  }
  return (
    <CommandForm form={form} project={project}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          <input type="hidden" name={`bookings[${index}].id`} value={row.id} />
          <input type="hidden" name={`bookings[${index}].version`} value={row.version} />
          <input type="hidden" name={`bookings[${index}].op`} value={row.op} />
        </Fragment>
      ))}
      <Panel flush>
        <DataTable
          caption="Pending bookings"
          columns={[...columnsOf(currency, totals), box]}
          rows={rows.map((row, index) => ({ ...row, index }))}
          rowKey={(row) => row.id}
          rowLink={(row) => `/sales/bookings/${row.id}`}
          count={totals.bookings}
          empty={
            <EmptyState title="Nothing waits for validation">
              A booking comes here once it is entered.
            </EmptyState>
          }
          footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
        />
      </Panel>
      {rows.length > 0 ? (
        <FormActions>
          <SubmitButton>{chosen > 0 ? `Validate ${chosen}` : 'Validate'}</SubmitButton>
          {hydrated ? (
            <button
              type="button"
              className="rounded px-2 py-1 font-medium text-accent hover:bg-accent-soft"
              onClick={() => choose(chosen < rows.length)}
            >
              {chosen < rows.length ? 'Tick all' : 'Tick none'}
            </button>
          ) : null}
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
      total: 'All of them',
    },
    { key: 'customer', header: 'Customer', cell: (booking) => booking.customerName },
    { key: 'agent', header: 'Agent', cell: (booking) => booking.agent ?? '–' },
    { key: 'added', header: 'Added', cell: (booking) => <DateText value={booking.dateAdded} /> },
    {
      key: 'total',
      header: `Total (${currency})`,
      align: 'end',
      cell: (booking) => <Money value={booking.total} />,
      total: <Money value={totals.total} />,
    },
    {
      key: 'credit',
      header: 'Credit left',
      align: 'end',
      cell: ({ check }) => {
        if (!check) return '–'
        return check.creditLeft === null ? 'No limit' : <Money value={check.creditLeft} />
      },
    },
    { key: 'check', header: 'Taken by itself', cell: ({ check }) => <CheckText check={check} /> },
  ]
}

function CheckText({ check }: { check: Check | null }) {
  if (!check) return '–'
  if (!check.overBy && check.short.length === 0) return <span className="text-ok">Fits</span>
  return (
    <span className="font-medium text-warn">
      {check.overBy ? (
        <span className="block">
          Over by <Money value={check.overBy} />
        </span>
      ) : null}
      {check.short.length > 0 ? (
        <span className="block">Short of {check.short.join(', ')}</span>
      ) : null}
    </span>
  )
}
