import { describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { chequesOut } from '../support/cheques-out.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

const { ask, cash, account, days, receive, since, tooMuch } = position(fixture, t)

const sums = { all_slips: '3', all_cheques: '38.50', all_cash: '500.00' }

describe('cash', () => {
  it('is at the office until a slip takes it to the bank, with cheques or alone', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    const before = await cash()
    await receive(customer, '700.10')
    const pending = await receive(customer, '300.00', {}, false)
    const cancelled = await receive(customer, '50.00')
    await t.cancelCollection(cancelled.id, cancelled.version + 1)
    await receive(customer, '9.00', { collection_type: 'withholding' })
    expect(await since(before)).toEqual({ at_office: '1000.10', pending: '300.00' })

    const cheque = await tr.cheque(customer, '40.00', [], await tr.day())
    await expect(tr.deposit(bank, [cheque], null, 'MIXED', await tooMuch())).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'cash',
    })
    await expect(tr.deposit(bank, [], null, 'NOTHING')).rejects.toMatchObject({ detail: 'cheques' })
    await tr.deposit(bank, [cheque], null, 'MIXED', '600.10')
    const refused = { hint: 'cash_exceeded' }
    await expect(tr.deposit(bank, [], null, 'P', '400.00')).rejects.toMatchObject(refused)
    await t.approve(pending.id)
    const slip = await tr.deposit(bank, [], null, 'CASH', '400.00')
    expect(await since(before)).toEqual({ at_office: '0.00', pending: '0.00' })
    expect(await account(bank)).toMatchObject({ balance: '1000.10', in_transit: '40.00' })

    await t.rpc('reverse_cash_deposit', { p_slip: slip.id, p_reason: 'Wrong account' })
    await expect(
      t.rpc('reverse_cash_deposit', { p_slip: slip.id, p_reason: 'Again' }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
    expect(await since(before)).toMatchObject({ at_office: '400.00' })
    expect(await account(bank)).toMatchObject({ balance: '600.10' })
  })

  it('is at the office once the collector has remitted it, in the amount counted', async () => {
    const collector = fieldReceipts(fixture, t)
    const customer = await t.customer()
    const before = await cash()
    const taken = await collector.cash(customer, '100.00')
    expect(await cash()).toEqual(before)
    await collector.remit([taken], { '50': 1 }, { variance_reason: 'Lost a note' })
    expect(await since(before)).toMatchObject({ at_office: '50.00' })
  })

  it('leaves out the receipts of an archived booking', async () => {
    const product = await t.product('10.00', 100)
    const before = await cash()
    const { so_no } = await tr.owing(await t.customer(), product, 10, '10.00')
    await t.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [so_no] }, p_status: 'closed' },
      fixture.role.Owner,
    )
    expect(await cash()).toEqual(before)
  })
})

