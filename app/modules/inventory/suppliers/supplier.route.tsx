import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { updateRecord } from '~/platform/db/records.server'
import { readVersion } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { PageHeader } from '~/ui/PageHeader'
import { SupplierForm } from './components/SupplierForm'
import { readSupplier } from './queries.server'
import { supplierColumns, supplierTable } from './save.server'
import { supplierSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.supplier.name ?? 'Supplier'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const supplier = await readSupplier(db, project.projectId, params.id ?? '')
  return {
    supplier,
    project: project.projectId,
    purchases: project.permissions.includes('purchases.read')
      ? `${paths.inventory.purchases}?supplier=${encodeURIComponent(supplier.name)}`
      : null,
  }
}

export const action = formAction({
  permission: 'products.write',
  schema: supplierSchema,
  command: async ({ db, projectId, id, form, value }) =>
    updateRecord(
      db,
      supplierTable(projectId),
      { id, version: readVersion(form) },
      supplierColumns(value),
      'This supplier was changed by another user. Review the changes and try again.',
    ),
  done: (_, { value: { name } }) => ({ to: paths.inventory.suppliers, text: `${name} saved.` }),
})

/** Edits a supplier. A new name is that of its products and purchases too. A merged one only leads to the other. */
export default function SupplierPage() {
  const { purchases, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { mergedInto } = data.supplier
  return (
    <>
      <PageHeader
        title={data.supplier.name}
        crumbs={[{ label: 'Suppliers', to: paths.inventory.suppliers }]}
        badges={mergedInto ? <StageBadge stage="merged" /> : null}
        description={
          mergedInto
            ? 'Its products and purchases, and new ones under this name, belong to the remaining supplier.'
            : null
        }
        actions={
          mergedInto ? (
            <LinkButton to={paths.inventory.supplier(mergedInto)}>Supplier to keep</LinkButton>
          ) : (
            <>
              {purchases ? <LinkButton to={purchases}>Purchases</LinkButton> : null}
              <LinkButton to={paths.inventory.mergeSupplier(data.supplier.id)}>
                Merge into…
              </LinkButton>
            </>
          )
        }
      />
      {mergedInto ? null : <SupplierForm {...data} lastResult={lastResult} />}
    </>
  )
}
