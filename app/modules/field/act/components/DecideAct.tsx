import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { SubmitButton } from '~/ui/SubmitButton'
import { isDated } from '../../labels'
import { acceptActSchema, rejectActSchema } from '../../schema'

export interface DecideProps {
  act: { kind: string; version: number; message: string | null }
  /** The act with its person: "Booking no. 3 of Ana". */
  name: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Rejects an act that waits for the office, with a reason. */
export function RejectAct({ act, name, lastResult, ...form }: DecideProps) {
  return (
    <ReasonDialog
      id="reject"
      trigger="Reject"
      title={`Reject: ${name}`}
      body="The phone shows the reason. The act can be corrected there and sent again."
      open={lastResult?.status === 'error'}
      schema={rejectActSchema}
      values={{ intent: 'reject', version: act.version }}
      label="Reject"
      lastResult={lastResult}
      {...form}
    />
  )
}

/** Accepts an act that waits for the office. */
export function AcceptAct({ act, name, lastResult, ...command }: DecideProps) {
  const [form, fields] = useCommandForm({ id: 'accept', schema: acceptActSchema, lastResult })
  return (
    <ConfirmDialog
      trigger="Accept"
      triggerVariant="primary"
      title={`Accept: ${name}`}
      body={act.message}
      open={lastResult?.status === 'error'}
    >
      {({ body, close }) => (
        <CommandForm form={form} {...command}>
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="version" value={act.version} />
          {body}
          {isDated(act.kind) ? (
            <FormGrid>
              <PostingDateField field={fields.date} label="Date (blank: its own)" />
            </FormGrid>
          ) : null}
          <FormActions>
            <SubmitButton>Accept</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
