import { beforeAll, describe, expect, it } from 'vitest'
import { listCategories } from '../support/categories.ts'
import { choicesOf } from '../support/choices.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

/** Categories 1, 2 and 3, and the pieces bought and sold: every sum tells whose it is. */
const GOODS: [
  c1: string | null,
  c2: string | null,
  c3: string | null,
  bought: number,
  n: number,
][] = [
  ['Drinks', null, 'From an old list', 10, 1],
  ['From an old list', 'Soda', null, 200, 20],
  [null, 'From an old list', 'Cans', 3000, 300],
  [null, null, null, 40000, 4000],
]
const LEVELS = [1, 2, 3] as const
const WANTED = ['(none)', 'From an old list', 'Drinks', 'Soda', 'Cans', 'Nothing has it']
const LISTS: Record<number, string[]> = { 1: ['Snacks', 'Drinks'], 2: ['Soda'], 3: [] }

/** The pieces that a filter is about, from the list above. */
const sum = (level: 1 | 2 | 3, wanted: string, column: 3 | 4) =>
  GOODS.filter((goods) => (goods[level - 1] ?? '(none)') === wanted).reduce(
    (all, goods) => all + goods[column],
    0,
  )

beforeAll(async () => {
  await listCategories(
    fixture,
    [...LISTS[1]!, 'From an old list'],
    [...LISTS[2]!, 'From an old list'],
    [...LISTS[3]!, 'From an old list', 'Cans'],
  )
  const customer = await shop.customer()
  for (const [category1, category2, category3, bought, sold] of GOODS) {
    const product = await shop.product('10.00', bought)
    await fixture.db.sql(
      // Since before the goods were bought
      `update public.products set category1 = $2, category2 = $3, category3 = $4, category_from = '2015-01-01'
       where id = $1::uuid`,
      [product, category1, category2, category3],
    )
    const made = await shop.book(customer, [[product, sold, '10.00']])
    const { version } = await shop.validate(made.id, made.version)
    await shop.deliver(made.id, version)
  }
  await listCategories(fixture, LISTS[1]!, LISTS[2]!, LISTS[3]!)
})

/** Every list and report with a category filter: its own column of pieces, summed over its rows by product. */
const READERS: [
  name: string,
  levels: readonly (1 | 2 | 3)[],
  filters: object,
  pieces: string,
  column: 3 | 4,
][] = [
  ['product_list', LEVELS, {}, 'on_hand', 3],
  ['inventory_totals', LEVELS, {}, 'on_hand', 3],
  ['inventory_actual', [1], {}, 'purchased', 3],
  ['inventory_actual', [1], { level: 'total' }, 'used', 4],
  ['report_inventory', LEVELS, { level: 'product' }, 'purchased', 3],
  ['report_inventory', LEVELS, { level: 'total' }, 'used', 4],
  ['report_purchase', [1], { level: 'line' }, 'quantity', 3],
  ['report_sales', LEVELS, { level: 'item', items: 'product' }, 'pieces', 4],
  ['report_sales', LEVELS, { level: 'line' }, 'pieces', 4],
  ['report_sales_customerspecific', LEVELS, { level: 'product' }, 'pieces', 4],
  ['report_penetration_report', LEVELS, { level: 'item', items: 'product' }, 'pieces', 4],
]

describe('a category filter', () => {
  it.each(READERS)(
    'of %s (%j %j) finds listed, unknown and no categories',
    async (name, levels, filters, pieces, column) => {
      const read = reportReader(fixture, name)
      for (const level of levels)
        for (const wanted of WANTED) {
          const rows = await read({ ...filters, [`category${level}`]: wanted })
          // What is on hand was bought and not sold.
          const sold = pieces === 'on_hand' ? sum(level, wanted, 4) : 0
          expect(
            rows.reduce((all, row) => all + Number(row[pieces]), 0),
            `${level} ${wanted}`,
          ).toBe(sum(level, wanted, column) - sold)
        }
    },
  )

  it('of a stock count makes the sheet of goods without a category', async () => {
    const open = (category1: string) =>
      shop.rpc<{ lines: number }>('open_stock_count', { p_count: { title: 'Shelf', category1 } })
    expect(await open('(none)')).toMatchObject({ lines: 2 })
    expect(await open('From an old list')).toMatchObject({ lines: 1 })
  })

  it('offers the lists in their order, then what only products have', async () => {
    const choices = (user: string) => choicesOf(fixture, { of: 'categories' }, user)
    expect(await choices(fixture.role.Agent)).toEqual([
      { level: 1, category: 'Snacks' },
      { level: 1, category: 'Drinks' },
      { level: 1, category: 'From an old list' },
      { level: 2, category: 'Soda' },
      { level: 2, category: 'From an old list' },
      { level: 3, category: 'Cans' },
      { level: 3, category: 'From an old list' },
    ])
    expect(await choices(fixture.staffB)).toEqual([])
  })

  it('costs no call a row: the planner puts it into the query', async () => {
    const plan = await fixture.db.as<{ 'QUERY PLAN': string }>(
      fixture.role.Owner,
      `explain select from public.products where private.in_category(category1, '(none)')`,
    )
    expect(JSON.stringify(plan)).toContain('category1 IS DISTINCT FROM')
    expect(JSON.stringify(plan)).not.toContain('in_category')
  })
})

describe('a product', () => {
  const write = (columns: Record<string, string | null>, where = '') =>
    fixture.db.as(
      fixture.role['sales admin'],
      where
        ? `update public.products set ${Object.keys(columns).map((key, n) => `${key} = $${n + 2}`)} where project_id = $1::uuid and ${where}`
        : `insert into public.products (project_id, id, description, material_code, ${Object.keys(columns)}) values ($1::uuid, gen_random_uuid(), 'P', gen_random_uuid()::text, ${Object.keys(columns).map((_, n) => `$${n + 2}`)})`,
      [fixture.a, ...Object.values(columns)],
    )

  it.each<[columns: Record<string, string | null>, field: string | null]>([
    [{ category1: 'Snacks', category2: 'Soda', category3: null }, null],
    [{ category1: null }, null],
    [{ category1: 'From an old list' }, 'category1'],
    [{ category1: 'snacks' }, 'category1'],
    [{ category1: 'Soda' }, 'category1'],
    [{ category2: 'Snacks' }, 'category2'],
    [{ category3: 'Cans' }, 'category3'],
  ])('is given listed categories of its level alone: %j', async (columns, field) => {
    const written = write(columns)
    if (field) await expect(written).rejects.toMatchObject({ code: '22023', detail: field })
    else await written
  })

  it('keeps what was taken from the list, and is given nothing else that is unlisted', async () => {
    const kept = "category1 = 'From an old list'"
    await write({ category1: 'From an old list', description: 'Kept' }, kept)
    await expect(write({ category1: 'Other' }, kept)).rejects.toMatchObject({ code: '22023' })
    await expect(write({ category2: 'Other' }, kept)).rejects.toMatchObject({ code: '22023' })
  })
})
