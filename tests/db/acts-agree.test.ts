import { afterEach, expect, it } from 'vitest'
import { acts, figures } from '../support/acts.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { pastTrade } from '../support/past-trade.ts'
import { trade } from '../support/trade.ts'

/**
 * Acts that follow each other on different days, each with figures computed by hand for every day on which one changes. AR,
 * statement, customer's page, master list, sales on every level, deliveries, VAT, stock and journal have to say the same.
 */
const fixture = testFixture()
const shop = trade(fixture)
const notes = memos(fixture, shop)
const { no, goods, version, booked, pay, archive } = pastTrade(fixture, shop)
const { of, day, disagreements } = acts(fixture, shop)

// On days between the acts as on the last one.
afterEach(async () => {
  for (const offset of [-19, -8, 0])
    expect([offset, await disagreements(offset)]).toEqual([offset, []])
})

it('delivered in two parts, invoiced between, the rest released, two pieces taken back', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25, 5)
  await sale.invoice(-20)
  await sale.deliver(-10, 3, 'release')
  await sale.takeBack(-5, 2)
  expect(await of(customer, -26)).toEqual(figures('0.00', '0.00', '0.00'))
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '50.00'))
  expect(await of(customer, -20)).toEqual(figures('100.00', '100.00', '50.00'))
  expect(await of(customer, -10)).toEqual(figures('80.00', '80.00', '80.00'))
  expect(await of(customer, -5)).toEqual(figures('60.00', '60.00', '60.00'))
  expect(await of(customer)).toEqual(figures('60.00', '60.00', '60.00'))
})

it('taken back before the invoice, then archived without one', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.takeBack(-15, 2)
  await pay(customer, '30.00', -12, [[sale.id, '30.00']])
  expect(await of(customer, -12)).toEqual(figures('-30.00', '-30.00', '80.00'))
  await archive(sale.so_no)
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '100.00'))
  expect(await of(customer, -1)).toEqual(figures('-30.00', '-30.00', '80.00'))
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '80.00'))
})

it('archived half delivered, with an invoice and an allowance', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.invoice(-25)
  await sale.deliver(-20, 5)
  await notes.write({
    kind: 'credit',
    reason: 'price_allowance',
    booking_id: sale.id,
    on_date: await day(-15),
    lines: [{ line_id: sale.line, amount: '7.50' }],
  })
  expect(await of(customer, -15)).toEqual(figures('92.50', '92.50', '42.50'))
  await archive(sale.so_no)
  expect(await of(customer, -1)).toEqual(figures('92.50', '92.50', '42.50'))
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '92.50'))
})

it('invoice and delivery moved to other days after goods came back', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  await sale.takeBack(-15, 4)
  // Goods do not come back before they are delivered.
  await expect(sale.dates({ date_delivered: await day(-14) })).rejects.toMatchObject({
    code: '22023',
    detail: 'date_delivered',
  })
  await sale.dates({ date_invoiced: await day(-22), date_delivered: await day(-23) })
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '0.00'))
  expect(await of(customer, -23)).toEqual(figures('0.00', '0.00', '100.00'))
  expect(await of(customer, -22)).toEqual(figures('100.00', '100.00', '100.00'))
  expect(await of(customer, -15)).toEqual(figures('60.00', '60.00', '60.00'))
  // An invoice that is dated after the return owes less from its first day on.
  await sale.dates({ date_invoiced: await day(-10) })
  expect(await of(customer, -15)).toEqual(figures('0.00', '0.00', '60.00'))
  expect(await of(customer, -10)).toEqual(figures('60.00', '60.00', '60.00'))
})

it('written off, the write-off cancelled, and the memo of a return cancelled', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  const back = await sale.takeBack(-18, 1)
  const written = await notes.write({
    kind: 'credit',
    reason: 'write_off',
    customer_id: customer,
    booking_id: sale.id,
    on_date: await day(-10),
    amount: '90.00',
  })
  if (written.status !== 'approved') await notes.approve(written)
  expect(await of(customer, -18)).toEqual(figures('90.00', '90.00', '90.00'))
  expect(await of(customer, -10)).toEqual(figures('0.00', '0.00', '90.00'))
  await notes.cancel(
    await notes
      .memo(written.id)
      .then(({ version: seen }) => ({ id: written.id, version: Number(seen) })),
  )
  expect(await of(customer, -1)).toEqual(figures('0.00', '0.00', '90.00'))
  expect(await of(customer)).toEqual(figures('90.00', '90.00', '90.00'))
  await notes.cancel(back)
  expect(await of(customer, -1)).toEqual(figures('0.00', '0.00', '90.00'))
  expect(await of(customer)).toEqual(figures('100.00', '100.00', '100.00'))
})

it('charged too little, paid with that, then taken back', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  await notes.write({
    kind: 'debit',
    reason: 'undercharge',
    booking_id: sale.id,
    on_date: await day(-20),
    lines: [{ line_id: sale.line, quantity: 10, price_difference: '1.00' }],
  })
  await sale.takeBack(-10, 10)
  expect(await of(customer, -20)).toEqual(figures('110.00', '110.00', '110.00'))
  expect(await of(customer)).toEqual(figures('10.00', '10.00', '10.00'))
})

it('discounted, with free goods, delivered in parts, partly taken back', async () => {
  const customer = await shop.customer()
  const made = await shop.rpc<{ id: string; version: number }>('create_booking', {
    p_booking: {
      customer_id: customer,
      date_added: await day(-40),
      lines: [
        { product_id: await goods(), quantity: 12, agent_srp: '10.00', discount_percent: '10' },
        { product_id: await goods(), quantity: 2, agent_srp: '0', free_of: 1 },
      ],
    },
  })
  await shop.validate(made.id, made.version)
  const lines = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
    [made.id],
  )
  const deliver = async (on: number, ...pieces: number[]) =>
    shop.deliver(
      made.id,
      await version(made.id),
      {
        lines: lines.map(({ id }, n) => ({ line_id: id, quantity: pieces[n] })),
        remainder: 'keep',
      },
      await day(on),
    )
  await deliver(-25, 6, 1)
  await shop.invoice(made.id, await version(made.id), no(), await day(-20))
  await deliver(-15, 6, 1)
  await notes.write({
    kind: 'credit',
    reason: 'return',
    booking_id: made.id,
    on_date: await day(-10),
    lines: [
      { line_id: lines[0]!.id, quantity: 3 },
      { line_id: lines[1]!.id, quantity: 2 },
    ],
  })
  // 12 at 9.00, 3 of them back.
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '54.00'))
  expect(await of(customer, -20)).toEqual(figures('108.00', '108.00', '54.00'))
  expect(await of(customer, -15)).toEqual(figures('108.00', '108.00', '108.00'))
  expect(await of(customer)).toEqual(figures('81.00', '81.00', '81.00'))
})

it('goods from a customer without their booking lower the oldest invoice', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  await shop.rpc('create_purchase', {
    p_purchase: {
      po_no: no(),
      supplier: 'Supplier',
      kind: 'return_in',
      customer_id: customer,
      date_added: await day(-10),
      delivery_date: await day(-10),
      lines: [{ product_id: await goods(), quantity: 2, cost: '7.00', prod_srp: '10.00' }],
    },
  })
  expect(await of(customer, -11)).toEqual(figures('100.00', '100.00', '100.00'))
  expect(await of(customer)).toEqual(figures('80.00', '80.00', '80.00'))
})
