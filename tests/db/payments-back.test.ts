import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromCents, money, toCents } from '../../app/platform/values/money.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

/** The money of a receipt that has moved on is given back to the customer. */
const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const { ask, account, approved, receive } = position(fixture, t)
const collector = fieldReceipts(fixture, t)
const staff = () => fixture.role['special access 1']
const finance = () => fixture.role['finance admin']
let product: string
let bank: string

beforeAll(async () => {
  product = await t.product('10.00', 1000)
  bank = await tr.bank()
}, 60_000)

interface Taken {
  id: string
  version: number
}

const payBack = (
  { id, version }: Taken,
  more: Record<string, unknown> = {},
  user = finance(),
  key = randomUUID(),
) =>
  t.rpc<Taken>(
    'pay_back_collection',
    {
      p_collection: id,
      p_version: version,
      p_payment: { paid_from: bank, paid_back_no: 'CHQ 77', reason: 'Paid twice', ...more },
    },
    user,
    key,
  )

/** A booking of 100.00 that is owed, and cash that pays it, approved and in the bank. */
async function banked() {
  const customer = await t.customer()
  const booking = await tr.owing(customer, product, 10, '10.00')
  const receipt = await t.collect(customer, '120.00', [[booking.id, '100.00']])
  await t.approve(receipt.id)
  await tr.deposit(bank, [], null, `S-${randomUUID()}`, fromCents(await approved()))
  return { customer, booking, receipt: { id: receipt.id, version: receipt.version + 1 } }
}
const statementOf = async (customer: string) => {
  const [row] = await ask<{ entries: Record<string, string>[]; closing: string }>(
    `select s -> 'entries' as entries, s ->> 'closing' as closing from public.customer_statement($1::uuid, '${customer}') s`,
  )
  return row!
}
const broken = () =>
  ask(
    `select check_key, violations, examples from public.verify_books($1::uuid) where violations > 0`,
  )

