import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { position } from '../support/position.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const bills = disburse(fixture)
const notes = memos(fixture, t)
const { receive } = position(fixture, t)
const field = fieldReceipts(fixture, t)
const books = closing(fixture)

let today: string
let old: string
let closed: string
let before: Record<string, number>

const us = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')
const refused = (field = '') => ({
  code: 'P0001',
  hint: 'period_closed',
  detail: field,
  message: expect.stringContaining(`The books are closed through ${us(closed)}`),
})
/** The days and amounts that a receipt posted since the closing. */
const entries = (ledger: 'money' | 'receivable', receipt: string) =>
  fixture.db.sql<{ on_date: string; kind: string; amount: string }>(
    `select e.on_date::text, e.kind, e.amount::text from public.${ledger}_entries e
     where e.collection_id = $1::uuid
       and e.posted_at > (select max(c.created_at) from public.period_closings c where c.project_id = e.project_id)
     order by e.amount`,
    [receipt],
  )

/** Documents of ten days ago, in every state that a command continues. */
async function history() {
  const product = await t.product('10.00', 500)
  const customer = await t.customer()
  const [bank, other] = [await tr.bank(), await tr.bank()]
  const sold = async (no: string) => notes.sold(10, '10.00', no, { customer, date: old })
  const bought = await t.rpc<{ id: string; version: number }>('create_purchase', {
    p_purchase: {
      ...{ po_no: 'PO-OLD', supplier: 'Supplier', date_added: old },
      lines: [{ product_id: product, quantity: 5, cost: '7.00' }],
    },
  })
  const waiting = await t.book(customer, [[product, 4, '10.00']], old)
  await t.validate(waiting.id, waiting.version)
  const invoiced = await sold('OLD-1')
  const overpaid = await sold('OLD-2')
  const pay = (amount: string, booking: string, approve = false) =>
    receive(
      customer,
      amount,
      { date_collected: old, allocations: [{ booking_id: booking, amount }] },
      approve,
    )
  const pending = await pay('30.00', invoiced.id)
  const twice = [await pay('100.00', overpaid.id), await pay('100.00', overpaid.id)]
  const cash = await pay('40.00', invoiced.id, true)
  const slip = await tr.deposit(bank, [], old, 'OLD-SLIP', '40.00')
  const transfer = await receive(customer, '8.00', {
    ...{ date_collected: old, collection_type: 'bank_transfer', bank_id: bank },
  })
  const taken = await field.take(customer, '20.00', { date_collected: old })
  const remittance = await field.remit([taken], { '20': 1 }, { remitted_on: old })
  const open = await field.take(customer, '5.00', { date_collected: old })
  const cheque = await tr.cheque(customer, '10.00', [[invoiced.id, '10.00']], old, old)
  const banked = await tr.cheque(customer, '11.00', [], old, old)
  await tr.deposit(bank, [banked], old)
  const count = await t.rpc<{ id: string; version: number }>('open_stock_count', {
    p_count: { title: 'Old count' },
  })
  await fixture.db.sql(
    'update public.stock_counts set counted_on = $2::text::date where id = $1::uuid',
    [count.id, old],
  )
  const counted = await t.rpc<{ version: number }>('enter_stock_count', {
    ...{ p_count: count.id, p_version: count.version + 1, p_submit: true },
    p_lines: { lines: [{ product_id: product, counted: '499' }] },
  })
  await fixture.db.sql(
    `update public.projects set settings = settings || '{"memo_approval_above": "5.00"}' where id = $1::uuid`,
    [fixture.a],
  )
  const memo = await notes.write({
    ...{ kind: 'credit', reason: 'write_off', booking_id: invoiced.id },
    ...{ amount: '6.00', on_date: old },
  })
  const small = await notes.write({
    ...{ kind: 'credit', reason: 'write_off', booking_id: invoiced.id },
    ...{ amount: '2.00', on_date: old },
  })
  const written = async (more: object) => {
    const made = await bills.rpc('create_voucher', {
      p_voucher: await bills.typed('50.00', { date_added: old, ...more }),
    })
    return { ...made, ...(await bills.print(made)) }
  }
  const voucher = await written({})
  const drawn = await written({
    ...{ mode_of_payment: 'cheque', bank_id: bank, cheque_no: 'OUT-1', cheque_date: old },
  })
  await bills.release(drawn, old)
  const [issued] = await fixture.db.sql<{ id: string; version: number }>(
    'select id, version from public.issued_cheques where voucher_id = $1::uuid',
    [drawn.id],
  )
  return {
    ...{ product, customer, bank, other, bought, waiting, invoiced, overpaid, pending, twice },
    ...{ cash, slip, transfer, taken, remittance, open, cheque, banked, memo, small, voucher },
    ...{ count: { id: count.id, version: counted.version }, issued: issued! },
  }
}
let pending: Awaited<ReturnType<typeof books.pending>>
let h: Awaited<ReturnType<typeof history>>

