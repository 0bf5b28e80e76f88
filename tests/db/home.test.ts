import { beforeAll, expect, it } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'
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
