import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { countOpenBookings } from '~/platform/db/open-bookings.server'
import { newIdempotencyKey, readVersion } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatPrice } from '~/platform/values/price'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import { readCategories } from '../queries.server'
import { listSuppliers } from '../suppliers/queries.server'
import { ProductEditConflict } from './components/ProductEditConflict'
import { ProductFields } from './components/ProductFields'
import { readProduct } from './queries.server'
import { productPickers, productReply, saveProduct, storedColumns } from './save.server'
import { productSchema } from './schema'
import { valuesOf } from './values'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit ${data?.product.description ?? 'product'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const id = params.id ?? ''
  const [product, categories, suppliers, pending, open] = await Promise.all([
    readProduct(db, project.projectId, id, { costs: true }),
    readCategories(db, project.projectId),
    listSuppliers(db, project.projectId),
    countOpenBookings(db, project.projectId, { stage: 'pending', product: id }),
    countOpenBookings(db, project.projectId, { stage: 'open', product: id }),
  ])
  return {
    product,
    categories,
    suppliers,
    pending,
    open,
    project: project.projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'products.write',
  pickers: productPickers,
  schema: productSchema,
  answer: productReply,
  command: (sent) =>
    saveProduct(sent, readVersion(sent.form), {
      ...storedColumns(sent.value),
      category_from: sent.value.category_from ?? null,
    }),
  done: (_, { id, value: { description } }) => ({
    to: paths.inventory.product(id),
    text: `${description} saved.`,
  }),
})

/**
 * Edits all fields of a product; whoever writes products sees costs. A second editor who saves later is refused and sees the
 * differences.
 */
export default function ProductEdit() {
  const data = useLoaderData<typeof loader>()
  // Starting again from the saved product needs a new form.
  return <EditForm key={useLocation().search} {...data} />
}

type Props = ReturnType<typeof useLoaderData<typeof loader>>

function EditForm(props: Props) {
  const { product, categories, suppliers, pending, open, project, idempotencyKey } = props
  const lastResult = useActionData<typeof action>()
  // The product as the user first saw it. The loader runs again after each action and may return a
  // newer one.
  const [began] = useState(product)
  const typed = lastResult?.initialValue
  const sent = typeof typed?.version === 'string' ? typed.version : began.version
  // A user who has seen the saved product may save over it.
  const saved = lastResult?.saved
  const version = saved?.version ?? sent
  const [form, fields] = useCommandForm({
    id: 'product-edit',
    schema: productSchema,
    lastResult,
    defaultValue: valuesOf(began),
  })
  const here = paths.inventory.product(product.id)
  return (
    <>
      <PageHeader
        title={`Edit ${product.description}`}
        crumbs={[
          { label: 'Products', to: paths.inventory.products },
          { label: product.description, to: here },
        ]}
      />
      {saved ? <ProductEditConflict product={saved} typed={typed ?? {}} /> : null}
      <Panel>
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="version" value={version} />
          <ProductFields
            fields={fields}
            categories={categories}
            suppliers={suppliers}
            taken={lastResult?.taken}
            liveSrp={formatPrice(product.srp, product)}
            touched={<OpenBookings count={open} of={{ stage: 'open', product: product.id }} />}
          />
          <OpenBookings count={pending} of={{ stage: 'pending', product: product.id }} />
          <FormActions>
            <SubmitButton>Save product</SubmitButton>
            <LinkButton to={here} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
    </>
  )
}
