import { beforeAll, describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const m = memos(fixture, shop)
const d = disburse(fixture)
const report = reportReader(fixture, 'report_vat')
const invoices = reportReader(fixture, 'report_invoice')
const balances = reportReader(fixture, 'report_trial_balance')
let serial = 0

type Invoice = Record<string, string> & { lines: Record<string, string | number>[] }

const settings = (details: object) =>
  fixture.db.sql(
    'update public.projects set settings = settings || $2::text::jsonb where id = $1::uuid',
    [fixture.a, JSON.stringify(details)],
  )
const setClass = (product: string, vatClass: string) =>
  fixture.db.sql(
    'update public.products set vat_class = $3 where project_id = $1::uuid and id = $2::uuid',
    [fixture.a, product, vatClass],
  )
const product = async (vatClass = 'vatable', stock = 1000) => {
  const id = await shop.product('10.00', stock)
  await setClass(id, vatClass)
  return id
}
const customer = async (vat_class = 'vatable') => {
  const id = await shop.customer()
  if (vat_class !== 'vatable')
    await shop.rpc(
      'update_customer_tax',
      {
        ...{ p_customer: id, p_version: 1, p_tin_no: '123-456-789-000' },
        ...{ p_business_style: 'Export', p_vat_class: vat_class },
      },
      fixture.role['finance admin'],
    )
  return id
}
/** A booking that is validated and invoiced, with the ids of its lines. */
async function invoiced(
  buyer: string,
  lines: [product: string, quantity: number, srp: string][],
  date: string,
) {
  const booking = await shop.book(buyer, lines, date)
  await shop.validate(booking.id, booking.version)
  await shop.invoice(booking.id, booking.version + 1, `VI-${++serial}`, date)
  const ids = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
    [booking.id],
  )
  return {
    ...booking,
    customer: buyer,
    version: booking.version + 2,
    lines: ids.map(({ id }) => id),
  }
}
const paper = (booking: string) =>
  fixture.db.rpc<Invoice>(fixture.role['invoice admin'], 'invoice_document', {
    p_project: fixture.a,
    p_booking: booking,
  })
const entries = (booking: string) =>
  fixture.db.sql<Record<string, string>>(
    `select kind, vat_class, sum(amount)::text as amount, sum(vat_amount)::text as vat from public.sales_entries
     where booking_id = $1::uuid group by kind, vat_class order by kind, vat_class`,
    [booking],
  )
/** The movement of the tax accounts in a month: debit above zero. */
const accounts = async (from: string, to: string) =>
  Object.fromEntries(
    (await balances({ level: 'account', from, to })).map(({ account, debit, credit }) => [
      String(account),
      (Number(debit) - Number(credit)).toFixed(2),
    ]),
  )
const month = async (from: string, to: string) => (await report({ from, to, level: 'total' }))[0]!
const violations = () =>
  fixture.db.sql('select * from private.book_check_violations(array[$1::uuid])', [fixture.a])

let vatable: string
let exempt: string
let zero: string

beforeAll(async () => {
  vatable = await product()
  exempt = await product('exempt')
  zero = await product('zero_rated')
}, 60_000)

