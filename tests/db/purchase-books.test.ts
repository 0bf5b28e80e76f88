import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../app/platform/values/dates.ts'
import { fromCents } from '../../app/platform/values/money.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { cents } from '../support/receivables.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const books = closing(fixture)
const report = reportReader(fixture, 'report_purchase')
const vat = reportReader(fixture, 'report_vat')

interface Made {
  id: string
  version: number
  total_cost: string
}
type Figures = Record<string, string>

const BASES = ['added', 'invoice', 'delivery']
let today: string
let past: string

beforeAll(async () => {
  const [row] = await fixture.db.sql<{ today: string }>(
    'select private.business_date($1::uuid)::text as today',
    [fixture.a],
  )
  today = row!.today
  past = addDays(today, -40)
})

let serial = 0
const record = (lines: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
  t.rpc<Made>('create_purchase', {
    p_purchase: {
      ...{ po_no: `PB-${++serial}`, supplier: 'North Mills', date_added: past, lines },
      ...more,
    },
  })
const buy = (product: string, quantity: number, cost: string, more = {}) =>
  record([{ product_id: product, quantity, cost }], more)
const sendBack = (product: string, quantity: number, cost: string, more = {}) =>
  buy(product, quantity, cost, { kind: 'supplier_return', ...more })
const cancel = ({ id, version }: Made) =>
  t.rpc('cancel_purchase', { p_purchase: id, p_version: version, p_reason: 'Wrong' })

async function sell(product: string, pieces: number) {
  const { id, version } = await t.book(await t.customer(), [[product, pieces, '200.00']], past)
  const validated = await t.validate(id, version)
  await t.deliver(id, validated.version, null, past)
}

/** Requests a correction of the first line of a record, which another person approves. */
async function correct({ id }: Made, item_to_edit: string, what_edit: string) {
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.purchase_lines where purchase_id = $1::uuid and line_no = 1',
    [id],
  )
  const request = await t.rpc<Made>('request_product_edit', {
    p_request: { purchase_line_id: line!.id, item_to_edit, what_edit, reason: 'Invoice' },
  })
  await t.rpc(
    'decide_product_edit',
    { p_request: request.id, p_version: request.version, p_decision: 'approved', p_note: null },
    fixture.role['General Manager'],
  )
}

async function accounts(): Promise<Record<string, bigint>> {
  const found = await fixture.db.as<{ account: string; closing: string }>(
    fixture.role['finance admin'],
    'select account, closing::text from public.report_trial_balance($1::uuid, \'{"level": "account"}\')',
    [fixture.a],
  )
  return Object.fromEntries(found.map(({ account, closing: sum }) => [account, cents(sum)]))
}

/** Runs a command and returns what it changed in inventory, clearing, variance and input VAT. */
async function posts(run: () => Promise<unknown>): Promise<Figures> {
  const before = await accounts()
  await run()
  const after = await accounts()
  return Object.fromEntries(
    ['inventory', 'purchases_clearing', 'purchase_variance', 'input_vat', 'cost_of_sales'].flatMap(
      (account) => {
        const moved = (after[account] ?? 0n) - (before[account] ?? 0n)
        return moved === 0n ? [] : [[account, fromCents(moved)]]
      },
    ),
  )
}

/** The amount of a product's purchases in the report by each date; the same for all of them, or the list. */
async function reported(product: string): Promise<unknown> {
  const sums: unknown[] = []
  for (const basis of BASES) {
    const [total] = await report({ basis, product_id: product, level: 'total' })
    sums.push([total!.amount, total!.variance])
  }
  return new Set(sums.map(String)).size === 1 ? sums[0] : sums
}

const worth = async (product: string) => {
  const [row] = await fixture.db.sql<{ pieces: string; value: string }>(
    'select on_hand::text as pieces, stock_value::text as value from public.inventory where product_id = $1::uuid',
    [product],
  )
  return [row!.pieces, row!.value]
}

const broken = () =>
  fixture.db.sql('select check_key, label from private.book_check_violations(array[$1::uuid])', [
    fixture.a,
  ])

