import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'
import { join } from '../support/people.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

interface Day {
  waiting: { kind: string; items: number; amount: string | null; oldest: string }[]
  work: { task: string; items: number; amount: string | null; oldest: string | null }[]
  sales: Record<'month' | 'last_month' | 'last_year', string> | null
  collections: Record<'month' | 'last_month' | 'last_year', string> | null
  receivables: Record<'balance' | 'cleared_balance' | 'overdue', string> | null
  recent: { kind: string; id: string; no: string; party: string }[]
}

const dayOf = async (person: string, project = fixture.a) => {
  const [found] = await fixture.db.as<{ day: Day }>(
    person,
    'select public.home_day($1::uuid) as day',
    [project],
  )
  return found!.day
}
const day = (role: Role) => dayOf(fixture.role[role])

it('shows what waits with its amount and age, and the reader’s own documents', async () => {
  const rice = await shop.product('10.00', 100)
  const buyer = await shop.customer('1000.00')
  const first = await shop.book(buyer, [[rice, 5, '10.00']])
  const second = await shop.book(buyer, [[rice, 3, '10.00']])
  const { waiting } = await day('sales admin')
  expect(waiting.find(({ kind }) => kind === 'booking')).toMatchObject({
    items: 2,
    amount: '80.00',
  })
  const [{ by }] = (await fixture.db.sql(
    'select created_by as by from public.bookings where id = $1::uuid',
    [first.id],
  )) as [{ by: string }]
  const { recent } = await dayOf(by)
  const bookings = recent.filter(({ kind }) => kind === 'bookings')
  // The newest first.
  expect(bookings.map(({ no }) => no)).toEqual([second.so_no, first.so_no])
  // Nobody sees what others entered, nor anything of another project.
  const others = await day('warehouse')
  expect(others.recent.filter(({ kind }) => kind === 'bookings')).toEqual([])
  await expect(dayOf(fixture.staffB)).resolves.toMatchObject({ waiting: [], work: [], recent: [] })
})

it('has the figures of the reports, for readers of the reports', async () => {
  const rice = await shop.product('10.00', 100)
  const sold = await shop.book(await shop.customer('1000.00'), [[rice, 7, '10.00']])
  await shop.validate(sold.id, sold.version)
  await shop.deliver(sold.id, sold.version + 1, null, null)
  const manager = await day('General Manager')
  for (const figures of [manager.sales, manager.collections]) {
    expect(Object.keys(figures!).sort()).toEqual(['last_month', 'last_year', 'month'])
    for (const amount of Object.values(figures!)) expect(amount).toMatch(/^-?\d+\.\d\d$/)
  }
  const [report] = await fixture.db.as<{ balance: string }>(
    fixture.role['General Manager'],
    `select balance::text from public.report_ar($1::uuid, '{"level": "total"}')`,
    [fixture.a],
  )
  expect(manager.sales!.month).toBe('70.00')
  expect(manager.receivables!.balance).toBe(report?.balance ?? '0.00')
  expect(await day('warehouse')).toMatchObject({
    sales: null,
    collections: null,
    receivables: null,
  })
})

interface Overview {
  targets: Record<string, string | null>
  cash: { office: string; banks: string; moved: Record<string, string> } | null
  sales: Record<string, string> | null
  collections: Record<string, string> | null
  ageing: Record<string, string> | null
  overdue: { id: string; overdue: string; age_days: number }[]
}

const overviewOf = async (person: string, project = fixture.a) => {
  const [found] = await fixture.db.as<{ overview: Overview }>(
    person,
    'select public.home_overview($1::uuid) as overview',
    [project],
  )
  return found!.overview
}

