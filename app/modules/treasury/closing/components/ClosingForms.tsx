import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { formatDate } from '~/platform/values/dates'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { DateField } from '~/ui/TextField'
import { periodName } from '../months'
import { closeSchema, reopenSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

interface CloseProps extends Props {
  through: string
  /** The documents that are open until that day. */
  open: number
}

/** Closes the books through the chosen day. */
export function CloseForm({ through, open, ...props }: CloseProps) {
  const [form, fields] = useCommandForm({
    id: 'close-period',
    schema: closeSchema,
    lastResult: ownResult(props.lastResult, 'close'),
  })
  return (
    <Panel title={`Close ${periodName(through)}`}>
      <p className="mb-3 max-w-prose text-muted">
        Closes all days through {formatDate(through)}. After that, no document is posted, changed or
        cancelled on these days; corrections are posted on the day they are made.
        {open > 0
          ? ` ${open === 1 ? '1 document is' : `${open} documents are`} still open and will be posted on a later date.`
          : null}{' '}
        Closed days can be reopened with a reason.
      </p>
      <CommandForm form={form} project={props.project} idempotencyKey={props.idempotencyKey}>
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="through" value={through} />
        <TextAreaField field={fields.reason} label="Reason for closing" className="max-w-prose" />
        <p role="alert" className="mt-1 text-xs font-medium text-danger empty:hidden">
          {fields.through.errors?.join(' ')}
        </p>
        <FormActions>
          <SubmitButton>Close {periodName(through)}</SubmitButton>
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
        <FormGrid half>
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
