import { ownResult } from '~/platform/forms/own-result'
import { formatMoney } from '~/platform/values/money'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import type { CustomerDocument } from '../document.server'
import { customerCreditSchema } from '../schema'
import { ActionValues, type CustomerActionProps } from './ActionValues'
import { TermsFields } from './TermsFields'

/** Sets credit line and terms. */
export function CreditAction({
  project,
  idempotencyKey,
  customer,
  answer,
}: CustomerActionProps<Pick<CustomerDocument, 'creditLine' | 'termsDays'>>) {
  const lastResult = ownResult(answer?.lastResult, 'credit')
  const { creditLine, termsDays } = customer
  const [form, fields] = useCommandForm({
    id: 'credit',
    schema: customerCreditSchema,
    lastResult,
    defaultValue: {
      credit_line: creditLine === null ? '' : formatMoney(creditLine),
      terms_days: String(termsDays),
    },
  })
  return (
    <Dialog
      trigger="Change credit terms"
      title="Credit limit and terms"
      open={lastResult?.error !== undefined}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ActionValues intent="credit" version={customer.version} />
          <div className="grid gap-4">
            <TermsFields creditLine={fields.credit_line} termsDays={fields.terms_days} />
          </div>
          <p className="mt-4 text-muted">
            Applies from the next validation; invoices keep their due dates. The old values stay in
            the finance audit trail.
          </p>
          <FormActions>
            <SubmitButton>Save</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}
