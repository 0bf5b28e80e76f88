import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

/** The filters of the list of bookings that its usual views are made of. */

const fixture = testFixture()
const shop = trade(fixture)
let product: string

beforeAll(async () => {
  product = await shop.product('10.00', 50)
})

const list = async (filters: object, user = fixture.role['special access 1']) => {
  const found = await fixture.db.as<{ id: string }>(
    user,
    'select id from public.booking_list($1::uuid, $2::text::jsonb)',
    [fixture.a, JSON.stringify(filters)],
  )
  return found.map(({ id }) => id).sort()
}

it('finds what is overdue: owed in cleared money, beyond its due date', async () => {
  const buyer = await shop.customer(null, 30)
  const sell = async (no: string, on: string) => {
    const made = await shop.book(buyer, [[product, 1, '10.00']], on)
    const validated = await shop.validate(made.id, made.version)
    const invoiced = await shop.invoice(made.id, validated.version, `Due ${no}`, on)
    await shop.deliver(made.id, invoiced.version, null, on)
    return made.id
  }
  const found = () => list({ stage: 'overdue', customer: buyer })
  const [today] = await fixture.db.sql<{ due: string; last: string }>(
    `select (private.business_date($1::uuid) - 30)::text as due, (private.business_date($1::uuid) - 31)::text as last`,
    [fixture.a],
  )
  await sell('today', today!.due)
  const late = await sell('yesterday', today!.last)
  const paid = await sell('paid', today!.last)
  await shop.book(buyer, [[product, 1, '10.00']], '2026-01-05')
  expect(await found()).toEqual([late, paid].sort())
  const receipt = await shop.collect(buyer, '10.00', [[paid, '10.00']])
  await shop.rpc(
    'approve_collection',
    { p_collection: receipt.id, p_version: receipt.version },
    fixture.role['finance admin'],
  )
  expect(await found()).toEqual([late])
  expect(await list({ stage: 'overdue', customer: buyer }, await fixture.addAgent('a'))).toEqual([])
})

it('finds those that the reader entered or sells', async () => {
  const other = await fixture.addAgent('a')
  const buyer = await shop.rpc('request_customer', {
    p_customer: { name: 'Sold by another', agent_id: other, terms_days: '30' },
  })
  const entered = await shop.book(buyer.id!, [[product, 1, '10.00']])
  const { id: own } = await shop.rpc(
    'create_booking',
    {
      p_booking: {
        customer_id: buyer.id,
        lines: [{ product_id: product, quantity: 1, agent_srp: '10.00' }],
      },
    },
    other,
  )
  const mine = async (user: string) => await list({ mine: true, customer: buyer.id }, user)
  expect(await mine(fixture.role['special access 1'])).toEqual([entered.id])
  expect(await mine(other)).toEqual([entered.id, own!].sort())
  expect(await mine(fixture.role['invoice admin'])).toEqual([])
  expect(await list({ mine: true }, fixture.role.Agent)).not.toContain(entered.id)
  expect(await mine(fixture.role.Agent)).toEqual([])
})
