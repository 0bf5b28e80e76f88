import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { receivables } from '../support/receivables.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)

const books = receivables(fixture, shop)
const { day, statement } = books
const cents = (amount: string) => Math.round(Number(amount) * 100)
const arTotal = async (customer: string, asOf?: string) =>
  (await books.report({ level: 'total', customer_id: customer, as_of: asOf }))[0]!

/** A customer whose year has everything: releases, part payments, an advance, a cheque, what is over. */
async function busyCustomer() {
  const product = await shop.product('10.00', 500)
  const customer = await shop.customer(null, 7)
  const short = await books.sell(customer, product, 30, {
    invoiced: -50,
    delivered: -40,
    deliver: 25,
  })
  const paid = await books.sell(customer, product, 11, { invoiced: -45, delivered: -45 })
  const advance = await books.sell(customer, product, 20, { delivered: -10 })
  const late = await books.sell(customer, product, 8, { invoiced: -3, delivered: -30, deliver: 6 })
  await books.receive(customer, '100.00', -35, [[short.id, '100.00']])
  await books.receive(customer, '130.00', -20, [[paid.id, '110.00']])
  await books.receive(customer, '50.00', -5, [[advance.id, '50.00']])
  const receipt = await books.receive(customer, '40.00', -2, [[late.id, '40.00']], -2)
  return { customer, advance, late, receipt }
}

