import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../app/platform/values/dates.ts'
import { fromCents } from '../../app/platform/values/money.ts'
import { listCategories } from '../support/categories.ts'
import { testFixture } from '../support/fixture.ts'
import {
  mills,
  pagesByKey,
  reportReader,
  type SqlReportRow,
  subtotalsAgree,
  sumsAgree,
} from '../support/reports.ts'
import { stockWorth } from '../support/stock-worth.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const inventory = reportReader(fixture, 'report_inventory')
const purchase = reportReader(fixture, 'report_purchase')

/** Category 1, 2, 3, supplier, case config, liters a case, cost, SRP, reorder level. */
const GOODS: [string | null, string | null, string | null, string | null, ...string[]][] = [
  ['Drinks', 'Soda', 'Cans', 'Acme', '24', '7.92', '10.00', '12.50', '500'],
  ['Drinks', 'Soda', 'Cans', 'acme', '24', '7.92', '11.00', '13.00'],
  ['Drinks', 'Soda', 'Bottles', 'Brew & Co', '7', '1', '3.33', '5.00'],
  ['Drinks', 'Water', null, 'Brew & Co', '12', '6', '2.00', '3.00', '10'],
  ['Drinks', null, null, null, '1', '0', '1.00', '1.50'],
  ['Food', 'Snacks', 'Chips', 'Acme', '50', '0', '4.00', '6.00'],
  ['food & more', null, null, 'Crisp', '50', '0', '4.00', '6.00'],
  [null, null, null, null, '10', '3.3', '7.77', '9.99'],
]
const products: string[] = []
let start: string
const day = (offset: number) => addDays(start, offset)

/** Three months of purchases of every kind, corrections, deliveries, returns and counts. */
beforeAll(async () => {
  const [{ today } = { today: '' }] = await fixture.db.sql<{ today: string }>(
    'select private.business_date($1::uuid)::text as today',
    [fixture.a],
  )
  start = addDays(today, -90)
  await listCategories(
    fixture,
    ['Drinks', 'Food', 'food & more'],
    ['Soda', 'Water', 'Snacks'],
    ['Cans', 'Bottles', 'Chips'],
  )
  for (const [n, values] of GOODS.entries()) {
    products.push(randomUUID())
    await fixture.db.as(
      fixture.role['sales admin'],
      `insert into public.products (project_id, id, description, material_code, category1, category2, category3, supplier, case_config, liters_per_case,
         def_cost, def_srp, reorder_level)
       values ($1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9::text::int, $10::text::numeric, $11::text::numeric, $12::text::numeric, $13::text::int)`,
      [
        fixture.a,
        products[n],
        `Item ${'HGFEDCBA'[n]}`,
        `M-${n}`,
        ...Array.from({ length: 9 }, (_, i) => values[i] ?? null),
      ],
    )
  }
  const customer = await shop.customer()
  const bought: { id: string; version: number }[] = []
  for (let n = 0; n < 26; n++) {
    const kind = n % 5 === 3 ? 'return_in' : n > 6 && n % 7 === 5 ? 'supplier_return' : 'purchase'
    bought.push(
      await shop.rpc<{ id: string; version: number }>('create_purchase', {
        p_purchase: {
          po_no: `PO-${n}`,
          supplier: ['Acme', 'ACME', 'Brew & Co', 'Crisp'][n % 4],
          invoice_no: n % 3 ? `INV-${n}` : undefined,
          kind,
          ...(kind === 'return_in' && { customer_id: customer }),
          date_added: day(n * 3),
          invoice_date: n % 3 ? day(n * 3 + 2) : undefined,
          delivery_date: n % 4 ? day(n * 3 + 4) : undefined,
          lines: Array.from({ length: 1 + (n % 3) }, (_, line) => ({
            product_id: products[(n + line * 3) % 7],
            quantity: kind === 'supplier_return' ? 2 : 30 + n * line,
            cost: `${3 + ((n * 7 + line) % 9)}.${String((n * 13) % 100).padStart(2, '0')}`,
            // What a customer brings back is credited with nothing here.
            prod_srp: kind === 'return_in' ? '0' : line === 1 ? undefined : `${9 + (n % 5)}.25`,
          })),
        },
      }),
    )
  }
  await shop.rpc('cancel_purchase', {
    p_purchase: bought[20]!.id,
    p_version: bought[20]!.version,
    p_reason: 'Twice',
  })
  await shop.rpc('cancel_purchase', {
    p_purchase: bought[23]!.id,
    p_version: bought[23]!.version,
    p_reason: 'Twice',
  })
  for (let n = 0; n < 8; n++) {
    const made = await shop.book(
      customer,
      [
        [products[n % 7]!, 9, '15.00'],
        [products[(n + 2) % 7]!, 5, '12.00'],
      ],
      day(80),
    )
    const { version } = await shop.validate(made.id, made.version)
    if (n !== 5) await shop.deliver(made.id, version, null, day(80 + n))
  }
  // Counted: more of one, less of another.
  for (const [product, pieces] of [
    [products[0]!, 4],
    [products[5]!, -3],
  ] as const)
    await fixture.db.sql(
      `select private.post_stock($1::uuid, 'adjustment', 'stock_counts', gen_random_uuid(), $4::text::date, array[$2::uuid], array[$3::text::int])`,
      [fixture.a, product, String(pieces), day(85)],
    )
}, 120_000)

