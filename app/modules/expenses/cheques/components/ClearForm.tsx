import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { clearSchema } from '../schema'

/** The id of the form that the selected rows belong to. */
export const CLEAR_FORM = 'clear-issued'

interface Props {
  project: string
  idempotencyKey: string
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Marks the cheques that are selected in the table below as paid by the bank. */
export function ClearForm({ project, idempotencyKey, today, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: CLEAR_FORM,
    schema: clearSchema,
    lastResult,
    defaultValue: { cleared_on: today },
  })
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKey}
      className="border-b border-line p-3"
    >
      <div className="flex flex-wrap items-start gap-2">
        <PostingDateField field={fields.cleared_on} label="Cleared on" className="w-full sm:w-40" />
        <div className="sm:pt-5">
          <SubmitButton>Mark selected cleared</SubmitButton>
        </div>
      </div>
      <p id={fields.cheques.errorId} role="alert" className="mt-2 text-danger empty:hidden">
        {fields.cheques.errors?.join(' ')}
      </p>
    </CommandForm>
  )
}
