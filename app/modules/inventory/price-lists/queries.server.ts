import { packingOf } from '~/modules/inventory/queries.server'
import { allRows, row } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { eachWordIn } from '~/platform/db/search'
import { listChoices } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'
import { type Money, moneyOrNull } from '~/platform/values/money'
import { type Packing, type Price, priceOrNull } from '~/platform/values/price'

/** A price list without its prices. */
export interface PriceList {
  id: string
  name: string
  validFrom: string
  isDefault: boolean
  /** The percentage of a price below which it needs an override. */
  floorPercent: string | null
  status: string
  version: number
}

const LIST = 'id, name, valid_from, is_default, floor_percent, status, version'

interface RawList {
  id: string
  name: string
  valid_from: string
  is_default: boolean
  floor_percent: number | null
  status: string
  version: number
}

const listOf = (raw: RawList): PriceList => ({
  id: raw.id,
  name: raw.name,
  validFrom: raw.valid_from,
  isDefault: raw.is_default,
  floorPercent: raw.floor_percent === null ? null : String(raw.floor_percent),
  status: raw.status,
  version: raw.version,
})

/** Lists the price lists of a project by name. */
export async function listPriceLists(db: Db, projectId: string): Promise<PriceList[]> {
  const found = await allRows(
    db.from('price_lists').select(LIST).eq('project_id', projectId).order('sort_key').order('id'),
  )
  return found.map(listOf)
}

/**
 * Reads one price list.
 *
 * @throws A 404 response when the project has no such list.
 */
export async function readPriceList(db: Db, projectId: string, id: string): Promise<PriceList> {
  return listOf(
    row(
      await db
        .from('price_lists')
        .select(LIST)
        .eq('project_id', projectId)
        .eq('id', id)
        .maybeSingle(),
    ),
  )
}

/** A price of a product, from a day on; without an amount the product is in the list no longer. */
interface ListPrice {
  validFrom: string
  price: Price | null
  floor: Money | null
}

/** A product of a list, with all its prices there. */
export interface PricedProduct extends Packing {
  id: string
  materialCode: string
  description: string
  /** By day, the last one first. */
  prices: ListPrice[]
}

/** Reads one page of the products of a list by name. */
export function listPricedProducts(
  db: Db,
  projectId: string,
  listId: string,
  { keyset, search }: { keyset: Keyset; search: string | null },
): Promise<Page<PricedProduct>> {
  let query = db
    .from('products')
    .select(
      'id, sort_key, material_code, description, case_config, price_unit, price_list_items!inner(valid_from, price, price_pieces, floor)',
    )
    .eq('project_id', projectId)
    .eq('price_list_items.price_list_id', listId)
  for (const word of eachWordIn(['sort_key', 'material_code', 'description'], search))
    query = query.or(word)
  return readPage(keyset, query, {
    row: (product) => ({
      id: product.id,
      materialCode: product.material_code,
      description: product.description,
      ...packingOf(product),
      prices: product.price_list_items
        .map((item) => ({
          validFrom: item.valid_from,
          price: priceOrNull(item.price, item.price_pieces),
          floor: moneyOrNull(item.floor),
        }))
        .sort((a, b) => b.validFrom.localeCompare(a.validFrom)),
    }),
  })
}

/** A percentage of a category on the current SRP, from a day on. */
export interface CategoryPrice {
  level: number
  category: string
  validFrom: string
  percent: string | null
}

/** Lists the percentages of categories in a list, by category and day. */
export async function listCategoryPrices(
  db: Db,
  projectId: string,
  listId: string,
): Promise<CategoryPrice[]> {
  const found = await allRows(
    db
      .from('price_list_items')
      .select('id, category_no, category, valid_from, percent')
      .eq('project_id', projectId)
      .eq('price_list_id', listId)
      .is('product_id', null)
      .order('category_no')
      .order('category')
      .order('valid_from', { ascending: false })
      .order('id'),
  )
  return found.map(({ category_no, category, valid_from, percent }) => ({
    level: category_no ?? 1,
    category: category ?? '',
    validFrom: valid_from,
    percent: percent === null ? null : String(percent),
  }))
}

/** Lists the categories that can have a price, as "1 Beverages". */
export async function listCategoryChoices(db: Db, projectId: string) {
  const found = await listChoices(db, projectId, 'categories')
  return found.map(({ level, category }) => ({
    id: `${level} ${category}`,
    label: level === 1 ? category : `${category} (category ${level})`,
  }))
}

/** A group of customers that buy by the same list. */
export interface CustomerGroup {
  id: string
  name: string
  priceListId: string | null
  status: string
  version: number
}

const GROUP = 'id, name, price_list_id, status, version'

interface RawGroup {
  id: string
  name: string
  price_list_id: string | null
  status: string
  version: number
}

const groupOf = ({ price_list_id, ...group }: RawGroup): CustomerGroup => ({
  ...group,
  priceListId: price_list_id,
})

/** Lists the groups of customers by name. */
export async function listCustomerGroups(db: Db, projectId: string): Promise<CustomerGroup[]> {
  const found = await allRows(
    db
      .from('customer_groups')
      .select(GROUP)
      .eq('project_id', projectId)
      .order('sort_key')
      .order('id'),
  )
  return found.map(groupOf)
}

/**
 * Reads one group of customers.
 *
 * @throws A 404 response when the project has no such group.
 */
export async function readCustomerGroup(
  db: Db,
  projectId: string,
  id: string,
): Promise<CustomerGroup> {
  return groupOf(
    row(
      await db
        .from('customer_groups')
        .select(GROUP)
        .eq('project_id', projectId)
        .eq('id', id)
        .maybeSingle(),
    ),
  )
}
