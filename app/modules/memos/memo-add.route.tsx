import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listCustomerOptions } from '~/modules/customers/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { today } from '~/platform/values/dates'
import { LinkButton } from '~/ui/Button'
import { ChoiceCards } from '~/ui/ChoiceCards'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SaveKeys } from '~/ui/Kbd'
import { ctrlEnterSaves } from '~/ui/keyboard'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { PostingDateField } from '~/ui/PostingDateField'
import { SaveAndNew, useFormKey } from '~/ui/SaveAndNew'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { MoneyField } from '~/ui/TextField'
import { useFirstFocus } from '~/ui/useFirstFocus'
import { whatBecomes } from './done'
import { memoSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'New memo · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'memos.write')
  const customer = new URL(request.url).searchParams.get('customer')
  const [first, chosen] = await Promise.all([
    listCustomerOptions(db, project.projectId),
    customer ? listCustomerOptions(db, project.projectId, { ids: [customer] }) : [],
  ])
  return {
    customers: [...chosen, ...first.filter(({ id }) => id !== customer)],
    chosen: chosen[0]?.id,
    today: today(project.timeZone),
    project: project.projectId,
    currency: project.currency,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'memos.write',
  pickers: ({ db, projectId }) => ({
    customer_id: (query) => listCustomerOptions(db, projectId, query),
  }),
  schema: memoSchema,
  command: ({ run, value: { what, ...memo } }) => {
    const [kind, reason] = what.split(' ')
    return run('create_memo', { p_memo: { ...memo, kind, reason } })
  },
  fieldOf: (field) => (field === 'kind' || field === 'reason' ? 'what' : field),
  done: (memo) => whatBecomes(memo),
})

const CHOICES = [
  {
    label: 'Credit memo (reduces balance)',
    choices: [
      {
        value: 'credit price_allowance',
        label: 'Price allowance',
        detail: 'A price reduction after the sale. Reduces sales and VAT.',
      },
      {
        value: 'credit write_off',
        label: 'Write-off',
        detail: 'An uncollectible balance. Sales do not change.',
      },
      {
        value: 'credit other',
        label: 'Other credit',
        detail: 'Reduces the balance. Sales do not change.',
      },
    ],
  },
  {
    label: 'Debit memo (increases balance)',
    choices: [
      {
        value: 'debit bounced_cheque',
        label: 'Bounced-cheque fee',
        detail: 'Due on its date; paid by receipts like an invoice.',
      },
      { value: 'debit other', label: 'Other charge', detail: 'Due on its date. Not a sale.' },
    ],
  },
]

/** Writes a memo over an amount. One for the lines of a booking begins on the booking's page. */
export default function MemoAdd() {
  return <MemoForm key={useFormKey()} {...useLoaderData<typeof loader>()} />
}

function MemoForm(data: ReturnType<typeof useLoaderData<typeof loader>>) {
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({
    id: 'memo',
    schema: memoSchema,
    lastResult,
    defaultValue: { on_date: data.today, customer_id: data.chosen },
  })
  useFirstFocus(`${fields.what.id}-${CHOICES[0]?.choices[0]?.value}`)
  return (
    <>
      <PageHeader
        title="New memo"
        description="Credit memos are applied to the oldest open invoices. For returned goods, start from the booking."
        crumbs={[{ label: 'Memos', to: paths.memos.list }]}
      />
      <Panel>
        <CommandForm form={form} project={data.project} idempotencyKey={data.idempotencyKey}>
          <div onKeyDownCapture={ctrlEnterSaves}>
            <ChoiceCards field={fields.what} legend="Memo type" groups={CHOICES} />
            <div className="mt-5">
              <FormGrid>
                <PickerField
                  field={fields.customer_id}
                  label="Customer"
                  options={data.customers}
                  source={paths.customers.options}
                  className="lg:col-span-2"
                />
                <MoneyField
                  field={fields.amount}
                  label={`Amount (${data.currency})`}
                  hint="VAT included"
                />
                <PostingDateField field={fields.on_date} label="Date" hint="Today or earlier" />
              </FormGrid>
            </div>
            <div className="mt-3.5 max-w-xl">
              <TextAreaField
                field={fields.note}
                label="Remarks"
                rows={2}
                hint="Required for another credit or charge. Printed on the memo."
              />
            </div>
          </div>
          <FormActions>
            <SubmitButton>Save memo</SubmitButton>
            <SaveAndNew />
            <LinkButton to={paths.memos.list} variant="ghost">
              Cancel
            </LinkButton>
            <SaveKeys does="saves" andNew />
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
