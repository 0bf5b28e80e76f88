import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { ownResult } from '~/platform/forms/own-result'
import { addMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm } from '~/ui/CommandForm'
import type { Column } from '~/ui/DataTable'
import { Icon } from '~/ui/Icon'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SelectionBar } from '~/ui/SelectionBar'
import { MoneyField, TextField } from '~/ui/TextField'
import { useSelectionForm } from '~/ui/useRowForm'
import type { ReceivedRow } from '../register.server'
import { depositSchema } from '../schema'

interface Props {
  project: string
  currency: string
  idempotencyKey: string
  today: string
  banks: readonly { value: string; label: string }[]
  rows: readonly ReceivedRow[]
  /** Renders the list with the column that selects its rows. */
  table: (checkbox?: Column<ReceivedRow>) => ReactNode
  lastResult: SubmissionResult<string[]> | undefined
}

/** Makes a deposit slip of the selected cheques, with cash if any. */
export function DepositForm(props: Props) {
  const { project, idempotencyKey, today, banks, rows, table, lastResult } = props
  const [form, fields, selection] = useSelectionForm(
    {
      id: 'deposit',
      schema: depositSchema,
      lastResult: ownResult(lastResult, 'deposit'),
      defaultValue: { deposited_on: today, bank_id: banks.length === 1 ? banks[0]?.value : '' },
    },
    'cheques',
    rows,
    ({ id, version }) => `${id}:${version}`,
  )
  const bank = banks.find(({ value }) => value === fields.bank_id.value)
  if (banks.length === 0)
    return (
      <>
        <p className="flex flex-wrap items-center gap-3 border-b border-line p-3 text-muted">
          Add a company bank account before depositing cheques.
          <LinkButton to={paths.masters.add('banks')} size="sm">
            <Icon name="plus" />
            Add bank account
          </LinkButton>
        </p>
        {table()}
      </>
    )
  return (
    <>
      {table(
        selection.column('Deposit', ({ no, customerName }) => `Cheque ${no} of ${customerName}`),
      )}
      <CommandForm
        form={form}
        project={project}
        idempotencyKey={idempotencyKey}
        className="contents"
        errorsBelow
        ask="deposit"
      >
        <SelectionBar
          form={form}
          list={fields.cheques}
          chosen={selection.chosen}
          selected={selection.selected}
          of={['cheque', 'cheques']}
          sum={addMoney(...selection.selected.map(({ amount }) => amount))}
          currency={props.currency}
          how={[
            fields.cash.value ? `with cash ${fields.cash.value}` : false,
            bank ? `to ${bank.label}` : false,
          ]}
          on={fields.deposited_on.value}
          fields={
            <>
              <SelectField
                field={fields.bank_id}
                label="Bank account"
                hideLabel
                options={banks}
                empty="Bank account"
                className="max-sm:w-full sm:w-52"
              />
              <TextField
                field={fields.slip_no}
                label="Deposit slip no."
                hideLabel
                placeholder="Deposit slip no."
                autoComplete="off"
                className="w-36"
              />
              <PostingDateField
                field={fields.deposited_on}
                label="Deposited on"
                hideLabel
                className="w-36"
              />
              <MoneyField
                field={fields.cash}
                label="Cash included"
                hideLabel
                placeholder="Cash included"
                className="w-36"
              />
            </>
          }
          acts={[{ intent: 'deposit', verb: 'Deposit', label: 'Deposit selected cheques' }]}
        >
          {selection.all}
        </SelectionBar>
      </CommandForm>
    </>
  )
}
