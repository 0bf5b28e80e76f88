import { beforeAll, describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { vatTrade } from '../support/vat.ts'

const fixture = testFixture()
const { shop, memo: m, product, goods, customer, invoiced, violations } = vatTrade(fixture)
const d = disburse(fixture)
const report = reportReader(fixture, 'report_vat')
const balances = reportReader(fixture, 'report_trial_balance')

/** The movement of the tax accounts in a month: debit above zero. */
const accounts = async (from: string, to: string) =>
  Object.fromEntries(
    (await balances({ level: 'account', from, to })).map(({ account, debit, credit }) => [
      String(account),
      (Number(debit) - Number(credit)).toFixed(2),
    ]),
  )
const month = async (from: string, to: string) => (await report({ from, to, level: 'total' }))[0]!

let vatable: string
let exempt: string
let zero: string

beforeAll(async () => {
  ;({ vatable, exempt, zero } = await goods())
}, 60_000)

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
          reference_no: '2307-W1',
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
    expect(
      documents
        .filter(({ reference_no }) => reference_no)
        .map(({ what, document_no, reference_no, creditable }) => [
          ...[what, document_no, reference_no, creditable],
        ]),
    ).toEqual([['Withheld by customers', 'W-1', '2307-W1', '20.00']])
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
