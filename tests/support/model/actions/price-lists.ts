import { addDays } from '../../../../app/platform/values/dates.ts'
import {
  action,
  centsOf,
  type Dice,
  type ModelAction,
  type Reason,
  reasonsOn,
  stale,
  touch,
} from '../action.ts'
import type { BooksCompany, ListItem, PriceList } from '../books.ts'
import { noteChange } from '../lists.ts'

interface SavedList {
  p_list: string | null
  p_version: number | null
  p_details: {
    name: string
    valid_from: string | null
    is_default: boolean
    floor_percent: string | null
    status: string
  }
}
interface SavedGroup {
  p_group: string | null
  p_version: number | null
  p_details: { name: string; price_list_id: string | null; status: string }
}
interface TypedItem {
  product_id?: string
  category?: string
  category_no?: number
  valid_from: string | null
  price?: string | null
  price_pieces?: number
  floor?: string | null
  percent?: string | null
}
type OfList<More> = { p_list: string; p_version: number } & More

/** Few names, so that they collide. */
const someName = (dice: Dice) => dice.one(['Retail', 'RETAIL', 'Wholesale', 'Key', 'Horeca'])
const status = (dice: Dice) => (dice.chance(0.12) ? 'inactive' : 'active')
const orNull = (dice: Dice, id: string | null) => (dice.chance(0.25) ? null : id)
const startDay = (company: BooksCompany, dice: Dice) =>
  dice.chance(0.3) ? null : addDays(company.today, 1 - dice.nat(5))

/** A document that is changed, or none where a new one is made. */
function saved(company: BooksCompany, dice: Dice, from: Record<string, unknown>) {
  const id = Object.keys(from).length > 0 && dice.chance(0.5) ? dice.doc(from) : null
  return { id, version: id === null ? null : dice.version(company, id) }
}

const nameTaken = (from: Record<string, { name: string }>, id: string | null, name: string) =>
  Object.entries(from).some(
    ([other, doc]) => other !== id && doc.name.toLowerCase() === name.toLowerCase(),
  ) && 'duplicate'

/** The refusals of a document that is changed; none where a new one is made. */
const changedReasons = (
  company: BooksCompany,
  from: Record<string, unknown>,
  id: string | null,
  version: number | null,
): Reason[] => {
  if (id === null) return []
  return from[id] ? [stale(company, id, version!)] : ['not_found']
}

const percentOf = (percent: string | null | undefined) =>
  percent === null || percent === undefined ? null : centsOf(percent)
const keyOf = ({ product_id, category, category_no }: TypedItem, from: string) =>
  `${product_id ?? `${category_no}:${category}`}@${from}`

/** The part of the list itself, not of its prices. */
const factsOf = ({ name, from, usual, floor_percent, status }: PriceList) => ({
  ...{ name, from, usual, floor_percent, status },
})

/** Writes a price that begins on a day. */
function writeItem(company: BooksCompany, id: string, key: string, now: ListItem, by: string) {
  const { items } = company.books.priceLists[id]!
  const was = items[key]
  // The last writer is written too, so that it counts as changed by each.
  const writers = company.memory.changes[`item:${id}:${key}`] ?? []
  const last = writers.at(-1)?.by
  noteChange(company, `item:${id}:${key}`, by, was ? { ...was, last } : null, { ...now, last: by })
  items[key] = now
}

function typedItem(company: BooksCompany, dice: Dice): TypedItem {
  const valid_from = startDay(company, dice)
  if (dice.chance(0.25)) {
    const category_no = dice.one([1, 3])
    const category = dice.chance(0.04) ? 'Nowhere' : category_no === 1 ? 'Food' : 'Dry'
    const percent = dice.one(['-12.5', '7.77', '0', null, '-100'])
    return { category, category_no, valid_from, percent }
  }
  const pieces = dice.chance(0.3) ? 12 : 1
  const price = dice.chance(0.1) ? null : dice.one(pieces === 1 ? ['9.00', '11.11'] : ['100.00'])
  const floors = pieces === 1 ? [null, '0', '7.50', '8.99', '9.50'] : [null, '75.55', '100.00']
  return {
    ...{ product_id: dice.doc(company.books.products)!, valid_from, price },
    ...{ floor: price === null ? null : dice.one(floors), price_pieces: pieces },
  }
}

const wrongItem = (item: TypedItem): boolean => {
  if (item.product_id === undefined) return item.category === 'Nowhere' || item.percent === '-100'
  return centsOf(item.floor ?? '0') > centsOf(item.price ?? '0')
}

