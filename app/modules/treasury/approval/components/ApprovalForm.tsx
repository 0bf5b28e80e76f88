import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import type { ListOrder } from '~/platform/db/orders'
import { addMoney } from '~/platform/values/money'
import { CommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { Pager } from '~/ui/Pager'
import { SelectionBar } from '~/ui/SelectionBar'
import { useListLink } from '~/ui/useListLink'
import { useRowForm } from '~/ui/useRowForm'
import { inTurn } from '../check'
import { approvalSchema } from '../schema'
import { CancelSelected } from './CancelSelected'
import { type QueueRow, queueColumns } from './queue-columns'

interface Props {
  rows: readonly QueueRow[]
  newer: string | null
  older: string | null
  totals: { all: { pendingReceipts: number; pending: QueueRow['amount'] } }
  order: ListOrder
  project: string
  currency: string
  lastResult: SubmissionResult<string[]> | undefined
  empty: ReactNode
}

/** Lists pending receipts with a checkbox each, to approve, or to cancel with a reason. */
export function ApprovalForm(props: Props) {
  const link = useListLink()
  const { rows, newer, older, totals, order, project, currency, lastResult, empty } = props
  const options = { id: 'approval', schema: approvalSchema, lastResult }
  const [form, fields, selection] = useRowForm(options, 'receipts', rows)
  const taken = selection.selected.length > 0 ? selection.selected : rows
  const sum = addMoney(...selection.selected.map((row) => row.amount))
  const inOrder = new Map(inTurn(taken).map((row) => [row.id, row]))
  return (
    <CommandForm form={form} project={project} errorsBelow={rows.length > 0} ask="approve">
      {selection.hidden}
      <DataTable
        caption="Receipts pending approval"
        columns={[
          selection.column<QueueRow>('Select', (row) => `Select ${row.crNo}`),
          ...queueColumns(currency, totals.all.pending),
        ]}
        rows={rows.map((row) => inOrder.get(row.id) ?? row)}
        rowKey={(row) => row.id}
        rowLink={(row) => link(paths.treasury.collection(row.id), row)}
        count={totals.all.pendingReceipts}
        order={order}
        empty={empty}
        footer={<Pager newer={newer} older={older} labels={['Older', 'Newer']} />}
      />
      {rows.length > 0 ? (
        <SelectionBar
          form={form}
          chosen={selection.chosen}
          selected={selection.selected}
          of={['receipt', 'receipts']}
          sum={sum}
          currency={currency}
          acts={[
            {
              intent: 'approve',
              verb: 'Approve',
              label: selection.chosen ? `Approve ${selection.chosen}` : 'Approve',
            },
          ]}
        >
          <CancelSelected
            reason={fields.reason}
            chosen={selection.chosen}
            sum={sum}
            currency={currency}
            open={lastResult?.error?.reason !== undefined}
          />
          {selection.all}
        </SelectionBar>
      ) : null}
    </CommandForm>
  )
}
