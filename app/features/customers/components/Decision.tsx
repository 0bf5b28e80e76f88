import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { approveSchema, rejectSchema } from '../schema'
import { TermsFields } from './TermsFields'

interface Props {
  project: string
  /** One operation id for each act. */
  ops: { approve: string; reject: string }
  customer: { name: string; version: number; termsDays: number }
  lastResult: SubmissionResult<string[]> | undefined
}

/** Approves with credit line and terms, or rejects with a reason. */
export function Decision({ project, ops, customer, lastResult }: Props) {
  const intent = lastResult?.initialValue?.intent
  const [approve, approveFields] = useCommandForm({
    id: 'approve',
    schema: approveSchema,
    lastResult: intent === 'approve' ? lastResult : undefined,
    defaultValue: { terms_days: String(customer.termsDays) },
  })
  const [reject, rejectFields] = useCommandForm({
    id: 'reject',
    schema: rejectSchema,
    lastResult: intent === 'reject' ? lastResult : undefined,
  })
  return (
    <Panel
      title="Waits for your decision"
      className="mb-4"
      actions={
        <ConfirmDialog
          trigger="Reject"
          title={`Reject ${customer.name}`}
          body="Nobody can book for a rejected customer. The reason stays with the request."
          open={intent === 'reject'}
        >
          {({ body, close }) => (
            <CommandForm form={reject} project={project} op={ops.reject}>
              <input type="hidden" name="intent" value="reject" />
              <input type="hidden" name="version" value={customer.version} />
              {body}
              <TextAreaField field={rejectFields.reason} label="Reason" />
              <FormActions>
                <SubmitButton variant="danger">Reject it</SubmitButton>
                {close}
              </FormActions>
            </CommandForm>
          )}
        </ConfirmDialog>
      }
    >
      <CommandForm form={approve} project={project} op={ops.approve}>
        <input type="hidden" name="intent" value="approve" />
        <input type="hidden" name="version" value={customer.version} />
        <FormGrid>
          <TermsFields
            creditLine={approveFields.credit_line}
            termsDays={approveFields.terms_days}
          />
        </FormGrid>
        <FormActions>
          <SubmitButton>Approve</SubmitButton>
        </FormActions>
      </CommandForm>
    </Panel>
  )
}