beforeAll(async () => {
  today = await tr.day()
  old = await tr.day(-10)
  closed = await tr.day(-1)
  h = await history()
  expect(await books.broken()).toEqual([])
  pending = await books.pending(closed)
  await books.close(closed)
  before = await books.until(closed)
}, 120_000)

describe('a project that is closed through yesterday', () => {
  it('refuses every date that somebody chooses in the closed period, at its field', async () => {
    const { version } = h.waiting
    const dates = (p_dates: object, booking = h.invoiced) =>
      t.rpc('set_booking_dates', {
        ...{ p_booking: booking.id, p_version: 0, p_dates, p_reason: 'Typing error' },
      })
    const [invoiced] = await fixture.db.sql<{ version: number }>(
      'select version from public.bookings where id = $1::uuid',
      [h.invoiced.id],
    )
    const move = (p_dates: object) =>
      t.rpc('set_booking_dates', {
        ...{ p_booking: h.invoiced.id, p_version: invoiced!.version, p_dates },
        p_reason: 'Typing error',
      })
    await expect(dates({ date_invoiced: today })).rejects.toMatchObject({ hint: 'stale_version' })
    const record = (more: Record<string, unknown>) => () => receive(h.customer, '5.00', more, false)
    const commands: [field: string, command: () => Promise<unknown>][] = [
      ['date', () => t.deliver(h.waiting.id, version + 1, null, closed)],
      ['date', () => t.invoice(h.waiting.id, version + 1, 'NEW-1', closed)],
      [
        'date',
        () =>
          t.rpc('set_invoices', {
            p_batch: {
              ...{ first_no: 'NEW-1', date: closed },
              bookings: [{ id: h.waiting.id, version: version + 1 }],
            },
          }),
      ],
      ['date_invoiced', () => move({ date_invoiced: today })],
      ['date_invoiced', () => move({ date_invoiced: closed })],
      ['date_delivered', () => move({ date_delivered: today })],
      ['date', () => t.invoice(h.invoiced.id, invoiced!.version, 'OLD-1', today, 'Moved')],
      ['date_collected', record({ date_collected: closed })],
      [
        'date_collected',
        record({ date_collected: old, collection_type: 'bank_transfer', bank_id: h.bank }),
      ],
      [
        'on_date',
        () =>
          notes.write({
            ...{ kind: 'debit', reason: 'bounced_cheque', customer_id: h.customer },
            ...{ amount: '5.00', on_date: closed },
          }),
      ],
      ['deposited_on', () => tr.deposit(h.bank, [h.cheque], closed)],
      ['date', () => tr.clear({ ...h.banked, version: h.banked.version + 1 }, closed)],
      ['date', () => tr.bounce({ ...h.banked, version: h.banked.version + 1 }, closed)],
      ['date_collected', () => tr.replace(h.cheque, { amount: '10.00', date_collected: closed })],
      ['remitted_on', () => field.remit([h.open], { '5': 1 }, { remitted_on: closed })],
      ['date', () => bills.release(h.voucher, closed)],
      [
        'cleared_on',
        () =>
          t.rpc('clear_issued_cheques', { p_cleared: { cleared_on: closed, cheques: [h.issued] } }),
      ],
      ...(['date_added', 'delivery_date'] as const).map(
        (each): [string, () => Promise<unknown>] => [
          each,
          () =>
            t.rpc('create_purchase', {
              p_purchase: {
                ...{ po_no: 'PO-LATE', supplier: 'Supplier', [each]: closed },
                lines: [{ product_id: h.product, quantity: 5, cost: '7.00' }],
              },
            }),
        ],
      ),
    ]
    for (const [name, command] of commands)
      await expect(command()).rejects.toMatchObject(refused(name))
    expect(await books.until(closed)).toEqual(before)
  })

  it('says what to do about a document that is in it', async () => {
    const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
      'select version from public.bookings where id = $1::uuid',
      [h.invoiced.id],
    )
    await expect(
      t.rpc('set_booking_dates', {
        ...{ p_booking: h.invoiced.id, p_version: version, p_dates: { date_invoiced: today } },
        p_reason: 'Typing error',
      }),
    ).rejects.toMatchObject({
      message: `The books are closed through ${us(closed)}, including ${us(old)}: write a credit memo, or have the period reopened.`,
    })
  })

  it('refuses opening balances of closed days in their row', async () => {
    const from = (opening_date?: string) =>
      t.rpc<{ errors: object[] }>('import_customers', {
        p_import: {
          rows: [
            {
              ...{ name: 'From before', agent: 'A Agent', terms_days: '30' },
              ...{ invoice_no: 'OB-1', invoice_date: closed, opening_date, amount: '50.00' },
            },
          ],
        },
      })
    const message = `The books are closed through ${us(closed)}.`
    expect((await from()).errors).toEqual([{ row: 1, field: 'invoice_date', message }])
    expect((await from(closed)).errors).toEqual([{ row: 1, field: 'opening_date', message }])
    // The invoice may be of a closed day when it counts from an open one on.
    expect((await from(today)).errors).toEqual([])
  })

  it('takes a statement balance, which posts nothing', async () => {
    // The first one opens the account, on an open day.
    await tr.state(h.bank, '100.00', today)
    await tr.state(h.bank, '100.00', closed)
    expect(await books.until(closed)).toEqual(before)
  })

  it('counts an approval on the day on which it is given', async () => {
    await t.approve(h.pending.id, h.pending.version)
    expect(await entries('receivable', h.pending.id)).toEqual([
      { on_date: today, kind: 'receipt', amount: '-30.00' },
    ])
    expect(await entries('money', h.pending.id)).toEqual([
      { on_date: today, kind: 'approval', amount: '0.00' },
    ])
    for (const { id, version } of h.twice) await t.approve(id, version)
    // The second one finds the booking paid: its money waits as unapplied credit, from today on.
    const [, second] = h.twice
    const days = await entries('receivable', second!.id)
    expect(days.map(({ on_date }) => on_date)).toEqual(days.map(() => today))
    expect((await t.position(h.customer)).unapplied).toBe('119.00')

    await t.rpc(
      'post_stock_count',
      { p_count: h.count.id, p_version: h.count.version, p_reason: 'Missing' },
      fixture.role.Owner,
    )
    await notes.approve(h.memo)
    const [memo] = await fixture.db.sql(
      'select on_date::text, status from public.memos where id = $1::uuid',
      [h.memo.id],
    )
    expect(memo).toEqual({ on_date: today, status: 'approved' })
  })

  it('corrects what is in it by entries of today', async () => {
    await t.rpc('reverse_cash_deposit', { p_slip: h.slip.id, p_reason: 'Wrong account' })
    const [transfer] = await fixture.db.sql<{ version: number }>(
      'select version from public.collections where id = $1::uuid',
      [h.transfer.id],
    )
    await t.rpc('set_collection_bank', {
      ...{ p_collection: h.transfer.id, p_version: transfer!.version, p_bank: h.other },
    })
    expect(await entries('money', h.transfer.id)).toEqual([
      { on_date: today, kind: 'correction', amount: '-8.00' },
      { on_date: today, kind: 'correction', amount: '8.00' },
    ])
    await field.giveBack(h.remittance)
    await t.cancelCollection(h.cash.id, h.cash.version + 1)
    await notes.cancel(h.small)
    await t.rpc('cancel_purchase', {
      ...{ p_purchase: h.bought.id, p_version: h.bought.version, p_reason: 'Wrong supplier' },
    })
    await tr.bounce({ ...h.banked, version: h.banked.version + 1 })
    await tr.deposit(h.bank, [h.cheque])
    await field.remit([h.open], { '5': 1 })
    await bills.release(h.voucher)
    await t.rpc('clear_issued_cheques', { p_cleared: { cheques: [h.issued] } })
    await t.invoice(h.waiting.id, h.waiting.version + 1, 'NEW-1')
    await t.deliver(h.waiting.id, h.waiting.version + 2)
    await t.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [h.invoiced.so_no] }, p_status: 'archived' },
      fixture.role.Owner,
    )
  })

  it('has no entry more in the closed period, and right books', async () => {
    expect(await books.until(closed)).toEqual(before)
    expect(await books.broken()).toEqual([])
  })
})

