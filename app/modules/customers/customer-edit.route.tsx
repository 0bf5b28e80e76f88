import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { updateRecord } from '~/platform/db/records.server'
import { refuseDuplicates } from '~/platform/forms/duplicates.server'
import { typedText } from '~/platform/forms/fields'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { Suggestions } from '~/ui/Suggestions'
import { TextField } from '~/ui/TextField'
import type { CustomerAnswer } from './actions'
import { CustomerDuplicateWarning } from './components/CustomerDuplicateWarning'
import { useCustomerDuplicates } from './components/useCustomerDuplicates'
import { readCustomer } from './document.server'
import { findCustomerDuplicates, REVIEW_CUSTOMERS } from './duplicates.server'
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

export const action = formAction({
  permission: 'customers.write',
  page: async ({ db, projectId, id, payload }) => {
    const [name, storeName] = [typedText(payload.name), typedText(payload.store_name)]
    const before = await readCustomer(db, projectId, id)
    // Similar customers were shown when this one was added.
    const isRenamed = name !== before.name || (storeName ?? null) !== before.storeName
    return {
      duplicates: isRenamed
        ? await findCustomerDuplicates(db, projectId, { id, name, storeName })
        : [],
    }
  },
  answer: async (lastResult, { page }, error): Promise<CustomerAnswer> =>
    error ? { lastResult, ...(await page()) } : { lastResult },
  schema: identitySchema,
  command: async (sent) => {
    const { db, projectId, id, value } = sent
    const { version, name, store_name = null, address = null, area = null, contact = null } = value
    const { duplicates } = await sent.page()
    return (
      (await refuseDuplicates(sent, duplicates, REVIEW_CUSTOMERS)) ??
      updateRecord(
        db,
        { table: 'customers', projectId },
        { id, version },
        { name, store_name, address, area, contact },
        'This customer was changed by another user. Your changes are not saved.',
      )
    )
  },
  done: (_, { id, value: { name } }) => ({
    to: paths.customers.customer(id),
    text: `${name} saved.`,
  }),
})

/** Edits a customer's details. The second of two concurrent editors is refused. */
export default function CustomerEdit() {
  const data = useLoaderData<typeof loader>()
  const { areas, project } = data
  const answer = useActionData<typeof action>()
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
        description="TIN, business style, credit limit and terms are changed on the customer's page, with an audit trail."
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
            <TextField
              field={fields.contact}
              label="Contact person / phone"
              hint="Name and phone number"
            />
          </FormGrid>
          <Suggestions
            id="areas"
            options={areas}
            source={paths.customers.areaOptions}
            typed={fields.area.value}
          />
          <CustomerDuplicateWarning
            duplicates={duplicates}
            field={fields.again}
            label="Not a duplicate, save"
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
