import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { formatDate } from '~/platform/values/dates'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { DateField } from '~/ui/TextField'
import { closeSchema, reopenSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Closes the books through a day. */
export function CloseForm({ proposed, ...props }: Props & { proposed: string }) {
  const [form, fields] = useCommandForm({
    id: 'close-period',
    schema: closeSchema,
    lastResult: ownResult(props.lastResult, 'close'),
    defaultValue: { through: proposed },
  })
  return (
    <Panel title="Close">
      <p className="mb-3 text-muted">
        No entries can be posted on or before that date. Corrections are posted on the date they are
        made.
      </p>
      <CommandForm form={form} project={props.project} idempotencyKey={props.idempotencyKey}>
        <input type="hidden" name="intent" value="close" />
        <FormGrid>
          <DateField field={fields.through} label="Close through" />
          <TextAreaField field={fields.reason} label="Reason for closing" />
        </FormGrid>
        <FormActions>
          <SubmitButton>Close the books</SubmitButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}

/** Opens closed days again. */
export function ReopenForm({ closedThrough, ...props }: Props & { closedThrough: string }) {
  const [form, fields] = useCommandForm({
    id: 'reopen-period',
    schema: reopenSchema,
    lastResult: ownResult(props.lastResult, 'reopen'),
  })
  return (
    <Panel title="Reopen">
      <p className="mb-3 text-muted">
        The books are closed through {formatDate(closedThrough)}. Blank = reopen all days.
      </p>
      <CommandForm form={form} project={props.project} idempotencyKey={props.idempotencyKey}>
        <input type="hidden" name="intent" value="reopen" />
        <FormGrid>
          <DateField field={fields.through} label="Keep closed through" />
          <TextAreaField field={fields.reason} label="Reason for reopening" />
        </FormGrid>
        <FormActions>
          <SubmitButton variant="danger">Reopen</SubmitButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}
