import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listBankOptions } from '~/modules/masters/queries.server'
import { listCollectorsEver } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { today } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { PartsEditor } from '../components/PartsEditor'
import { ReceiptPapers } from '../components/ReceiptPapers'
import { readCollection } from '../document.server'
import { replaceReceivedSchema } from './replace-schema'
import { receivedTabAt } from './tabs'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Replace cheque ${data?.cheque.no ?? ''} · Kalakal` },
]

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
    drrLabel: project.settings.drr_label,
    collectors: (await listCollectorsEver(db, project.projectId)).filter(({ active }) => active),
  }
}

export const action = formAction({
  permission: 'treasury.write',
  schema: replaceReceivedSchema,
  command: ({ run, id, value: { version, ...receipt } }) =>
    run('replace_cheque', { p_collection: id, p_version: version, p_receipt: receipt }),
  done: ({ id, cr_no }) => ({
    to: paths.treasury.collection(id),
    text: `Replaced by receipt ${cr_no}. Not posted until approved.`,
  }),
})

/** Replaces a cheque by another payment: a new receipt that pays what the cheque had paid. */
export default function ReplaceCheque() {
  const data = useLoaderData<typeof loader>()
  const { cheque, currency } = data
  const [form, fields] = useCommandForm({
    id: 'replace-cheque',
    schema: replaceReceivedSchema,
    lastResult: useActionData<typeof action>(),
    defaultValue: {
      parts: [{ amount: data.amount, collection_type: 'cash' }],
      date_collected: data.today,
      cr_date: data.today,
    },
  })
  return (
    <>
      <PageHeader
        title={`Replace cheque ${cheque.no}`}
        crumbs={[
          { label: 'Cheques', to: receivedTabAt(cheque.state === 'returned' ? 'returned' : 'due') },
          { label: `Receipt ${data.crNo}`, to: paths.treasury.collection(data.id) },
        ]}
        description={`${data.customerName}, ${cheque.bank}, ${formatMoney(data.amount, currency)}. The new receipt is pending until approved. It is applied to the bookings that the cheque paid, oldest first; the excess becomes an unapplied payment.`}
      />
      <Panel>
        <CommandForm form={form} project={data.project} idempotencyKey={data.idempotencyKey}>
          <input type="hidden" name="version" value={data.version} />
          <PartsEditor
            form={form as never}
            parts={fields.parts as never}
            banks={data.banks}
            currency={currency}
          />
          <ReceiptPapers
            fields={fields as never}
            collectors={data.collectors}
            drrLabel={data.drrLabel}
          />
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
