import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { MergeFields } from '~/ui/MergeFields'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { findSupplierNamed, listSuppliers, readSupplier } from './queries.server'
import { mergeSupplierSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Merge ${data?.supplier.name ?? 'supplier'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const { projectId } = project
  const [supplier, others] = await Promise.all([
    readSupplier(db, projectId, params.id ?? ''),
    listSuppliers(db, projectId),
  ])
  return {
    supplier,
    others: others.filter(({ label }) => label !== supplier.name),
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'products.write',
  pickers: ({ db, projectId }) => ({
    into: (query) => listSuppliers(db, projectId, query),
  }),
  schema: mergeSupplierSchema,
  command: async ({ run, db, projectId, id, value: { version, into } }) =>
    run('merge_suppliers', {
      p_supplier: id,
      p_version: version,
      // Into itself, where nobody has the name any more: that is refused at the field.
      p_into: (await findSupplierNamed(db, projectId, into)) ?? id,
    }),
  done: ({ merged_into }) => ({
    to: paths.inventory.supplier(merged_into),
    text: 'Suppliers merged.',
  }),
})

/** Merges a supplier that was entered twice into the one that stays. */
export default function SupplierMerge() {
  const { supplier, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({ id: 'merge', schema: mergeSupplierSchema, lastResult })
  const here = paths.inventory.supplier(supplier.id)
  return (
    <>
      <PageHeader
        title={`Merge ${supplier.name} into another supplier`}
        crumbs={[
          { label: 'Suppliers', to: paths.inventory.suppliers },
          { label: supplier.name, to: here },
        ]}
        description="For a supplier that was entered twice."
      />
      <Panel>
        <CommandForm form={form} project={data.project} idempotencyKey={data.idempotencyKey}>
          <input type="hidden" name="version" value={supplier.version} />
          <ul className="mb-4 max-w-prose list-disc pl-5">
            <li>
              All products and purchases of {supplier.name} are transferred to the other supplier,
              also in reports of earlier dates. Amounts do not change.
            </li>
            <li>Registered name, TIN, VAT class and terms of the other supplier do not change.</li>
            <li>
              {supplier.name} remains on record as merged. Entries and files under this name use the
              other supplier.
            </li>
          </ul>
          <MergeFields
            into={fields.into}
            sure={fields.sure}
            kind="supplier"
            stays="Supplier to keep"
            options={data.others}
            source={paths.inventory.purchaseSuppliers}
            back={here}
          />
        </CommandForm>
      </Panel>
    </>
  )
}
