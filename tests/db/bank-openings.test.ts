import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const { account, receive } = position(fixture, t)

/** Returns what statements posted of an account. */
const openings = (bank: string) =>
  fixture.db.sql(
    `select on_date::text, kind, amount::text from public.money_entries where holder_id = $1::uuid and balance_id is not null order by id`,
    [bank],
  )
const adjust = (bank_id: string, balance: string, remarks: string | null) =>
  t.rpc('record_bank_balance', { p_balance: { bank_id, balance, remarks, adjust: true } })
/** Returns what the journal has of an account, and of the other side of its statements. */
const accounts = (bank: string) =>
  fixture.db.sql(
    `select l.account, sum(l.amount)::text as amount from private.double_entries($1::uuid, null, null) l
     where l.part = $2::uuid or (l.account <> 'bank' and l.document in (select b.id from public.bank_balances b where b.bank_id = $2::uuid))
     group by l.account order by l.account`,
    [fixture.a, bank],
  )

/** Another account, with money. */
async function other() {
  const bank = await tr.bank()
  await tr.state(bank, '1000.00', await tr.day(-1))
  return bank
}
const violations = () =>
  fixture.db.sql('select * from private.book_check_violations(array[$1::uuid])', [fixture.a])

describe('a bank account', () => {
  it('holds its opening balance and what moved, whatever its statements say', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    const next = (cheque: { id: string; version: number }, steps = 1) => ({
      id: cheque.id,
      version: cheque.version + steps,
    })
    const at = (days: number) => tr.day(days)
    const transfer = async (amount: string, on: number) =>
      receive(customer, amount, {
        collection_type: 'bank_transfer',
        bank_id: bank,
        date_collected: await at(on),
      })
    await transfer('1000.00', -9)
    await transfer('20.00', -4)
    const [kept, back, waiting] = [
      await tr.cheque(customer, '300.00', [], await at(-8), await at(-8)),
      await tr.cheque(customer, '55.00', [], await at(-8), await at(-8)),
      await tr.cheque(customer, '7.00', [], await at(-8), await at(-8)),
    ]
    await tr.deposit(bank, [kept, back, waiting], await at(-7))
    await tr.clear(next(kept), await at(-5))
    await tr.clear(next(back), await at(-5))
    expect(await account(bank)).toMatchObject({
      stated: null,
      balance: '1375.00',
      in_transit: '7.00',
      expected: '1382.00',
    })
    // The first statement opens the account: 1,300.50 at the end of its day, of which 1,355.00 is posted. It is corrected on its day.
    await tr.state(bank, '1300.50', await at(-5))
    expect(await account(bank)).toMatchObject({ moved: '20.00', balance: '1320.50' })
    await tr.state(bank, '1300.55', await at(-5))
    expect(await openings(bank)).toEqual([
      { on_date: await at(-5), kind: 'opening', amount: '-54.50' },
      { on_date: await at(-5), kind: 'opening', amount: '0.05' },
    ])
    await tr.bounce(next(back, 2), await at(-2))
    expect(await account(bank)).toMatchObject({
      stated: '1300.55',
      moved: '-35.00',
      balance: '1265.55',
      expected: '1272.55',
    })
    // A cheque that never cleared was no money of the account.
    await tr.bounce(next(waiting), await at(-2))
    expect(await account(bank)).toMatchObject({ balance: '1265.55', in_transit: '0.00' })
    // A later statement stands beside the books, with its difference, and posts it when that is asked for.
    await tr.state(bank, '1270.00')
    expect(await account(bank)).toMatchObject({
      ...{ stated: '1270.00', balance: '1265.55', difference: '4.45', moved: '0.00' },
    })
    await expect(adjust(bank, '1270.00', null)).rejects.toMatchObject({ detail: 'remarks' })
    await adjust(bank, '1270.00', 'Interest')
    expect(await account(bank)).toMatchObject({ balance: '1270.00', difference: '0.00' })
    expect((await openings(bank)).at(-1)).toEqual({
      ...{ on_date: await at(0), kind: 'adjustment', amount: '4.45' },
    })
    expect(await accounts(bank)).toEqual([
      { account: 'bank', amount: '1270.00' },
      { account: 'cash_variance', amount: '-4.45' },
      { account: 'opening_balances', amount: '54.45' },
    ])
    await expect(tr.state(bank, '1.00', await at(1))).rejects.toMatchObject({
      hint: 'not_in_future',
    })
  })

  it('is not opened or adjusted on a closed day; a statement that posts nothing is taken', async () => {
    const company = trade(fixture, 'b')
    const desk = treasury(fixture, company, 'b')
    const [bank, late] = [await desk.bank(), await desk.bank()]
    await desk.state(bank, '100.00', await desk.day(-3))
    await fixture.db.sql(
      'update public.projects set closed_through = $2::date where id = $1::uuid',
      [fixture.b, await desk.day(-1)],
    )
    const closed = { hint: 'period_closed', detail: 'on_date' }
    await expect(desk.state(late, '5.00', await desk.day(-1))).rejects.toMatchObject(closed)
    await expect(desk.state(bank, '100.01', await desk.day(-3))).rejects.toMatchObject(closed)
    await desk.state(bank, '90.00', await desk.day(-2))
    expect(await openings(bank)).toMatchObject([{ kind: 'opening', amount: '100.00' }])
    await fixture.db.sql('update public.projects set closed_through = null where id = $1::uuid', [
      fixture.b,
    ])
  })

  it('keeps a transfer whose money it has spent: it is paid back from elsewhere', async () => {
    const bank = await tr.bank()
    await tr.state(bank, '50.00', await tr.day(-9))
    const customer = await t.customer()
    const details = { collection_type: 'bank_transfer', bank_id: bank }
    const transfer = await receive(customer, '100.00', {
      ...details,
      date_collected: await tr.day(-5),
    })
    const d = disburse(fixture)
    const voucher = await d.write('120.00', {
      ...{ mode_of_payment: 'bank_transfer', bank_id: bank, date_added: await tr.day(-4) },
    })
    await d.release(await d.print(voucher), await tr.day(-4))
    expect(await account(bank)).toMatchObject({ balance: '30.00' })
    await expect(t.cancelCollection(transfer.id, transfer.version + 1)).rejects.toMatchObject({
      hint: 'cash_exceeded',
      message: expect.stringMatching(/^Without this transfer, the book balance of .* is -70\.00/),
    })
    expect(await account(bank)).toMatchObject({ balance: '30.00' })
    await t.rpc(
      'pay_back_collection',
      {
        ...{ p_collection: transfer.id, p_version: transfer.version + 1 },
        p_payment: { paid_from: await other(), paid_back_no: 'T 1', reason: 'Paid twice' },
      },
      fixture.role['finance admin'],
    )
    // With the money there it is cancelled.
    const next = await receive(customer, '20.00', details)
    await t.cancelCollection(next.id, next.version + 1)
    expect(await account(bank)).toMatchObject({ balance: '30.00' })
    expect(await violations()).toEqual([])
  })
})
