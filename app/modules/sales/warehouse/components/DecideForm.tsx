import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { decideRequestSchema, doneSchema } from '../schema'

interface Props {
  version: number
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Approves or rejects a pending request; `today` is the date proposed for goods that are released or come back, null for a hold. */
export function DecideForm({ today, ...props }: Props & { today: string | null }) {
  const { version, project, idempotencyKey, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'decide',
    schema: decideRequestSchema,
    lastResult,
    defaultValue: { date: today ?? undefined },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="version" value={version} />
      {today ? <PostingDateField field={fields.date} label="Date" hint="Today or earlier" /> : null}
      <TextAreaField field={fields.note} label="Remarks" hint="Required to reject." rows={2} />
      <FormActions>
        <SubmitButton name="decision" value="approved">
          Approve
        </SubmitButton>
        <SubmitButton name="decision" value="rejected" variant="danger">
          Reject
        </SubmitButton>
      </FormActions>
    </CommandForm>
  )
}

/** Finishes an approved request; ends a hold. */
export function DoneForm({ hold, ...props }: Props & { hold: boolean }) {
  const { version, project, idempotencyKey, lastResult } = props
  const [form] = useCommandForm({ id: 'done', schema: doneSchema, lastResult })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="decision" value="done" />
      <p className="text-muted">
        {hold
          ? 'The hold ends and the goods can be delivered.'
          : 'The warehouse has moved the goods.'}
      </p>
      <FormActions>
        <SubmitButton>Complete</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
