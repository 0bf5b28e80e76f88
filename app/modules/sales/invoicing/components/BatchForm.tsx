import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { addMoney } from '~/platform/values/money'
import { CommandForm } from '~/ui/CommandForm'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectionBar } from '~/ui/SelectionBar'
import { TextField } from '~/ui/TextField'
import { unusual } from '~/ui/total-note'
import { useSelectionForm } from '~/ui/useRowForm'
import { batchSchema } from '../schema'
import { type InvoicingRow, QueueTable, type QueueTableProps } from './QueueTable'

export const BATCH = 'batch'

interface Props extends QueueTableProps {
  batchIdempotencyKey: string
  /** The number that the database proposes. */
  next: string | null
  batchResult: SubmissionResult<string[]> | undefined
}

/** Says how many pre-printed forms a selection takes, where that is more than its invoices. */
function formsNote(rows: readonly InvoicingRow[]): string | false {
  const forms = rows.reduce((sum, row) => sum + row.forms, 0)
  return forms > rows.length && `${forms.toLocaleString('en-US')} forms, each with its number`
}

/** Lists a queue with a checkbox each: the selected bookings get invoice numbers that follow on. */
export function BatchForm(props: Props) {
  const { rows, project, batchIdempotencyKey, next, today, batchResult } = props
  const [form, fields, selection] = useSelectionForm(
    {
      id: BATCH,
      schema: batchSchema,
      lastResult: ownResult(batchResult, BATCH),
      defaultValue: { first_no: next ?? '', date: today },
    },
    'bookings',
    rows,
    ({ id, version }) => `${id}:${version}`,
  )
  return (
    <>
      <QueueTable
        {...props}
        checkbox={selection.column<InvoicingRow>('Select', ({ soNo }) => `Select ${soNo}`)}
      />
      <CommandForm
        form={form}
        project={project}
        idempotencyKey={batchIdempotencyKey}
        className="contents"
        errorsBelow
        ask={BATCH}
      >
        <SelectionBar
          form={form}
          list={fields.bookings}
          chosen={selection.chosen}
          selected={selection.selected}
          of={['booking', 'bookings']}
          sum={addMoney(...selection.selected.map(({ total }) => total))}
          currency={props.currency}
          notes={[
            unusual(selection.selected, ({ dateDelivered }) => !dateDelivered, 'not delivered'),
            formsNote(selection.selected),
          ]}
          how={[fields.first_no.value ? `from ${fields.first_no.value}` : false]}
          on={fields.date.value}
          fields={
            <>
              <TextField
                field={fields.first_no}
                label="Starting no."
                hideLabel
                placeholder="Starting no."
                autoComplete="off"
                controlClass="figures"
                className="w-40"
              />
              <PostingDateField
                field={fields.date}
                label="Invoice date"
                hideLabel
                className="w-40"
              />
            </>
          }
          acts={[
            {
              intent: BATCH,
              verb: 'Invoice',
              label: selection.chosen
                ? `Assign numbers to ${selection.chosen} selected`
                : 'Assign numbers to selected',
            },
          ]}
        >
          {selection.all}
        </SelectionBar>
      </CommandForm>
    </>
  )
}
