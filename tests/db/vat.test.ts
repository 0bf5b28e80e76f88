import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { vatTrade } from '../support/vat.ts'

const fixture = testFixture()
const {
  shop,
  memo: m,
  settings,
  setClass,
  product,
  goods,
  customer,
  invoiced,
  paper,
  entries,
  violations,
} = vatTrade(fixture)
const invoices = reportReader(fixture, 'report_invoice')

let vatable: string
let exempt: string
let zero: string

beforeAll(async () => {
  ;({ vatable, exempt, zero } = await goods())
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
    // The invoice is of 99.99 + 7.07 = 95.59 + 11.47. Delivered are 66.66 + 7.07 = 73.73 = 65.83 + 7.90.
    expect(await paper(sold.id)).toMatchObject({
      ...{ due: '307.04', vatable: '95.59', vat: '11.47', exempt: '99.99', zero_rated: '99.99' },
    })
    const left = { vatable: '65.83', vat: '7.90', exempt: '99.99', zero_rated: '33.33' }
    expect(await invoices({ customer_id: sold.customer, level: 'total' })).toMatchObject([left])
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
    await shop.invoice(booking.id, booking.version + 1, 'VN-1', '2026-01-12')
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

  it('have it on top of costs too, and a booking keeps what was saved', async () => {
    const changing = await product('vatable', 100)
    const buyer = await customer()
    const onTop = async () => {
      await settings({ prices_include_vat: false, vat_percent: 12 })
      return shop.book(buyer, [[changing, 10, '20.00']], '2026-01-13')
    }
    const [saved, again] = [await onTop(), await onTop()]
    await settings({ prices_include_vat: true, vat_percent: 10 })
    const included = await shop.book(buyer, [[changing, 10, '11.00']], '2026-01-13')
    await settings({ vat_percent: 12 })
    await setClass(changing, 'exempt')
    expect([saved.total, again.total, included.total]).toEqual(['224.00', '224.00', '110.00'])
    for (const [{ id, version }, total, vat, percent] of [
      [saved, '224.00', '24.00', '12.00'],
      [included, '110.00', '10.00', '10.00'],
    ] as const) {
      await shop.validate(id, version)
      const [row] = await fixture.db.sql(
        'select total::text, vat_amount::text, vat_percent::text from public.bookings where id = $1::uuid',
        [id],
      )
      expect(row).toEqual({ total, vat_amount: vat, vat_percent: percent })
    }
    // Saved again, the booking is one of today's settings.
    const edited = await shop.rpc('update_booking', {
      ...{ p_booking: again.id, p_version: again.version },
      p_details: { lines: [{ product_id: changing, quantity: 10, agent_srp: '20.00' }] },
    })
    expect(edited.total).toBe('200.00')
    await settings({ prices_include_vat: false })
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
