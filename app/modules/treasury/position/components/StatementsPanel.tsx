import type { SubmissionResult } from '@conform-to/react'
import { fromCents, toCents } from '~/platform/values/money'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, MoneyField, TextField } from '~/ui/TextField'
import type { BankStatement } from '../bank.server'
import { balanceSchema } from '../schema'

interface Props {
  statements: readonly BankStatement[]
  /** Null for a reader who may not record balances. */
  form: { project: string; idempotencyKey: string; today: string } | null
  currency: string
  timeZone: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Lists the statement balances of the account beside the book balances. */
export function StatementsPanel({ statements, form, currency, timeZone, lastResult }: Props) {
  return (
    <Panel title="Bank statement balances" flush>
      {form ? (
        // The key empties the form after a balance is saved.
        <SayForm
          key={statements.map(({ enteredAt }) => enteredAt).join()}
          {...form}
          currency={currency}
          lastResult={lastResult}
        />
      ) : null}
      <DataTable
        caption="Bank statement balances"
        rows={statements}
        rowKey={({ on }) => on}
        columns={[
          { key: 'on', header: 'Statement date', cell: ({ on }) => <DateText value={on} /> },
          {
            key: 'said',
            header: `Bank statement balance (${currency})`,
            align: 'end',
            cell: ({ balance }) => <Money value={balance} />,
          },
          {
            key: 'books',
            header: 'Book balance',
            align: 'end',
            cell: ({ shouldBe }) => <Money value={shouldBe} />,
          },
          {
            key: 'difference',
            header: 'Difference',
            align: 'end',
            cell: (said) => <Money value={differenceOf(said)} />,
          },
          { key: 'remarks', header: 'Remarks', cell: ({ remarks }) => remarks ?? '–' },
          {
            key: 'entered',
            header: 'Created',
            phone: 'hide',
            cell: ({ enteredBy, enteredAt }) => (
              <>
                {enteredBy ?? '–'}
                <span className="block text-xs text-muted">
                  <DateText value={enteredAt} timeZone={timeZone} />
                </span>
              </>
            ),
          },
        ]}
        empty={
          <EmptyState line title="No statement balance recorded">
            The first one is the opening balance of the account. Later ones are compared with the
            books.
          </EmptyState>
        }
      />
    </Panel>
  )
}

/** Returns the statement balance less the book balance. */
function differenceOf({ balance, shouldBe }: BankStatement) {
  return fromCents(toCents(balance) - toCents(shouldBe))
}

function SayForm(props: NonNullable<Props['form']> & Pick<Props, 'currency' | 'lastResult'>) {
  const { project, idempotencyKey, today, currency, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'bank-balance',
    schema: balanceSchema,
    lastResult,
    defaultValue: { on_date: today },
  })
  return (
    <CommandForm
      form={form}
      project={project}
      idempotencyKey={idempotencyKey}
      className="border-b border-line p-3"
    >
      <div className="flex flex-wrap items-start gap-2">
        <DateField field={fields.on_date} label="Statement date" className="w-full sm:w-40" />
        <MoneyField
          field={fields.balance}
          label={`Balance (${currency})`}
          className="w-full sm:w-44"
        />
        <TextField field={fields.remarks} label="Remarks" className="w-full sm:w-64" />
        <div className="sm:pt-5">
          <SubmitButton>Save statement balance</SubmitButton>
        </div>
      </div>
      <CheckField
        field={fields.adjust}
        label="Post the difference from the book balance"
        hint="For example interest. Enter the reason in the remarks."
      />
    </CommandForm>
  )
}