/** The ledger of a period in plain SQL, by product. */
async function ledger(from: string, to: string) {
  const rows = await fixture.db.sql<Record<string, string>>(
    `select p.id, coalesce(sum(m.quantity) filter (where m.on_date < $2::text::date), 0)::text as opening,
       coalesce(sum(m.quantity) filter (where m.on_date between $2::text::date and $3::text::date and m.kind = 'purchase'), 0)::text as purchased,
       coalesce(-sum(m.quantity) filter (where m.on_date between $2::text::date and $3::text::date and m.kind = 'supplier_return'), 0)::text as supplier_returned,
       coalesce(sum(m.quantity) filter (where m.on_date between $2::text::date and $3::text::date and m.kind like 'return_%'), 0)::text as returned,
       coalesce(-sum(m.quantity) filter (where m.on_date between $2::text::date and $3::text::date and m.kind = 'issue'), 0)::text as used,
       coalesce(sum(m.quantity) filter (where m.on_date between $2::text::date and $3::text::date and m.kind = 'adjustment'), 0)::text as adjusted,
       coalesce(sum(m.quantity) filter (where m.on_date <= $3::text::date), 0)::text as ending,
       i.current_srp::text as srp, p.def_cost::text as cost
     from public.products p join public.inventory i on i.product_id = p.id left join public.stock_movements m on m.product_id = p.id
     where p.project_id = $1::uuid group by p.id, i.current_srp, p.def_cost`.replaceAll(
      'p.id,',
      'p.id::text,',
    ),
    [fixture.a, from, to],
  )
  return new Map(rows.map((row) => [row.id!, row]))
}

const MOVES = ['purchased', 'supplier_returned', 'returned', 'used', 'adjusted'] as const
const VALUES = ['litres', 'reserved', 'available', 'cost_value', 'srp_value', 'margin_value']
const PIECES = ['opening', ...MOVES, 'ending', ...VALUES]
const LEVELS = {
  product: 'products',
  category1: 'categories1',
  category2: 'categories2',
  category3: 'categories3',
  supplier: 'suppliers',
}
const GROUPINGS = { grouped: 'product', by_supplier: 'product' }

