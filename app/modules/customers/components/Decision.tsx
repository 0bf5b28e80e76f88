import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import type { CustomerDuplicate } from '../duplicates'
import { approveCustomerSchema, rejectSchema } from '../schema'
import { ActionValues, type CustomerActionProps } from './ActionValues'
import { CustomerDuplicateWarning } from './CustomerDuplicateWarning'
import { TermsFields } from './TermsFields'

interface Props extends Omit<CustomerActionProps<{ termsDays: number }>, 'idempotencyKey'> {
  /** One idempotency key per action. */
  idempotencyKeys: { approve: string; reject: string }
  /** Possible duplicates of the customer. */
  duplicates: readonly CustomerDuplicate[]
}

/** Approves with credit line and terms, or rejects with a reason. Shows possible duplicates. */
export function Decision({ project, idempotencyKeys, customer, duplicates, answer }: Props) {
  const [approve, approveFields] = useCommandForm({
    id: 'approve',
    schema: approveCustomerSchema,
    lastResult: ownResult(answer?.lastResult, 'approve'),
    defaultValue: { terms_days: String(customer.termsDays) },
  })
  const rejected = ownResult(answer?.lastResult, 'reject')
  const [reject, rejectFields] = useCommandForm({
    id: 'reject',
    schema: rejectSchema,
    lastResult: rejected,
  })
  return (
    <Panel
      title="Pending your approval"
      className="mb-4"
      actions={
        <ConfirmDialog
          trigger="Reject"
          title={`Reject ${customer.name}`}
          body="A rejected customer cannot be booked. The reason is saved with the request."
          open={rejected?.error !== undefined}
        >
          {({ body, close }) => (
            <CommandForm form={reject} project={project} idempotencyKey={idempotencyKeys.reject}>
              <ActionValues intent="reject" version={customer.version} />
              {body}
              <TextAreaField field={rejectFields.reason} label="Reason" />
              <FormActions>
                <SubmitButton variant="danger">Reject customer</SubmitButton>
                {close}
              </FormActions>
            </CommandForm>
          )}
        </ConfirmDialog>
      }
    >
      <CommandForm form={approve} project={project} idempotencyKey={idempotencyKeys.approve}>
        <ActionValues intent="approve" version={customer.version} />
        <FormGrid>
          <TermsFields
            creditLine={approveFields.credit_line}
            termsDays={approveFields.terms_days}
          />
        </FormGrid>
        <CustomerDuplicateWarning
          duplicates={duplicates}
          field={approveFields.again}
          label="Not a duplicate, approve"
        />
        <FormActions>
          <SubmitButton>Approve</SubmitButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}