export const priceListActions: Record<string, ModelAction> = {
  save_price_list: action<SavedList>({
    needs: 'prices.write',
    often: 4,
    choose(company, dice) {
      const { id, version } = saved(company, dice, company.books.priceLists)
      const p_details = {
        name: id && dice.chance(0.7) ? company.books.priceLists[id]!.name : someName(dice),
        ...{ valid_from: startDay(company, dice), is_default: dice.chance(0.5) },
        floor_percent: dice.chance(0.04) ? '100.01' : dice.one([null, '60', '92.25', '100']),
        status: status(dice),
      }
      return { p_list: id, p_version: version, p_details }
    },
    judge: (company, { p_list, p_version, p_details: { name, floor_percent } }) => [
      centsOf(floor_percent ?? '0') > 100_00 && 'invalid',
      ...changedReasons(company, company.books.priceLists, p_list, p_version),
      nameTaken(company.books.priceLists, p_list, name),
    ],
    done(company, { p_list, p_details: wanted }, { id }, by) {
      const { priceLists } = company.books
      if (wanted.is_default)
        for (const [other, list] of Object.entries(priceLists))
          if (other !== p_list && list.usual) {
            noteChange(company, `list:${other}`, by, { usual: true }, { usual: false })
            list.usual = false
            touch(company, other)
          }
      const old: PriceList | undefined = priceLists[id!]
      priceLists[id!] = {
        ...{ name: wanted.name, usual: wanted.is_default, status: wanted.status },
        from: wanted.valid_from ?? old?.from ?? company.today,
        floor_percent: percentOf(wanted.floor_percent),
        items: old?.items ?? {},
      }
      noteChange(company, `list:${id}`, by, old ? factsOf(old) : null, factsOf(priceLists[id!]!))
      if (p_list) touch(company, p_list)
    },
  }),

  set_price_list_items: action<OfList<{ p_items: { items: TypedItem[] } }>>({
    needs: 'prices.write',
    often: 8,
    choose(company, dice) {
      const p_list = dice.doc(company.books.priceLists)
      if (!p_list) return null
      const items = Array.from({ length: dice.upTo(3) }, () => typedItem(company, dice))
      return { p_list, p_version: dice.version(company, p_list), p_items: { items } }
    },
    judge: (company, { p_list, p_version, p_items: { items } }) =>
      reasonsOn(company, company.books.priceLists, p_list, p_version, () => [
        items.some(wrongItem) && 'invalid',
      ]),
    done(company, { p_list, p_items: { items } }, _answer, by) {
      for (const item of items) {
        const ofProduct = item.product_id !== undefined
        const now = {
          ...{ price: percentOf(item.price), pieces: ofProduct ? item.price_pieces! : 1 },
          ...{ floor: percentOf(item.floor), percent: percentOf(item.percent) },
        }
        writeItem(company, p_list, keyOf(item, item.valid_from ?? company.today), now, by)
      }
      touch(company, p_list)
    },
  }),

  reprice_list: action<OfList<{ p_change: { valid_from: string; percent: string } }>>({
    needs: 'prices.write',
    often: 3,
    choose(company, dice) {
      const p_list = dice.doc(company.books.priceLists)
      if (!p_list) return null
      const valid_from = addDays(company.today, 2 - dice.nat(4))
      const percent = dice.chance(0.04) ? '-100' : dice.one(['-10', '2.5', '33.33', '0'])
      const p_version = dice.version(company, p_list)
      return { p_list, p_version, p_change: { valid_from, percent } }
    },
    judge: (company, { p_list, p_version, p_change: { percent } }) =>
      reasonsOn(company, company.books.priceLists, p_list, p_version, () => [
        percent === '-100' && 'invalid',
      ]),
    done(company, { p_list, p_change: { valid_from, percent } }, _answer, by) {
      const by_share = (cents: number) =>
        Math.floor((2 * cents * (100_00 + centsOf(percent)) + 100_00) / 200_00)
      for (const product of Object.keys(company.books.products)) {
        const last = Object.entries(company.books.priceLists[p_list]!.items)
          .filter(([key]) => key.startsWith(`${product}@`) && key.slice(-10) <= valid_from)
          .sort(([one], [other]) => other.slice(-10).localeCompare(one.slice(-10)))[0]
        // A price entered for that day stays, and so does a product without a price.
        if (!last || last[0].slice(-10) === valid_from || last[1].price === null) continue
        const price = Math.max(by_share(last[1].price), 1)
        const floor = last[1].floor === null ? null : Math.min(by_share(last[1].floor), price)
        writeItem(company, p_list, `${product}@${valid_from}`, { ...last[1], price, floor }, by)
      }
      touch(company, p_list)
    },
  }),

  save_customer_group: action<SavedGroup>({
    needs: 'prices.write',
    often: 2,
    choose(company, dice) {
      const { groups, priceLists } = company.books
      const { id, version } = saved(company, dice, groups)
      const price_list_id = orNull(dice, dice.doc(priceLists))
      const name = id && dice.chance(0.7) ? groups[id]!.name : someName(dice)
      return {
        p_group: id,
        p_version: version,
        p_details: { name, price_list_id, status: status(dice) },
      }
    },
    judge: (company, { p_group, p_version, p_details: { name } }) => [
      ...changedReasons(company, company.books.groups, p_group, p_version),
      nameTaken(company.books.groups, p_group, name),
    ],
    done(company, { p_group, p_details: wanted }, { id }, by) {
      const { name, price_list_id: list, status } = wanted
      const old = company.books.groups[id!] ?? null
      noteChange(company, `group:${id}`, by, old, { name, list, status })
      company.books.groups[id!] = { name, list, status }
      if (p_group) touch(company, p_group)
    },
  }),

  set_customer_prices: action<{
    p_customer: string
    p_version: number
    p_details: { customer_group_id: string | null; price_list_id: string | null }
  }>({
    needs: 'prices.write',
    often: 4,
    choose(company, dice) {
      const { customers, groups, priceLists } = company.books
      const p_customer = dice.doc(customers)
      if (!p_customer) return null
      const customer_group_id = orNull(dice, dice.doc(groups))
      const price_list_id = dice.chance(0.5) ? null : orNull(dice, dice.doc(priceLists))
      const p_version = dice.version(company, p_customer)
      return { p_customer, p_version, p_details: { customer_group_id, price_list_id } }
    },
    judge: (company, { p_customer, p_version }) =>
      reasonsOn(company, company.books.customers, p_customer, p_version, () => []),
    done(company, { p_customer, p_details }, _answer, by) {
      const customer = company.books.customers[p_customer]!
      const now = { group: p_details.customer_group_id, list: p_details.price_list_id }
      const { group, list } = customer
      noteChange(company, `customer:${p_customer}`, by, { group, list }, now)
      Object.assign(customer, now)
      touch(company, p_customer)
    },
  }),
}