describe('what the value of the stock cannot take is a price variance', () => {
  it('when goods go back that cost more than the average', async () => {
    const product = await t.product('200.00')
    await buy(product, 10, '10.00')
    await buy(product, 10, '100.00')
    // 20 pieces worth 1,100.00: 10 leave at 55.00.
    await sell(product, 10)
    expect(await posts(() => sendBack(product, 8, '100.00'))).toEqual({
      inventory: '-440.00',
      purchase_variance: '-360.00',
      purchases_clearing: '800.00',
    })
    expect(await worth(product)).toEqual(['2', '110.00'])
    // 100.00 + 1,000.00 − 800.00
    expect(await reported(product)).toEqual(['300.00', '-360.00'])
  })

  it('when the last pieces go back for less than they are worth', async () => {
    const product = await t.product('200.00')
    await buy(product, 5, '100.00')
    expect(await posts(() => sendBack(product, 5, '60.00'))).toEqual({
      inventory: '-500.00',
      purchase_variance: '200.00',
      purchases_clearing: '300.00',
    })
    expect(await worth(product)).toEqual(['0', '0.00'])
    expect(await reported(product)).toEqual(['200.00', '200.00'])
  })

  it('and the goods leave at the cost of the record while some value is left', async () => {
    const product = await t.product('200.00')
    await buy(product, 10, '10.00')
    expect(await posts(() => sendBack(product, 4, '12.00'))).toEqual({
      inventory: '-48.00',
      purchases_clearing: '48.00',
    })
    expect(await worth(product)).toEqual(['6', '52.00'])
  })

  it('when a purchase is cancelled whose goods are worth less by now', async () => {
    const product = await t.product('200.00')
    await buy(product, 10, '10.00')
    const dear = await buy(product, 10, '100.00')
    await sell(product, 10)
    expect(await posts(() => cancel(dear))).toEqual({
      inventory: '-550.00',
      purchase_variance: '-450.00',
      purchases_clearing: '1000.00',
    })
    expect(await reported(product)).toEqual(['100.00', '-450.00'])
  })

  it('when the cost of goods is corrected of which some are sold, and nothing is left once they are cancelled', async () => {
    const product = await t.product('200.00')
    const bought = await buy(product, 10, '100.00')
    await sell(product, 6)
    expect(await posts(() => correct(bought, 'cost', '130.00'))).toEqual({
      inventory: '120.00',
      purchase_variance: '180.00',
      purchases_clearing: '-300.00',
    })
    expect(await reported(product)).toEqual(['1300.00', '180.00'])
    const [old] = await report({ product_id: product, to: past, level: 'total' })
    expect(old!.amount).toBe('1000.00')
    expect(await posts(() => correct(bought, 'quantity', '8'))).toEqual({
      inventory: '-260.00',
      purchases_clearing: '260.00',
    })
    expect(await reported(product)).toEqual(['1040.00', '180.00'])
    // What was sold is there again by another purchase.
    await buy(product, 6, '100.00')
    const [{ version } = { version: 0 }] = await fixture.db.sql<{ version: number }>(
      'select version from public.purchases where id = $1::uuid',
      [bought.id],
    )
    await cancel({ ...bought, version })
    expect((await reported(product)) as string[]).toHaveLength(2)
    const [left] = await report({ product_id: product, level: 'total' })
    expect(left!.amount).toBe('600.00')
  })

  it('with the VAT base and the VAT of the record', async () => {
    const [product, exempt] = [await t.product('30.00'), await t.product('30.00')]
    await buy(product, 10, '1.00')
    await buy(product, 1, '100.00')
    await sell(product, 9)
    // 2 pieces worth 20.00. The record: 112.00 = 100.00 + 12.00, and 50.00 without VAT.
    const sendBoth = () =>
      record(
        [
          { product_id: product, quantity: 1, cost: '112.00' },
          { product_id: exempt, quantity: 1, cost: '50.00', vat_class: 'exempt' },
        ],
        { kind: 'supplier_return', with_vat: true, date_added: today },
      )
    await buy(exempt, 2, '20.00', { date_added: today })
    const [before] = await vat({ level: 'total', from: today, to: today })
    let back: Made | undefined
    expect(
      await posts(async () => {
        back = await sendBoth()
      }),
    ).toEqual({
      // 10.00 of the one; 20.00 of 40.00 of the other, which cannot give 50.00.
      inventory: '-30.00',
      purchase_variance: '-120.00',
      input_vat: '-12.00',
      purchases_clearing: '162.00',
    })
    const rows = await vat({ level: 'document', from: today, to: today })
    const own = rows.find((row) => row.document_id === back!.id)!
    expect([own.bought, own.bought_other, own.input_vat]).toEqual(['-100.00', '-50.00', '-12.00'])
    const [after] = await vat({ level: 'total', from: today, to: today })
    expect(cents(String(after!.bought)) - cents(String(before!.bought))).toBe(-10000n)
    await cancel(back!)
    const [undone] = await vat({ level: 'total', from: today, to: today })
    expect([undone!.bought, undone!.input_vat]).toEqual([before!.bought, before!.input_vat])
  })

  it('so that the books are right', async () => {
    expect(await broken()).toEqual([])
  })
})

describe('the purchase report of a closed month', () => {
  it('is not moved by corrections, cancellations and records that are entered later', async () => {
    const product = await t.product('200.00')
    const priced = (quantity: number) =>
      record([{ product_id: product, quantity, cost: '10.00', prod_srp: '15.00' }], {
        ...{ date_added: past, invoice_date: addDays(past, -2), delivery_date: addDays(past, 1) },
      })
    const [edited, gone] = [await priced(10), await priced(20)]
    const unpriced = await buy(product, 5, '10.00')
    await sendBack(product, 1, '9.00')
    await books.close(addDays(today, -20))
    const month = { from: addDays(past, -10), to: addDays(today, -20) }
    const read = async (period: object) => {
      const said: Record<string, unknown> = {}
      for (const basis of BASES)
        for (const level of ['line', 'record', 'grouped', 'supplier', 'product', 'month', 'total'])
          said[`${basis} ${level}`] = (
            await report({ ...period, product_id: product, basis, level, cancelled: true })
          ).map(({ status: _state, ...row }) => row)
      return said
    }
    const before = await read(month)
    await correct(edited, 'cost', '12.00')
    await correct(edited, 'quantity', '8')
    await correct(edited, 'prod_srp', '20.00')
    await correct(unpriced, 'prod_srp', '20.00')
    await cancel(gone)
    // The supplier's invoice is of the closed month, the goods came later.
    await buy(product, 3, '10.00', { date_added: today, invoice_date: past, delivery_date: today })
    expect(await read(month)).toEqual(before)
    for (const basis of BASES) {
      const [all] = await report({ basis, product_id: product, level: 'total' })
      // 8 at 12.00, 5 and 3 at 10.00, less 1 at 9.00; 8 and 5 at the SRP of 20.00.
      expect([all!.quantity, all!.amount, all!.srp_amount, all!.cancelled]).toEqual([
        ...['15', '167.00', '260.00', '200.00'],
      ])
    }
    const [late] = await report({
      ...{ basis: 'invoice', product_id: product, from: addDays(today, -19), level: 'line' },
      sort: 'name',
    })
    expect([late!.on_date, late!.quantity]).toEqual([addDays(today, -19), '3'])
    expect(await broken()).toEqual([])
  })
})
