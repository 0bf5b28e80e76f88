import { describe, expect, it } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const m = memos(fixture, shop)
const sales = reportReader(fixture, 'report_sales')
const invoices = reportReader(fixture, 'report_invoice')
const balance = reportReader(fixture, 'report_trial_balance')
const receivables = reportReader(fixture, 'report_ar')
const TODAY = today('Asia/Manila')
let serial = 0
const no = () => `UC-${++serial}`
const of = (sold: { id: string; line: string }, quantity: number, price_difference: string) => ({
  ...{ kind: 'debit', reason: 'undercharge', booking_id: sold.id, on_date: '2026-03-20' },
  lines: [{ line_id: sold.line, quantity, price_difference }],
})
const accounts = async () =>
  Object.fromEntries(
    (await balance({ level: 'account', from: '2026-03-20', to: '2026-03-20' })).map(
      ({ account, debit, credit }) => [account, `${Number(debit)} / ${Number(credit)}`],
    ),
  )
const violations = () =>
  fixture.db.sql('select * from private.book_check_violations(array[$1::uuid])', [fixture.a])

describe('a debit memo for prices that were too low', () => {
  it('twenty of 100 pieces at 5.60 too little: 112.00 with VAT of 12.00, on its date in every figure', async () => {
    const sold = await m.sold(100, '56.00', no(), { date: '2026-03-02' })
    const memo = await m.write(of(sold, 20, '5.60'))
    expect(memo).toMatchObject({ status: 'approved', amount: '112.00' })
    expect(memo.memo_no).toMatch(/^DM-\d{6}$/)
    expect(await m.memo(memo.id)).toMatchObject({ amount: '112.00', vat_amount: '12.00' })
    expect(await m.sales(sold.id)).toEqual([
      {
        ...{ kind: 'undercharge', on_date: '2026-03-20', pieces: 0 },
        ...{ amount: '112.00', vat_amount: '12.00', cost: '0.00' },
      },
    ])
    expect(await m.receivables(memo.id)).toEqual([
      { kind: 'debit_memo', on_date: '2026-03-20', amount: '112.00', cleared_amount: '112.00' },
    ])
    // The invoice stays as it was filed; its customer owes 5,600.00 and 112.00.
    expect(await shop.booking(sold.id)).toMatchObject({ balance: '5600.00', credited: '0.00' })
    expect(await shop.position(sold.customer)).toMatchObject({ collectibles: '5712.00' })

    const period = { customer_id: sold.customer, from: '2026-03-03', to: '2026-03-31' }
    const [total] = await sales({ ...period, level: 'total' })
    expect(total).toMatchObject({ gross: '112.00', returns: '0.00', net: '112.00', pieces: '0' })
    // It is no invoice: the report has it apart, and among the rows when it is asked for.
    expect(await invoices({ ...period, level: 'invoice' })).toEqual([])
    expect((await invoices({ ...period, level: 'total' }))[0]).toMatchObject({
      ...{ gross: '0.00', debit_memos: '112.00', openings: '0.00' },
    })
    const [paper] = await invoices({ ...period, level: 'invoice', others: true })
    expect(paper!.kind).toBe('debit_memo')
    expect(paper).toMatchObject({
      ...{ invoice_no: memo.memo_no, gross: '112.00' },
      ...{ vatable: '100.00', vat: '12.00', untaxed: '0.00' },
    })
    const documents = await receivables({ customer_id: sold.customer, level: 'document' })
    expect(documents.map(({ row_kind, balance }) => `${row_kind} ${balance}`).sort()).toEqual([
      'booking 5600.00',
      'debit_memo 112.00',
    ])
    expect(await accounts()).toMatchObject({
      ...{ receivables: '112 / 0', sales: '0 / 100', output_vat: '0 / 12' },
    })
    for (const other of ['unbilled', 'other_income'])
      expect(await accounts()).not.toHaveProperty(other)
    expect(await violations()).toEqual([])

    await m.cancel(memo)
    expect(await m.sales(sold.id)).toMatchObject([
      { on_date: '2026-03-20', amount: '112.00', vat_amount: '12.00' },
      { on_date: TODAY, amount: '-112.00', vat_amount: '-12.00' },
    ])
    expect(await shop.position(sold.customer)).toMatchObject({ collectibles: '5600.00' })
    expect(await violations()).toEqual([])
  })

  it('for a price by the case with discounts: in the unit of the line, rounded once, with its VAT', async () => {
    const [product, customer] = [await shop.product('10.00', 100), await shop.customer()]
    const made = await shop.rpc<{ id: string; version: number; total: string }>('create_booking', {
      p_booking: {
        customer_id: customer,
        date_added: '2026-03-02',
        lines: [
          {
            ...{ product_id: product, quantity: 30, agent_srp: '96.25', agent_srp_pieces: 12 },
            ...{ discount_percent: '5', discount_amount: '1.00' },
          },
        ],
      },
    })
    // 96.25 × 30 ÷ 12 is 240.625; less 5 % 228.59375; less 1.00 227.59375.
    expect(made.total).toBe('227.59')
    const valid = await shop.validate(made.id, made.version)
    const delivered = await shop.deliver(made.id, valid.version, null, '2026-03-02')
    await shop.invoice(made.id, delivered.version, no(), '2026-03-02')
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [made.id],
    )
    // 3.75 more a case, for 25 of the pieces: 3.75 × 25 ÷ 12 is 7.8125; 7.81 ÷ 1.12 is 6.97.
    const memo = await m.write(of({ id: made.id, line: line!.id }, 25, '3.75'))
    expect(await m.memo(memo.id)).toMatchObject({ amount: '7.81', vat_amount: '0.84' })
    const period = { customer_id: customer, from: '2026-03-01', to: '2026-03-31' }
    // The sale and the memo: gross 240.63 + 7.81, discount 13.04.
    expect((await sales({ ...period, level: 'total' }))[0]).toMatchObject({
      ...{ gross: '248.44', discount: '13.04', net: '235.40', pieces: '30' },
    })
    expect(await shop.position(customer)).toMatchObject({ collectibles: '235.40' })
    expect(await violations()).toEqual([])
  })

  it.each([
    // A case of 12 at 96.25: 1.00 a piece is 12.00, 1.00 a case is 1.00, as without a unit; 1.00 for 5 is 2.40.
    ['a piece', 1, '12.00', '1.29'],
    ['a case', 12, '1.00', '0.11'],
    ['the price of the line', undefined, '1.00', '0.11'],
    ['five pieces', 5, '2.40', '0.26'],
  ])('1.00 for %s too little', async (_, price_difference_pieces, amount, vat_amount) => {
    const [product, customer] = [await shop.product('10.00', 100), await shop.customer()]
    const line = { product_id: product, quantity: 12, agent_srp: '96.25', agent_srp_pieces: 12 }
    const made = await shop.rpc<{ id: string; version: number }>('create_booking', {
      p_booking: { customer_id: customer, date_added: '2026-03-02', lines: [line] },
    })
    const valid = await shop.validate(made.id, made.version)
    const delivered = await shop.deliver(made.id, valid.version, null, '2026-03-02')
    await shop.invoice(made.id, delivered.version, no(), '2026-03-02')
    const [{ id: line_id } = { id: '' }] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [made.id],
    )
    const memo = await m.write({
      ...of({ id: made.id, line: line_id }, 12, '1.00'),
      lines: [{ line_id, quantity: 12, price_difference: '1.00', price_difference_pieces }],
    })
    expect(await m.memo(memo.id)).toMatchObject({ amount, vat_amount })
    expect(await violations()).toEqual([])
  })

  it('is no more than a centavo off in VAT, however many lines it has', async () => {
    const product = await shop.product('10.00', 50)
    const customer = await shop.customer()
    const booking = await shop.book(customer, [
      [product, 10, '10.00'],
      [product, 10, '10.00'],
      [product, 10, '10.00'],
    ])
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, booking.version + 1, no(), null)
    await shop.deliver(booking.id, booking.version + 2, null, null)
    const lines = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
      [booking.id],
    )
    const memo = await m.write({
      ...{ kind: 'debit', reason: 'undercharge', booking_id: booking.id },
      lines: lines.map(({ id }) => ({ line_id: id, quantity: 1, price_difference: '0.05' })),
    })
    // 0.15 × 12 ÷ 112 = 0.016: 0.02, whereas 0.05 alone has 0.01 each time.
    expect(await m.memo(memo.id)).toMatchObject({ amount: '0.15', vat_amount: '0.02' })
    expect(await violations()).toEqual([])
  })

  it('leaves what a return is worth as it was sold', async () => {
    const sold = await m.sold(10, '100.00', no(), { date: '2026-03-02' })
    await m.write(of(sold, 10, '50.00'))
    const back = await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 10 }],
    })
    expect(back.amount).toBe('1000.00')
    // No piece is left whose price could be too low.
    await expect(m.write(of(sold, 1, '50.00'))).rejects.toMatchObject({ hint: 'wrong_state' })
    expect(await violations()).toEqual([])
  })

  it('waits for a second person above the amount of the project', async () => {
    const sold = await m.sold(100, '200.00', no(), { date: '2026-03-02' })
    const memo = await m.write(of(sold, 100, '60.00'))
    expect(memo).toMatchObject({ status: 'pending', amount: '6000.00' })
    expect(await m.sales(sold.id)).toEqual([])
    expect(await violations()).toEqual([])
    await m.approve(memo)
    expect(await m.sales(sold.id)).toMatchObject([{ on_date: '2026-03-20', amount: '6000.00' }])
    expect(await violations()).toEqual([])
  })

  it.each([
    ['more pieces than were delivered', { quantity: 11 }, 'wrong_state'],
    ['no pieces', { quantity: 0 }, 'invalid'],
    ['no difference', { price_difference: '0.00' }, 'invalid'],
    ['no difference given', { price_difference: null }, 'invalid'],
  ])('refuses %s', async (_, line, hint) => {
    const sold = await m.sold(10, '100.00', no(), { date: '2026-03-02' })
    const memo = of(sold, 10, '1.00')
    const refused = m.write({ ...memo, lines: [{ ...memo.lines[0], ...line }] })
    await expect(refused).rejects.toMatchObject(hint === 'invalid' ? { code: '22023' } : { hint })
  })

  it('refuses a day before the delivery, a booking without an invoice, and an amount without lines', async () => {
    const sold = await m.sold(10, '100.00', no(), { date: '2026-03-02' })
    await expect(m.write({ ...of(sold, 1, '1.00'), on_date: '2026-03-01' })).rejects.toMatchObject({
      code: '22023',
      detail: 'on_date',
    })
    await expect(m.write({ ...of(sold, 1, '1.00'), lines: [] })).rejects.toMatchObject({
      ...{ code: '22023', detail: 'lines' },
    })
    const product = await shop.product('10.00', 50)
    const booking = await shop.book(await shop.customer(), [[product, 10, '10.00']])
    await shop.validate(booking.id, booking.version)
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid',
      [booking.id],
    )
    await expect(
      m.write({ ...of({ id: booking.id, line: line!.id }, 1, '1.00'), on_date: TODAY }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('is no price to allow something on: an allowance covers invoices, and it is cancelled instead', async () => {
    const sold = await m.sold(10, '56.00', no(), { date: '2026-03-02' })
    const memo = await m.write(of(sold, 10, '11.20'))
    const [{ booking_id } = {}] = await fixture.db.sql<{ booking_id?: string }>(
      'select booking_id from public.memos where id = $1::uuid',
      [memo.id],
    )
    const allowance = { kind: 'credit', reason: 'price_allowance' }
    await expect(m.write({ ...allowance, booking_id, amount: '1.00' })).rejects.toMatchObject({
      hint: 'wrong_state',
      message: `${memo.memo_no} is a debit memo: cancel it and create another one.`,
    })
    // 560.00 of the invoice are open, and 112.00 of the memo.
    const most = { ...allowance, customer_id: sold.customer }
    await expect(m.write({ ...most, amount: '560.01' })).rejects.toMatchObject({
      hint: 'over_credited',
    })
    expect(await m.memo((await m.write({ ...most, amount: '560.00' })).id)).toMatchObject({
      vat_amount: '60.00',
    })
    expect(await shop.position(sold.customer)).toMatchObject({ collectibles: '112.00' })
    expect(await violations()).toEqual([])
  })
})
