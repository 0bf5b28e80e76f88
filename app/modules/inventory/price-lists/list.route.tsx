import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { countOpenBookings } from '~/platform/db/open-bookings.server'
import type { Option } from '~/platform/forms/choices'
import { newIdempotencyKey, readVersion } from '~/platform/forms/form.server'
import { formActions } from '~/platform/forms/form-action.server'
import { readSearchParams } from '~/platform/request/search-params'
import { today } from '~/platform/values/dates'
import { parsePrice, partsOf } from '~/platform/values/price'
import { Badge, StageBadge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DateText } from '~/ui/Figures'
import { FilterBar } from '~/ui/FilterBar'
import type { ProductOption } from '~/ui/lines'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listProductOptions } from '../queries.server'
import { CategoryPrices } from './components/CategoryPrices'
import { ListForms } from './components/ListForms'
import { PricedProducts } from './components/PricedProducts'
import {
  listCategoryChoices,
  listCategoryPrices,
  listPricedProducts,
  readPriceList,
} from './queries.server'
import { categoryPriceSchema, priceListSchema, productPriceSchema, repriceSchema } from './schema'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.list.name ?? 'Price list'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'prices.read')
  const { projectId } = project
  const id = params.id ?? ''
  const list = await readPriceList(db, projectId, id)
  const search = readSearchParams(request.url).text('q')
  const mayWrite = project.permissions.includes('prices.write')
  const [page, categories, categoryChoices, products, pending] = await Promise.all([
    listPricedProducts(db, projectId, id, {
      keyset: readKeyset(request.url, { by: 'sort_key' }),
      search,
    }),
    listCategoryPrices(db, projectId, id),
    mayWrite ? listCategoryChoices(db, projectId) : ([] as Option[]),
    mayWrite ? listProductOptions(db, projectId) : ([] as ProductOption[]),
    mayWrite ? countOpenBookings(db, projectId, { stage: 'pending', price_list: id }) : 0,
  ])
  return {
    list,
    page,
    filtered: search !== null,
    categories,
    categoryChoices,
    products,
    pending,
    mayWrite,
    today: today(project.timeZone),
    currency: project.currency,
    project: projectId,
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = formActions({
  permission: 'prices.write',
  pickers: ({ db, projectId }) => ({
    product_id: (query) => listProductOptions(db, projectId, query),
  }),
  intents: (intent) => ({
    details: intent({
      schema: priceListSchema,
      command: async ({ run, id, form, value }) =>
        run('save_price_list', { p_list: id, p_version: readVersion(form), p_details: value }),
      done: 'Price list saved.',
    }),
    price: intent({
      schema: productPriceSchema,
      command: async ({ db, projectId, run, id, value }) => {
        const { version, product_id, floor, valid_from } = value
        const [product] = await listProductOptions(db, projectId, { ids: [product_id] })
        if (!product) {
          const message = 'Choose an active product.'
          return {
            ok: false,
            error: { status: 422, code: 'product', field: 'product_id', message },
          }
        }
        // The schema has checked that a typed price can be read.
        const price = value.price ? partsOf(parsePrice(value.price, product)!) : null
        return run('set_price_list_items', {
          p_list: id,
          p_version: version,
          p_items: {
            items: [
              {
                product_id,
                price: price?.amount,
                price_pieces: price?.pieces,
                floor,
                valid_from,
              },
            ],
          },
        })
      },
      fieldOf: (field) => field.replace('items[0].', ''),
      done: (_, { value: { price } }) => (price ? 'Price saved.' : 'The price ends on that day.'),
    }),
    category: intent({
      schema: categoryPriceSchema,
      command: ({ run, id, value: { version, category, percent, valid_from } }) =>
        run('set_price_list_items', {
          p_list: id,
          p_version: version,
          p_items: {
            items: [
              {
                category_no: Number(category[0]),
                category: category.slice(2),
                percent,
                valid_from,
              },
            ],
          },
        }),
      fieldOf: (field) => field.replace('items[0].', ''),
      done: 'Percentage saved.',
    }),
    reprice: intent({
      schema: repriceSchema,
      command: ({ run, id, value: { version, ...change } }) =>
        run('reprice_list', { p_list: id, p_version: version, p_change: change }),
      done: 'The new prices are in the list.',
    }),
  }),
})

/** Shows a price list, and changes its prices. */
export default function PriceListPage() {
  const data = useLoaderData<typeof loader>()
  const { list, page, categories, currency, mayWrite } = data
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title={list.name}
        crumbs={[{ label: 'Price lists', to: paths.inventory.priceLists }]}
        badges={
          <>
            <StageBadge stage={list.status} />
            {list.isDefault ? <Badge tone="accent">Default</Badge> : null}
          </>
        }
      />
      {mayWrite ? (
        <ListForms {...data} lastResult={lastResult} />
      ) : (
        <Panel className="mb-4">
          <Details
            items={[
              ['Valid from', <DateText key="from" value={list.validFrom} />],
              ['Floor', list.floorPercent === null ? 'None' : `${list.floorPercent}%`],
            ]}
          />
        </Panel>
      )}
      {categories.length > 0 ? (
        <Panel title="Category price adjustments" className="mb-4" flush>
          <CategoryPrices prices={categories} today={data.today} />
        </Panel>
      ) : null}
      <Panel title="Products" flush>
        <FilterBar search="Code or description" />
        <PricedProducts
          page={page}
          today={data.today}
          currency={currency}
          filtered={data.filtered}
        />
      </Panel>
    </>
  )
}