describe('the statement of account', () => {
  it('closes with the cleared balance of the AR report on every day, and with the collectibles after cheques', async () => {
    const { customer } = await busyCustomer()
    for (const offset of [-61, -50, -45, -40, -35, -30, -20, -10, -5, -3, -2, 0]) {
      const to = await day(offset)
      const { closing, remaining, ageing, unapplied, open } = await statement(customer, { to })
      const { balance, cleared_balance, ...buckets } = await arTotal(customer, to)
      expect([offset, closing, remaining]).toEqual([offset, cleared_balance, balance])
      expect(buckets).toMatchObject({ ...ageing, unapplied })
      const sum = (amounts: string[]) => amounts.reduce((total, each) => total + cents(each), 0)
      expect(sum(Object.values(ageing)) - cents(unapplied)).toBe(cents(closing))
      // What pays no document is due to nobody and has no age.
      for (const { kind, age, due } of open)
        expect([kind, age === null, due === null]).toEqual([
          kind,
          kind === 'unapplied',
          kind === 'unapplied',
        ])
      expect(sum(open.map(({ balance }) => balance))).toBe(cents(closing))
    }
    const { collectibles } = await shop.position(customer)
    expect((await statement(customer)).remaining).toBe(collectibles)
    expect(collectibles).toBe('100.00')
  })

  it('goes on from period to period, with the running balance at each document', async () => {
    const { customer } = await busyCustomer()
    const whole = await statement(customer)
    expect(whole.opening).toBe('0.00')
    expect(
      whole.entries.map(({ kind, charge, credit, balance }) => [kind, charge, credit, balance]),
    ).toEqual([
      ['invoice', '300.00', '0.00', '300.00'],
      ['invoice', '110.00', '0.00', '410.00'],
      ['released', '0.00', '50.00', '360.00'],
      ['cash', '0.00', '100.00', '260.00'],
      ['cash', '0.00', '130.00', '130.00'],
      ['cash', '0.00', '50.00', '80.00'],
      ['invoice', '80.00', '0.00', '160.00'],
      // Released at delivery, before the invoice: it counts from the invoice on.
      ['released', '0.00', '20.00', '140.00'],
    ])
    const cut = await day(-20)
    const before = await statement(customer, { to: await day(-21) })
    const after = await statement(customer, { from: cut })
    expect(after.opening).toBe(before.closing)
    expect([...before.entries, ...after.entries]).toEqual(whole.entries)
    expect(cents(after.opening) + cents(after.charges) - cents(after.credits)).toBe(
      cents(after.closing),
    )
    expect(after.closing).toBe(whole.closing)
    await expect(statement(customer, { from: cut, to: await day(-30) })).rejects.toMatchObject({
      detail: 'from',
    })
  })

  it('tells what is owed when only cleared money counts, and what is not invoiced yet', async () => {
    const { customer, advance, receipt } = await busyCustomer()
    const now = await statement(customer)
    expect(now).toMatchObject({ closing: '140.00', uncleared: '40.00', remaining: '100.00' })
    expect(now.cheques).toMatchObject([{ amount: '40.00', state: 'on_hand' }])
    expect(now.not_invoiced.map(({ so_no }) => so_no)).toEqual([advance.so_no])
    const cheque = { id: receipt.id, version: 2 }
    await bank.deposit(await bank.bank(), [cheque], await day(-2))
    await bank.clear({ ...cheque, version: 3 }, await day(-1))
    const cleared = await statement(customer)
    expect(cleared).toMatchObject({ closing: '100.00', uncleared: '0.00', remaining: '100.00' })
    expect(cleared.entries.at(-1)).toMatchObject({
      kind: 'cleared',
      on: await day(-1),
      credit: '40.00',
    })
    // The cheque had not cleared by the day before.
    expect(await statement(customer, { to: await day(-2) })).toMatchObject({
      closing: '140.00',
      cheques: [{ amount: '40.00', state: 'deposited' }],
    })
    expect((await shop.position(customer)).collectibles).toBe('100.00')
  })

  it('follows a cheque that comes back, is deposited again and comes back for good', async () => {
    const { customer, receipt } = await busyCustomer()
    const cheque = (version: number) => ({ id: receipt.id, version })
    const account = await bank.bank()
    await bank.deposit(account, [cheque(2)], await day(-2))
    await bank.bounce(cheque(3), await day(-1))
    await bank.deposit(account, [cheque(4)], await day(-1))
    await bank.bounce(cheque(5), await day(0))
    for (const offset of [-3, -2, -1, 0]) {
      const to = await day(offset)
      const { closing, remaining } = await statement(customer, { to })
      const { cleared_balance, balance } = await arTotal(customer, to)
      expect([offset, closing, remaining]).toEqual([offset, cleared_balance, balance])
    }
    const now = await statement(customer)
    expect(now.remaining).toBe((await shop.position(customer)).collectibles)
    // It never cleared: what is due stays as it was, and each return is a line with the amount of the cheque.
    expect(now).toMatchObject({ closing: '140.00', uncleared: '0.00', remaining: '140.00' })
    const bounced = now.entries.slice(-2)
    expect(bounced.map(({ kind, on, charge, credit }) => [kind, on, charge, credit])).toEqual([
      ['cheque_returned', await day(-1), '0.00', '0.00'],
      ['cheque_returned', await day(0), '0.00', '0.00'],
    ])
    for (const { note, balance } of bounced)
      expect([note, balance]).toEqual([expect.stringMatching(/ for 40\.00$/), '140.00'])
    expect(await statement(customer, { to: await day(-1) })).toMatchObject({
      closing: '140.00',
      uncleared: '40.00',
    })
  })

  it('lists a cheque on the day on which it clears, and once more when it comes back after that', async () => {
    const { customer, receipt } = await busyCustomer()
    await bank.deposit(await bank.bank(), [{ id: receipt.id, version: 2 }], await day(-2))
    await bank.clear({ id: receipt.id, version: 3 }, await day(-1))
    await bank.bounce({ id: receipt.id, version: 4 }, await day(0))
    const { entries, closing } = await statement(customer)
    expect(entries.slice(-2).map(({ kind, balance }) => [kind, balance])).toEqual([
      ['cleared', '100.00'],
      ['cheque_returned', '140.00'],
    ])
    expect(closing).toBe('140.00')
  })

  it('leaves a post-dated cheque out of the amount due and of every bucket, whatever becomes of it', async () => {
    const product = await shop.product('10.00', 400)
    const customer = await shop.customer(null, 30)
    await books.sell(customer, product, 143, { invoiced: -3, delivered: -3 })
    const cheque = await books.receive(customer, '2500.00', -2, [], 20)
    const due = { closing: '1430.00', ageing: { bucket_current: '1430.00', bucket_1: '0.00' } }
    const held = {
      ...due,
      uncleared: '2500.00',
      remaining: '-1070.00',
      cheques: [{ amount: '2500.00', dated: await day(20), state: 'post_dated' }],
    }
    expect(await statement(customer, { to: await day(-2) })).toMatchObject(held)
    expect(await statement(customer)).toMatchObject(held)
    expect(await arTotal(customer)).toMatchObject({
      balance: '-1070.00',
      cleared_balance: '1430.00',
      ...due.ageing,
    })
    // Another cheque takes its place: only the list of cheques changes.
    await bank.replace(cheque, {
      amount: '2500.00',
      collection_type: 'cheque',
      cheque_bank: 'BDO',
      cheque_no: 'PDC-2',
      cheque_date: await day(0),
    })
    expect(await statement(customer)).toMatchObject({
      ...held,
      cheques: [{ amount: '2500.00', dated: await day(0), state: 'on_hand' }],
    })
  })

  it('lists memos by their own numbers, and what is cancelled later with its opposite', async () => {
    const notes = memos(fixture, shop)
    const sold = await notes.sold(10, '10.00', 'MEMO-1', { date: await day(-9) })
    const { customer } = sold
    const fee = { kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount: '25.00' }
    const credit = await notes.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: customer, amount: '30.00' },
      ...{ booking_id: sold.id, on_date: await day(-4) },
    })
    const late = await notes.write({ ...fee, on_date: await day(-3) })
    const mistake = await notes.write({ ...fee, on_date: await day(0) })
    const open = (await statement(customer, { to: await day(-1) })).open
    expect(open.map(({ kind, no, balance }) => [kind, no, balance])).toEqual([
      ['booking', 'MEMO-1', '70.00'],
      ['debit_memo', late.memo_no, '25.00'],
    ])
    await notes.cancel(late)
    await notes.cancel(mistake)
    const { entries, closing } = await statement(customer)
    expect(entries.map(({ on, kind, no, balance }) => [on, kind, no, balance])).toEqual([
      [await day(-9), 'invoice', 'MEMO-1', '100.00'],
      [await day(-4), 'credit_memo', credit.memo_no, '70.00'],
      [await day(-3), 'debit_memo', late.memo_no, '95.00'],
      [await day(0), 'cancelled', late.memo_no, '70.00'],
    ])
    expect(closing).toBe('70.00')
  })

  it('is for those who read receivables, in their own project', async () => {
    const customer = await shop.customer()
    await expect(statement(customer, {}, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    const foreign = await trade(fixture, 'b').customer()
    await expect(statement(foreign)).rejects.toMatchObject({ code: 'P0002' })
  })
})
