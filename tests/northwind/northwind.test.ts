import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import { type Money, money } from '../../app/platform/values/money.ts'
import { loadNorthwind } from '../../scripts/northwind/load.ts'
import { planNorthwind } from '../../scripts/northwind/plan.ts'
import { hasNorthwind, northwindFolder, readTables } from '../../scripts/northwind/tables.ts'
import type { TestDatabase } from '../support/database.ts'
import { brokenInvariants } from '../support/fixture.ts'
import { NIGHTLY } from '../support/rounds.ts'
import { type Engine, openTestBackend, type TestBackend } from '../support/test-backend.ts'
import { agreement } from './agreement.ts'
import { documentReports } from './documents.ts'
import { buyersOf, type NorthwindTrade, readTrade, salesOf, sumMoney } from './figures.ts'
import { goodsReports } from './goods.ts'
import { portalFigures } from './portal.ts'
import { owedOf, reportedOf } from './receivables.ts'
import { askReports, type Expected } from './reported.ts'
import { salesReports } from './sales.ts'
import { actualOf, balancesOf, codeOf, months, stockOf } from './stock.ts'

const folder = northwindFolder()
const present = hasNorthwind(folder)
const CREDENTIALS = { email: 'admin@demo.test', password: 'Kalakal-demo-2026' }
const LAST_DAY = { as_of: '1998-04-30', basis: 'invoice', age_by: 'document' }

if (!present)
  describe('Northwind (no data set: NORTHWIND_DIR names its folder)', () => {
    it.skip('is not at hand')
  })

/** The commands are the same on both; the embedded database takes minutes to load. */
const ENGINES: readonly Engine[] = NIGHTLY ? ['postgres', 'pglite'] : ['postgres']

