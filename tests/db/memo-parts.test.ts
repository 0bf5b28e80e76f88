import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { vatTrade } from '../support/vat.ts'
import { warehouse } from '../support/warehouse.ts'

/** What comes back or is allowed in parts, and of invoices that are delivered in part. */
const fixture = testFixture()
const v = vatTrade(fixture)
const { shop, settings, product, customer, invoiced, entries, violations, memo } = v
const report = reportReader(fixture, 'report_vat')
const sales = reportReader(fixture, 'report_sales')
const specifically = reportReader(fixture, 'report_sales_customerspecific')
const balances = reportReader(fixture, 'report_trial_balance')

// Prices here are far below the SRP of the goods.
beforeAll(() => settings({ price_floor_percent: 0 }))

type Lines = [product: string, quantity: number, srp: string][]
/** A sale that is invoiced and delivered on a day. */
async function sold(lines: Lines, day = '2026-03-02', buyer?: string) {
  const made = await invoiced(buyer ?? (await customer()), lines, day)
  await shop.deliver(made.id, made.version, null, day)
  return made
}
const back = (of: { id: string }, lines: object[], more = {}) =>
  memo.write({ kind: 'credit', reason: 'return', booking_id: of.id, lines, ...more })
const allow = (of: object, more: object) =>
  memo.write({ kind: 'credit', reason: 'price_allowance', ...of, ...more })
const vatOf = async (...ids: { id: string }[]) =>
  Promise.all(ids.map(async ({ id }) => (await memo.memo(id)).vat_amount))
const add = (amounts: readonly unknown[]) =>
  (amounts.reduce<number>((sum, each) => sum + Math.round(Number(each) * 100), 0) / 100).toFixed(2)

describe('the VAT of what comes back in parts', () => {
  it.each([
    // 66.60 = 59.46 + 7.14, whereas 3.33 has 0.36 and twenty of them 7.20.
    ['3.33', 20, '7.14'],
    // 700.00 = 625.00 + 75.00, whereas 100.00 has 10.71 and seven of them 74.97.
    ['100.00', 7, '75.00'],
  ])('%s each, %i times one piece, is that of the sale', async (price, pieces, vat) => {
    const sale = await sold([[await product(), pieces, price]])
    const parts = []
    for (let i = 0; i < pieces; i++)
      parts.push(await back(sale, [{ line_id: sale.lines[0], quantity: 1 }]))
    expect(add(await vatOf(...parts))).toBe(vat)
    expect(await shop.booking(sale.id)).toMatchObject({ balance: '0.00', credited: sale.total })
    const back_ = (await entries(sale.id)).find(({ kind }) => kind === 'return')
    expect(back_).toMatchObject({ amount: `-${sale.total}`, vat: `-${vat}` })
    const documents = await report({ level: 'document', from: '2026-01-01' })
    const ids = [sale.id, ...parts.map(({ id }) => id)]
    const own = documents.filter((row) => ids.includes(row.document_id ?? ''))
    expect(add(own.map((row) => row.output_vat ?? 0))).toBe(vat)
    expect(add(own.map((row) => row.memos_vat ?? 0))).toBe(vat)
    expect(await violations()).toEqual([])
  })

  it('is that of each line, in any order, with allowances between, until one is cancelled', async () => {
    const goods = await product()
    // 3.33 has 0.36; both together 6.66 = 5.95 + 0.71.
    const sale = await sold([
      [goods, 1, '3.33'],
      [goods, 1, '3.33'],
    ])
    const [first, second] = sale.lines
    await allow({ booking_id: sale.id }, { lines: [{ line_id: second, amount: '1.00' }] })
    const last = await back(sale, [{ line_id: second, quantity: 1 }])
    await back(sale, [{ line_id: first, quantity: 1 }])
    // 1.00 × 0.35 ÷ 3.33 = 0.105…, the rest of 0.35 is 0.24; then the 0.36 of the first line.
    expect((await memo.sales(sale.id)).map((row) => row.vat_amount)).toEqual([
      '-0.11',
      '-0.24',
      '-0.36',
    ])
    expect(
      await fixture.db.sql(
        `select sum(amount)::text as amount, sum(vat_amount)::text as vat from public.sales_entries
         where booking_id = $1::uuid group by line_id`,
        [sale.id],
      ),
    ).toEqual([1, 2].map(() => ({ amount: '0.00', vat: '0.00' })))
    expect(await violations()).toEqual([])
    await memo.cancel(last)
    expect(await violations()).toEqual([])
    const again = await back(sale, [{ line_id: second, quantity: 1 }])
    expect(await memo.memo(again.id)).toMatchObject({ amount: '2.33', vat_amount: '0.24' })
    expect(await violations()).toEqual([])
  })

  it('of prices without VAT is that of the line', async () => {
    await settings({ prices_include_vat: false })
    // 3 × 0.33 = 0.99 and 0.12 of VAT: 1.11; a piece has 0.04.
    const sale = await sold([[await product(), 3, '0.33']])
    await settings({ prices_include_vat: true })
    expect(sale.total).toBe('1.11')
    const parts = []
    for (let i = 0; i < 3; i++)
      parts.push(await back(sale, [{ line_id: sale.lines[0], quantity: 1 }]))
    expect(await vatOf(...parts)).toEqual(['0.04', '0.04', '0.04'])
    expect(await violations()).toEqual([])
  })

  it('follows what was taken while the memo waited for its approval', async () => {
    const sale = await sold([[await product('vatable', 2000), 2000, '3.33']])
    // 6,660.00 = 5,946.43 + 713.57. Above 5,000.00 a memo waits.
    const line_id = sale.lines[0]
    const large = await back(sale, [{ line_id, quantity: 1999 }])
    expect(await memo.memo(large.id)).toMatchObject({ status: 'pending', vat_amount: '713.21' })
    const small = await back(sale, [{ line_id, quantity: 1 }])
    expect(await vatOf(small)).toEqual(['0.36'])
    await memo.approve(large)
    expect(await memo.memo(large.id)).toMatchObject({ amount: '6656.67', vat_amount: '713.21' })
    expect(await violations()).toEqual([])
  })

  it('by requests of the warehouse as well', async () => {
    const floor = warehouse(fixture, shop)
    const booking = await floor.booked(3)
    const parts: { id: string }[] = []
    for (let i = 0; i < 3; i++) {
      const request = await floor.ask(booking.id, 'take_back', [[booking.line, 1]])
      await floor.decide(request, 'approved')
      parts.push(
        ...(await fixture.db.sql<{ id: string }>(
          'select id from public.memos where request_id = $1::uuid',
          [request.id],
        )),
      )
    }
    // 3 × 10.00 = 26.79 + 3.21; 10.00 alone has 1.07.
    expect(await vatOf(...parts)).toEqual(['1.07', '1.07', '1.07'])
    expect(await violations()).toEqual([])
  })
})

