import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { cancelBookingSchema } from '../schema'
import { ActionFields } from './ActionFields'
import type { ActionProps } from './action-props'

/** Cancels a booking after asking for a reason. */
export function CancelAction({ project, idempotencyKey, version, lastResult }: ActionProps) {
  const [form, fields] = useCommandForm({
    id: 'cancel',
    schema: cancelBookingSchema,
    lastResult: ownResult(lastResult, 'cancel'),
  })
  return (
    <ConfirmDialog
      trigger="Cancel booking"
      title="Cancel booking"
      body="What it reserved becomes free. The SO number stays taken; this cannot be undone."
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ActionFields intent="cancel" version={version} />
          {body}
          <TextAreaField field={fields.reason} label="Reason" rows={2} />
          <FormActions>
            <SubmitButton variant="danger">Cancel this booking</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
