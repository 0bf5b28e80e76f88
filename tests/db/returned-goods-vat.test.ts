import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { vatTrade } from '../support/vat.ts'

/** VAT and money of goods that come back without their booking: by the class of the goods, paid for or not. */
const fixture = testFixture()
const v = vatTrade(fixture)
const { shop, settings, product, goods, customer, invoiced, entries, violations } = v
const report = reportReader(fixture, 'report_vat')
const balances = reportReader(fixture, 'report_trial_balance')
const ar = reportReader(fixture, 'report_ar')

type Goods = [product: string, pieces: number, credit: string][]
const bring = (buyer: string, day: string, goods: Goods) =>
  shop.rpc<{ id: string; version: number; memo_no: string; memo_status: string }>(
    'create_purchase',
    {
      p_purchase: {
        ...{ po_no: `R-${day}`, supplier: 'S', kind: 'return_in', date_added: day },
        customer_id: buyer,
        lines: goods.map(([product_id, quantity, prod_srp]) => ({
          ...{ product_id, quantity, prod_srp, cost: '5.00' },
        })),
      },
    },
  )
const cancel = ({ id, version }: { id: string; version: number }) =>
  shop.rpc('cancel_purchase', { p_purchase: id, p_version: version, p_reason: 'Wrong store' })
const paperOf = async (purchase: string) => {
  const [row] = await fixture.db.sql<{ id: string }>(
    'select id from public.memos where purchase_id = $1::uuid',
    [purchase],
  )
  return fixture.db.rpc<Record<string, string> & { goods: Record<string, string>[] }>(
    fixture.role['finance admin'],
    'memo_document',
    { p_project: fixture.a, p_memo: row!.id },
  )
}
const goodsOf = async (purchase: string) =>
  (await paperOf(purchase)).goods.map(({ vat_class, amount, vat_amount }) => [
    ...[vat_class, amount, vat_amount],
  ])
/** VAT of memos and output VAT less it in a period, by report and by journal. */
async function vat(from: string, to: string) {
  const [said] = await report({ from, to, level: 'total' })
  const accounts = await balances({ level: 'account', from, to })
  const posted = accounts.find(({ account }) => account === 'output_vat')
  return {
    memos: said!.memos_vat,
    net: said!.memos,
    report: (Number(said!.output_vat) - Number(said!.memos_vat)).toFixed(2),
    journal: (Number(posted?.credit ?? 0) - Number(posted?.debit ?? 0)).toFixed(2),
  }
}
async function delivered(buyer: string, lines: Goods, day: string) {
  const sold = await invoiced(buyer, lines, day)
  await shop.deliver(sold.id, sold.version, null, day)
  return sold
}
async function pay(buyer: string, booking: string, amount: string, day: string) {
  const receipt = await shop.rpc<{ id: string; version: number }>('record_collection', {
    p_collection: {
      ...{ customer_id: buyer, collection_type: 'cash', amount, date_collected: day },
      ...{ cr_no: `CR-${booking.slice(-12)}`, allocations: [{ booking_id: booking, amount }] },
    },
  })
  await shop.approve(receipt.id, receipt.version)
}

let vatable: string
let exempt: string
let zero: string

beforeAll(async () => {
  ;({ vatable, exempt, zero } = await goods())
}, 60_000)

