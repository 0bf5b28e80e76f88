import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { overrideSchema, validateSchema } from '../schema'
import { ActionFields } from './ActionFields'
import type { ActionProps } from './action-props'

/** Validates a pending booking. */
export function ValidateAction({ project, idempotencyKey, version, lastResult }: ActionProps) {
  const [form] = useCommandForm({
    id: 'validate',
    schema: validateSchema,
    lastResult: ownResult(lastResult, 'validate'),
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <ActionFields intent="validate" version={version} />
      <SubmitButton className="w-full">Validate</SubmitButton>
    </CommandForm>
  )
}

/** Validates beyond the credit line or below the price floor, with a reason that is kept on the booking. */
export function OverrideAction({ project, idempotencyKey, version, lastResult }: ActionProps) {
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
        hint="Stays on the booking with your name."
      />
      <FormActions>
        <SubmitButton className="w-full">Override and validate</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
