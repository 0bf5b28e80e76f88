import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { type ArRow, cents, receivables, sumAmounts } from '../support/receivables.ts'
import { reportTable } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const books = receivables(fixture, shop)

const BUCKETS = ['bucket_current', 'bucket_1', 'bucket_2', 'bucket_3', 'bucket_4']
const SUMS = ['balance', 'uncleared', 'cleared_balance', 'unapplied', 'overdue', ...BUCKETS]
const DAYS = [-61, -41, -36, -34, -30, -29, -25, -20, -19, -10, -2, 0]
let customers: string[]
let busy: string
let shared: string
let limited: string

/**
 * Two months of history: every kind of receipt, cheques in every state, two agents, and entries
 * posted after their day.
 */
beforeAll(async () => {
  const product = await shop.product('10.00', 2000)
  const account = await bank.bank()
  const other = await fixture.addAgent('a', 'Zeny Agent')
  busy = await shop.customer(null, 7)
  shared = await shop.customer('5000.00', 30)
  limited = await shop.customer('100.00', 15)
  customers = [busy, shared, limited]

  const first = await books.sell(busy, product, 10, { invoiced: -50, delivered: -50 })
  const short = await books.sell(busy, product, 30, { invoiced: -45, delivered: -40, deliver: 25 })
  const advance = await books.sell(busy, product, 20, { delivered: -10 })
  // Pays the first one, clears, comes back, and then cash of an earlier day turns up.
  const bounced = await books.receive(busy, '100.00', -41, [[first.id, '100.00']], -41)
  await bank.deposit(account, [bounced], await books.day(-40))
  await bank.clear({ id: bounced.id, version: 3 }, await books.day(-36))
  await bank.bounce({ id: bounced.id, version: 4 }, await books.day(-30))
  await books.receive(busy, '100.00', -34, [[first.id, '100.00']])
  // The cheque on hand exceeds what it pays, and another cheque is replaced.
  await books.receive(busy, '180.00', -25, [[short.id, '150.00']], 20)
  const swapped = await books.receive(busy, '60.00', -29, [[short.id, '60.00']], -20)
  await bank.replace(swapped, { amount: '60.00', date_collected: await books.day(-20) })
  await books.receive(busy, '50.00', -5, [[advance.id, '50.00']])

  // Two agents sell to one customer; a cheque goes to the bank twice.
  const mine = await books.sell(shared, product, 15, { invoiced: -40, delivered: -40 })
  await books.sell(shared, product, 5, { invoiced: -20, delivered: -20, agent: other })
  await books.sell(shared, product, 2, { invoiced: -15, delivered: -15 })
  await books.sell(shared, product, 3, {})
  const twice = await books.receive(shared, '150.00', -35, [[mine.id, '150.00']], -35)
  await bank.deposit(account, [twice], await books.day(-34))
  await bank.bounce({ id: twice.id, version: 3 }, await books.day(-25))
  await bank.deposit(account, [{ id: twice.id, version: 4 }], await books.day(-19))

  // The customer is over the credit line, because a cheque came back.
  const sold = await books.sell(limited, product, 9, { invoiced: -30, delivered: -30 })
  const cheque = await books.receive(limited, '90.00', -24, [[sold.id, '90.00']], -24)
  await bank.deposit(account, [cheque], await books.day(-24))
  await bank.clear({ id: cheque.id, version: 3 }, await books.day(-20))
  await books.sell(limited, product, 4, { invoiced: -10, delivered: -10 })
  await bank.bounce({ id: cheque.id, version: 4 }, await books.day(-2))
}, 120_000)

/** Cheques of a customer on their way on a day, told from their events alone. */
const onTheirWay = async (customer: string, day: string) =>
  (
    await fixture.db.sql<{ amount: string }>(
      `select coalesce(sum(c.amount), 0.00)::text as amount from public.collections c
       where c.customer_id = $1::uuid and c.collection_type = 'cheque' and c.approval_status = 'approved' and c.date_collected <= $2::text::date
         and not exists (select from public.cheque_events e where e.collection_id = c.id and e.on_date <= $2::text::date and e.event <> 'deposited'
           and not exists (select from public.cheque_events x where x.collection_id = c.id and x.on_date <= $2::text::date and x.id > e.id))`,
      [customer, day],
    )
  )[0]!.amount

const byCustomer = (rows: readonly ArRow[]) =>
  new Map(rows.map((row) => [row.customer_id!, row] as const))

/** Has the report treat the company as one with many open documents, or with few. */
const setMany = (many: boolean) =>
  fixture.db.sql(
    `create or replace function private.has_many_open(p_project uuid) returns boolean language sql stable set search_path = '' as 'select ${many}'`,
  )

