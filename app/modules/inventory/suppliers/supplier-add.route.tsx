import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { insertRecord } from '~/platform/db/records.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { PageHeader } from '~/ui/PageHeader'
import { SupplierForm } from './components/SupplierForm'
import { supplierColumns, supplierTable } from './save.server'
import { supplierSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add supplier · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { project } = await requirePermission(context, 'products.write')
  return { project: project.projectId, idempotencyKey: newIdempotencyKey() }
}

export const action = formAction({
  permission: 'products.write',
  schema: supplierSchema,
  command: ({ db, projectId, idempotencyKey, value }) =>
    insertRecord(db, supplierTable(projectId), idempotencyKey, supplierColumns(value)),
  done: (_, { value: { name } }) => ({ to: paths.inventory.suppliers, text: `${name} added.` }),
})

/** Adds a supplier. */
export default function SupplierAdd() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Add supplier"
        crumbs={[{ label: 'Suppliers', to: paths.inventory.suppliers }]}
      />
      <SupplierForm {...data} lastResult={useActionData<typeof action>()} />
    </>
  )
}
