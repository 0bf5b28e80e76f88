import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { HistoryPanel } from '~/modules/audit/components/HistoryPanel'
import { readHistory } from '~/modules/audit/trail.server'
import { FilesAndComments } from '~/modules/documents/FilesAndComments'
import { readFilesAndComments } from '~/modules/documents/parts.server'
import { namesOf } from '~/modules/people/queries.server'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { formAction } from '~/platform/forms/form-action.server'
import { formatQuantity } from '~/platform/values/quantity'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DocumentColumns } from '~/ui/DocumentColumns'
import { DocumentHead } from '~/ui/DocumentHead'
import { Icon } from '~/ui/Icon'
import { BelowCostBadge } from './components/BelowCost'
import { PriceHistory } from './components/PriceHistory'
import { ProductPanels } from './components/ProductPanels'
import { ProductPurchases } from './components/ProductPurchases'
import { ProductStatusAction } from './components/ProductStatusAction'
import { listPriceChanges } from './history.server'
import { listProductPurchases } from './purchases.server'
import { readProduct } from './queries.server'
import { saveProduct } from './save.server'
import { statusSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.product.description ?? 'Product'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'stock.read')
  const costs = project.permissions.includes('costs.read')
  const { projectId } = project
  const id = params.id ?? ''
  const keyset = readKeyset(request.url, { by: 'id', descending: true, size: 20 })
  const seesPurchases = project.permissions.includes('purchases.read')
  const people = namesOf(db, projectId)
  const [product, prices, names, purchases, history, parts] = await Promise.all([
    readProduct(db, projectId, id, { costs }),
    listPriceChanges(db, projectId, id, keyset, people),
    people,
    seesPurchases ? listProductPurchases(db, projectId, id) : null,
    readHistory(db, project, id),
    readFilesAndComments(db, project, 'product', id),
  ])
  return {
    product,
    prices,
    purchases,
    history,
    parts,
    enteredBy: names.get(product.createdBy ?? '') ?? '–',
    mayWrite: project.permissions.includes('products.write'),
    costs,
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

export const action = formAction({
  permission: 'products.write',
  schema: statusSchema,
  command: (sent) => saveProduct(sent, sent.value.version, { status: sent.value.status }),
  done: (_, { value: { status } }) =>
    status === 'active' ? 'Product reactivated.' : 'Product deactivated.',
})

/** Shows one product with its details, stock and price history. */
export default function Product() {
  const data = useLoaderData<typeof loader>()
  const { product, mayWrite } = data
  const lastResult = useActionData<typeof action>()
  const here = paths.inventory.product(product.id)
  const onHand =
    product.onHand === 0 ? null : `${formatQuantity(product.onHand, product.caseConfig)} on hand`
  return (
    <>
      <DocumentHead
        title={product.description}
        badges={
          <>
            <StageBadge stage={product.mergedInto ? 'merged' : product.status} />
            {product.belowCost ? <BelowCostBadge /> : null}
          </>
        }
        questions={[product.belowReorder && 'Reorder']}
        description={product.materialCode}
        list={{ label: 'Products', to: paths.inventory.products }}
        actions={
          mayWrite ? (
            <LinkButton to={`${here}/edit`} variant="primary">
              <Icon name="pencil" />
              Edit
            </LinkButton>
          ) : null
        }
        more={
          <>
            <LinkButton to={paths.inventory.ledger(product.id)}>Stock ledger</LinkButton>
            {product.mergedInto ? (
              <LinkButton to={paths.inventory.product(product.mergedInto)}>
                Product to keep
              </LinkButton>
            ) : null}
            {mayWrite && (product.mergedInto === null || product.onHand > 0) ? (
              <LinkButton to={paths.inventory.mergeProduct(product.id)}>Merge into…</LinkButton>
            ) : null}
            {mayWrite && product.mergedInto === null ? (
              <ProductStatusAction
                project={data.project}
                product={product}
                onHand={onHand}
                lastResult={lastResult}
              />
            ) : null}
          </>
        }
        moreOpen={lastResult !== undefined}
      />
      <DocumentColumns rail={<FilesAndComments parts={data.parts} />}>
        <ProductPanels {...data} />
        {data.purchases ? <ProductPurchases product={product} purchases={data.purchases} /> : null}
        <PriceHistory
          page={data.prices}
          timeZone={data.timeZone}
          caseConfig={data.product.caseConfig}
        />
        <HistoryPanel history={data.history} timeZone={data.timeZone} />
      </DocumentColumns>
    </>
  )
}