describe('goods that come back take the VAT of their own class', () => {
  it('exempt goods lower no output VAT, whatever the open invoice was of', async () => {
    const buyer = await customer()
    const sold = await delivered(buyer, [[vatable, 10, '11.20']], '2026-03-02')
    const made = await bring(buyer, '2026-03-03', [[exempt, 5, '8.00']])
    expect(await goodsOf(made.id)).toEqual([['exempt', '40.00', '0.00']])
    expect(await paperOf(made.id)).toMatchObject({
      ...{ amount: '40.00', vat_amount: '0.00', exempt: '40.00', zero_rated: '0.00' },
    })
    expect(await entries(sold.id)).toEqual([
      { kind: 'allowance', vat_class: 'exempt', amount: '-40.00', vat: '0.00' },
      { kind: 'delivery', vat_class: 'vatable', amount: '112.00', vat: '12.00' },
    ])
    const month = { memos: '0.00', net: '40.00', report: '12.00', journal: '12.00' }
    expect(await vat('2026-03-01', '2026-03-31')).toEqual(month)
    expect(await violations()).toEqual([])
  })

  it('vatable goods lower it, also on an invoice of exempt goods', async () => {
    const buyer = await customer()
    await delivered(buyer, [[exempt, 10, '10.00']], '2026-04-02')
    const made = await bring(buyer, '2026-04-03', [[vatable, 5, '11.20']])
    expect(await goodsOf(made.id)).toEqual([['vatable', '56.00', '6.00']])
    const month = { memos: '6.00', net: '50.00', report: '-6.00', journal: '-6.00' }
    expect(await vat('2026-04-01', '2026-04-30')).toEqual(month)
    expect(await violations()).toEqual([])
  })

  it('of all classes, with the VAT of their sum on several invoices, until the record is cancelled', async () => {
    const buyer = await customer()
    const first = await delivered(
      buyer,
      [
        [zero, 1, '9.00'],
        [vatable, 1, '7.07'],
      ],
      '2026-05-02',
    )
    const second = await delivered(buyer, [[vatable, 10, '33.33']], '2026-05-03')
    const made = await bring(buyer, '2026-05-04', [
      [vatable, 1, '33.33'],
      [exempt, 1, '10.00'],
      [zero, 2, '4.50'],
      [vatable, 1, '33.33'],
    ])
    // 66.66 = 59.52 + 7.14, of which the first 33.33 have 3.57.
    expect(await goodsOf(made.id)).toEqual([
      ['vatable', '33.33', '3.57'],
      ['exempt', '10.00', '0.00'],
      ['zero_rated', '9.00', '0.00'],
      ['vatable', '33.33', '3.57'],
    ])
    const month = { memos: '7.14', net: '78.52', journal: '29.33', report: '29.33' }
    // Sold with VAT: 7.07 = 6.31 + 0.76 and 333.30 = 297.59 + 35.71.
    expect(await vat('2026-05-01', '2026-05-31')).toEqual(month)
    expect(await shop.booking(first.id)).toMatchObject({ balance: '0.00' })
    expect(await shop.booking(second.id)).toMatchObject({ balance: '263.71' })
    expect(await violations()).toEqual([])
    await cancel(made)
    for (const { id, total } of [first, second])
      expect(await shop.booking(id)).toMatchObject({ balance: total, credited: '0.00' })
    expect(
      [...(await entries(first.id)), ...(await entries(second.id))]
        .filter(({ kind }) => kind === 'allowance')
        .every(({ amount, vat: tax }) => amount === '0.00' && tax === '0.00'),
    ).toBe(true)
    expect(await violations()).toEqual([])
  })

  it('of a zero-rated customer have none, and later changes of the product change nothing', async () => {
    const buyer = await customer('zero_rated')
    await delivered(buyer, [[vatable, 10, '10.00']], '2026-06-02')
    const made = await bring(buyer, '2026-06-03', [[vatable, 4, '10.00']])
    expect(await goodsOf(made.id)).toEqual([['zero_rated', '40.00', '0.00']])
    const month = { memos: '0.00', net: '40.00', report: '0.00', journal: '0.00' }
    expect(await vat('2026-06-01', '2026-06-30')).toEqual(month)
  })

  it('that wait for approval keep the class of the day on which they came', async () => {
    const changing = await product('exempt')
    const buyer = await customer()
    await delivered(buyer, [[await product('vatable', 1000), 1000, '11.20']], '2026-06-05')
    const made = await bring(buyer, '2026-06-06', [[changing, 600, '10.00']])
    expect(made.memo_status).toBe('pending')
    await v.setClass(changing, 'vatable')
    const { id, version } = await paperOf(made.id)
    await shop.rpc(
      'approve_memo',
      { p_memo: id, p_version: version },
      fixture.role['finance admin'],
    )
    expect(await paperOf(made.id)).toMatchObject({ exempt: '6000.00', vat_amount: '0.00' })
    expect(await violations()).toEqual([])
  })
})