describe('the input VAT of goods that go back to their supplier', () => {
  const buy = (kind: string, lines: object[], supplier = 'Mills', with_vat = true) =>
    shop.rpc<{ id: string; version: number }>('create_purchase', {
      p_purchase: { po_no: kind, supplier, kind, with_vat, date_added: '2026-06-01', lines },
    })
  const vats = (goods: string) =>
    fixture.db.sql<{ kind: string; vat: string; net: string }>(
      `select m.kind, sum(m.vat_amount)::text as vat, sum(m.cost)::text as net from public.stock_movements m
       where m.product_id = $1::uuid and m.source_table = 'purchases' and m.vat_amount <> 0 group by m.kind order by m.kind`,
      [goods],
    )

  it.each([
    ['3.33', 20, '7.14', '59.46'],
    ['100.00', 7, '75.00', '625.00'],
  ])('%s each, %i times one piece, is that of the purchase', async (cost, pieces, vat, net) => {
    const goods = await product('vatable', 0)
    const line = { product_id: goods, cost }
    await buy('purchase', [{ ...line, quantity: pieces }])
    for (let i = 0; i < pieces; i++)
      await buy('supplier_return', [{ ...line, quantity: 1 }], i % 2 === 0 ? 'Mills' : 'MILLS')
    expect(await vats(goods)).toEqual([
      { kind: 'purchase', vat, net },
      { kind: 'supplier_return', vat: `-${vat}`, net: `-${net}` },
    ])
    expect(await violations()).toEqual([])
  })

  it('is counted again when a return is cancelled, and is its own where nothing was bought with VAT', async () => {
    const goods = await product('vatable', 10)
    const line = { product_id: goods, cost: '3.33', quantity: 1 }
    const alone = await buy('supplier_return', [line])
    await shop.rpc('cancel_purchase', {
      ...{ p_purchase: alone.id, p_version: alone.version, p_reason: 'Not sent' },
    })
    // 6.66 = 5.95 + 0.71: a half of it is 0.36, the other one 0.35.
    await buy('purchase', [{ ...line, quantity: 2 }])
    const first = await buy('supplier_return', [line])
    await shop.rpc('cancel_purchase', {
      ...{ p_purchase: first.id, p_version: first.version, p_reason: 'Not sent' },
    })
    await buy('supplier_return', [line, line])
    const lines = await fixture.db.sql<{ vat: string }>(
      `select l.vat_amount::text as vat from public.purchase_lines l join public.purchases p on p.id = l.purchase_id
       where l.product_id = $1::uuid and p.kind = 'supplier_return' order by p.created_at, l.line_no`,
      [goods],
    )
    expect(lines.map(({ vat }) => vat)).toEqual(['0.36', '0.36', '0.36', '0.35'])
    expect(await violations()).toEqual([])
  })

  it('is what is left of it for a part that is corrected, too', async () => {
    const goods = await product('vatable', 10)
    const line = { product_id: goods, cost: '3.33', quantity: 1 }
    await buy('purchase', [{ ...line, quantity: 3 }])
    const back = [await buy('supplier_return', [line]), await buy('supplier_return', [line])]
    // 9.99 has 1.07; three times 3.33 would have 1.08.
    const corrected = await fixture.db.sql<{ id: string }>(
      'select id from public.purchase_lines where purchase_id = $1::uuid',
      [back[1]!.id],
    )
    const request = await shop.rpc<{ id: string; version: number }>('request_product_edit', {
      p_request: {
        ...{ purchase_line_id: corrected[0]!.id, item_to_edit: 'quantity', what_edit: '2' },
        reason: 'Two went back',
      },
    })
    await shop.rpc(
      'decide_product_edit',
      { p_request: request.id, p_version: request.version, p_decision: 'approved' },
      fixture.role.Owner,
    )
    expect(await vats(goods)).toEqual([
      { kind: 'purchase', vat: '1.07', net: '8.92' },
      { kind: 'supplier_return', vat: '-1.07', net: '-8.92' },
    ])
    expect(await violations()).toEqual([])
  })
})