describe('the receivables as of any day', () => {
  it('are what each customer’s statement says, booked and cleared', async () => {
    for (const offset of DAYS) {
      const as_of = await books.day(offset)
      const found = byCustomer(await books.report({ as_of, level: 'customer' }))
      for (const customer of customers) {
        const { closing, uncleared, remaining } = await books.statement(customer, { to: as_of })
        const row = found.get(customer)
        expect([
          offset,
          row?.balance ?? '0.00',
          row?.uncleared ?? '0.00',
          row?.cleared_balance ?? '0.00',
        ]).toEqual([offset, remaining, uncleared, closing])
        expect([offset, uncleared]).toEqual([offset, await onTheirWay(customer, as_of)])
      }
    }
  })

  it('fall into as many buckets as the project lists', async () => {
    const put = (bounds: number[]) =>
      fixture.db.sql(
        `update public.projects set settings = jsonb_set(settings, '{ageing_buckets}', to_jsonb($2::text::int[])) where id = $1::uuid`,
        [fixture.a, `{${bounds.join()}}`],
      )
    const read = async () => {
      const [row] = await fixture.db.as<{ ageing: Record<string, string>; balance: string }>(
        fixture.role['finance admin'],
        `select ageing, (cleared_balance + unapplied)::text as balance
         from ${reportTable('report_ar', `$1::uuid, '{"level": "total"}'`, 'ageing jsonb, cleared_balance numeric, unapplied numeric')} r`,
        [fixture.a],
      )
      return row!
    }
    const three = (await read()).ageing
    await put([7, 15, 30, 45, 60, 90])
    const { ageing, balance } = await read()
    const { ageing: stated } = await books.statement(busy)
    await put([30, 60, 90])
    const six = ['bucket_current', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `bucket_${n}`)]
    expect(Object.keys(ageing).sort()).toEqual([...six].sort())
    expect(Object.keys(stated).sort()).toEqual([...six].sort())
    expect(sumAmounts(six.map((key) => ageing[key]))).toBe(cents(balance))
    // The bounds 30, 60 and 90 are in both lists.
    const joined = (...keys: number[]) => sumAmounts(keys.map((n) => ageing[`bucket_${n}`]))
    expect([joined(1, 2, 3), joined(4, 5), joined(6), joined(7)]).toEqual(
      [1, 2, 3, 4].map((n) => cents(three[`bucket_${n}`]!)),
    )
  })

  it('come to the same sums on every level, and buckets less unapplied credit to the cleared balance', async () => {
    for (const offset of DAYS) {
      const as_of = await books.day(offset)
      const [total] = await books.report({ as_of, level: 'total' })
      expect(sumAmounts(BUCKETS.map((key) => total![key])) - cents(total!.unapplied)).toBe(
        cents(total!.cleared_balance),
      )
      for (const level of ['document', 'customer', 'agent']) {
        const rows = await books.report({ as_of, level })
        for (const key of SUMS)
          expect([offset, level, key, sumAmounts(rows.map((row) => row[key]))]).toEqual([
            offset,
            level,
            key,
            cents(total![key]),
          ])
        expect(rows).toHaveLength(Number(total![`${level}s`]))
      }
    }
  })

  it('are today what the customers’ positions say, which Home adds up', async () => {
    const found = byCustomer(await books.report({ level: 'customer' }))
    for (const customer of customers) {
      const { collectibles, unapplied, ...position } = await books.position(customer)
      expect(found.get(customer)).toMatchObject({ balance: collectibles, ...position })
      // The report counts what has cleared; the position what is approved.
      const waiting = (await books.report({ customer_id: customer })).filter(
        ({ row_kind }) => row_kind === 'unapplied',
      )
      expect(cents(found.get(customer)!.unapplied)).toBe(
        cents(unapplied) - sumAmounts(waiting.map(({ uncleared }) => uncleared)),
      )
    }
    const all = await fixture.db.sql<{ id: string }>(
      'select id from public.customers where project_id = $1::uuid',
      [fixture.a],
    )
    const positions = await Promise.all(all.map(({ id }) => books.position(id)))
    const [home] = await books.report({ level: 'total' })
    expect(cents(home!.balance)).toBe(sumAmounts(positions.map(({ collectibles }) => collectibles)))
    expect(cents(home!.cleared_balance)).toBe(
      sumAmounts(positions.map(({ cleared_balance }) => cleared_balance)),
    )
    expect(cents(home!.uncleared)).toBeGreaterThan(0n)
  })

  it('show what cheques paid that have not cleared, and when the next of them is due', async () => {
    const rows = await books.report({ customer_id: busy })
    const uncleared = rows.filter((row) => row.uncleared !== '0.00')
    expect(uncleared.map((row) => [row.row_kind, row.balance, row.uncleared]).sort()).toEqual([
      ['booking', '40.00', '150.00'],
      ['unapplied', '-30.00', '30.00'],
    ])
    for (const row of uncleared) expect(row.next_cheque).toBe(await books.day(20))
    // Paid by a cheque alone that is at the bank: nothing is owed by the books, and yet it is there.
    const [paid] = (await books.report({ customer_id: shared })).filter(
      (row) => row.row_kind === 'uncleared',
    )
    expect(paid).toMatchObject({ balance: '0.00', uncleared: '150.00', cleared_balance: '150.00' })
  })
})

