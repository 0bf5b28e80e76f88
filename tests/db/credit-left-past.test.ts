import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { receivables } from '../support/receivables.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const books = receivables(fixture, shop)
const notes = memos(fixture, shop)

/** Reads the credit line less credit left, as the AR report had it on a day, and of today as the customer's page has it too. */
async function usedOn(customer: string, offset: number) {
  const as_of = await books.day(offset)
  const [row] = await books.report({ level: 'customer', customer_id: customer, as_of })
  const left = row?.credit_left ?? '1000.00'
  if (offset === 0) expect((await books.position(customer)).credit_left).toBe(left)
  return 1000 - Number(left)
}

/** The customer owes 500.00 besides, so that the report has a row on each day. */
async function customerWith(product: string) {
  const customer = await shop.customer('1000.00')
  await books.sell(customer, product, 50, { invoiced: -50, delivered: -50 })
  return customer
}
const credit = async (booking_id: string, customer_id: string, on: number, pieces: number) => {
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid',
    [booking_id],
  )
  return notes.write({
    kind: 'credit',
    reason: 'return',
    customer_id,
    booking_id,
    on_date: await books.day(on),
    lines: [{ line_id: line!.id, quantity: pieces }],
  })
}

it('an invoice that was paid when goods came back later used no credit before', async () => {
  const product = await shop.product('10.00', 500)
  const customer = await customerWith(product)
  const { id } = await books.sell(customer, product, 16, { invoiced: -14, delivered: -45 })
  await books.receive(customer, '160.00', -13, [[id, '160.00']])
  await credit(id, customer, -10, 4)
  expect(await usedOn(customer, -15)).toBe(660)
  expect(await usedOn(customer, -14)).toBe(660)
  expect(await usedOn(customer, -13)).toBe(500)
  expect(await usedOn(customer, -11)).toBe(500)
  const today = await usedOn(customer, 0)
  expect([await usedOn(customer, -10), await usedOn(customer, -1)]).toEqual([today, today])
})

it('an invoice that was paid and came back whole counts its payment, then as now', async () => {
  const product = await shop.product('10.00', 500)
  const customer = await customerWith(product)
  const { id } = await books.sell(customer, product, 16, { invoiced: -14, delivered: -14 })
  await books.receive(customer, '160.00', -13, [[id, '160.00']])
  await credit(id, customer, -10, 16)
  const today = await usedOn(customer, 0)
  expect(await usedOn(customer, -11)).toBe(500)
  expect([await usedOn(customer, -10), await usedOn(customer, -1)]).toEqual([today, today])
})
