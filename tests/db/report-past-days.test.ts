import { beforeAll, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

/** Documents that are taken back leave the days before as they were, in every report that reads a ledger. */
const fixture = testFixture()
const t = trade(fixture)
const bank = treasury(fixture, t)
const store = warehouse(fixture, t)
const sales = reportReader(fixture, 'report_sales')
const { ask, account, receive } = position(fixture, t)
const collections = reportReader(fixture, 'report_collection')
const purchases = reportReader(fixture, 'report_purchase')
const inventory = reportReader(fixture, 'report_inventory')
const deliveries = reportReader(fixture, 'report_delivery')
let past: string
let between: string
let today: string

beforeAll(async () => {
  ;[past, between, today] = await Promise.all([bank.day(-40), bank.day(-20), bank.day(0)])
})

it('keeps the money of a receipt on its day, and takes it off on the day of the cancellation', async () => {
  const customer = await t.customer()
  const bdo = await bank.bank()
  const transfer = await receive(customer, '500.00', {
    collection_type: 'bank_transfer',
    bank_id: bdo,
    date_collected: past,
  })
  const once = { from: past, to: between, customer_id: customer, level: 'total' }
  const collected = async () => (await collections(once))[0]!.collected
  const owes = async (day: string) => {
    const [row] = await ask<{ ar: string; statement: string }>(
      `select coalesce((select sum(balance) from public.report_ar($1::uuid, '{"level": "customer", "as_of": "${day}", "customer_id": "${customer}"}')), 0)::numeric(14,2)::text as ar,
         s ->> 'closing' as statement
       from public.customer_statement($1::uuid, '${customer}', '{"to": "${day}"}') s`,
    )
    return row!
  }
  expect(await collected()).toBe('500.00')
  const owed = await owes(between)
  expect(owed).toEqual({ ar: '-500.00', statement: '-500.00' })

  await t.cancelCollection(transfer.id, transfer.version + 1)
  expect(await collected()).toBe('500.00')
  expect(await owes(between)).toEqual(owed)
  expect(await owes(today)).toEqual({ ar: '0.00', statement: '0.00' })
  const rows = await collections({ customer_id: customer, level: 'receipt' })
  expect(rows.map((row) => [row.kind, row.on_date, row.bank_transfer, row.reversed])).toEqual([
    ['cancelled', past, '500.00', '0.00'],
    ['reversed', today, '0.00', '-500.00'],
  ])
  // The account had it from the one day to the other.
  const moved = await ask<Record<string, string>>(
    `select on_date::text, kind, amount::text, should_be::text from public.bank_ledger($1::uuid, '${bdo}') order by 1`,
  )
  expect(moved).toEqual([
    { on_date: past, kind: 'transfer', amount: '500.00', should_be: '500.00' },
    { on_date: today, kind: 'transfer', amount: '-500.00', should_be: '0.00' },
  ])
  expect((await account(bdo)).balance).toBe('0.00')
})

it('does not list a receipt that was cancelled on the day of its collection, unless asked', async () => {
  const customer = await t.customer()
  const cash = await receive(customer, '70.00')
  await t.cancelCollection(cash.id, cash.version + 1)
  const of = { customer_id: customer, level: 'receipt' }
  expect(await collections(of)).toEqual([])
  const rows = await collections({ ...of, cancelled: true })
  expect(rows.map((row) => [row.kind, row.collected, row.cancelled])).toEqual([
    ['cancelled', '0.00', '70.00'],
  ])
})

it('keeps goods on the day on which they came, and takes them off when the purchase is cancelled', async () => {
  const product = await t.product('10.00', 0)
  const buy = (quantity: number, cost: string, delivery_date: string) =>
    t.rpc<{ id: string; version: number }>('create_purchase', {
      p_purchase: {
        po_no: `PO-${quantity}`,
        supplier: 'Acme',
        kind: 'purchase',
        date_added: past,
        delivery_date,
        lines: [{ product_id: product, quantity, cost }],
      },
    })
  await buy(40, '2.50', past)
  const twice = await buy(30, '2.00', between)
  const day = async (from: string, to: string) => {
    const asked = { from, to, product_id: product, level: 'total' }
    const [bought] = await purchases({ ...asked, basis: 'delivery' })
    const [stock] = await inventory(asked)
    expect(bought!.quantity).toBe(stock!.purchased)
    return [bought!.quantity, bought!.amount, bought!.cancelled]
  }
  const received = { past: ['40', '100.00', '0.00'], between: ['30', '60.00', '0.00'] }
  expect(await day(past, past)).toEqual(received.past)
  expect(await day(between, between)).toEqual(received.between)
  await t.rpc('cancel_purchase', {
    p_purchase: twice.id,
    p_version: twice.version,
    p_reason: 'Twice',
  })
  expect(await day(past, past)).toEqual(received.past)
  expect(await day(between, between)).toEqual(received.between)
  expect(await day(today, today)).toEqual(['-30', '-60.00', '60.00'])
  expect(await day(past, today)).toEqual(['40', '100.00', '60.00'])
  const [ordered] = await purchases({ product_id: product, cancelled: true, level: 'total' })
  expect([ordered!.amount, ordered!.cancelled]).toEqual(['100.00', '60.00'])
  const rows = await purchases({ product_id: product, basis: 'delivery', level: 'record' })
  expect(rows.map((row) => [row.on_date, row.po_no, row.amount])).toEqual([
    [past, 'PO-40', '100.00'],
    [between, 'PO-30', '60.00'],
    [today, 'PO-30', '-60.00'],
  ])
})

it('counts a booking once whose month was sealed before goods went out again or came back', async () => {
  const seal = () => fixture.db.sql('select private.seal_months($1::uuid)', [fixture.a])
  const [customer, product] = [await t.customer(), await t.product('10.00', 20)]
  const { id, version } = await t.book(customer, [[product, 10, '10.00']], past)
  await t.validate(id, version)
  const line = await store.lineOf(id)
  const deliver = async (quantity: number, day: string) =>
    t.deliver(
      id,
      await store.version(id),
      { lines: [{ line_id: line, quantity }], remainder: 'keep' },
      day,
    )
  const of = async (from: string, to: string) => {
    const [row] = await sales({ from, to, customer_id: customer, level: 'agent', with_total: true })
    return row && [row.pieces, row.bookings, row.customers, row.lines]
  }
  await deliver(4, past)
  await seal()
  expect(await of(past, today)).toEqual(['4', '1', '1', '1'])
  await deliver(3, between)
  await seal()
  expect(await of(past, between)).toEqual(['7', '1', '1', '2'])
  await store.decide(await store.ask(id, 'take_back', [[line, 2]]), 'approved')
  for (const then of [async () => {}, seal]) {
    await then()
    expect(await of(past, past)).toEqual(['4', '1', '1', '1'])
    expect(await of(past, today)).toEqual(['5', '1', '1', '3'])
  }
})

it('says how long a booking waited whose date was corrected', async () => {
  const [customer, product] = [await t.customer(), await t.product('10.00', 20)]
  const { id, version } = await t.book(customer, [[product, 10, '10.00']], past)
  await t.deliver(id, (await t.validate(id, version)).version, null, between)
  const total = async () => {
    const [row] = await deliveries({ from: between, to: between, level: 'total', for: 'grouped' })
    return [row!.lines, row!.deliveries, row!.days_to_deliver]
  }
  const before = await total()
  await t.rpc('set_booking_dates', {
    p_booking: id,
    p_version: await store.version(id),
    p_dates: { date_added: between },
    p_reason: 'Wrong day',
  })
  const after = await total()
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2))
  expect(after[2]).not.toBe(before[2])
})
