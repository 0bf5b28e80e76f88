import { describe, expect, it } from 'vitest'
import { fromCents } from '../../app/platform/values/money.ts'
import { treasury } from '../support/cheques.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { cents } from '../support/receivables.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { FIGURED } from '../support/reports.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const t = trade(fixture)
const bank = treasury(fixture, t)
const goods = warehouse(fixture, t)
const bills = disburse(fixture)
const notes = memos(fixture, t)

type Row = Record<string, string | null>

async function ask(report: string, filters: object = {}, user = fixture.role['finance admin']) {
  const found = await fixture.db.as<{ row: Row }>(
    user,
    `select (${FIGURED}) - 'version' as row from public.${report}($1::uuid, $2::text::jsonb) t`,
    [fixture.a, JSON.stringify(filters)],
  )
  return found.map(({ row }) => row)
}

/** The balance of each account in centavos, debits above zero. */
async function balances(): Promise<Record<string, bigint>> {
  const found = await fixture.db.as<{ account: string; closing: string }>(
    fixture.role['finance admin'],
    'select account, closing::text from public.report_trial_balance($1::uuid, \'{"level": "account"}\')',
    [fixture.a],
  )
  return Object.fromEntries(found.map(({ account, closing }) => [account, cents(closing)]))
}

/** Runs a command and returns what it changed in the accounts. */
async function posts(run: () => Promise<unknown>) {
  const before = await balances()
  await run()
  const after = await balances()
  const accounts = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...accounts].flatMap((account) => {
      const change = (after[account] ?? 0n) - (before[account] ?? 0n)
      return change === 0n ? [] : [[account, fromCents(change)]]
    }),
  )
}

// 20 pieces at 11.20 with 12 % VAT in it: 224.00 = 200.00 + 24.00. They were bought at 7.00.
const PRICE = '11.20'

it('posts a purchase, an invoice, a delivery and a return', async () => {
  const product = await t.product(PRICE)
  const customer = await t.customer()
  expect(await posts(() => t.buy(product, 100))).toEqual({
    inventory: '700.00',
    purchases_clearing: '-700.00',
  })
  const booking = await t.book(customer, [[product, 20, PRICE]])
  expect(await posts(() => t.validate(booking.id, booking.version))).toEqual({})
  expect(
    await posts(() => t.invoice(booking.id, booking.version + 1, `SI-${booking.so_no}`)),
  ).toEqual({
    receivables: '224.00',
    unbilled: '-224.00',
  })
  expect(await posts(() => t.deliver(booking.id, booking.version + 2))).toEqual({
    unbilled: '224.00',
    sales: '-200.00',
    output_vat: '-24.00',
    inventory: '-140.00',
    cost_of_sales: '140.00',
  })
  const request = await goods.ask(booking.id, 'take_back', [[await goods.lineOf(booking.id), 5]])
  expect(await posts(() => goods.decide(request, 'approved'))).toEqual({
    receivables: '-56.00',
    sales_returns: '50.00',
    output_vat: '6.00',
    inventory: '35.00',
    cost_of_sales: '-35.00',
  })
})

/** The entries of a document in the journal, by their numbers: what, document, day and accounts. */
async function entriesOf(kind: string, id: string) {
  const entries: Record<string, Record<string, unknown>> = {}
  for (const line of await ask('report_journal', { limit: 10_000 })) {
    if (line.document_kind !== kind || line.document_id !== id) continue
    entries[line.entry_no!] ??= { what: line.what, no: line.document_no, on: line.on_date }
    entries[line.entry_no!]![line.account!] = fromCents(inCents(line.debit) - inCents(line.credit))
  }
  return entries
}

