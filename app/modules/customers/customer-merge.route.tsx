import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { row } from '~/platform/db/command.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatMoney } from '~/platform/values/money'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { MergeFields } from '~/ui/MergeFields'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { TextAreaField } from '~/ui/TextAreaField'
import { readCustomer } from './document.server'
import { listCustomerOptions, positionOf } from './queries.server'
import { mergeCustomerSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Merge ${data?.customer.name ?? 'customer'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.decide')
  const { projectId } = project
  const customer = await readCustomer(db, projectId, params.id ?? '')
  const [position, others] = await Promise.all([
    db.rpc('customer_position', { p_project: projectId, p_customer: customer.id }).single(),
    listCustomerOptions(db, projectId),
  ])
  return {
    customer,
    position: positionOf(row(position)),
    others: others.filter(({ id }) => id !== customer.id),
    currency: project.currency,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'customers.decide',
  pickers: ({ db, projectId }) => ({
    into: (query) => listCustomerOptions(db, projectId, query),
  }),
  schema: mergeCustomerSchema,
  command: ({ run, id, value: { version, into, reason } }) =>
    run('merge_customers', {
      p_customer: id,
      p_version: version,
      p_into: into,
      p_reason: reason,
    }),
  done: ({ merged_into }) => ({
    to: paths.customers.customer(merged_into),
    text: 'Customers merged.',
  }),
})

/** Merges a customer that was entered twice into the one who stays. */
export default function CustomerMerge() {
  const { customer, position, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({ id: 'merge', schema: mergeCustomerSchema, lastResult })
  const here = paths.customers.customer(customer.id)
  return (
    <>
      <PageHeader
        title={`Merge ${customer.name} into another customer`}
        crumbs={[
          { label: 'Customers', to: paths.customers.list },
          { label: customer.name, to: here },
        ]}
        description="For a customer that was entered twice."
      />
      <Panel>
        <CommandForm form={form} project={data.project} idempotencyKey={data.idempotencyKey}>
          <input type="hidden" name="version" value={customer.version} />
          <ul className="mb-4 max-w-prose list-disc pl-5">
            <li>
              All bookings, receipts and memos of {customer.name} are transferred to the other
              customer.
            </li>
            <li>
              Receivables ({data.currency} {formatMoney(position.clearedBalance)}) are transferred
              today, by document. Sales, statements and receivables of earlier dates do not change.
            </li>
            <li>Credit limit, terms, price list and agent of the other customer do not change.</li>
            <li>{customer.name} remains on record as merged and can no longer be used.</li>
          </ul>
          <MergeFields
            into={fields.into}
            sure={fields.sure}
            kind="customer"
            stays="Customer to keep"
            options={data.others}
            source={paths.customers.options}
            back={here}
          >
            <TextAreaField field={fields.reason} label="Reason" rows={2} />
          </MergeFields>
        </CommandForm>
      </Panel>
    </>
  )
}