describe('an invoice', () => {
  it('of goods of the three classes says what each comes to, and keeps it whatever changes', async () => {
    const sold = await invoiced(
      await customer(),
      [
        [vatable, 10, '11.20'],
        [exempt, 5, '20.00'],
        [zero, 4, '25.00'],
      ],
      '2026-01-05',
    )
    // 112.00 = 100.00 + 12 % of VAT, 100.00 exempt, 100.00 zero-rated
    const said = {
      ...{ total: '312.00', due: '312.00', vat: '12.00', net: '300.00', vat_percent: '12.00' },
      ...{ vatable: '100.00', exempt: '100.00', zero_rated: '100.00' },
    }
    const before = await paper(sold.id)
    expect(before).toMatchObject(said)
    expect(before.lines.map(({ vat_class, amount, vat }) => [vat_class, amount, vat])).toEqual([
      ['vatable', '112.00', '12.00'],
      ['exempt', '100.00', '0.00'],
      ['zero_rated', '100.00', '0.00'],
    ])
    const [row] = await invoices({ customer_id: sold.customer, level: 'invoice' })
    expect(row).toMatchObject({
      ...{ gross: '312.00', vatable: '100.00', vat: '12.00' },
      ...{ exempt: '100.00', zero_rated: '100.00', untaxed: '0.00' },
    })
    await setClass(exempt, 'vatable')
    await settings({ vat_percent: 5, prices_include_vat: false })
    expect(await paper(sold.id)).toEqual(before)
    await setClass(exempt, 'exempt')
    await settings({ vat_percent: 12, prices_include_vat: true })
  })

  it('delivered in parts posts of each class what it says, with goods released too', async () => {
    const sold = await invoiced(
      await customer(),
      [
        [vatable, 3, '33.33'],
        [exempt, 3, '33.33'],
        [zero, 3, '33.33'],
        [vatable, 1, '7.07'],
      ],
      '2026-01-06',
    )
    const parts = (quantities: number[], remainder: string) => ({
      remainder,
      lines: sold.lines.map((line_id, n) => ({ line_id, quantity: quantities[n] })),
    })
    await shop.deliver(sold.id, sold.version, parts([1, 2, 1, 0], 'keep'), '2026-01-07')
    await shop.deliver(sold.id, sold.version + 1, parts([1, 1, 0, 1], 'release'), '2026-01-08')
    // Of 66.66 + 7.07 that were delivered: 73.73 = 65.83 + 7.90.
    expect(await paper(sold.id)).toMatchObject({
      ...{ due: '207.05', vatable: '65.83', vat: '7.90', exempt: '99.99', zero_rated: '33.33' },
    })
    expect(await entries(sold.id)).toEqual([
      { kind: 'delivery', vat_class: 'exempt', amount: '99.99', vat: '0.00' },
      { kind: 'delivery', vat_class: 'vatable', amount: '73.73', vat: '7.90' },
      { kind: 'delivery', vat_class: 'zero_rated', amount: '33.33', vat: '0.00' },
    ])
    expect(await violations()).toEqual([])
  })

  it('of a zero-rated customer bears no VAT, whatever is sold', async () => {
    const sold = await invoiced(
      await customer('zero_rated'),
      [
        [vatable, 10, '11.20'],
        [exempt, 1, '8.00'],
      ],
      '2026-01-09',
    )
    expect(await paper(sold.id)).toMatchObject({
      ...{ due: '120.00', vat: '0.00', vatable: '0.00', exempt: '0.00', zero_rated: '120.00' },
    })
  })

  it('of a company without VAT says none', async () => {
    await settings({ vat_percent: 0 })
    const sold = await invoiced(
      await customer(),
      [
        [vatable, 1, '10.00'],
        [exempt, 1, '8.00'],
      ],
      '2026-01-10',
    )
    expect(await paper(sold.id)).toMatchObject({ due: '18.00', vat: '0.00', vat_percent: '0.00' })
    const [row] = await invoices({ customer_id: sold.customer, level: 'invoice' })
    expect(row).toMatchObject({ vatable: '0.00', vat: '0.00', untaxed: '10.00', exempt: '8.00' })
    await settings({ vat_percent: 12 })
  })
})