describe('the report’s rows', () => {
  it('have the sums of their agent and customer before them when they are grouped', async () => {
    const rows = await books.report({ level: 'grouped' })
    const documents = rows.filter((row) => row.level === 'document')
    expect(documents.map((row) => row.document_id).sort()).toEqual(
      (await books.report({ level: 'document' })).map((row) => row.document_id).sort(),
    )
    const subtotals = rows.filter((row) => row.level === 'subtotal')
    for (const sum of subtotals) {
      const summed = documents.filter(
        (row) =>
          row.agent_id === sum.agent_id &&
          (sum.customer_id === null || row.customer_id === sum.customer_id),
      )
      for (const key of SUMS)
        expect(sumAmounts(summed.map((row) => row[key]))).toBe(cents(sum[key]))
      const positions = summed.map((row) => rows.indexOf(row))
      const next = rows.slice(rows.indexOf(sum) + 1, Math.min(...positions))
      expect(next.every((row) => row.level === 'subtotal')).toBe(true)
      if (sum.customer_id)
        expect(Math.max(...positions) - Math.min(...positions)).toBe(positions.length - 1)
    }
    const groups = new Map<string, number>()
    for (const { agent_id, customer_id } of documents) {
      const key = `${agent_id} ${customer_id}`
      groups.set(key, (groups.get(key) ?? 0) + 1)
    }
    expect(subtotals.filter((row) => row.customer_id)).toHaveLength(groups.size)
    expect(subtotals.filter((row) => !row.customer_id)).toHaveLength(2)
    // A customer of two agents is in the groups of both, and counts once.
    expect([...groups.keys()].filter((key) => key.endsWith(` ${shared}`))).toHaveLength(2)
    const whole = await books.report({ level: 'customer', customer_id: shared })
    expect(whole).toHaveLength(1)
  })

  it.each([false, true])(
    'come in the order that is asked for, page by page, forwards and back (many documents: %s)',
    async (many) => {
      await setMany(many)
      for (const level of ['grouped', 'document', 'customer', 'agent'])
        for (const sort of level === 'grouped' ? ['name'] : ['name', 'balance', 'age']) {
          const keys = (rows: ArRow[]) => rows.map((row) => row.row_key!)
          const all = await books.report({ level, sort })
          const forwards: string[] = []
          for (let after: string | undefined; ; after = forwards.at(-1)) {
            const page = keys(await books.report({ level, sort, limit: 3, after }))
            forwards.push(...page)
            if (page.length < 3) break
          }
          expect(forwards).toEqual(keys(all))
          const backwards = [all.at(-1)!.row_key!]
          for (;;) {
            const page = keys(await books.report({ level, sort, limit: 3, before: backwards[0] }))
            backwards.unshift(...page.reverse())
            if (page.length < 3) break
          }
          expect(backwards).toEqual(keys(all))
          const figures = all.map((row) => Number(sort === 'age' ? row.age_days : row.balance))
          if (sort !== 'name') expect(figures).toEqual(figures.toSorted((a, b) => b - a))
        }
    },
  )

  it('are the same rows however many documents there are', async () => {
    const read = async (many: boolean) => {
      await setMany(many)
      const found: object[] = []
      for (const level of ['grouped', 'document'])
        for (const filters of [
          {},
          { overdue_only: true },
          { over_limit: true },
          { as_of: await books.day(-20) },
        ]) {
          const first = await books.report({ ...filters, level, limit: 4, with_total: true })
          const after = first.filter((row) => row.level !== 'total').at(-1)?.row_key
          const next = after ? await books.report({ ...filters, level, limit: 4, after }) : []
          found.push([level, filters, first, next])
        }
      return found
    }
    expect(await read(true)).toEqual(await read(false))
  })

  it('are narrowed by customer, the same on every level', async () => {
    const of = async (filters: object) => {
      const [total] = await books.report({ ...filters, level: 'total' })
      for (const level of ['document', 'customer', 'agent']) {
        const rows = await books.report({ ...filters, level })
        expect(sumAmounts(rows.map((row) => row.balance))).toBe(cents(total!.balance))
      }
      const rows = await books.report({ ...filters, level: 'customer' })
      return rows.map((row) => row.customer_id).sort()
    }
    expect(await of({})).toEqual([...customers].sort())
    expect(await of({ over_limit: true })).toEqual([limited])
    // What cheques paid that have not cleared is owed: 140.00, 220.00 and 130.00.
    expect(await of({ min_balance: '140.00' })).toEqual([busy, shared].sort())
    expect(await of({ min_balance: '140.01' })).toEqual([shared])
    expect(await of({ min_balance: '220.01' })).toEqual([])
    expect(await of({ overdue_only: true, min_balance: '90.01' })).toEqual([busy, shared].sort())
    const [late] = await books.report({ overdue_only: true, level: 'total' })
    const [all] = await books.report({ level: 'total' })
    expect(late!.cleared_balance).toBe(all!.overdue)
    await expect(books.report({ min_balance: '-1' })).rejects.toMatchObject({
      detail: 'min_balance',
    })
    await expect(books.report({ sort: 'x' })).rejects.toMatchObject({ detail: 'sort' })
  })

  it('say what is left of a credit line, of the whole customer whichever agent is asked for', async () => {
    const { credit_left } = await books.position(shared)
    const agents = await books.report({ level: 'agent', customer_id: shared })
    expect(agents).toHaveLength(2)
    for (const { agent_id } of agents) {
      const [row] = await books.report({ level: 'customer', customer_id: shared, agent_id })
      expect(row).toMatchObject({ credit_line: '5000.00', credit_left })
    }
    // Bookings without an invoice count too, from the day of the booking.
    expect(credit_left).toBe('4750.00')
    const [before] = await books.report({
      level: 'customer',
      customer_id: shared,
      as_of: await books.day(-41),
    })
    expect(before).toBeUndefined()
  })
})