it('has the company for its managers: overdue customers, receivables by age, cash and daily sales', async () => {
  const manager = fixture.role['General Manager']
  const [days] = (await fixture.db.sql(
    `select d::text as today, (d - 50)::text as earlier from private.business_date($1::uuid) d`,
    [fixture.a],
  )) as [{ today: string; earlier: string }]
  const before = await overviewOf(manager)
  const rice = await shop.product('10.00', 100)
  // Sold fifty days ago with terms of 30 days: 200.00 and 210.00 are twenty days past due.
  const buyers = [await shop.customer('5000.00'), await shop.customer('5000.00')]
  for (const [index, buyer] of buyers.entries()) {
    const sold = await shop.book(buyer, [[rice, 20 + index, '10.00']], days.earlier)
    await shop.validate(sold.id, sold.version)
    await shop.invoice(sold.id, sold.version + 1, `SI-9${index}01`, days.earlier)
    await shop.deliver(sold.id, sold.version + 2, null, days.earlier)
  }
  const after = await overviewOf(manager)
  const more = (now: string | undefined, then: string | undefined) =>
    (Number(now ?? 0) - Number(then ?? 0)).toFixed(2)
  expect(more(after.sales![days.earlier], before.sales?.[days.earlier])).toBe('410.00')
  expect(after.sales![days.today]).toBe(before.sales![days.today])
  const sum = (ageing: Record<string, string> | null) =>
    String(Object.values(ageing ?? {}).reduce((all, amount) => all + Number(amount), 0))
  expect(more(sum(after.ageing), sum(before.ageing))).toBe('410.00')
  expect(after.cash).toEqual({ office: '0.00', banks: '0.00', moved: {} })
  await shop.collect(buyers[0]!, '12.00', [])
  expect((await overviewOf(manager)).cash).toEqual({
    ...{ office: '12.00', banks: '0.00', moved: { [days.today]: '12.00' } },
  })
  // The largest first.
  expect(after.overdue.map(({ id, overdue, age_days }) => [id, overdue, age_days])).toEqual([
    [buyers[1], '210.00', 20],
    [buyers[0], '200.00', 20],
  ])
  await expect(overviewOf(fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
})

it('shows a new company its first steps until it has its data and a validated booking', async () => {
  const admin = fixture.admin
  const project = randomUUID()
  await fixture.db.rpc(admin, 'create_project', {
    ...{ p_project: project, p_idempotency_key: randomUUID() },
    p_details: { name: `New ${project}` },
  })
  const owner = await join(fixture.db, admin, 'New owner', 'one-person office', [project])
  const steps = async () =>
    ((await dayOf(owner, project)) as unknown as { first_steps: object | null }).first_steps
  const none = { company: false, people: true, products: false, customers: false, agent: true }
  expect(await steps()).toEqual({ ...none, opening: false, booking: false })
  const send = <T = { id: string; version: number }>(name: string, args: object) =>
    fixture.db.rpc<T>(owner, name, {
      ...{ p_project: project, p_idempotency_key: randomUUID(), ...args },
    })
  const product = randomUUID()
  await fixture.db.as(
    owner,
    `insert into public.products (project_id, id, description, material_code, def_srp) values ($1::uuid, $2::uuid, $3, $3, 10)`,
    [project, product, product],
  )
  await send('create_purchase', {
    p_purchase: {
      ...{ po_no: 'PO-1', supplier: 'First supplier' },
      lines: [{ product_id: product, quantity: 5, cost: '6.00', prod_srp: '10.00' }],
    },
  })
  const { id: customer } = await send('request_customer', {
    p_customer: { name: 'First', credit_line: null, terms_days: '30', agent_id: owner },
  })
  const booking = await send('create_booking', {
    p_booking: {
      customer_id: customer,
      lines: [{ product_id: product, quantity: 2, agent_srp: '10.00' }],
    },
  })
  expect(await steps()).toEqual({
    ...{ ...none, products: true, customers: true, opening: false, booking: false },
  })
  await send('validate_booking', {
    ...{ p_booking: booking.id, p_version: booking.version, p_override_reason: null },
  })
  expect(await steps()).toMatchObject({ company: false, booking: true })
  const [found] = await fixture.db.sql<{ version: number }>(
    'select version from public.projects where id = $1::uuid',
    [project],
  )
  await send('update_project', {
    p_version: found!.version,
    p_details: { address: '1 Rizal St', tin_no: '123-456-789-000' },
  })
  expect(await steps()).toBeNull()
  // A person who does none of them has no such list.
  const other = (await day('warehouse')) as unknown as { first_steps: object | null }
  expect(other.first_steps).toBeNull()
})
