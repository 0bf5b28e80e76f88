import { getInputProps, type SubmissionResult } from '@conform-to/react'
import { Fragment, type ReactNode } from 'react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { type Column, DataTable } from '~/ui/DataTable'
import { FormActions } from '~/ui/FormGrid'
import { Pager } from '~/ui/Pager'
import { SubmitButton } from '~/ui/SubmitButton'
import { useHydrated } from '~/ui/useHydrated'
import { approvalSchema } from '../schema'
import { CancelTicked } from './CancelTicked'
import { type QueueRow, queueColumns } from './queue-columns'

interface Props {
  rows: readonly QueueRow[]
  newer: string | null
  older: string | null
  totals: { all: { pendingReceipts: number; pending: QueueRow['amount'] } }
  project: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
  empty: ReactNode
}

/** Pending receipts with a box each: tick, then approve them or cancel them with a reason. */
export function ApprovalForm(props: Props) {
  const { rows, newer, older, totals, project, currency, lastResult, empty } = props
  const hydrated = useHydrated()
  const [form, fields] = useCommandForm({
    id: 'approval',
    schema: approvalSchema,
    lastResult,
    defaultValue: {
      receipts: rows.map(({ id, version, op }) => ({ id, version: String(version), op })),
    },
  })
  const list = fields.receipts.getFieldList()
  const chosen = list.filter((field) => field.getFieldset().chosen.value === 'on').length
  const choose = (all: boolean) =>
    form.update({
      name: fields.receipts.name,
      value: rows.map(({ id, version, op }) => ({ id, version, op, chosen: all })),
    })
  const box: Column<QueueRow & { index: number }> = {
    key: 'chosen',
    header: 'Decide',
    cell: ({ index, crNo }) => {
      const fieldset = list[index]?.getFieldset()
      if (!fieldset) return null
      const { key, ...input } = getInputProps(fieldset.chosen, { type: 'checkbox' })
      return (
        <label className="relative -m-2 inline-block p-2">
          <input key={key} {...input} className="size-4 align-middle accent-accent" />
          <span className="sr-only">Decide {crNo}</span>
        </label>
      )
    },
  }
  return (
    <CommandForm form={form} project={project}>
      {rows.map((row, index) => (
        <Fragment key={row.id}>
          <input type="hidden" name={`receipts[${index}].id`} value={row.id} />
          <input type="hidden" name={`receipts[${index}].version`} value={row.version} />
          <input type="hidden" name={`receipts[${index}].op`} value={row.op} />
        </Fragment>
      ))}
      <DataTable
        caption="Receipts that wait for approval"
        columns={[...queueColumns(currency, totals.all.pending), box]}
        rows={rows.map((row, index) => ({ ...row, index }))}
        rowKey={(row) => row.id}
        rowLink={(row) => `/treasury/treasury-list/${row.id}`}
        count={totals.all.pendingReceipts}
        empty={empty}
        footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
      />
      {rows.length > 0 ? (
        <div className="border-t border-line px-3 pb-4">
          <FormActions>
            <SubmitButton name="intent" value="approve">
              {chosen > 0 ? `Approve ${chosen}` : 'Approve'}
            </SubmitButton>
            <CancelTicked
              reason={fields.reason}
              chosen={hydrated ? chosen : null}
              open={lastResult?.error?.reason !== undefined}
            />
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
        </div>
      ) : null}
    </CommandForm>
  )
}
