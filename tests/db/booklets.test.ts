import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const collection = reportReader(fixture, 'report_collection')

let customer: string
let cashier: string
beforeAll(async () => {
  customer = await shop.customer()
  cashier = fixture.role['finance admin']
})

const assign = (user: string, first_no: string, last_no: string, by = cashier) =>
  shop.rpc<{ id: string; version: number }>(
    'assign_booklet',
    { p_booklet: { user_id: user, first_no, last_no } },
    by,
  )
const next = (user: string) =>
  fixture.db.rpc<string | null>(user, 'next_cr_no', { p_project: fixture.a })
const record = (cr_no: string, user = cashier, rest: object = {}) =>
  shop.rpc<{ cr_no: string }>(
    'record_receipt',
    {
      p_receipt: {
        ...{ customer_id: customer, cr_no, ...rest },
        parts: [{ collection_type: 'cash', amount: '1.00' }],
      },
    },
    user,
  )
/** The missing numbers of the register, each range with its reason. */
const missing = async () =>
  (await collection({ level: 'numbers' }))
    .filter(({ kind }) => kind === 'missing')
    .map(({ first_no, last_no, reason }) => [first_no, last_no ?? first_no, reason])

it('proposes the numbers of the booklet in hand, asks why one is skipped, and keeps the register true', async () => {
  const agent = fixture.role.Agent
  expect(await next(cashier)).toBeNull()
  const office = await assign(cashier, 'CR-0101', 'CR-0150')
  await assign(agent, 'CR-0151', 'CR-0153')
  expect(await next(cashier)).toBe('CR-0101')
  expect(await next(agent)).toBe('CR-0151')

  await record('CR-0101')
  await record('CR-0151', agent)
  // The office's numbers from 0102 on are not missing: their booklet is in use.
  expect(await missing()).toEqual([])
  expect(await next(cashier)).toBe('CR-0102')

  await expect(record('CR-0104')).rejects.toMatchObject({
    detail: 'skip_reason',
    message: 'Say why CR-0102 to CR-0103 are skipped in this booklet.',
  })
  await record('CR-0104', cashier, { skip_reason: 'Two leaves were torn' })
  expect(await next(cashier)).toBe('CR-0105')
  expect(await missing()).toEqual([['CR-0102', 'CR-0103', 'Two leaves were torn']])
  // A number that turns up is none of the missing ones any more.
  await record('CR-0102')
  expect(await missing()).toEqual([['CR-0103', 'CR-0103', 'Two leaves were torn']])

  // A phone asks by itself: the office takes what it sends.
  await record('CR-0153', agent)
  expect(await next(agent)).toBe('CR-0154')
  expect(await missing()).toContainEqual(['CR-0152', 'CR-0152', null])
  // The register has the reason that the person gave there.
  await assign(agent, 'CR-0154', 'CR-0160')
  await record('CR-0156', agent, { skip_reason: 'Wet pages' })
  expect(await missing()).toContainEqual(['CR-0154', 'CR-0155', 'Wet pages'])

  // A booklet that was taken back waits for nothing.
  await shop.rpc(
    'return_booklet',
    { p_booklet: office.id, p_version: office.version, p_reason: 'Lost in the flood' },
    cashier,
  )
  expect(await missing()).toContainEqual(['CR-0105', 'CR-0150', null])
  const listed = await fixture.db.as<Record<string, unknown>>(
    cashier,
    'select first_no, used::int, skipped::int, next_no, state from public.booklet_list($1::uuid) order by first_no',
    [fixture.a],
  )
  expect(listed).toEqual([
    { first_no: 'CR-0101', used: 3, skipped: 1, next_no: null, state: 'returned' },
    { first_no: 'CR-0151', used: 2, skipped: 1, next_no: null, state: 'in_use' },
    { first_no: 'CR-0154', used: 1, skipped: 2, next_no: 'CR-0157', state: 'in_use' },
  ])
})

it('is in the hands of one person who records receipts', async () => {
  const field = async (...of: Parameters<typeof assign>) =>
    assign(...of).then(
      () => null,
      ({ code, detail }) => `${code} ${detail}`,
    )
  const { role } = fixture
  await assign(role.Collector, 'A-1', 'A-50')
  expect(await field(role.Agent, 'A 50', 'A 60')).toBe('23505 first_no')
  expect(await field(role.Agent, 'A-60', 'B-70')).toBe('22023 last_no')
  expect(await field(role.Agent, 'A-60', 'A-59')).toBe('22023 last_no')
  expect(await field(role.Agent, 'A-51', 'A-1051')).toBe('22023 last_no')
  expect(await field(role.Agent, 'none', 'A-59')).toBe('22023 first_no')
  expect(await field(role.warehouse, 'A-51', 'A-60')).toBe('22023 user_id')
  expect(await field(role.Agent, 'A-51', 'A-60', role['sales admin'])).toMatch(/^42501/)
  // The next booklet begins when the one in hand is used up.
  await assign(role['special access 1'], 'C-1', 'C-1')
  await assign(role['special access 1'], 'C-9', 'C-10')
  expect(await next(role['special access 1'])).toBe('C-1')
  await record('C-1', role['special access 1'])
  expect(await next(role['special access 1'])).toBe('C-9')
})