describe('a bank account', () => {
  it('pays our cheques when the bank does, and vouchers by transfer when they are released', async () => {
    const bank = await tr.bank()
    const book = chequesOut(fixture, t)
    const d = disburse(fixture)
    await tr.state(bank, '1000.00', await tr.day(-10))
    const drawn = async (amount: string, cheque_no: string, on: number) => {
      const made = await d.write(amount, {
        mode_of_payment: 'cheque',
        bank_id: bank,
        cheque_no,
        date_added: await tr.day(-5),
        cheque_date: await tr.day(on),
      })
      const printed = await d.print(made)
      await book.send('print', (await book.of(made.id)).id)
      return { ...made, ...printed }
    }
    const old = await drawn('100.00', '301', -4)
    await drawn('30.00', '302', 20)
    await drawn('7.00', '303', 31)
    // Written and not printed, it may still be torn up.
    await d.write('5000.00', {
      mode_of_payment: 'cheque',
      bank_id: bank,
      cheque_no: '304',
      cheque_date: await tr.day(),
    })
    expect(await account(bank)).toMatchObject({ balance: '1000.00', going_out: '130.00' })
    const out = async () =>
      (
        await fixture.db.as<Record<string, string | null>>(
          fixture.role['special access 1'],
          `select on_date::text, cheques_out::text, amount_out::text from public.treasury_days($1::uuid) where bank_id = $2::uuid`,
          [fixture.a, bank],
        )
      ).map(({ on_date, amount_out }) => [on_date, amount_out])
    expect(await out()).toEqual([
      [await tr.day(), '100.00'],
      [await tr.day(20), '30.00'],
      [null, '7.00'],
    ])
    await d.release(old, await tr.day(-4))
    await book.clear([(await book.of(old.id)).id], await tr.day(-2))
    const sent = await d.write('40.00', {
      mode_of_payment: 'bank_transfer',
      bank_id: bank,
      ewt_amount: '1.00',
      date_added: await tr.day(-5),
    })
    await d.release(await d.print(sent), await tr.day(-1))
    expect(await account(bank)).toMatchObject({
      moved: '-139.00',
      balance: '861.00',
      going_out: '30.00',
      expected: '831.00',
    })
    const moved = await fixture.db.as<{ kind: string; voucher_id: string }>(
      fixture.role['special access 1'],
      'select kind, voucher_id from public.bank_ledger($1::uuid, $2::uuid)',
      [fixture.a, bank],
    )
    expect(moved).toMatchObject([
      { kind: 'sent', voucher_id: sent.id },
      { kind: 'paid', voucher_id: old.id },
      { kind: 'opening', voucher_id: null },
    ])
  })

  it('is named for a transfer: by the office always, by finance for a field person', async () => {
    const company = trade(fixture, 'b')
    const desk = treasury(fixture, company, 'b')
    const customer = await company.customer()
    let serial = 0
    type Saved = { id: string; version: number }
    const transfer = (user: string) =>
      company.rpc<Saved>(
        'record_collection',
        {
          p_collection: {
            customer_id: customer,
            amount: '10.00',
            cr_no: `CR-B${++serial}`,
            collection_type: 'bank_transfer',
          },
        },
        user,
      )
    const name = ({ id, version }: Saved, p_bank: string) =>
      company.rpc<Saved>('set_collection_bank', { p_collection: id, p_version: version, p_bank })
    const balances = async () =>
      Object.fromEntries(
        (
          await ask<{ bank_id: string; balance: string }>(
            'select bank_id, balance::text from public.bank_positions($1::uuid)',
            fixture.b,
          )
        ).map(({ bank_id, balance }) => [bank_id, balance]),
      )
    await expect(transfer(fixture.staffB)).rejects.toMatchObject({
      detail: 'bank_id',
      message: expect.stringContaining('Enter the company'),
    })
    const open = await transfer(fixture.agentB)
    await expect(company.approve(open.id)).rejects.toMatchObject({ hint: 'account_unknown' })
    const first = await desk.bank()
    // The only account needs no naming.
    await company.approve((await transfer(fixture.staffB)).id)
    const second = await desk.bank()
    await expect(transfer(fixture.staffB)).rejects.toMatchObject({ detail: 'bank_id' })
    const named = await name(open, second)
    await company.approve(named.id, named.version)
    expect(await balances()).toEqual({ [first]: '10.00', [second]: '10.00' })
    await name({ ...named, version: named.version + 1 }, first)
    expect(await balances()).toEqual({ [first]: '20.00', [second]: '0.00' })
    // A statement of an earlier day opens the account; what came later stays.
    await desk.state(first, '5.00', await desk.day(-1))
    await desk.state(second, '7.00', await desk.day(-3))
    expect(await balances()).toEqual({ [first]: '25.00', [second]: '7.00' })
  })
})

