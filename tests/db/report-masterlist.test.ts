import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { mills, pagesByKey, reportReader, subtotalsAgree, sumsAgree } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const books = receivables(fixture, shop)
const masterlist = reportReader(fixture, 'report_customer_masterlist')

const AREAS = ['North', 'north', 'South', null, '']
const SUMS = ['collectibles', 'orders']
const COUNTS = ['customers', 'active', 'without_tin', 'without_limit']
const LEVELS = { customer: 'customers', agent: 'agents', area: 'areas' }
const GROUPINGS = { grouped: 'customer', by_area: 'customer' }
let second: string
const customers: string[] = []

/** A dozen customers of two agents: every state, with and without orders, debts, advances and limits. */
beforeAll(async () => {
  second = await fixture.addAgent('a', 'Zeny Agent')
  const product = await shop.product('10.00', 2000)
  for (let n = 0; n < 12; n++) {
    const { id } = await shop.rpc<{ id: string }>(
      'request_customer',
      {
        p_customer: {
          name: `Store ${'LKJIHGFEDCBA'[n]}`,
          area: AREAS[n % 5],
          tin_no: n % 3 ? `100-200-3${String(n).padStart(2, '0')}-000` : undefined,
          agent_id: n === 10 ? undefined : n % 4 === 3 ? second : fixture.role.Agent,
          ...(n === 10 ? {} : { credit_line: n % 2 ? '400.00' : undefined, terms_days: '15' }),
        },
      },
      n === 10 ? fixture.role.Agent : undefined,
    )
    customers.push(id)
  }
  // Sixty days ago each; one more today.
  for (let n = 0; n < 6; n++)
    await books.sell(customers[n]!, product, 5 + n, n % 2 ? { invoiced: -30, delivered: -30 } : {})
  await shop.book(customers[1]!, [[product, 3, '10.00']])
  const wrong = await shop.book(customers[7]!, [[product, 3, '10.00']])
  await shop.rpc('cancel_booking', {
    p_booking: wrong.id,
    p_version: wrong.version,
    p_reason: 'Wrong',
  })
  const owed = await books.sell(customers[3]!, product, 20, { invoiced: -10, delivered: -10 })
  await books.receive(customers[3]!, '50.00', -5, [[owed.id, '30.00']])
  await books.receive(customers[8]!, '75.00', -5, [])
  await fixture.db.sql(
    `update public.customers set approval_status = 'inactive' where id = $1::uuid`,
    [customers[11]],
  )
}, 120_000)

describe('the masterlist of customers', () => {
  it('says of each customer what its record, its orders and its position say', async () => {
    const rows = await masterlist({})
    expect(rows.length).toBe(customers.length)
    const plain = await fixture.db.sql<Record<string, string>>(
      `select c.id::text, c.name, c.tin_no, nullif(c.area, '') as area, c.credit_line::text, c.approval_status, a.display_name as agent_name,
         g.display_name as manager_name, c.date_added::text,
         (select min(b.date_added)::text from public.bookings b where b.customer_id = c.id and b.approval_status <> 'cancelled') as first_order,
         (select max(b.date_added)::text from public.bookings b where b.customer_id = c.id and b.approval_status <> 'cancelled') as last_order,
         (select count(*)::text from public.bookings b where b.customer_id = c.id and b.approval_status <> 'cancelled') as orders
       from public.customers c join public.profiles a on a.user_id = c.agent_id
       join public.memberships m on m.project_id = c.project_id and m.user_id = c.agent_id left join public.profiles g on g.user_id = m.manager_id
       where c.project_id = $1::uuid`,
      [fixture.a],
    )
    expect(plain.length).toBe(rows.length)
    for (const { id, ...record } of plain) {
      const row = rows.find((each) => each.customer_id === id)!
      const { collectibles, credit_left } = await shop.position(id!)
      expect(row).toMatchObject({ ...record, collectibles, credit_left })
    }
    expect(rows.filter(({ collectibles }) => mills(collectibles) < 0n).length).toBe(1)
    expect(rows.filter(({ manager_name }) => manager_name === 'A Manager').length).toBe(9)
  })

  it('owes in all what the receivables report says', async () => {
    const [total] = await masterlist({ level: 'total' })
    const [ar] = await reportReader(fixture, 'report_ar')({ level: 'total' })
    expect(total!.collectibles).toBe(ar!.balance)
    expect(mills(total!.credit_line)).toBe(6n * 400_000n)
    expect(total).toMatchObject({ customers: '12', without_limit: '6', without_tin: '4' })
  })

  it('tells who buys from who does not', async () => {
    const activity = async (filters: object) =>
      Object.fromEntries(
        (await masterlist(filters)).map(({ name, activity }) => [name!.at(-1), activity]),
      )
    expect(await activity({})).toMatchObject({
      L: 'Active',
      K: 'Active',
      F: 'No order yet',
      E: 'No order yet',
      B: 'Pending',
      A: 'Inactive',
    })
    const quiet = await activity({ quiet_days: '30', status: 'approved' })
    expect(Object.keys(quiet).sort()).toEqual(['C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'L'])
    expect(quiet.L).toBe('No order in 30 days')
    // A customer whose last order is sixty days ago is not yet inactive.
    expect(Object.keys(await activity({ quiet_days: '60', status: 'approved' }))).not.toContain('L')
    expect(Object.keys(await activity({ quiet_days: '59', status: 'approved' }))).toContain('L')
  })

  it('adds up on every level, whatever is asked for', async () => {
    for (const filters of [
      {},
      { status: 'approved', quiet_days: '45' },
      { manager_id: fixture.role.Manager, area: 'NORTH' },
      { status: 'rejected' },
    ]) {
      const total = await sumsAgree(masterlist, filters, [...SUMS, ...COUNTS], LEVELS, GROUPINGS)
      const rows = await masterlist(filters)
      expect(String(rows.length)).toBe(total.customers)
    }
    expect(await masterlist({ area: 'NORTH' })).toHaveLength(6)
    expect(await masterlist({ agent_id: second })).toHaveLength(3)
    expect(await masterlist({ no_tin: true })).toHaveLength(4)
    for (const level of Object.keys(GROUPINGS))
      expect(
        subtotalsAgree(await masterlist({ level }), [...SUMS, ...COUNTS], 'customers'),
      ).toBeGreaterThan(1)
  })

  it('pages by key, forwards and back, in every order', async () => {
    await pagesByKey(masterlist, [...Object.keys(GROUPINGS), ...Object.keys(LEVELS)])
    for (const sort of ['collectibles', 'last_order', 'added'])
      await pagesByKey(masterlist, ['customer'], { sort })
    const owed = (await masterlist({ sort: 'collectibles' })).map((row) => mills(row.collectibles))
    expect(owed).toEqual(owed.toSorted((a, b) => Number(b - a)))
    const first = (await masterlist({ sort: 'last_order' }))[0]!
    expect(first.last_order).toBeNull()
  })

  it('is for those alone who may see it, and refuses what it does not know', async () => {
    expect((await masterlist({}, fixture.role.ASE)).length).toBe(customers.length)
    await expect(masterlist({}, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    for (const bad of [{ level: 'x' }, { sort: 'x' }, { quiet_days: 'x' }, { agent_id: 'x' }])
      await expect(masterlist(bad)).rejects.toMatchObject({ code: '22023' })
  })
})