describe('prices without VAT', () => {
  it('have it on top, rounded once on each line, in credit, invoice, sales and debt', async () => {
    await settings({ prices_include_vat: false })
    const buyer = await shop.customer('250.00')
    const booking = await shop.book(
      buyer,
      [
        [vatable, 1, '33.33'],
        [vatable, 1, '33.33'],
        [vatable, 1, '33.33'],
        [vatable, 10, '10.00'],
        [exempt, 1, '26.02'],
      ],
      '2026-01-12',
    )
    // 33.33 + 4.00 three times, 100.00 + 12.00 and 26.02: a centavo more than the credit line.
    expect(booking.total).toBe('250.01')
    await expect(shop.validate(booking.id, booking.version)).rejects.toMatchObject({
      hint: 'credit_exceeded',
    })
    await shop.rpc('set_credit_line', {
      p_customer: buyer,
      p_version: 1,
      p_credit_line: '250.01',
      p_terms_days: 0,
    })
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, booking.version + 1, `VI-${++serial}`, '2026-01-12')
    await settings({ prices_include_vat: true })
    expect(await paper(booking.id)).toMatchObject({
      ...{ due: '250.01', vatable: '199.99', vat: '24.00', exempt: '26.02' },
    })
    expect((await paper(booking.id)).lines.map(({ net, vat }) => [net, vat])).toEqual([
      ...Array(3).fill(['33.33', '4.00']),
      ['100.00', '12.00'],
      ['26.02', '0.00'],
    ])
    await shop.deliver(booking.id, booking.version + 2, null, '2026-01-12')
    expect(await entries(booking.id)).toEqual([
      { kind: 'delivery', vat_class: 'exempt', amount: '26.02', vat: '0.00' },
      { kind: 'delivery', vat_class: 'vatable', amount: '223.99', vat: '24.00' },
    ])
    expect(await shop.position(buyer)).toMatchObject({ collectibles: '250.01' })
    expect(await violations()).toEqual([])
  })

  it('have it on top of costs too, and a booking takes the setting of its validation', async () => {
    const booking = await shop.book(await customer(), [[vatable, 10, '10.00']], '2026-01-13')
    expect(booking.total).toBe('100.00')
    await settings({ prices_include_vat: false })
    await shop.validate(booking.id, booking.version)
    expect(await shop.booking(booking.id)).toMatchObject({ total: '112.00', balance: '112.00' })
    const bought = await product('vatable', 0)
    const purchase = await shop.rpc('create_purchase', {
      p_purchase: {
        ...{ po_no: 'NET-1', supplier: 'S', date_added: '2026-01-13', with_vat: true },
        lines: [{ product_id: bought, quantity: 3, cost: '33.33' }],
      },
    })
    await settings({ prices_include_vat: true })
    expect(purchase.total_cost).toBe('111.99')
    const [stock] = await fixture.db.sql(
      'select stock_value::text as value from public.inventory where product_id = $1::uuid',
      [bought],
    )
    expect(stock).toEqual({ value: '99.99' })
  })
})

describe('memos', () => {
  it('take the class of the sale, whatever the product is now', async () => {
    const changing = await product('zero_rated')
    const sold = await invoiced(
      await customer(),
      [
        [vatable, 10, '11.20'],
        [changing, 10, '10.00'],
      ],
      '2026-02-02',
    )
    await shop.deliver(sold.id, sold.version, null, '2026-02-02')
    await setClass(changing, 'vatable')
    const back = await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date: '2026-02-03' },
      lines: sold.lines.map((line_id) => ({ line_id, quantity: 5 })),
    })
    // 56.00 with 6.00 of VAT, and 50.00 zero-rated
    expect(await m.memo(back.id)).toMatchObject({ amount: '106.00', vat_amount: '6.00' })
    const [charged, allowed] = [
      await m.write({
        ...{ kind: 'debit', reason: 'undercharge', booking_id: sold.id, on_date: '2026-02-04' },
        lines: sold.lines.map((line_id) => ({ line_id, quantity: 5, price_difference: '1.12' })),
      }),
      await m.write({
        kind: 'credit',
        reason: 'price_allowance',
        booking_id: sold.id,
        on_date: '2026-02-04',
        amount: '10.60',
      }),
    ]
    expect(await m.memo(charged.id)).toMatchObject({ amount: '11.20', vat_amount: '0.60' })
    // The allowance is shared out by what is left of each line: 5.60 of 56.00 and 5.00 of 50.00.
    expect(await m.memo(allowed.id)).toMatchObject({ amount: '10.60', vat_amount: '0.60' })
    expect(await entries(sold.id)).toEqual([
      { kind: 'allowance', vat_class: 'vatable', amount: '-5.60', vat: '-0.60' },
      { kind: 'allowance', vat_class: 'zero_rated', amount: '-5.00', vat: '0.00' },
      { kind: 'delivery', vat_class: 'vatable', amount: '112.00', vat: '12.00' },
      { kind: 'delivery', vat_class: 'zero_rated', amount: '100.00', vat: '0.00' },
      { kind: 'return', vat_class: 'vatable', amount: '-56.00', vat: '-6.00' },
      { kind: 'return', vat_class: 'zero_rated', amount: '-50.00', vat: '0.00' },
      { kind: 'undercharge', vat_class: 'vatable', amount: '5.60', vat: '0.60' },
      { kind: 'undercharge', vat_class: 'zero_rated', amount: '5.60', vat: '0.00' },
    ])
    expect(await violations()).toEqual([])
  })
})