it('no role posts in it, also not in the tables', async () => {
  await expect(
    fixture.db.sql(
      `insert into public.money_entries (project_id, on_date, kind, place, collection_id, amount, confirmed_amount)
       values ($1::uuid, $2::text::date, 'receipt', 'office', $3::uuid, 1, 1)`,
      [fixture.a, closed, h.open.id],
    ),
  ).rejects.toMatchObject(refused())
})

it('lists what was pending, with amounts and the oldest day', async () => {
  const one = (kind: string, amount: string, documents = '1') => ({
    ...{ kind, documents, amount },
    oldest_on: documents === '0' ? null : old,
  })
  expect(pending).toEqual([
    one('receipts', '255.00', '5'),
    one('not_invoiced', '0.00', '0'),
    one('not_delivered', '40.00'),
    one('not_remitted', '5.00'),
    one('cheques_due', '10.00'),
    one('vouchers', '50.00'),
    one('memos', '6.00'),
    one('purchases', '35.00'),
    one('write_offs', '0.00', '0'),
    one('counts', '-42.00'),
    { ...one('warehouse_requests', '0.00', '0'), amount: null },
    { ...one('product_edits', '0.00', '0'), amount: null },
    one('cash', '250.00', '4'),
    one('cheques_deposited', '11.00'),
  ])
  const none = await books.pending(await tr.day(-11))
  expect(none.filter(({ documents }) => documents !== '0')).toEqual([])
})

it('a cheque that counts from its approval is not deposited before', async () => {
  await books.reopen(null)
  const cheque = await t.rpc<{ id: string; version: number }>('record_collection', {
    p_collection: {
      ...{ customer_id: h.customer, amount: '12.00', cr_no: 'CR-LATE', date_collected: old },
      ...{ collection_type: 'cheque', cheque_bank: 'Bank', cheque_no: 'LATE', cheque_date: old },
    },
  })
  await books.close(old)
  await t.approve(cheque.id, cheque.version)
  const approved = { id: cheque.id, version: cheque.version + 1 }
  await expect(tr.deposit(h.bank, [approved], closed)).rejects.toMatchObject({
    code: '22023',
    detail: 'deposited_on',
  })
  await tr.deposit(h.bank, [approved])
  expect(await books.broken()).toEqual([])
})
