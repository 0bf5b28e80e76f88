import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { collectionType } from '~/modules/receivables/collection-types'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { today } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { MoneyField, TextField } from '~/ui/TextField'
import { AccountField } from '../components/AccountField'
import { ChequeFields } from '../components/ChequeFields'
import { readCollection } from '../document.server'
import { replaceSchema } from './schema'
import { tabAt } from './tabs'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Replace cheque ${data?.cheque.no ?? ''} · Kalakal` },
]

const TYPES = replaceSchema.shape.collection_type.options.map((value) => ({
  value,
  label: collectionType(value),
}))

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'treasury.write')
  const { cheque, version, amount, customerName, crNo } = await readCollection(
    db,
    project.projectId,
    params.id ?? '',
  )
  if (!cheque) throw problem(404)
  return {
    cheque,
    version,
    amount,
    customerName,
    crNo,
    id: params.id ?? '',
    banks: await listBankOptions(db, project.projectId),
    project: project.projectId,
    currency: project.currency,
    today: today(project.timeZone),
    idempotencyKey: newIdempotencyKey(),
    secondPerson: project.settings.maker_checker.receipts,
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: replaceSchema,
  command: ({ run, id, value: { version, ...receipt } }) =>
    run('replace_cheque', { p_collection: id, p_version: version, p_receipt: receipt }),
  done: ({ id, cr_no, approval_status }) => ({
    to: paths.treasury.collection(id),
    text:
      approval_status === 'pending'
        ? `Replaced by receipt ${cr_no}, which somebody else has to approve.`
        : `Replaced by receipt ${cr_no}.`,
  }),
})

/** Replaces a cheque by another payment: a new receipt that pays what the cheque had paid. */
export default function ReplaceCheque() {
  const data = useLoaderData<typeof loader>()
  const { cheque, currency } = data
  const [form, fields] = useCommandForm({
    id: 'replace-cheque',
    schema: replaceSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: { amount: data.amount, collection_type: 'cash', date_collected: data.today },
  })
  return (
    <>
      <PageHeader
        title={`Replace cheque ${cheque.no}`}
        crumbs={[
          { label: 'Cheques', to: tabAt(cheque.state === 'returned' ? 'returned' : 'due') },
          { label: `Receipt ${data.crNo}`, to: paths.treasury.collection(data.id) },
        ]}
        description={`${data.customerName}, ${cheque.bank}, ${formatMoney(data.amount, currency)}. The new receipt ${data.secondPerson ? 'waits until somebody else approves it' : 'is approved at once'}; it pays what the cheque had paid, oldest booking first; what is over stays as credit.`}
      />
      <Panel>
        <CommandForm form={form} project={data.project} idempotencyKey={data.idempotencyKey}>
          <input type="hidden" name="version" value={data.version} />
          <FormGrid>
            <MoneyField field={fields.amount} label={`Amount (${currency})`} />
            <SelectField field={fields.collection_type} label="Type" options={TYPES} />
            <PostingDateField field={fields.date_collected} label="Date collected" />
            <TextField field={fields.cr_no} label="CR no." autoComplete="off" />
            <TextField field={fields.remarks} label="Remarks" />
          </FormGrid>
          <div className="mt-3.5">
            <ChequeFields fields={fields} />
            <AccountField field={fields.bank_id} banks={data.banks} />
          </div>
          <FormActions>
            <SubmitButton>Replace the cheque</SubmitButton>
            <LinkButton to={paths.treasury.collection(data.id)} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