describe('a payment back', () => {
  it('opens the debt again, takes the money from the account, and stands in the statement', async () => {
    const { customer, booking, receipt } = await banked()
    const before = (await account(bank)).balance!
    await expect(t.cancelCollection(receipt.id, receipt.version)).rejects.toMatchObject({
      hint: 'cash_exceeded',
      message: expect.stringContaining('pay the receipt back'),
    })
    const key = randomUUID()
    const done = await payBack(receipt, {}, finance(), key)
    expect(await payBack(receipt, {}, finance(), key)).toEqual(done)

    expect(await t.booking(booking.id)).toMatchObject({
      balance: '100.00',
      collection_status: 'unpaid',
    })
    expect(await t.position(customer)).toMatchObject({ collectibles: '100.00', unapplied: '0.00' })
    expect((await account(bank)).balance).toBe(
      fromCents(toCents(money(before)) - toCents(money('120.00'))),
    )
    const { entries, closing } = await statementOf(customer)
    expect(entries.map(({ kind, charge, credit }) => `${kind} ${charge} ${credit}`).sort()).toEqual(
      ['cash 0.00 120.00', 'invoice 100.00 0.00', 'paid_back 120.00 0.00'],
    )
    expect(closing).toBe('100.00')
    const [journal] = await fixture.db.sql<Record<string, string>>(
      `select sum(amount) filter (where account = 'bank')::text as bank, sum(amount) filter (where account = 'receivables')::text as receivables,
         sum(amount) filter (where account = 'customer_deposits')::text as deposits, sum(amount)::text as difference
       from private.double_entries($1::uuid, null, null) where kind = 'paid_back' and document = '${receipt.id}'`,
      [fixture.a],
    )
    expect(journal).toEqual({
      bank: '-120.00',
      receivables: '100.00',
      deposits: '20.00',
      difference: '0.00',
    })
    expect(await broken()).toEqual([])
  })

  it('is a row of its own day in the collection report, which takes it off', async () => {
    const customer = await t.customer()
    const [taken, paid] = [await tr.day(-3), await tr.day(-1)]
    const receipt = await receive(customer, '500.00', {
      collection_type: 'bank_transfer',
      bank_id: bank,
      date_collected: taken,
    })
    await payBack({ ...receipt, version: receipt.version + 1 }, { paid_on: paid })
    const report = (level: string, more: Record<string, string> = {}) =>
      ask<Record<string, string | null>>(
        `select kind, on_date::text, figures ->> 'bank_transfer' as bank_transfer, figures ->> 'paid_back' as paid_back, collected::text,
           figures ->> 'returned' as returned, figures ->> 'cheque_no' as cheque_no, receipts::int
         from public.report_collection($1::uuid, '${JSON.stringify({ level, customer_id: customer, ...more })}')`,
      )
    const row = {
      cheque_no: null,
      kind: null,
      returned: '0.00',
      bank_transfer: '0.00',
      paid_back: '0.00',
      receipts: 1,
    }
    expect(await report('receipt')).toEqual([
      { ...row, kind: 'receipt', on_date: taken, bank_transfer: '500.00', collected: '500.00' },
      {
        ...row,
        kind: 'paid_back',
        on_date: paid,
        paid_back: '-500.00',
        collected: '-500.00',
        cheque_no: 'CHQ 77',
        receipts: 0,
      },
    ])
    expect(await report('day')).toEqual([
      { ...row, on_date: taken, bank_transfer: '500.00', collected: '500.00' },
      { ...row, on_date: paid, paid_back: '-500.00', collected: '-500.00', receipts: 0 },
    ])
    expect(await report('total', { from: paid })).toEqual([
      { ...row, on_date: null, paid_back: '-500.00', collected: '-500.00', receipts: 0 },
    ])
    expect(await report('total')).toEqual([
      { ...row, on_date: null, bank_transfer: '500.00', paid_back: '-500.00', collected: '0.00' },
    ])
  })

  it('is refused at its field: no money there, an early day, nothing typed', async () => {
    const { receipt } = await banked()
    await expect(payBack(receipt, { paid_from: 'office' })).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'paid_from',
    })
    const empty = await tr.bank()
    await expect(payBack(receipt, { paid_from: empty })).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'paid_from',
      message: expect.stringContaining('is only 0.00'),
    })
    await tr.state(empty, '120.00', await tr.day(-1))
    for (const [field, more] of [
      ['paid_on', { paid_on: await tr.day(-1) }],
      ['paid_on', { paid_on: await tr.day(1) }],
      ['reason', { reason: ' ' }],
      ['paid_back_no', { paid_back_no: '' }],
      ['paid_from', { paid_from: null }],
      ['paid_from', { paid_from: randomUUID() }],
    ] as const)
      await expect(payBack(receipt, more)).rejects.toMatchObject({ detail: field })
    await payBack(receipt, { paid_from: empty })
    expect((await account(empty)).balance).toBe('0.00')
    const other = await banked()
    await expect(payBack(other.receipt, { paid_from: empty })).rejects.toMatchObject({
      detail: 'paid_from',
    })
  })

  it('takes cash of the office, which has to be there on its day', async () => {
    const { receipt } = await banked()
    const more = await receive(await t.customer(), '200.00')
    await payBack(receipt, { paid_from: 'office', paid_back_no: 'Voucher 12' })
    expect(await approved()).toBe(8000n)
    expect(await broken()).toEqual([])
    await expect(t.cancelCollection(more.id, more.version + 1)).rejects.toMatchObject({
      hint: 'cash_exceeded',
    })
  })

  it('is for money that came and moved on, once, by a second person', async () => {
    const { customer, receipt } = await banked()
    const wrong = { hint: 'wrong_state' }
    await expect(payBack(receipt, {}, staff())).rejects.toMatchObject({ hint: 'maker_checker' })
    await expect(payBack(receipt, {}, fixture.role['invoice admin'])).rejects.toMatchObject({
      code: '42501',
    })
    const waiting = await receive(customer, '10.00', {}, false)
    await expect(payBack(waiting)).rejects.toMatchObject(wrong)
    const paper = await receive(customer, '10.00', { collection_type: 'withholding' })
    await expect(payBack({ ...paper, version: 2 })).rejects.toMatchObject(wrong)
    const held = await collector.take(customer, '10.00')
    await t.approve(held.id)
    await expect(payBack({ ...held, version: 2 })).rejects.toMatchObject(wrong)
    const cheque = await tr.cheque(customer, '60.00', [], await tr.day())
    await expect(payBack(cheque)).rejects.toMatchObject(wrong)
    await tr.deposit(bank, [cheque])
    await expect(payBack({ ...cheque, version: 3 })).rejects.toMatchObject(wrong)
    await tr.clear({ ...cheque, version: 3 })
    const back = await payBack({ ...cheque, version: 4 })
    for (const again of [
      () => payBack(back),
      () => t.cancelCollection(back.id, back.version),
      () => tr.bounce(back),
    ])
      await expect(again()).rejects.toMatchObject(wrong)
    await expect(tr.use(back, [])).rejects.toMatchObject({ code: '22023' })
    await expect(
      fixture.db.sql(`update public.collections set paid_back_no = 'Other' where id = $1::uuid`, [
        back.id,
      ]),
    ).rejects.toMatchObject({ hint: 'append_only' })
    expect(await broken()).toEqual([])
  })

  it('takes a remitted receipt without touching its remittance', async () => {
    const customer = await t.customer()
    const taken = await collector.take(customer, '40.00')
    await t.approve(taken.id)
    await collector.remit([taken], { '20': 2 })
    await expect(t.cancelCollection(taken.id, taken.version + 2)).rejects.toMatchObject({
      hint: 'remitted',
      message: expect.stringContaining('pay the receipt back'),
    })
    await payBack({ ...taken, version: taken.version + 2 })
    expect(await t.position(customer)).toMatchObject({ collectibles: '0.00', unapplied: '0.00' })
    expect(await broken()).toEqual([])
  })
})