describe('a memo is one entry under its number', () => {
  const memo = async (booking: string) =>
    (
      await fixture.db.sql<Row>(
        'select id, memo_no, version::text from public.memos where request_id = $1::uuid',
        [booking],
      )
    )[0]!

  it('of goods that a warehouse request took back, and so is its cancellation', async () => {
    const sold = await notes.sold(20, PRICE, 'JM-1')
    const request = await goods.ask(sold.id, 'take_back', [[sold.line, 5]])
    await goods.decide(request, 'approved')
    const { id, memo_no, version } = await memo(request.id)
    const credited = {
      ...{ receivables: '-56.00', sales_returns: '50.00', output_vat: '6.00' },
      ...{ inventory: '35.00', cost_of_sales: '-35.00' },
    }
    const on = await bank.day()
    const before = await entriesOf('memo', id!)
    expect(Object.values(before)).toEqual([{ what: 'Credit memo', no: memo_no, on, ...credited }])
    await notes.cancel({ id: id!, version: Number(version) })
    const after = await entriesOf('memo', id!)
    // The entry keeps its number beside the opposite of the same day.
    expect(after).toMatchObject(before)
    expect(Object.values(after)[1]).toEqual({
      ...{ what: 'Credit memo reversed', no: memo_no, on },
      ...{ receivables: '56.00', sales_returns: '-50.00', output_vat: '-6.00' },
      ...{ inventory: '-35.00', cost_of_sales: '35.00' },
    })
  })

  it('of an amount, of a write-off, of a fee and of an undercharge', async () => {
    const on = await bank.day(-1)
    const sold = await notes.sold(20, PRICE, 'JM-2', { date: await bank.day(-2) })
    const { customer, id: booking_id, line: line_id } = sold
    const posted = async (more: object) => {
      const { id, memo_no } = await notes.write({ on_date: on, ...more })
      const entries = Object.values(await entriesOf('memo', id))
      expect(entries).toHaveLength(1)
      const { what, no, on: day, ...accounts } = entries[0]!
      expect([no, day]).toEqual([memo_no, on])
      return { [String(what)]: accounts }
    }
    const amount = '11.20'
    expect(
      await posted({ kind: 'credit', reason: 'price_allowance', customer_id: customer, amount }),
    ).toEqual({
      'Credit memo': { receivables: '-11.20', allowances: '10.00', output_vat: '1.20' },
    })
    expect(
      await posted({ kind: 'credit', reason: 'write_off', customer_id: customer, amount }),
    ).toEqual({ 'Credit memo': { receivables: '-11.20', write_offs: '11.20' } })
    expect(
      await posted({ kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount }),
    ).toEqual({ 'Debit memo': { receivables: '11.20', other_income: '-11.20' } })
    const lines = [{ line_id, quantity: 10, price_difference: '1.12' }]
    expect(await posted({ kind: 'debit', reason: 'undercharge', booking_id, lines })).toEqual({
      'Debit memo': { receivables: '11.20', sales: '-10.00', output_vat: '-1.20' },
    })
  })
})

it('adds the opposite of what is corrected, and keeps the numbers of a day', async () => {
  const [first, second] = [await bank.day(-3), await bank.day(-2)]
  const sold = await notes.sold(20, PRICE, 'JM-3', { date: first })
  const later = await notes.sold(20, PRICE, 'JM-4', { date: first })
  const kept = await entriesOf('booking', later.id)
  const before = await entriesOf('booking', sold.id)
  const [{ version }] = (await fixture.db.sql<{ version: number }>(
    'select version from public.bookings where id = $1::uuid',
    [sold.id],
  )) as [{ version: number }]
  await t.invoice(sold.id, version, 'JM-3', second, 'Dated wrongly')
  expect(await entriesOf('booking', later.id)).toEqual(kept)
  const after = await entriesOf('booking', sold.id)
  expect(after).toMatchObject(before)
  const added = Object.keys(after).filter((no) => !(no in before))
  expect(added.map((no) => after[no])).toEqual([
    { what: 'Invoice', no: 'JM-3', on: first, receivables: '-224.00', unbilled: '224.00' },
    { what: 'Invoice', no: 'JM-3', on: second, receivables: '224.00', unbilled: '-224.00' },
  ])
})

