import { beforeAll, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { trade } from '../support/trade.ts'
import { type Versioned, warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const money = treasury(fixture, shop)
const { receive } = position(fixture, shop)
const store = warehouse(fixture, shop)
const books = closing(fixture)

let today: string
let old: string
let middle: string

beforeAll(async () => {
  today = await money.day()
  old = await money.day(-10)
  middle = await money.day(-5)
})

/** Reads what is pending of a kind until a day: documents, amount, oldest day. */
async function pending(kind: string, through = today) {
  const row = (await books.pending(through)).find((one) => one.kind === kind)!
  return [row.documents, row.amount, row.oldest_on]
}

it('lists write-offs that nobody approved, at the moving average', async () => {
  // A purchase of the test's trade costs 7.00 a piece.
  const product = await shop.product('10.00', 100)
  const record = (kind: string, quantity: number, on_date: string) =>
    shop.rpc<Versioned>('create_bad_order', {
      p_record: {
        ...{ kind, reason: 'Torn cartons', on_date },
        lines: [{ product_id: product, quantity }],
      },
    })
  await record('to_bad_order', 9, old)
  expect(await pending('write_offs')).toEqual(['0', '0.00', null])
  const first = await record('write_off', 4, old)
  await record('write_off', 3, today)
  expect(await pending('write_offs', old)).toEqual(['1', '28.00', old])
  expect(await pending('write_offs')).toEqual(['2', '49.00', old])
  await shop.rpc(
    'approve_write_off',
    { p_record: first.id, p_version: first.version },
    fixture.role['General Manager'],
  )
  expect(await pending('write_offs')).toEqual(['1', '21.00', today])
})

it('lists counts that are submitted, with their variance', async () => {
  const product = await shop.product('10.00', 20)
  const count = await shop.rpc<Versioned>('open_stock_count', { p_count: { title: 'Shelf' } })
  expect(await pending('counts')).toEqual(['0', '0.00', null])
  const submitted = await shop.rpc<Versioned>('enter_stock_count', {
    ...{ p_count: count.id, p_version: count.version, p_submit: true },
    p_lines: { lines: [{ product_id: product, counted: '18' }] },
  })
  expect(await pending('counts')).toEqual(['1', '-14.00', today])
  expect(await pending('counts', old)).toEqual(['0', '0.00', null])
  await shop.rpc(
    'cancel_stock_count',
    { p_count: count.id, p_version: submitted.version, p_reason: 'Count again' },
    fixture.role.Owner,
  )
  expect(await pending('counts')).toEqual(['0', '0.00', null])
})

it('lists requests of the warehouse and corrections of purchases, without an amount', async () => {
  const booked = await store.booked()
  const asked = await store.ask(booked.id, 'reduce', [[booked.line, 2]])
  expect(await pending('warehouse_requests')).toEqual(['1', null, today])
  await store.decide(asked, 'rejected')
  expect(await pending('warehouse_requests')).toEqual(['0', null, null])

  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.purchase_lines where product_id = $1::uuid',
    [booked.product],
  )
  const edit = await shop.rpc<Versioned>('request_product_edit', {
    p_request: {
      ...{ purchase_line_id: line!.id, reason: 'Misread' },
      ...{ item_to_edit: 'cost', what_edit: '5.00' },
    },
  })
  expect(await pending('product_edits')).toEqual(['1', null, today])
  expect(await pending('product_edits', old)).toEqual(['0', null, null])
  await shop.rpc(
    'decide_product_edit',
    { p_request: edit.id, p_version: edit.version, p_decision: 'rejected', p_note: 'Right' },
    fixture.role.Owner,
  )
  expect(await pending('product_edits')).toEqual(['0', null, null])
})

it('tells cash at the office that is not deposited, the oldest deposited first', async () => {
  const customer = await shop.customer()
  const bank = await money.bank()
  for (const [amount, date_collected] of [
    ['100.00', old],
    ['50.00', middle],
    ['30.00', today],
  ] as const)
    await receive(customer, amount, { date_collected })
  expect(await pending('cash')).toEqual(['3', '180.00', old])
  expect(await pending('cash', middle)).toEqual(['2', '150.00', old])
  await money.deposit(bank, [], middle, 'CASH-1', '120.00')
  expect(await pending('cash', old)).toEqual(['0', '0.00', null])
  expect(await pending('cash', middle)).toEqual(['1', '30.00', middle])
  expect(await pending('cash')).toEqual(['2', '60.00', middle])
  await money.deposit(bank, [], today, 'CASH-2', '60.00')
  expect(await pending('cash')).toEqual(['0', '0.00', null])
})

it('tells cheques that are deposited and have not cleared', async () => {
  const customer = await shop.customer()
  const cheque = await money.cheque(customer, '11.00', [], old, old)
  expect(await pending('cheques_deposited')).toEqual(['0', '0.00', null])
  await money.deposit(await money.bank(), [cheque], middle)
  expect(await pending('cheques_deposited', old)).toEqual(['0', '0.00', null])
  expect(await pending('cheques_deposited', middle)).toEqual(['1', '11.00', middle])
  await money.clear({ ...cheque, version: cheque.version + 1 })
  expect(await pending('cheques_deposited', middle)).toEqual(['0', '0.00', null])
})

it('lists bookings that are not delivered in full, invoiced ones too, as their list does', async () => {
  const filters = JSON.stringify({ stage: 'undelivered', added_to: middle })
  const both = async () => {
    const [documents, amount] = await pending('not_delivered', middle)
    const [list] = await fixture.db.as<{ bookings: string }>(
      fixture.role.Owner,
      'select bookings::text from public.booking_totals($1::uuid, $2::text::jsonb)',
      [fixture.a, filters],
    )
    return [Number(documents), Number(amount), Number(list!.bookings)]
  }
  const before = await both()
  const product = await shop.product('10.00', 100)
  const customer = await shop.customer()
  const sell = async (invoice: string | null, pieces: number, on = old) => {
    const { id, version } = await shop.book(customer, [[product, 10, '10.00']], on)
    let now = (await shop.validate(id, version)).version
    if (invoice) now = (await shop.invoice(id, now, invoice, on)).version
    const lines = [{ line_id: await store.lineOf(id), quantity: pieces }]
    if (pieces) await shop.deliver(id, now, { remainder: 'keep', lines }, on)
  }
  await sell(null, 0)
  await sell(null, 4)
  await sell('UN-1', 0)
  await sell('UN-2', 4)
  await sell('UN-3', 10)
  await sell(null, 0, today)
  // 100.00 + 60.00 + 100.00 + 60.00 of four bookings until then.
  const after = await both()
  expect(after.map((figure, i) => figure - before[i]!)).toEqual([4, 320, 4])
})
