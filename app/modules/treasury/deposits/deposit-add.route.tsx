import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { formatMoney, type Money, money } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { EmptyState } from '~/ui/EmptyState'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField, TextField } from '~/ui/TextField'
import { cashDepositSchema } from '../cheques/schema'
import { readCash } from '../position/queries.server'

export const meta: MetaFunction = () => [{ title: 'Deposit cash · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.write')
  return {
    banks: await listBankOptions(db, project.projectId),
    cash: await readCash(db, project.projectId),
    today: today(project.timeZone),
    project: project.projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: cashDepositSchema,
  command: ({ run, value }) => run('deposit_cheque', { p_deposit: value }),
  done: ({ id, slip_no, cash }, { project }) => ({
    to: paths.treasury.deposit(id),
    text: `${formatMoney(money(cash), project.currency)} deposited on slip ${slip_no}.`,
  }),
})

const bankable = ({ approved, pending }: { approved: Money; pending: Money }) =>
  pending === '0.00'
    ? `${formatMoney(approved)} cash on hand.`
    : `${formatMoney(approved)} can be deposited; ${formatMoney(pending)} more is pending approval.`

/**
 * Deposits cash. Cheques are deposited from their register, where cash can be added to the slip.
 */
export default function DepositAdd() {
  const { banks, cash, today, project, currency, idempotencyKey } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const there = cash.approved !== '0.00' && !cash.approved.startsWith('-')
  const [form, fields] = useCommandForm({
    id: 'deposit-cash',
    schema: cashDepositSchema,
    lastResult,
    defaultValue: {
      deposited_on: today,
      bank_id: banks.length === 1 ? banks[0]?.value : '',
      cash: there ? cash.approved : undefined,
    },
  })
  return (
    <>
      <PageHeader
        title="Deposit cash"
        crumbs={[{ label: 'Deposits', to: paths.treasury.deposits }]}
        description="Deposit cheques on the Cheques screen; cash can be included there."
        actions={<LinkButton to={paths.treasury.cheques}>Deposit cheques</LinkButton>}
      />
      <Panel>
        {banks.length === 0 ? (
          <EmptyState
            line
            title="No bank account yet"
            action={
              <LinkButton to={paths.masters.add('banks')}>
                <Icon name="plus" />
                Add bank account
              </LinkButton>
            }
          >
            Add a company bank account first.
          </EmptyState>
        ) : (
          <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
            <FormGrid>
              <SelectField
                field={fields.bank_id}
                label="Bank account"
                options={banks}
                empty="Choose…"
              />
              <TextField field={fields.slip_no} label="Deposit slip no." autoComplete="off" />
              <PostingDateField field={fields.deposited_on} label="Deposited on" />
              <MoneyField field={fields.cash} label={`Cash (${currency})`} hint={bankable(cash)} />
            </FormGrid>
            <FormActions>
              <SubmitButton>Deposit</SubmitButton>
              <LinkButton to={paths.treasury.deposits} variant="ghost">
                Cancel
              </LinkButton>
            </FormActions>
          </CommandForm>
        )}
      </Panel>
    </>
  )
}
