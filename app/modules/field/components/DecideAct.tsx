import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { actKindLabel, isDated } from '../labels'
import type { ArrivedAct } from '../queries.server'
import { acceptActSchema, rejectActSchema } from '../schema'

interface Props {
  act: ArrivedAct
  drrLabel: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Accepts an act that waits for the office, or rejects it with a reason. */
export function DecideAct({ act, drrLabel, lastResult, ...form }: Props) {
  const own = lastResult?.initialValue?.id === act.id ? lastResult : undefined
  const of = (intent: string) => (own?.initialValue?.intent === intent ? own : undefined)
  const name = `${actKindLabel(act.kind)} no. ${act.no} of ${act.person}`
  return (
    <div className="flex justify-end gap-2">
      <Accept act={act} name={name} drrLabel={drrLabel} lastResult={of('accept')} {...form} />
      <ReasonDialog
        id={`reject-${act.id}`}
        trigger="Reject"
        title={`Reject: ${name}`}
        body="The phone shows the reason. The act can be corrected there and sent again."
        open={of('reject')?.status === 'error'}
        schema={rejectActSchema}
        values={{ intent: 'reject', id: act.id, version: act.version }}
        label="Reject"
        lastResult={of('reject')}
        {...form}
      />
    </div>
  )
}

function Accept({ act, name, drrLabel, lastResult, ...command }: Props & { name: string }) {
  const [form, fields] = useCommandForm({
    id: `accept-${act.id}`,
    schema: acceptActSchema,
    lastResult,
  })
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
          <input type="hidden" name="id" value={act.id} />
          <input type="hidden" name="version" value={act.version} />
          {body}
          <FormGrid>
            {act.kind === 'remittance' ? (
              <TextField field={fields.drr_no} label={`${drrLabel} no.`} autoComplete="off" />
            ) : null}
            {isDated(act.kind) ? (
              <PostingDateField field={fields.date} label="Date (blank: its own)" />
            ) : null}
          </FormGrid>
          <FormActions>
            <SubmitButton>Accept</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