it('posts cash from the collector to the bank', async () => {
  const customer = await t.customer()
  const product = await t.product('10.00', 100)
  const { id } = await bank.owing(customer, product, 10, '10.00')
  const field = fieldReceipts(fixture, t)
  let taken = { id: '', version: 0 }
  const take = async () => {
    taken = await field.cash(customer, '60.00')
  }
  expect(await posts(take)).toEqual({
    collector_cash: '60.00',
    receipts_clearing: '-60.00',
  })
  expect(await posts(() => t.approve(taken.id))).toEqual({
    receipts_clearing: '60.00',
    customer_deposits: '-60.00',
  })
  const use = { id: taken.id, version: taken.version + 1 }
  expect(await posts(() => bank.use(use, [{ booking_id: id, amount: '40.00' }]))).toEqual({
    customer_deposits: '40.00',
    receivables: '-40.00',
  })
  expect(
    await posts(() => field.remit([taken], { '50': 1 }, { variance_reason: 'Short' })),
  ).toEqual({ collector_cash: '-60.00', office_cash: '50.00', cash_variance: '10.00' })
  const to = await bank.bank()
  expect(await posts(() => bank.deposit(to, [], null, 'SLIP-J1', '30.00'))).toEqual({
    office_cash: '-30.00',
    bank: '30.00',
  })
})

it('posts a cheque that is deposited, returned, deposited again, returned and replaced', async () => {
  const customer = await t.customer()
  const product = await t.product('10.00', 100)
  const { id } = await bank.owing(customer, product, 10, '10.00')
  const to = await bank.bank()
  const day = await bank.day()
  let cheque = { id: '', version: 0 }
  const next = () => ({ id: cheque.id, version: cheque.version++ })
  const paid = { receivables: '-100.00', cheques_on_hand: '100.00' }
  const take = async () => {
    cheque = await bank.cheque(customer, '100.00', [[id, '100.00']], day)
  }
  expect(await posts(take)).toEqual(paid)
  const deposit = () => bank.deposit(to, [next()])
  expect(await posts(deposit)).toEqual({ cheques_on_hand: '-100.00', bank: '100.00' })
  const bounce = () => bank.bounce(next())
  expect(await posts(bounce)).toEqual({ bank: '-100.00', receivables: '100.00' })
  cheque.version = Number((await receipt(cheque.id)).version)
  expect(await posts(deposit)).toEqual({ bank: '100.00', receivables: '-100.00' })
  cheque.version = Number((await receipt(cheque.id)).version)
  expect(await posts(bounce)).toEqual({ bank: '-100.00', receivables: '100.00' })
  cheque.version = Number((await receipt(cheque.id)).version)
  expect(await posts(() => bank.replace(cheque, { amount: '100.00' }))).toEqual({
    office_cash: '100.00',
    receivables: '-100.00',
  })
})

const receipt = async (id: string) =>
  (
    await fixture.db.sql<Row>('select version::text from public.collections where id = $1', [id])
  )[0]!

it('posts an archived booking and withheld tax', async () => {
  const customer = await t.customer()
  const product = await t.product('11.20', 100)
  const sold = await t.book(customer, [[product, 10, PRICE]])
  await t.validate(sold.id, sold.version)
  const archive = () =>
    t.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [sold.so_no] }, p_status: 'archived' },
      fixture.role.Owner,
    )
  expect(await posts(archive)).toEqual({
    sales: '-100.00',
    output_vat: '-12.00',
    paper_settlements: '112.00',
    inventory: '-70.00',
    cost_of_sales: '70.00',
  })
  const { id } = await bank.owing(customer, product, 10, PRICE)
  const withheld = async () => {
    const made = await t.rpc<{ id: string }>('record_collection', {
      p_collection: {
        customer_id: customer,
        collection_type: 'withholding',
        amount: '2.00',
        cr_no: 'EWT-1',
        allocations: [{ booking_id: id, amount: '2.00' }],
      },
    })
    await t.approve(made.id)
  }
  expect(await posts(withheld)).toEqual({ creditable_tax: '2.00', receivables: '-2.00' })
})

it('posts vouchers that are paid in cash and by cheque', async () => {
  const cash = await bills.write('100.00', { ewt_amount: '2.00' })
  expect(await posts(async () => bills.release(await bills.print(cash)))).toEqual({
    expenses: '100.00',
    withheld_tax: '-2.00',
    petty_cash: '-98.00',
  })
  const written = await bills.rpc('create_voucher', { p_voucher: await bills.byCheque('500.00') })
  expect(await posts(async () => bills.release(await bills.print(written)))).toEqual({
    expenses: '500.00',
    issued_cheques: '-500.00',
  })
})