describe.skipIf(!present).each(ENGINES)('Northwind on %s', (engine) => {
  const tables = present ? readTables(folder) : null!
  const expected: Expected = present
    ? JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8'))
    : null!
  let stage: TestBackend | null = null
  let loaded: Awaited<ReturnType<typeof loadNorthwind>>
  let trade: NorthwindTrade
  /** Holds the report's figures for the last day of each month: balance and cleared balance. */
  const owed = new Map<string, [Money, Money]>()

  const load = () =>
    loadNorthwind({
      backend: stage!.backend,
      plan: planNorthwind(tables),
      admin: CREDENTIALS,
      password: CREDENTIALS.password,
    })
  const ar = (filters: Record<string, string | number>) =>
    askReports(() => ({ db: loaded.people.finance, projectId: loaded.projectId }))(
      'report_ar',
      filters,
    )

  beforeAll(async () => {
    stage = await openTestBackend(engine, 'northwind')
    if (!stage) return
    loaded = await load()
    // The template has all of it: loading it again gives its people, and adds nothing.
    expect(loaded.added).toBe(0)
    trade = await readTrade(loaded.people.manager, loaded.projectId)
  })
  afterAll(() => stage?.drop(), 60_000)
  beforeEach(({ skip }) => skip(!stage, 'No PostgreSQL 15 or newer at hand.'))

  it('has as many documents as the source', () => {
    expect({
      products: trade.stock.length,
      customers: trade.customers.length,
      bookings: trade.bookings.length,
      bookingLines: trade.lines.length,
      delivered: trade.bookings.filter(({ date_delivered }) => date_delivered).length,
      undelivered: trade.bookings.filter(({ stage: at }) => at === 'validated').length,
    }).toEqual(expected.counts)
    expect(trade.customers.every(({ approval_status }) => approval_status === 'approved')).toBe(
      true,
    )
  })

  it('numbers bookings in the order of the source, without gaps', () => {
    const orders = trade.bookings.map(({ remarks }) => Number(remarks!.split(' ').at(-1)))
    expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    expect(trade.bookings.at(-1)!.so_no).toBe('SO-000830')
  })

  it('has the stock of the source, to the piece', () => {
    const sum = (of: 'on_hand' | 'reserved' | 'available') =>
      trade.stock.reduce((total, row) => total + row[of], 0)
    expect(sum('available')).toBe(expected.stock.availableTotal)
    expect(sum('reserved')).toBe(expected.stock.reservedTotal)
    expect(sum('on_hand')).toBe(expected.stock.onHandTotal)
    expect(trade.lines.reduce((total, { quantity }) => total + quantity, 0)).toBe(
      expected.unitsOrdered,
    )
    const available = trade.stock.map((row) => [row.products.material_code, row.available])
    expect(Object.fromEntries(available)).toEqual(
      Object.fromEntries(
        tables.products.map(({ product_id, units_in_stock }) => [
          `NW-${product_id!.padStart(3, '0')}`,
          Number(units_in_stock),
        ]),
      ),
    )
  })

  it('sold what the source sold, by delivery, month and agent', () => {
    const gross = (include: (booking: NorthwindTrade['bookings'][number]) => boolean) =>
      sumMoney(trade.bookings.filter(include).map(({ total }) => total))
    expect(gross(() => true)).toBe(expected.grossAllBookings)
    expect(gross(({ date_delivered }) => date_delivered !== null)).toBe(expected.grossDelivered)
    expect(gross(({ date_delivered }) => date_delivered === null)).toBe(expected.grossUndelivered)
    for (const [month, figures] of Object.entries(expected.salesByAddedMonth))
      expect(salesOf(trade, month, 'date_added')).toEqual(figures)
    for (const [month, figures] of Object.entries(expected.salesByDeliveredMonth))
      expect(salesOf(trade, month, 'date_delivered')).toEqual(figures)
    for (const [employee, figures] of Object.entries(expected.salesByAgentAllBookings)) {
      const mine = trade.bookings.filter(
        ({ agent_id }) => agent_id === loaded.people.agents.get(employee),
      )
      expect([sumMoney(mine.map(({ total }) => total)), mine.length]).toEqual(figures)
    }
  })

  it('reached as many customers as the source', () => {
    const { universe, buyers, byCategoryBuyers } = expected.penetration1997Delivered
    const found = buyersOf(trade, '1997')
    expect(trade.customers).toHaveLength(universe)
    expect(found.buyers).toBe(buyers)
    for (const { category_id, category_name } of tables.categories)
      expect(found.byCategory.get(category_name!)?.size).toBe(byCategoryBuyers[category_id!])
  })

  it('is owed what the source says, by age', async () => {
    const [total] = await ar({ ...LAST_DAY, level: 'total' })
    const ageing = total!.ageing as Record<string, string>
    expect({
      bookings: Number(total!.documents),
      total: money(total!.balance),
      '0-30': money(ageing.bucket_1!),
      '31-60': money(ageing.bucket_2!),
      '61-90': money(ageing.bucket_3!),
      '91+': money(ageing.bucket_4!),
    }).toEqual(expected['arAsOf1998-04-30ByInvoiceDate'])
    expect(money(ageing.bucket_current!)).toBe('0.00')
  })

  it('is owed what the source says on every month’s last day, by customer and by agent', async () => {
    const { finance, agents } = loaded.people
    const names = new Map(
      tables.customers.map(({ customer_id, company_name }) => [customer_id, company_name!]),
    )
    for (const [, day] of months()) {
      const reported = (level: 'agent' | 'customer' | 'total') =>
        reportedOf(finance, loaded.projectId, day, level)
      expect(await reported('total'), day).toEqual(owedOf(tables, day, () => 'all'))
      const [total] = await ar({ as_of: day, level: 'total' })
      owed.set(day, [money(total!.balance), money(total!.cleared_balance)])
      expect(await reported('customer'), day).toEqual(
        owedOf(tables, day, ({ customer_id }) => names.get(customer_id)!),
      )
      expect(await reported('agent'), day).toEqual(
        owedOf(tables, day, ({ employee_id }) => agents.get(employee_id!)!),
      )
    }
  })

  it('adds up to the same total on every level and over pages', async () => {
    const total = expected['arAsOf1998-04-30ByInvoiceDate'].total as Money
    for (const level of ['customer', 'agent'])
      expect(sumMoney((await ar({ ...LAST_DAY, level })).map(({ balance }) => balance))).toBe(total)
    const documents: Awaited<ReturnType<typeof ar>> = []
    for (let after: string | undefined; ; ) {
      const page = await ar({ ...LAST_DAY, level: 'document', limit: 25, ...(after && { after }) })
      documents.push(...page)
      after = page.at(-1)?.row_key
      if (page.length < 25) break
    }
    expect(new Set(documents.map(({ booking_id }) => booking_id)).size).toBe(108)
    expect(sumMoney(documents.map(({ balance }) => balance))).toBe(total)
  })

  it('owes in the report what the customers owe one by one', async () => {
    const { finance } = loaded.people
    const collectibles: unknown[] = []
    for (const { id } of trade.customers) {
      const [position] = rows(
        await finance.rpc('customer_position', { p_project: loaded.projectId, p_customer: id }),
      )
      collectibles.push(position!.collectibles)
    }
    const [total] = await ar({ level: 'total' })
    expect(sumMoney(collectibles)).toBe(money(total!.balance))
  })

  it('states to each customer what the report of that day says', async () => {
    const { finance } = loaded.people
    const closings: unknown[] = []
    for (const { id } of trade.customers) {
      const { data } = await finance.rpc('customer_statement', {
        p_project: loaded.projectId,
        p_customer: id,
        p_filters: { from: '1998-01-01', to: LAST_DAY.as_of },
      })
      closings.push((data as { closing: string }).closing)
    }
    expect(closings.length).toBeGreaterThan(80)
    expect(sumMoney(closings)).toBe(expected['arAsOf1998-04-30ByInvoiceDate'].total)
  })

  it('moved the stock of the source in every year and month, and the parts make the whole', async () => {
    const { manager } = loaded.people
    const actual = (from: string, to: string, limit?: number) =>
      actualOf(manager, loaded.projectId, from, to, limit)
    const years = ['1996', '1997', '1998'].map(
      (year) => [`${year}-01-01`, `${year}-12-31`] as const,
    )
    const before = Object.values(stockOf(tables, '1996-01-01', '1996-12-31'))
    expect(before.some(({ used, purchased }) => used > 0 && purchased > 0)).toBe(true)
    for (const [from, to] of [...years, ...months()])
      expect(await actual(from, to), `${from} to ${to}`).toEqual(stockOf(tables, from, to))
    // Small pages give the same rows.
    expect(await actual('1997-01-01', '1997-12-31', 10)).toEqual(
      stockOf(tables, '1997-01-01', '1997-12-31'),
    )
    const ends = await actual('1998-01-01', '2998-12-31')
    const onHand = trade.stock.map((row) => [row.products.material_code, row.on_hand])
    expect(
      Object.fromEntries(Object.entries(ends).map(([code, row]) => [code, row.ending])),
    ).toEqual(Object.fromEntries(onHand))
    const [total] = rows(
      await manager.rpc('inventory_actual', {
        p_project: loaded.projectId,
        p_filters: { from: '1997-01-01', to: '1997-12-31', level: 'total' },
      }),
    )
    const year = Object.values(stockOf(tables, '1997-01-01', '1997-12-31'))
    const sum = (of: (row: (typeof year)[number]) => number) =>
      year.reduce((added, row) => added + of(row), 0)
    expect([total!.opening, total!.used, total!.ending, total!.products].map(Number)).toEqual([
      sum((row) => row.opening),
      sum((row) => row.used),
      sum((row) => row.ending),
      tables.products.length,
    ])
  })

  it('has ledgers whose balance is that of the source after each day', async () => {
    for (const product of ['1', '11', '59', '60']) {
      const { product_id } = trade.stock.find(
        (row) => row.products.material_code === codeOf(product),
      )!
      const ledger = rows(
        await loaded.people.manager.rpc('product_ledger', {
          p_project: loaded.projectId,
          p_product: product_id,
          p_filters: { limit: 1000 },
        }),
      )
      // Newest first: the first entry of a day has the balance after all of it.
      const balances = new Map<string, number>()
      for (const entry of ledger)
        if (!balances.has(entry.on_date)) balances.set(entry.on_date, Number(entry.balance))
      expect([...balances].reverse(), codeOf(product)).toEqual(balancesOf(tables, product))
    }
  })

  goodsReports(() => ({
    tables,
    expected,
    db: loaded.people.manager,
    projectId: loaded.projectId,
  }))
  documentReports(() => ({
    tables,
    expected,
    db: loaded.people.manager,
    projectId: loaded.projectId,
    agents: loaded.people.agents,
  }))

  portalFigures(() => ({
    tables,
    db: loaded.people.manager,
    agents: loaded.people.agents,
    projectId: loaded.projectId,
  }))

  salesReports(() => ({
    tables,
    expected,
    db: loaded.people.manager,
    projectId: loaded.projectId,
    agents: loaded.people.agents,
  }))

  agreement(() => ({
    url: stage!.url,
    projectId: loaded.projectId,
    manager: { ...CREDENTIALS, email: 'general-manager@northwind.test' },
  }))

  // The template is loaded again before these tests, and adds nothing.
  it.runIf(NIGHTLY)('adds nothing when it is loaded once more', async () => {
    expect((await load()).added).toBe(0)
    const again = await readTrade(loaded.people.manager, loaded.projectId)
    expect(again.bookings).toEqual(trade.bookings)
    expect(again.stock).toEqual(trade.stock)
  })

  it('leaves the books right', async () => {
    const broken = await stage!.inspect((sql) => brokenInvariants({ sql } as TestDatabase))
    expect(broken).toEqual([])
  })

  it('is owed what plain SQL finds, booked and cleared alike: all was paid in cash', async () => {
    expect(owed.size).toBe(months().length)
    const plain = await stage!.inspect((sql) =>
      Promise.all(
        [...owed.keys()].map(async (day) => {
          const [found] = await sql<{ owed: string }>(
            `select coalesce(sum(b.total - coalesce((select sum(a.amount) from public.collection_allocations a
                 where a.booking_id = b.id and a.effective_on <= $2::text::date), 0)), 0.00)::text as owed
             from public.bookings b where b.project_id = $1::uuid and b.date_invoiced <= $2::text::date`,
            [loaded.projectId, day],
          )
          return [day, [money(found!.owed), money(found!.owed)]] as const
        }),
      ),
    )
    expect([...owed]).toEqual(plain)
  })
})