describe('prices without VAT', () => {
  it('have it on top of the credit of goods, and of the difference of an undercharge', async () => {
    await settings({ prices_include_vat: false })
    const buyer = await customer()
    const sold = await delivered(
      buyer,
      [
        [vatable, 10, '10.00'],
        [exempt, 10, '10.00'],
      ],
      '2026-07-02',
    )
    expect(await shop.booking(sold.id)).toMatchObject({ total: '212.00' })
    const made = await bring(buyer, '2026-07-03', [
      [vatable, 3, '10.00'],
      [exempt, 2, '10.00'],
      [vatable, 1, '0.33'],
    ])
    expect(await goodsOf(made.id)).toEqual([
      ['vatable', '33.60', '3.60'],
      ['exempt', '20.00', '0.00'],
      ['vatable', '0.37', '0.04'],
    ])
    const charged = await v.memo.write({
      ...{ kind: 'debit', reason: 'undercharge', booking_id: sold.id, on_date: '2026-07-04' },
      lines: sold.lines.map((line_id) => ({ line_id, quantity: 10, price_difference: '1.00' })),
    })
    // 10.00 + 1.20, and 10.00 without VAT
    expect(await v.memo.memo(charged.id)).toMatchObject({ amount: '21.20', vat_amount: '1.20' })
    await settings({ prices_include_vat: true })
    // 12.00 + 1.20 of sales, less 3.64
    const month = { memos: '3.64', net: '50.33', report: '9.56', journal: '9.56' }
    expect(await vat('2026-07-01', '2026-07-31')).toEqual(month)
    expect(await violations()).toEqual([])
  })
})

describe('a customer who owes nothing', () => {
  it('has the credit as unapplied credit, in no bucket, in AR, statement and page', async () => {
    const buyer = await customer()
    const sold = await delivered(buyer, [[vatable, 10, '11.20']], '2026-08-03')
    await pay(buyer, sold.id, '112.00', '2026-08-04')
    const known_at = new Date().toISOString()
    const customers = (filters = {}) =>
      ar({ customer_id: buyer, as_of: '2026-08-31', level: 'customer', ...filters })
    expect(await customers()).toEqual([])
    const made = await bring(buyer, '2026-08-05', [[vatable, 5, '11.20']])
    expect(made.memo_status).toBe('approved')
    const [row] = await customers()
    expect(row).toMatchObject({ balance: '-56.00', unapplied: '56.00' })
    expect(new Set(Object.values(JSON.parse(String(row!.ageing))))).toEqual(new Set(['0.00']))
    expect(await customers({ known_at })).toEqual([])
    expect(await customers({ as_of: '2026-08-04' })).toEqual([])
    expect(await shop.position(buyer)).toMatchObject({ collectibles: '-56.00' })
    expect(
      await fixture.db.rpc(fixture.role['finance admin'], 'customer_statement', {
        p_project: fixture.a,
        p_customer: buyer,
        p_filters: { to: '2026-08-31' },
      }),
    ).toMatchObject({ closing: '-56.00', unapplied: '56.00' })
    const month = { memos: '6.00', net: '50.00', report: '6.00', journal: '6.00' }
    expect(await vat('2026-08-01', '2026-08-31')).toEqual(month)
    expect(await violations()).toEqual([])

    await cancel(made)
    expect(await shop.position(buyer)).toMatchObject({ collectibles: '0.00' })
    expect(await violations()).toEqual([])
  })

  it('or less than the goods are worth has the debt lowered first, and no more than was invoiced', async () => {
    const buyer = await customer()
    const paid = await delivered(buyer, [[vatable, 10, '11.20']], '2026-09-01')
    await pay(buyer, paid.id, '112.00', '2026-09-02')
    const open = await delivered(buyer, [[exempt, 3, '10.00']], '2026-09-03')
    await pay(buyer, open.id, '10.00', '2026-09-03')
    await expect(bring(buyer, '2026-09-04', [[vatable, 1, '142.01']])).rejects.toMatchObject({
      ...{ hint: 'over_credited', detail: 'customer_id' },
      message: expect.stringContaining('total only 142.00'),
    })
    await bring(buyer, '2026-09-04', [[vatable, 5, '11.20']])
    // 20.00 lowers what is open, then the 10.00 paid there is free again, and 26.00 of the older invoice.
    expect(await shop.booking(open.id)).toMatchObject({ balance: '0.00', credited: '30.00' })
    expect(await shop.booking(paid.id)).toMatchObject({ balance: '0.00', credited: '26.00' })
    expect(await shop.position(buyer)).toMatchObject({ collectibles: '-36.00' })
    const [row] = await ar({ customer_id: buyer, as_of: '2026-09-30', level: 'customer' })
    expect(row).toMatchObject({ balance: '-36.00', unapplied: '36.00' })
    expect(await violations()).toEqual([])
  })
})