describe('the VAT report', () => {
  it('of a month says what was sold, bought, paid and withheld, as the accounts of the journal do', async () => {
    const [from, to] = ['2026-03-01', '2026-03-31']
    const buyer = await customer()
    const sold = await invoiced(
      buyer,
      [
        [vatable, 100, '11.20'],
        [exempt, 10, '20.00'],
        [zero, 10, '30.00'],
      ],
      '2026-03-02',
    )
    await shop.deliver(sold.id, sold.version, null, '2026-03-03')
    await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date: '2026-03-04' },
      lines: [{ line_id: sold.lines[0], quantity: 10 }],
    })
    const buy = (po_no: string, kind: string, with_vat: boolean, lines: object[]) =>
      shop.rpc('create_purchase', {
        p_purchase: { po_no, kind, supplier: 'S', with_vat, date_added: '2026-03-05', lines },
      })
    await buy('V-1', 'purchase', true, [
      { product_id: vatable, quantity: 10, cost: '56.00' },
      { product_id: exempt, quantity: 10, cost: '7.00' },
      { product_id: zero, quantity: 10, cost: '7.00', vat_class: 'vatable' },
    ])
    await buy('V-2', 'supplier_return', true, [{ product_id: vatable, quantity: 1, cost: '56.00' }])
    await buy('V-3', 'purchase', false, [{ product_id: vatable, quantity: 10, cost: '5.00' }])
    const voucher = await d.rpc('create_voucher', {
      p_voucher: {
        ...(await d.byCheque('0')),
        ...{ date_added: '2026-03-06', ewt_amount: '10.00', cheque_amount: undefined },
        lines: [
          { description: 'Rent', amount: '224.00', vat_class: 'vatable' },
          { description: 'Rice', amount: '40.00', vat_class: 'exempt' },
          { description: 'Fares', amount: '16.00' },
        ],
      },
    })
    await d.release(await d.print(voucher), '2026-03-07')
    const withheld = await shop.rpc<{ id: string; version: number }>('record_collection', {
      p_collection: {
        ...{
          customer_id: buyer,
          collection_type: 'withholding',
          amount: '20.00',
          cr_no: 'W-1',
          date_collected: '2026-03-08',
        },
        allocations: [{ booking_id: sold.id, amount: '20.00' }],
      },
    })
    await shop.approve(withheld.id, withheld.version)

    // Sales 1,120.00 (1,000.00 + 120.00), returned 112.00. Bought 560.00 + 70.00 less 56.00, each with VAT in it: 574.00 =
    // 512.50 + 61.50; 224.00 = 200.00 + 24.00 by voucher.
    expect(await month(from, to)).toMatchObject({
      ...{ vatable: '1000.00', output_vat: '120.00', exempt: '200.00', zero_rated: '300.00' },
      ...{ memos: '100.00', memos_vat: '12.00' },
      ...{ bought: '712.50', bought_other: '160.00', input_vat: '85.50', payable: '22.50' },
      ...{ creditable: '20.00', withheld: '10.00' },
    })
    expect(await accounts(from, to)).toMatchObject({
      ...{
        output_vat: '-108.00',
        input_vat: '85.50',
        creditable_tax: '20.00',
        withheld_tax: '-10.00',
      },
      ...{ expenses: '256.00', sales: '-1500.00', sales_returns: '100.00' },
    })
    const [row] = await report({ from, to })
    expect(row).toMatchObject({ level: 'month', month: '2026-03', payable: '22.50' })
    expect(
      (await report({ from, to, level: 'class' })).map(({ what, net, tax }) => [what, net, tax]),
    ).toEqual([
      ['Sales, VAT-exempt', '200.00', '0.00'],
      ['Sales, VATable', '1000.00', '120.00'],
      ['Sales, zero-rated', '300.00', '0.00'],
      ['Credit memos, VATable', '-100.00', '-12.00'],
      ['Purchases, VAT-exempt', '70.00', '0.00'],
      ['Purchases, without VAT', '50.00', '0.00'],
      ['Purchases, VATable', '512.50', '61.50'],
      ['Vouchers, VAT-exempt', '40.00', '0.00'],
      ['Vouchers, VATable', '200.00', '24.00'],
      ['Withheld by customers', '0.00', '20.00'],
      ['Withheld from suppliers', '0.00', '10.00'],
    ])
    const documents = await report({ from, to, level: 'document' })
    const total = await month(from, to)
    for (const key of ['output_vat', 'memos_vat', 'input_vat', 'creditable', 'withheld', 'payable'])
      expect(documents.reduce((sum, each) => sum + Number(each[key]), 0).toFixed(2), key).toBe(
        total[key],
      )
    expect(total.documents).toBe(String(documents.length))
    expect(documents.every(({ document_id }) => document_id)).toBe(true)
    expect(await violations()).toEqual([])
  })

  it('has a total of nothing, and is for those who read the journal', async () => {
    expect(await month('2001-01-01', '2001-01-31')).toMatchObject({ payable: '0.00', months: '0' })
    await expect(
      fixture.db.rpc(fixture.role.warehouse, 'report_vat', { p_project: fixture.a, p_filters: {} }),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('input VAT', () => {
  it('is in no cost of stock, follows corrections of the line, and leaves with its cancellation', async () => {
    const bought = await product('vatable', 0)
    const made = await shop.rpc('create_purchase', {
      p_purchase: {
        ...{ po_no: 'E-1', supplier: 'S', date_added: '2026-04-01', with_vat: true },
        lines: [{ product_id: bought, quantity: 10, cost: '11.20' }],
      },
    })
    const worth = async () => {
      const [row] = await fixture.db.sql<Record<string, string>>(
        `select i.stock_value::text as stock, p.total_cost::text as total,
           (select sum(m.vat_amount)::text from public.stock_movements m where m.product_id = i.product_id) as vat
         from public.inventory i, public.purchases p where i.product_id = $1::uuid and p.id = $2::uuid`,
        [bought, made.id],
      )
      return row
    }
    expect(await worth()).toEqual({ stock: '100.00', total: '112.00', vat: '12.00' })
    const correct = async (item_to_edit: string, what_edit: string) => {
      const [line] = await fixture.db.sql<{ id: string }>(
        'select id from public.purchase_lines where purchase_id = $1::uuid',
        [made.id],
      )
      const asked = await shop.rpc<{ id: string; version: number }>('request_product_edit', {
        p_request: {
          purchase_line_id: line!.id,
          item_to_edit,
          what_edit,
          reason: 'As on the invoice',
        },
      })
      await shop.rpc(
        'decide_product_edit',
        { p_request: asked.id, p_version: asked.version, p_decision: 'approved', p_note: null },
        fixture.role.Owner,
      )
    }
    await correct('quantity', '5')
    expect(await worth()).toEqual({ stock: '50.00', total: '56.00', vat: '6.00' })
    await correct('cost', '22.40')
    expect(await worth()).toEqual({ stock: '100.00', total: '112.00', vat: '12.00' })
    expect(await violations()).toEqual([])
    const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
      'select version from public.purchases where id = $1::uuid',
      [made.id],
    )
    await shop.rpc('cancel_purchase', {
      p_purchase: made.id,
      p_version: version,
      p_reason: 'Twice',
    })
    expect(await worth()).toMatchObject({ stock: '0.00', vat: '0.00' })
    expect(await violations()).toEqual([])
  })
})

describe('the class of a customer', () => {
  it('is set by those who change tax details, and goes into the finance trail', async () => {
    const id = await customer('exempt')
    const [event] = await fixture.db.sql<{ details: Record<string, unknown> }>(
      "select details from public.customer_finance_events where customer_id = $1::uuid and type = 'tax'",
      [id],
    )
    expect(event!.details.vat_class).toEqual(['vatable', 'exempt'])
    const change = (
      p_vat_class: string | null,
      p_version: number,
      user = fixture.role['finance admin'],
    ) =>
      shop.rpc(
        'update_customer_tax',
        { p_customer: id, p_version, p_tin_no: null, p_business_style: null, p_vat_class },
        user,
      )
    await expect(change('none', 2)).rejects.toMatchObject({ code: '22023', detail: 'vat_class' })
    await expect(change('vatable', 2, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    await change(null, 2)
    const [kept] = await fixture.db.sql(
      'select vat_class from public.customers where id = $1::uuid',
      [id],
    )
    expect(kept).toEqual({ vat_class: 'exempt' })
    await expect(
      fixture.db.rpc(fixture.role.Agent, 'request_customer', {
        p_project: fixture.a,
        p_idempotency_key: fixture.newIdempotencyKey(),
        p_customer: { name: 'Untaxed Store', vat_class: 'zero_rated' },
      }),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