describe('the inventory report', () => {
  it('says of each product what the ledger says, in every period', async () => {
    for (const [from, to] of [
      [day(0), day(30)],
      [day(31), day(80)],
      [day(81), day(84)],
      [day(85), day(90)],
      [day(-9), day(99)],
    ] as const) {
      const plain = await ledger(from, to)
      const rows = await inventory({ from, to })
      expect(rows.length).toBe(GOODS.length)
      for (const row of rows) {
        const own = plain.get(row.product_id!)!
        for (const key of ['opening', ...MOVES, 'ending'])
          expect([row.description, key, row[key]]).toEqual([row.description, key, own[key]])
        const ending = BigInt(own.ending!)
        expect(mills(row.cost_value)).toBe(ending * mills(own.cost))
        expect(mills(row.srp_value)).toBe(ending * mills(own.srp))
        expect(mills(row.margin_value)).toBe(mills(row.srp_value) - mills(row.cost_value))
        expect(
          MOVES.reduce(
            (sum, key) =>
              sum + Number(row[key]) * (key === 'used' || key === 'supplier_returned' ? -1 : 1),
            Number(row.opening),
          ),
        ).toBe(Number(row.ending))
      }
    }
    const [all] = await inventory({ level: 'total' })
    for (const key of [...MOVES, 'ending', 'reserved']) expect(Number(all![key])).not.toBe(0)
  })

  it('ends with what is on hand, reserved and to be bought, as the list of stock says', async () => {
    const [total] = await inventory({ level: 'total' })
    const [list] = await fixture.db.as<Record<string, string>>(
      fixture.role.Owner,
      `select on_hand::text as ending, reserved::text, available::text, srp_value::text, cost_value::text, below_reorder::text as to_buy, products::text
       from public.inventory_totals($1::uuid, '{}')`,
      [fixture.a],
    )
    expect(total).toMatchObject(list!)
    expect(Number(total!.to_buy)).toBe(1)
  })

  it('adds up on every level, whatever is asked for', async () => {
    for (const filters of [
      {},
      { from: day(40), to: day(82), non_zero: true },
      { category1: 'Drinks', category2: 'Soda' },
      { supplier: 'ACME' },
      { below_reorder: true },
      { cost: 'average', to: day(60) },
      { category3: 'no such' },
    ])
      await sumsAgree(inventory, filters, PIECES, LEVELS, GROUPINGS)
    expect((await inventory({ non_zero: true })).length).toBe(GOODS.length - 1)
    expect((await inventory({ supplier: 'ACME', level: 'supplier' })).length).toBe(1)
    const grouped = await inventory({ level: 'grouped' })
    // Three categories and none; Soda, Water, none beside them, Snacks; Cans, Bottles, Chips.
    expect(subtotalsAgree(grouped, PIECES, 'products')).toBe(4 + 4 + 3)
    expect(grouped.at(-1)!.category1).toBeNull()
    expect(subtotalsAgree(await inventory({ level: 'by_supplier' }), PIECES, 'products')).toBe(4)
  })

  it('values at the moving average of each day, where that is asked for or set', async () => {
    const moves = await fixture.db.sql<Record<string, string>>(
      `select m.product_id::text, m.quantity::text, m.on_date::text, l.cost::text, p.def_cost::text from public.stock_movements m
       join public.products p on p.id = m.product_id
       left join public.purchase_lines l on l.id = m.source_line where m.project_id = $1::uuid order by m.id`,
      [fixture.a],
    )
    const worth = stockWorth(moves)
    const to = day(88)
    for (const until of [day(30), day(60), to]) {
      const found = await inventory({ to: until, cost: 'average' })
      const expected = found.map(({ product_id }) => {
        const own = worth.get(product_id!) ?? []
        const sum = own.reduce((all, { on, cost }) => (on <= until ? all + cost : all), 0n)
        return [product_id, fromCents(sum)]
      })
      expect(found.map(({ product_id, cost_value }) => [product_id, cost_value])).toEqual(expected)
      const usual = await inventory({ to: until, cost: 'default' })
      expect(usual.map(({ product_id, book_value }) => [product_id, book_value])).toEqual(expected)
    }
    // The project's settings apply when no filter says otherwise.
    const value = async (filters: object) =>
      (await inventory({ ...filters, to, level: 'total' }))[0]!.cost_value
    const [average, usual] = [await value({ cost: 'average' }), await value({})]
    expect(average).not.toBe(usual)
    const [inBooks] = await inventory({ to, level: 'total' })
    expect(inBooks!.book_value).toBe(average)
    const [unseen] = await inventory({ to, level: 'total' }, fixture.role.warehouse)
    expect([unseen!.cost_value, unseen!.book_value]).toEqual([null, null])
    await fixture.db.sql(
      `update public.projects set settings = settings || '{"stock_cost": "average"}' where id = $1::uuid`,
      [fixture.a],
    )
    expect([await value({}), await value({ cost: 'default' })]).toEqual([average, usual])
  })

  it('values at the default cost of the day', async () => {
    const [product] = products
    const value = async (to: string) =>
      (await inventory({ to, cost: 'default', product_id: product! }))[0] as Record<string, string>
    const [before, today] = [await value(day(60)), await value(day(90))]
    await fixture.db.sql('update public.products set def_cost = 20 where id = $1::uuid', [product])
    expect(await value(day(60))).toEqual(before)
    const { ending, cost, cost_value } = await value(day(90))
    expect([ending, cost, cost_value]).toEqual([today.ending, '20.00', `${20 * Number(ending)}.00`])
    await fixture.db.sql("update public.products set def_cost = '10.00' where id = $1::uuid", [
      product,
    ])
    expect((await value(day(90))).cost_value).toBe(today.cost_value)
  })

  it('pages by key, forwards and back, in every order', async () => {
    await pagesByKey(inventory, ['grouped', 'by_supplier', ...Object.keys(LEVELS)])
    for (const sort of ['code', 'ending', 'margin_value'])
      await pagesByKey(inventory, ['product'], { sort })
    const ending = (await inventory({ sort: 'ending' })).map((row) => Number(row.ending))
    expect(ending).toEqual(ending.toSorted((a, b) => b - a))
  })

  it('is for those alone who may see it, and refuses what it does not know', async () => {
    expect((await inventory({}, fixture.role.warehouse)).length).toBe(GOODS.length)
    await expect(inventory({}, fixture.role.ASE)).rejects.toMatchObject({ code: '42501' })
    await expect(inventory({}, fixture.staffB)).rejects.toMatchObject({ code: '42501' })
    for (const bad of [{ level: 'x' }, { sort: 'x' }, { cost: 'x' }, { from: day(2), to: day(1) }])
      await expect(inventory(bad)).rejects.toMatchObject({ code: '22023' })
  })
})