it('balances, to the day and to the account', async () => {
  const lines = await ask('report_journal', { limit: 10_000 })
  const byEntry = new Map<string, bigint>()
  for (const { entry_no, debit, credit } of lines) {
    const before = byEntry.get(entry_no!) ?? 0n
    byEntry.set(entry_no!, before + inCents(debit) - inCents(credit))
  }
  expect(byEntry.size).toBeGreaterThan(20)
  const [all] = await ask('report_journal', { level: 'total' })
  expect(lines.length).toBe(all!.lines)
  expect([...byEntry.values()].filter((amount) => amount !== 0n)).toEqual([])
  const [total] = await ask('report_trial_balance', { level: 'total' })
  expect(total!.debit_balance).toEqual(total!.credit_balance)
  expect(total!.closing).toEqual(0)
  expect(
    await fixture.db.sql('select * from private.check_journal($1::uuid)', [fixture.a]),
  ).toEqual([])
})

/** jsonb numbers of the report, in centavos. */
const inCents = (amount: string | null | undefined) => cents(Number(amount).toFixed(2))

it('has the inventory of the inventory report on any day', async () => {
  for (const offset of [0, -1, -30]) {
    const to = await bank.day(offset)
    const [report] = await ask(
      'report_inventory',
      { to, cost: 'average', level: 'total' },
      fixture.role.Owner,
    )
    const accounts = await ask('report_trial_balance', { to, level: 'account' })
    const posted = accounts.find(({ account }) => account === 'inventory')?.closing ?? '0.00'
    expect([to, inCents(posted)]).toEqual([to, inCents(report!.cost_value)])
    // At default cost, which is not what the goods cost, the report has the value in the books too.
    const [usual] = await ask(
      'report_inventory',
      { to, cost: 'default', level: 'total' },
      fixture.role.Owner,
    )
    expect([to, inCents(usual!.book_value)]).toEqual([to, inCents(posted)])
  }
})

it('names an account as the company wants, and refuses a code that is taken', async () => {
  const save = (account: string, code: string, version = 0, user = fixture.role['finance admin']) =>
    t.rpc(
      'save_account',
      { p_account: account, p_version: version, p_values: { code, name: 'Trade debtors' } },
      user,
    )
  await save('receivables', '1-1200')
  const [row] = await ask('report_trial_balance', { level: 'account' }).then((all) =>
    all.filter(({ account }) => account === 'receivables'),
  )
  expect(row).toMatchObject({ account_code: '1-1200', account_name: 'Trade debtors' })
  await expect(save('inventory', '1-1200')).rejects.toMatchObject({ code: '23505', detail: 'code' })
  await expect(save('inventory', '1100')).resolves.toBeTruthy()
  await expect(save('receivables', '77')).rejects.toMatchObject({ hint: 'stale_version' })
  await expect(save('receivables', '=1', 1)).rejects.toMatchObject({
    code: '22023',
    detail: 'code',
  })
  await expect(save('nothing', '77')).rejects.toMatchObject({ code: 'P0002' })
  await expect(save('sales', '77', 0, fixture.role['sales admin'])).rejects.toMatchObject({
    code: '42501',
  })
})

it('shows the journal to nobody without journal.read', async () => {
  for (const role of ['ASE', 'sales admin', 'special access 1', 'Agent'] as const)
    for (const report of ['report_journal', 'report_trial_balance'])
      await expect(ask(report, {}, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
  expect(await ask('report_journal', { level: 'total' }, fixture.role.Owner)).toHaveLength(1)
})

it('has the same lines page by page as at once, forwards and back', async () => {
  const period = { from: await bank.day(-400), to: await bank.day(1) }
  const keys = (rows: Row[]) => rows.map(({ row_key }) => row_key!)
  const all = keys(await ask('report_journal', period))
  for (const limit of [1, 7, 40]) {
    const pages: string[] = []
    for (let after: string | undefined; ; ) {
      const page = keys(await ask('report_journal', { ...period, limit, after }))
      pages.push(...page)
      if (page.length < limit) break
      after = page.at(-1)
    }
    expect(pages).toEqual(all)
    const back = await ask('report_journal', { ...period, limit, before: all[50] })
    expect(keys(back).toReversed().sort()).toEqual(all.slice(50 - limit, 50).sort())
  }
})
