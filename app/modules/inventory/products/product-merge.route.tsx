import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import { formatQuantity } from '~/platform/values/quantity'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { MergeFields } from '~/ui/MergeFields'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listProductNames } from '../queries.server'
import { readProduct } from './queries.server'
import { mergeProductSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Merge ${data?.product.description ?? 'product'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'products.write')
  const { projectId } = project
  const [product, others] = await Promise.all([
    readProduct(db, projectId, params.id ?? '', { costs: false }),
    listProductNames(db, projectId),
  ])
  return {
    product,
    others: others.filter(({ id }) => id !== product.id),
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formAction({
  permission: 'products.write',
  pickers: ({ db, projectId }) => ({
    into: (query) => listProductNames(db, projectId, query),
  }),
  schema: mergeProductSchema,
  command: ({ run, id, value: { version, into } }) =>
    run('merge_products', { p_product: id, p_version: version, p_into: into }),
  done: ({ merged_into }) => ({
    to: paths.inventory.product(merged_into),
    text: 'Products merged.',
  }),
})

/** Merges a product that was entered twice into the one that stays. */
export default function ProductMerge() {
  const { product, ...data } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const [form, fields] = useCommandForm({ id: 'merge', schema: mergeProductSchema, lastResult })
  const here = paths.inventory.product(product.id)
  return (
    <>
      <PageHeader
        title={`Merge ${product.description} into another product`}
        crumbs={[
          { label: 'Products', to: paths.inventory.products },
          { label: product.description, to: here },
        ]}
        description="For a product that was entered twice."
      />
      <Panel>
        <CommandForm form={form} project={data.project} idempotencyKey={data.idempotencyKey}>
          <input type="hidden" name="version" value={product.version} />
          <ul className="mb-4 max-w-prose list-disc pl-5">
            <li>
              Its stock ({formatQuantity(product.onHand, product.caseConfig)} on hand) is
              transferred today at cost, with the lines of pending bookings.
            </li>
            <li>Past purchases, sales and reports do not change.</li>
            <li>Prices of the other product do not change.</li>
            <li>{product.materialCode} becomes inactive; its code is not used again.</li>
          </ul>
          <MergeFields
            into={fields.into}
            sure={fields.sure}
            kind="product"
            stays="Product to keep"
            options={data.others}
            source={paths.inventory.productOptions}
            back={here}
          />
        </CommandForm>
      </Panel>
    </>
  )
}
