import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { addMoney } from '~/platform/values/money'
import { CommandForm } from '~/ui/CommandForm'
import type { Column } from '~/ui/DataTable'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectionBar } from '~/ui/SelectionBar'
import { useSelectionForm } from '~/ui/useRowForm'
import type { IssuedRow } from '../register.server'
import { clearIssuedSchema } from '../schema'

interface Props {
  project: string
  currency: string
  idempotencyKey: string
  today: string
  rows: readonly IssuedRow[]
  /** Renders the list with the column that selects its rows. */
  table: (checkbox: Column<IssuedRow>) => ReactNode
  lastResult: SubmissionResult<string[]> | undefined
}

/** Marks the selected cheques as paid by the bank. */
export function ClearForm(props: Props) {
  const { project, currency, idempotencyKey, today, rows, table, lastResult } = props
  const [form, fields, selection] = useSelectionForm(
    {
      id: 'clear-issued',
      schema: clearIssuedSchema,
      lastResult,
      defaultValue: { cleared_on: today },
    },
    'cheques',
    rows,
    ({ id, version }) => `${id}:${version}`,
  )
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKey}
      errorsBelow
      ask="clear"
    >
      {table(selection.column('Paid', ({ no, payee }) => `Cheque ${no} to ${payee}`))}
      <SelectionBar
        form={form}
        list={fields.cheques}
        chosen={selection.chosen}
        selected={selection.selected}
        of={['cheque', 'cheques']}
        sum={addMoney(...selection.selected.flatMap(({ amount }) => amount ?? []))}
        currency={currency}
        on={fields.cleared_on.value}
        fields={
          <PostingDateField
            field={fields.cleared_on}
            label="Cleared on"
            hideLabel
            className="w-40"
          />
        }
        acts={[{ intent: 'clear', verb: 'Clear', label: 'Mark selected cleared' }]}
      >
        {selection.all}
      </SelectionBar>
    </CommandForm>
  )
}
