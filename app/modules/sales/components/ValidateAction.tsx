import { ownResult } from '~/platform/forms/own-result'
import { CommandButton } from '~/ui/CommandButton'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { overrideSchema, validateSchema } from '../schema'
import { ActionFields } from './ActionFields'
import type { BookingActionProps } from './action-props'

/** Validates a pending booking. */
export function ValidateAction({
  project,
  idempotencyKey,
  version,
  lastResult,
}: BookingActionProps) {
  return (
    <CommandButton
      {...{ project, idempotencyKey, version }}
      intent="validate"
      schema={validateSchema}
      lastResult={ownResult(lastResult, 'validate')}
      className="w-full"
    >
      Validate
    </CommandButton>
  )
}

/** Validates beyond the credit line or below the price floor, with a reason that is kept on the booking. */
export function OverrideAction({
  project,
  idempotencyKey,
  version,
  lastResult,
}: BookingActionProps) {
  const [form, fields] = useCommandForm({
    id: 'override',
    schema: overrideSchema,
    lastResult: ownResult(lastResult, 'override'),
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <ActionFields intent="override" version={version} />
      <TextAreaField
        field={fields.reason}
        label="Reason for the override"
        rows={2}
        hint="Saved on the booking with your name."
      />
      <FormActions>
        <SubmitButton className="w-full">Override and validate</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