describe('an invoice that is delivered in part', () => {
  /** Ten pieces of 11.20 on an invoice of 112.00, five of which were delivered. */
  async function partly() {
    const goods = await product()
    const sale = await invoiced(await customer(), [[goods, 10, '11.20']], '2026-04-01')
    const lines = { lines: [{ line_id: sale.lines[0], quantity: 5 }], remainder: 'keep' }
    await shop.deliver(sale.id, sale.version, lines, '2026-04-05')
    return { ...sale, goods }
  }
  const bring = (of: Awaited<ReturnType<typeof partly>>, pieces: number, day: string) =>
    shop.rpc<{ memo_no: string; id: string; version: number }>('create_purchase', {
      p_purchase: {
        ...{ po_no: `RET-${day}`, supplier: 'S', kind: 'return_in', date_added: day },
        customer_id: of.customer,
        lines: [{ product_id: of.goods, quantity: pieces, prod_srp: '11.20', cost: '7.00' }],
      },
    })

  it('takes an allowance up to what was delivered, and on no day before it', async () => {
    const sale = await partly()
    const of = { customer_id: sale.customer, on_date: '2026-04-10' }
    await expect(allow(of, { amount: '56.01' })).rejects.toMatchObject({
      ...{ hint: 'over_credited', detail: 'amount' },
      message: expect.stringMatching(/^Only 56\.00 is open/),
    })
    await expect(allow(of, { amount: '1.00', on_date: '2026-04-04' })).rejects.toMatchObject({
      hint: 'over_credited',
    })
    const made = await allow(of, { amount: '11.20' })
    expect(await memo.memo(made.id)).toMatchObject({ amount: '11.20', vat_amount: '1.20' })
    expect(await shop.booking(sale.id)).toMatchObject({ balance: '100.80', stage: 'invoiced' })
    const line = { booking_id: sale.id, on_date: '2026-04-10' }
    const lines = (amount: string) => ({ lines: [{ line_id: sale.lines[0], amount }] })
    await expect(allow(line, lines('44.81'))).rejects.toMatchObject({ hint: 'over_credited' })
    await allow(line, lines('44.80'))
    expect(await shop.booking(sale.id)).toMatchObject({ balance: '56.00', credited: '56.00' })
    expect(await violations()).toEqual([])
    // The rest is delivered, and takes an allowance from its day on.
    const { version } = await shop.booking(sale.id)
    await shop.deliver(sale.id, Number(version), null, '2026-04-12')
    await expect(allow(line, lines('1.00'))).rejects.toMatchObject({ detail: 'on_date' })
    await allow({ ...line, on_date: '2026-04-12' }, lines('56.00'))
    expect(await shop.booking(sale.id)).toMatchObject({ balance: '0.00', stage: 'paid' })
    expect(await violations()).toEqual([])
  })

  it('takes goods back and is written off up to what was delivered', async () => {
    const sale = await partly()
    await expect(bring(sale, 6, '2026-04-10')).rejects.toMatchObject({
      ...{ hint: 'over_credited', message: expect.stringContaining('total only 56.00') },
    })
    await bring(sale, 2, '2026-04-10')
    expect(await shop.booking(sale.id)).toMatchObject({ balance: '89.60', credited: '22.40' })
    const off = (amount: string) =>
      memo.write({
        ...{ kind: 'credit', reason: 'write_off', booking_id: sale.id, amount },
        on_date: '2026-04-11',
      })
    await expect(off('33.61')).rejects.toMatchObject({ hint: 'over_credited' })
    await off('33.60')
    // What was written off is not credited again.
    await expect(back(sale, [{ line_id: sale.lines[0], quantity: 1 }])).rejects.toMatchObject({
      hint: 'over_credited',
    })
    expect(await violations()).toEqual([])
    const { version } = await shop.booking(sale.id)
    const rest = { lines: [{ line_id: sale.lines[0], quantity: 1 }], remainder: 'release' }
    await shop.deliver(sale.id, Number(version), rest, '2026-04-12')
    // Of 112.00, 56.00 were credited and 44.80 released.
    expect(await shop.booking(sale.id)).toMatchObject({ balance: '11.20', credited: '100.80' })
    expect(await violations()).toEqual([])
  })

  it('gives back what was paid of it as unapplied credit of the day of the memo', async () => {
    const sale = await partly()
    const receipt = await shop.rpc<{ id: string; version: number }>('record_collection', {
      p_collection: {
        ...{ customer_id: sale.customer, collection_type: 'cash', amount: '112.00' },
        ...{ cr_no: 'CR-PART', date_collected: '2026-04-06' },
        allocations: [{ booking_id: sale.id, amount: '112.00' }],
      },
    })
    await shop.approve(receipt.id, receipt.version)
    // A later allowance does not move the day.
    await allow(
      { booking_id: sale.id, on_date: '2026-04-20' },
      { lines: [{ line_id: sale.lines[0], amount: '11.20' }] },
    )
    await bring(sale, 2, '2026-04-10')
    const unapplied = await fixture.db.sql(
      `select on_date::text, amount::text from public.receivable_entries
       where project_id = $1::uuid and customer_id = $2::uuid and booking_id is null order by on_date`,
      [fixture.a, sale.customer],
    )
    expect(unapplied).toEqual([
      { on_date: '2026-04-10', amount: '-22.40' },
      { on_date: '2026-04-20', amount: '-11.20' },
    ])
    expect(await violations()).toEqual([])
  })
})

