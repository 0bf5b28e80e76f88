import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import { ownResult } from '~/platform/forms/own-result'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField, TextField } from '~/ui/TextField'
import { depositSchema } from '../schema'

/** The id of the form that the selected rows belong to. */
export const DEPOSIT_FORM = 'deposit'

interface Props {
  project: string
  idempotencyKey: string
  today: string
  banks: readonly { value: string; label: string }[]
  lastResult: SubmissionResult<string[]> | undefined
}

/** Makes a deposit slip of the cheques that are selected in the table below, with cash if any. */
export function DepositForm({ project, idempotencyKey, today, banks, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: DEPOSIT_FORM,
    schema: depositSchema,
    lastResult: ownResult(lastResult, 'deposit'),
    defaultValue: { deposited_on: today, bank_id: banks.length === 1 ? banks[0]?.value : '' },
  })
  if (banks.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-3 border-b border-line p-3 text-muted">
        Add a company bank account before depositing cheques.
        <LinkButton to={paths.masters.add('banks')} size="sm">
          Add bank account
        </LinkButton>
      </p>
    )
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKey}
      className="border-b border-line p-3"
    >
      <input type="hidden" name="intent" value="deposit" />
      <div className="flex flex-wrap items-start gap-2">
        <SelectField
          field={fields.bank_id}
          label="Bank account"
          options={banks}
          empty="Choose…"
          className="w-full sm:w-64"
        />
        <TextField
          field={fields.slip_no}
          label="Deposit slip no."
          autoComplete="off"
          className="w-full sm:w-40"
        />
        <PostingDateField
          field={fields.deposited_on}
          label="Deposited on"
          className="w-full sm:w-40"
        />
        <MoneyField field={fields.cash} label="Cash included" className="w-full sm:w-36" />
        <div className="sm:pt-5">
          <SubmitButton>Deposit selected cheques</SubmitButton>
        </div>
      </div>
      <p id={fields.cheques.errorId} role="alert" className="mt-2 text-danger empty:hidden">
        {fields.cheques.errors?.join(' ')}
      </p>
    </CommandForm>
  )
}
