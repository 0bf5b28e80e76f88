import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { insertRecord } from '~/platform/db/records.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SaveAndNew, useFormKey } from '~/ui/SaveAndNew'
import { SubmitButton } from '~/ui/SubmitButton'
import { readCategories } from '../queries.server'
import { listSuppliers } from '../suppliers/queries.server'
import { ProductFields } from './components/ProductFields'
import { productPickers, productReply, storedColumns } from './save.server'
import { productSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add product · Kalakal' }]

export async function loader({ context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  return {
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
    categories: await readCategories(db, project.projectId),
    suppliers: await listSuppliers(db, project.projectId),
  }
}

export const action = formAction({
  permission: 'products.write',
  pickers: productPickers,
  schema: productSchema,
  answer: productReply,
  command: ({ db, projectId, idempotencyKey, value }) =>
    insertRecord(db, { table: 'products', projectId }, idempotencyKey, storedColumns(value)),
  done: ({ id }, { value: { description } }) => ({
    to: paths.inventory.products,
    saved: paths.inventory.product(id),
    text: `${description} added.`,
  }),
})

/** Shows the form of a new product: its name, its packing and its prices. */
export default function ProductAdd() {
  const data = useLoaderData<typeof loader>()
  return <ProductForm key={useFormKey()} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function ProductForm({ project, idempotencyKey, ...lists }: Props) {
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({
    id: 'product-add',
    schema: productSchema,
    lastResult,
    defaultValue: {
      unit_of_measure: 'pc',
      case_config: '1',
      price_unit: 'piece',
      vat_class: 'vatable',
    },
  })
  return (
    <>
      <PageHeader
        title="Add product"
        crumbs={[{ label: 'Products', to: paths.inventory.products }]}
        actions={<LinkButton to={paths.imports.kind('products')}>Import from Excel</LinkButton>}
      />
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ProductFields fields={fields} {...lists} taken={lastResult?.taken} />
          <FormActions>
            <SubmitButton name="then" value="list">
              Add product
            </SubmitButton>
            <SaveAndNew />
            <LinkButton to={paths.inventory.products} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
