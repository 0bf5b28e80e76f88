import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { FormActions } from '~/ui/FormGrid'
import { Pager } from '~/ui/Pager'
import { SubmitButton } from '~/ui/SubmitButton'
import { unselected, useRowSelection } from '~/ui/useRowSelection'
import { approvalSchema } from '../schema'
import { CancelSelected } from './CancelSelected'
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

/** Lists pending receipts with a checkbox each, to approve, or to cancel with a reason. */
export function ApprovalForm(props: Props) {
  const { rows, newer, older, totals, project, currency, lastResult, empty } = props
  const [form, fields] = useCommandForm({
    id: 'approval',
    schema: approvalSchema,
    lastResult,
    defaultValue: { receipts: unselected(rows) },
  })
  const selection = useRowSelection(form, fields.receipts, rows)
  return (
    <CommandForm form={form} project={project}>
      {selection.hidden}
      <DataTable
        caption="Receipts pending approval"
        columns={[
          ...queueColumns(currency, totals.all.pending),
          selection.column<QueueRow>('Decide', (row) => row.crNo),
        ]}
        rows={rows.map((row, index) => ({ ...row, index }))}
        rowKey={(row) => row.id}
        rowLink={(row) => paths.treasury.collection(row.id)}
        count={totals.all.pendingReceipts}
        empty={empty}
        footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
      />
      {rows.length > 0 ? (
        <div className="border-t border-line px-3 pb-4">
          <FormActions>
            <SubmitButton name="intent" value="approve">
              {selection.chosen > 0 ? `Approve ${selection.chosen}` : 'Approve'}
            </SubmitButton>
            <CancelSelected
              reason={fields.reason}
              chosen={selection.hydrated ? selection.chosen : null}
              open={lastResult?.error?.reason !== undefined}
            />
            {selection.all}
          </FormActions>
        </div>
      ) : null}
    </CommandForm>
  )
}
