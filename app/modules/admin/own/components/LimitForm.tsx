import type { SubmissionResult } from '@conform-to/react'
import { formatMoney } from '~/platform/values/money'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField } from '~/ui/TextField'
import type { OwnPerson } from '../people.server'
import { limitSchema } from '../schema'

interface Props {
  project: string
  person: Pick<OwnPerson, 'membership'>
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Sets up to which worth a Manager approves bookings of the own team. */
export function LimitForm({ project, person, idempotencyKey, lastResult }: Props) {
  const { approvalLimit } = person.membership
  const [form, fields] = useCommandForm({
    id: 'approval-limit',
    schema: limitSchema,
    lastResult,
    defaultValue: { approval_limit: approvalLimit === null ? '' : formatMoney(approvalLimit) },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value="limit" />
      <FormGrid>
        <MoneyField
          field={fields.approval_limit}
          label="Approval limit"
          hint="Blank: this manager approves nothing"
        />
      </FormGrid>
      <p className="mt-3 text-muted">
        A manager approves bookings of their own agents that are over a credit limit or below a
        price floor, up to this amount: the total, the value of the goods at the current SRP, and
        the amount over the credit limit.
      </p>
      <FormActions>
        <SubmitButton>Save limit</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
