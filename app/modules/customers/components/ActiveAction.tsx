import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { activeSchema } from '../schema'
import { ActionValues, type CustomerActionProps } from './ActionValues'

/** Deactivates or reactivates a customer, with a reason. */
export function ActiveAction(props: CustomerActionProps & { intent: 'deactivate' | 'reactivate' }) {
  const { project, idempotencyKey, customer, answer, intent } = props
  const lastResult = ownResult(answer?.lastResult, intent)
  const [form, fields] = useCommandForm({ id: intent, schema: activeSchema, lastResult })
  const verb = intent === 'deactivate' ? 'Deactivate' : 'Reactivate'
  return (
    <ConfirmDialog
      trigger={verb}
      title={`${verb} ${customer.name}`}
      body={
        intent === 'deactivate'
          ? 'New bookings are blocked and pending bookings cannot be validated. The outstanding balance can still be collected.'
          : 'The customer can be booked again with its current credit limit and terms.'
      }
      open={lastResult?.error !== undefined}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ActionValues intent={intent} version={customer.version} />
          {body}
          <TextAreaField field={fields.reason} label="Reason" rows={2} />
          <FormActions>
            <SubmitButton variant={intent === 'deactivate' ? 'danger' : 'primary'}>
              {verb} customer
            </SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