describe('a recorded document', () => {
  it('stands on the list of slips, on the slip and in the account, page by page', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    const at = (days: number) => tr.day(days)
    const cheque = async (amount: string) =>
      tr.cheque(customer, amount, [], await at(-8), await at(-8))
    const next = (one: { id: string; version: number }, steps = 1) => ({
      id: one.id,
      version: one.version + steps,
    })
    await receive(customer, '500.00', { date_collected: await at(-8) })
    const [kept, back, waiting] = [
      await cheque('30.00'),
      await cheque('4.00'),
      await cheque('0.50'),
    ]
    const slip = await tr.deposit(bank, [kept, back, waiting], await at(-7), 'ALL', '200.00')
    await tr.deposit(bank, [], await at(-6), 'CASH ONLY', '300.00')
    await tr.clear(next(kept), await at(-5))
    await tr.clear(next(back), await at(-5))
    await tr.bounce(next(back, 2), await at(-3))
    const again = await tr.deposit(bank, [next(back, 3)], await at(-2), 'AGAIN')

    const slips = (filters: object) =>
      fixture.db.as<Record<string, string>>(
        fixture.role.Owner,
        `select slip_no, cheques::text, waiting::text, returned::text, cheque_amount::text, cash::text, total::text,
           id, sort_key, all_slips::text, all_cheques::text, all_cash::text from public.deposit_list($1::uuid, $2::text::jsonb)`,
        [fixture.a, JSON.stringify({ bank_id: bank, ...filters })],
      )
    const all = await slips({})
    expect(all.map(({ id: _, sort_key: __, ...slip }) => slip)).toEqual([
      {
        ...sums,
        slip_no: 'AGAIN',
        ...{ cheques: '1', waiting: '1', returned: '0' },
        cheque_amount: '4.00',
        cash: '0.00',
        total: '4.00',
      },
      {
        ...sums,
        slip_no: 'CASH ONLY',
        cheques: '0',
        waiting: '0',
        returned: '0',
        cheque_amount: '0.00',
        cash: '300.00',
        total: '300.00',
      },
      {
        ...sums,
        slip_no: 'ALL',
        cheques: '3',
        waiting: '1',
        returned: '1',
        cheque_amount: '34.50',
        cash: '200.00',
        total: '234.50',
      },
    ])
    const placeOf = ({ id, sort_key }: (typeof all)[number]) => ({ id, n: parseInt(sort_key!, 10) })
    const numbers = async (filters: object) => (await slips(filters)).map((slip) => slip.slip_no)
    for (const beside of [{ after: placeOf(all[0]!) }, { before: placeOf(all[2]!) }])
      expect(await numbers({ ...beside, limit: '1' })).toEqual(['CASH ONLY'])
    expect(await numbers({ search: 'cash' })).toEqual(['CASH ONLY'])
    expect(await numbers({ from: await at(-6), to: await at(-3) })).toEqual(['CASH ONLY'])

    const read = async (id: string) =>
      (
        await ask<{ slip: { cheques: { id: string; outcome: string }[]; total: string } }>(
          `select public.deposit_slip($1::uuid, '${id}') as slip`,
        )
      )[0]!.slip
    const first = await read(slip.id)
    expect(first).toMatchObject({ slip_no: 'ALL', cash: '200.00', total: '234.50' })
    expect(Object.fromEntries(first.cheques.map(({ id, outcome }) => [id, outcome]))).toEqual({
      [kept.id]: 'cleared',
      [back.id]: 'returned',
      [waiting.id]: 'waiting',
    })
    expect((await read(again.id)).cheques).toMatchObject([{ id: back.id, outcome: 'waiting' }])

    await tr.state(bank, '600.00', await at(-4))
    const ledger = (filters: object = {}) =>
      fixture.db.as<Record<string, string>>(
        fixture.role.Owner,
        `select kind, amount::text, should_be::text, row_key, movements::text, money_in::text, money_out::text
         from public.bank_ledger($1::uuid, $2::uuid, $3::text::jsonb)`,
        [fixture.a, bank, JSON.stringify(filters)],
      )
    const moved = await ledger()
    expect(moved.map(({ kind, amount, should_be }) => [kind, amount, should_be])).toEqual([
      ['returned', '-4.00', '596.00'],
      ['opening', '66.00', '600.00'],
      ['cheque', '4.00', '534.00'],
      ['cheque', '30.00', '530.00'],
      ['cash', '300.00', '500.00'],
      ['cash', '200.00', '200.00'],
    ])
    expect(moved[0]).toMatchObject({ movements: '6', money_in: '600.00', money_out: '4.00' })
    const kinds = async (filters: object) => (await ledger(filters)).map(({ kind }) => kind)
    expect(await kinds({ after: moved[0]!.row_key, limit: '1' })).toEqual(['opening'])
    expect(await kinds({ before: moved[1]!.row_key })).toEqual(['returned'])
    await tr.state(bank, '590.00')
    const said = await ask<Record<string, string | null>>(
      `select balance::text, should_be::text from public.bank_statements($1::uuid, '${bank}')`,
    )
    expect(said).toEqual([
      { balance: '590.00', should_be: '596.00' },
      { balance: '600.00', should_be: '600.00' },
    ])
    expect(await account(bank)).toMatchObject({
      ...{ balance: '596.00', difference: '-6.00', in_transit: '4.50' },
    })
  })
})

it('cheques stand under the day that they can be money, and together are what customers have open', async () => {
  const customer = await t.customer()
  const bank = await tr.bank()
  const cheque = async (amount: string, date: number) =>
    tr.cheque(customer, amount, [], await tr.day(date), await tr.day(-10))
  await cheque('1.00', -3)
  await cheque('2.00', 0)
  await cheque('4.00', 12)
  await cheque('8.00', 12)
  await cheque('16.00', 30)
  await cheque('32.00', 31)
  const deposited = await cheque('64.00', -1)
  await tr.deposit(bank, [deposited])
  const returned = await cheque('128.00', -1)
  await tr.deposit(bank, [returned])
  await tr.bounce({ id: returned.id, version: returned.version + 1 })
  const now = await days()
  const here = now.filter(({ bank_id }) => bank_id === null || bank_id === bank)
  expect(here).toEqual([
    { on_date: await tr.day(), bank_id: bank, cheques_in: '1', amount_in: '64.00' },
    { on_date: await tr.day(), bank_id: null, cheques_in: '2', amount_in: '3.00' },
    { on_date: await tr.day(12), bank_id: null, cheques_in: '2', amount_in: '12.00' },
    { on_date: await tr.day(30), bank_id: null, cheques_in: '1', amount_in: '16.00' },
    { on_date: null, bank_id: null, cheques_in: '1', amount_in: '32.00' },
  ])
  const open = await ask<{ customer_id: string; amount: string; all: string; row_key: string }>(
    `select customer_id, amount::text, (all_on_hand + all_deposited)::text as "all", row_key
     from public.uncleared_customers($1::uuid, '{"limit": "1"}')`,
  )
  expect(open).toMatchObject([{ customer_id: customer, amount: '127.00' }])
  const total = now.reduce((sum, { amount_in }) => sum + Math.round(Number(amount_in) * 100), 0)
  expect(Math.round(Number(open[0]!.all) * 100)).toBe(total)
  const rest = await ask<{ customer_id: string }>(
    `select customer_id from public.uncleared_customers($1::uuid, '{"after": "${open[0]!.row_key}"}')`,
  )
  expect(rest.map((row) => row.customer_id)).not.toContain(customer)
})
