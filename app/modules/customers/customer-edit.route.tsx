import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readForm, refused } from '~/platform/forms/form.server'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { isSeen } from '~/ui/duplicates'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import type { CustomerAnswer } from './acts'
import { askAgain } from './acts.server'
import { saveIdentity } from './commands.server'
import { AreaOptions } from './components/AreaOptions'
import { CustomerDuplicateWarning } from './components/CustomerDuplicateWarning'
import { useCustomerDuplicates } from './components/useCustomerDuplicates'
import { readCustomer } from './document.server'
import { findCustomerDuplicates } from './duplicates.server'
import { listAreas } from './list.server'
import { identitySchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.customer.name ?? 'customer'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.write')
  const [customer, areas] = await Promise.all([
    readCustomer(db, project.projectId, params.id ?? ''),
    listAreas(db, project.projectId),
  ])
  return { customer, areas, project: project.projectId }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db, project } = await requirePermission(context, 'customers.write')
  const { projectId } = project
  const form = await readForm(request, project)
  const submission = parseWithZod(form, { schema: identitySchema })
  if (submission.status !== 'success') {
    const status = submission.status === 'error' ? 422 : 200
    return reply<CustomerAnswer>({ lastResult: submission.reply() }, status)
  }
  const id = params.id ?? ''
  const { name, store_name } = submission.value
  const before = await readCustomer(db, projectId, id)
  // Duplicates of unchanged names were confirmed when the customer was added.
  const renamed = name !== before.name || (store_name ?? null) !== before.storeName
  const duplicates = renamed
    ? await findCustomerDuplicates(db, projectId, { id, name, storeName: store_name })
    : []
  if (!isSeen(duplicates, submission.value.again)) {
    return reply<CustomerAnswer>({ lastResult: askAgain(submission), duplicates }, 422)
  }
  const result = await saveIdentity(db, projectId, id, submission.value)
  if (!result.ok) {
    const lastResult = refused(submission, result.error)
    return reply<CustomerAnswer>({ lastResult, duplicates }, result.error.status)
  }
  return redirectWithToast(paths.customers.customer(id), `${name} saved.`)
}

/** Edits a customer's details. The second of two concurrent editors is refused. */
export default function CustomerEdit() {
  const data = useLoaderData<typeof loader>()
  const { areas, project } = data
  const answer = useActionData<typeof action>() as CustomerAnswer | undefined
  // The customer as the user first saw it. The loader runs again after each action and may return a
  // newer one.
  const [customer] = useState(data.customer)
  const [form, fields] = useCommandForm({
    id: 'customer-edit',
    schema: identitySchema,
    lastResult: answer?.lastResult,
    defaultValue: {
      name: customer.name,
      store_name: customer.storeName,
      address: customer.address,
      area: customer.area,
      contact: customer.contact,
    },
  })
  const typed = { id: customer.id, name: fields.name.value, store: fields.store_name.value }
  const duplicates = useCustomerDuplicates(typed, answer?.duplicates ?? [])
  const version = answer?.lastResult.initialValue?.version
  const here = paths.customers.customer(customer.id)
  return (
    <>
      <PageHeader
        title={`Edit ${customer.name}`}
        crumbs={[
          { label: 'Customers', to: paths.customers.list },
          { label: customer.name, to: here },
        ]}
        description="TIN, business style, credit line and terms are changed on the customer's page: they leave their trail."
      />
      <Panel>
        <CommandForm form={form} project={project}>
          <input
            type="hidden"
            name="version"
            value={typeof version === 'string' ? version : customer.version}
          />
          <FormGrid>
            <TextField field={fields.name} label="Name" className="lg:col-span-2" />
            <TextField field={fields.store_name} label="Store" />
            <TextField
              field={fields.address}
              label="Address"
              className="sm:col-span-2"
              hint="Where goods are delivered"
            />
            <TextField field={fields.area} label="Area" list="areas" autoComplete="off" />
            <TextField field={fields.contact} label="Contact" hint="Name and phone number" />
          </FormGrid>
          <AreaOptions areas={areas} />
          <CustomerDuplicateWarning
            duplicates={duplicates}
            field={fields.again}
            label="It is another one: save it"
          />
          <FormActions>
            <SubmitButton>Save customer</SubmitButton>
            <LinkButton to={here} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