const SUMS = ['quantity', 'litres', 'amount', 'purchases', 'supplier_returns', 'srp_amount']
const APART = ['in_quantity', 'returns_in', 'cancelled_quantity', 'cancelled']

describe('the purchase report', () => {
  /** Sums the records by a date; what is cancelled is taken back today. */
  const plain = async (where: string, day = 'p.date_added') =>
    (
      await fixture.db.sql<Record<string, string>>(
        `with p as (
           select d.*, p.*, d.sign * case p.kind when 'purchase' then 1 when 'supplier_return' then -1 else 0 end as net
           from public.purchases p
           cross join lateral (select 1 as sign, ${day} as on_date union all
             select -1, private.business_date(p.project_id) where p.status = 'cancelled') d)
         select coalesce(sum(p.sign * l.amount) filter (where p.kind = 'purchase'), 0.00)::text as purchases,
           coalesce(sum(p.sign * l.amount) filter (where p.kind = 'supplier_return'), 0.00)::text as supplier_returns,
           coalesce(sum(p.sign * l.amount) filter (where p.kind = 'return_in'), 0.00)::text as returns_in,
           coalesce(sum(l.amount) filter (where p.sign = -1), 0.00)::text as cancelled,
           coalesce(sum(p.net * l.quantity), 0)::text as quantity,
           coalesce(sum(p.net * l.quantity * l.prod_srp), 0.00)::text as srp_amount,
           count(*)::text as lines, count(distinct (p.id, p.on_date))::text as records, count(distinct lower(p.supplier))::text as suppliers
         from p join public.purchase_lines l on l.purchase_id = p.id join public.products d on d.id = l.product_id
         where p.project_id = $1::uuid and ${where}`,
        [fixture.a],
      )
    )[0]!

  it('says what plain SQL says, by each of its dates', async () => {
    const period = `p.on_date between '${day(20)}' and '${day(60)}'`
    const received = 'coalesce(p.delivery_date, p.date_added)'
    const invoiced = `coalesce(p.invoice_date, ${received})`
    for (const [filters, where, date] of [
      [{ cancelled: true }, 'true'],
      [{ from: day(20), to: day(60) }, period],
      [{ basis: 'invoice', from: day(20), to: day(60), cancelled: true }, period, invoiced],
      [{ basis: 'delivery', from: day(20), to: day(60) }, period, received],
      [
        { kind: 'supplier_return', supplier: 'acme' },
        `p.kind like 's%' and p.supplier ilike 'acme'`,
      ],
      [{ category1: 'Drinks' }, `d.category1 = 'Drinks'`],
      [{ product_id: products[3] }, `d.id = '${products[3]}'`],
    ] as const) {
      const [total] = await purchase({ ...filters, level: 'total' })
      expect(total).toMatchObject(await plain(where, date))
      expect(mills(total!.amount)).toBe(mills(total!.purchases) - mills(total!.supplier_returns))
    }
    const [all] = await purchase({ cancelled: true, level: 'total' })
    for (const column of [...SUMS, ...APART]) expect(Number(all![column])).toBeGreaterThan(0)
  })

  it('is what the list of purchases adds up to', async () => {
    const [total] = await purchase({ cancelled: true, level: 'total' })
    // The two that are cancelled are counted again on the day of the cancellation.
    const [list] = await fixture.db.as<Record<string, string>>(
      fixture.role.Owner,
      `select purchases::text, supplier_returns::text, net::text as amount, returns_in::text, cancelled_cost::text as cancelled,
         (records + 2)::text as records from public.purchase_totals($1::uuid, '{}')`,
      [fixture.a],
    )
    expect(total).toMatchObject(list!)
  })

  it('adds up on every level; returns from customers have their own part and sum', async () => {
    for (const filters of [
      {},
      { cancelled: true },
      { basis: 'invoice', from: day(10), to: day(50) },
      { kind: 'return_in', supplier: 'crisp' },
    ])
      await sumsAgree(
        purchase,
        filters,
        [...SUMS, ...APART],
        {
          line: 'lines',
          record: 'records',
          supplier: 'suppliers',
          category: 'categories',
          product: 'products',
          month: 'months',
        },
        { grouped: 'line' },
      )
    const grouped = await purchase({ level: 'grouped', cancelled: true })
    expect(subtotalsAgree(grouped, [...SUMS, ...APART], 'lines')).toBeGreaterThan(15)
    const part = (row: SqlReportRow) => row.row_key[0]
    const own = grouped.filter((row) => part(row) === '1')
    expect(own.every((row) => row.kind === 'return_in' || row.level === 'subtotal')).toBe(true)
    expect(own[0]).toMatchObject({ level: 'subtotal', supplier: null, amount: '0.00' })
    const [total] = await purchase({ level: 'total' })
    expect(own[0]!.returns_in).toBe(total!.returns_in)
  })

  it('pages by key, forwards and back', async () => {
    await pagesByKey(
      purchase,
      ['grouped', 'line', 'record', 'supplier', 'category', 'product', 'month'],
      { cancelled: true },
    )
    for (const sort of ['amount', 'quantity'])
      await pagesByKey(purchase, ['line', 'record'], { sort })
  })

  it('is for those alone who may see it, and refuses what it does not know', async () => {
    await expect(purchase({}, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    for (const bad of [{ level: 'x' }, { sort: 'x' }, { basis: 'x' }])
      await expect(purchase(bad)).rejects.toMatchObject({ code: '22023' })
  })
})