it('reports what came back and what was allowed apart, as the journal does', async () => {
  const goods = await product()
  const sale = await sold([[goods, 10, '11.20']], '2026-05-04')
  const of = { booking_id: sale.id, on_date: '2026-05-06' }
  await back(sale, [{ line_id: sale.lines[0], quantity: 2 }], of)
  await allow(of, { amount: '5.60' })
  const period = { customer_id: sale.customer, from: '2026-05-01', to: '2026-05-31' }
  const figures = { gross: '112.00', discount: '0.00', returns: '22.40', allowances: '5.60' }
  for (const level of ['total', 'item', 'customer', 'agent', 'line']) {
    const rows = await sales({ ...period, level })
    for (const row of rows.filter((each) => each.level === level && Number(each.gross) > 0))
      expect(row, level).toMatchObject(
        level === 'line' ? { gross: '112.00' } : { ...figures, net: '84.00' },
      )
    for (const [name, sum] of Object.entries(figures))
      expect(add(rows.filter((row) => row.level === level).map((row) => row[name])), name).toBe(sum)
  }
  const [specific] = await specifically({ ...period, level: 'total' })
  expect(specific).toMatchObject({ ...figures, net: '84.00' })
  const month = { from: '2026-05-06', to: '2026-05-06', level: 'account' }
  const accounts = await balances(month)
  const debits = accounts.map(({ account, debit }) => [account, Number(debit)])
  // 22.40 and 5.60 less the VAT in them
  expect(Object.fromEntries(debits)).toMatchObject({
    sales_returns: 20,
    allowances: 5,
    output_vat: 3,
  })
})