describe('the statements of all customers', () => {
  it('are those of each of them, page by page, forwards and back', async () => {
    const filters = { from: await books.day(-40), to: await books.day(-1) }
    const all = await books.statements(filters)
    expect(all.map(({ customer_id }) => customer_id).sort()).toEqual([...customers].sort())
    for (const { customer_id, statement, customers: found } of all) {
      expect(found).toBe(String(all.length))
      const { customer, ...alone } = await books.statement(customer_id, filters)
      expect(statement).toEqual(alone)
      expect(customer).toMatchObject({ id: customer_id })
    }
    const keys = all.map(({ row_key }) => row_key)
    const page = await books.statements({ ...filters, limit: 2 })
    expect(page.map(({ row_key }) => row_key)).toEqual(keys.slice(0, 2))
    const next = await books.statements({ ...filters, limit: 2, after: page[1]!.row_key })
    expect(next.map(({ row_key }) => row_key)).toEqual(keys.slice(2))
    const back = await books.statements({ ...filters, limit: 2, before: next[0]!.row_key })
    expect(back.map(({ row_key }) => row_key)).toEqual(keys.slice(0, 2).reverse())

    // A page asks for the customers alone, then for the statements of some.
    const heads = await books.statements({ ...filters, limit: 2, heads: true })
    expect(heads).toEqual(page.map((each) => ({ ...each, statement: null })))
    const some = all.slice(1).map(({ customer_id }) => customer_id)
    const parts = await books.statements({ ...filters, customers: some })
    expect(parts.map(({ row_key, statement }) => [row_key, statement])).toEqual(
      all.slice(1).map(({ row_key, statement }) => [row_key, statement]),
    )
    expect(await books.statements({ ...filters, customers: [] })).toEqual([])
  })

  it('are of the customers that the report has with the same filters', async () => {
    const of = async (filters: object) =>
      (await books.statements(filters)).map(({ customer_id }) => customer_id)
    expect(await of({ over_limit: true })).toEqual([limited])
    expect(await of({ min_balance: '220.01' })).toEqual([])
    expect(await of({ customer_id: busy })).toEqual([busy])
    await expect(books.statements({}, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
  })
})

it('a document has the terms of its customer, and what is left of the credit line', async () => {
  const product = await shop.product('10.00', 100)
  const withLine = await shop.customer('250.00', 15)
  const without = await shop.customer(null, 7)
  await books.sell(withLine, product, 9, { invoiced: -3, delivered: -3 })
  await books.sell(withLine, product, 4, { invoiced: -2, delivered: -2 })
  await books.sell(without, product, 1, { invoiced: -1, delivered: -1 })
  const rowsOf = async (customer: string) =>
    (await books.report({ level: 'document', customer_id: customer })).map((row) => [
      row.balance,
      row.terms_days,
      row.credit_line,
      row.credit_left,
    ])
  // 9 × 10.00 + 4 × 10.00 = 130.00 of 250.00 are used.
  expect(await rowsOf(withLine)).toEqual([
    ['90.00', '15', '250.00', '120.00'],
    ['40.00', '15', '250.00', '120.00'],
  ])
  expect(await rowsOf(without)).toEqual([['10.00', '7', null, null]])
})
