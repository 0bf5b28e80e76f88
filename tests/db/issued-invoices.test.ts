import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { vatTrade } from '../support/vat.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const { shop, product, customer, invoiced, paper, violations } = vatTrade(fixture)
const floor = warehouse(fixture, shop)
const invoices = reportReader(fixture, 'report_invoice')
const TODAY = today('Asia/Manila')

let goods: string
let exempt: string
beforeAll(async () => {
  ;[goods, exempt] = [await product(), await product('exempt')]
}, 60_000)

const cancel = (booking: string, version: number) =>
  shop.rpc('cancel_booking', { p_booking: booking, p_version: version, p_reason: 'Wrong store' })

/** Releases pieces of a line that are not delivered. */
const release = async (booking: string, line: string, pieces: number) =>
  floor.decide(await floor.ask(booking, 'reduce', [[line, pieces]]), 'approved')

const FIGURES = ['gross', 'discount', 'net', 'credited', 'vatable', 'vat', 'exempt']
const ALL = [...FIGURES, 'zero_rated', 'untaxed', 'collected', 'balance']

/** The invoice report of a customer within two days: its sums, and its rows by kind and day. */
async function report(customer_id: string, from: string, to: string) {
  const filters = { customer_id, from, to }
  const [total] = await invoices({ ...filters, level: 'total' })
  const rows = await invoices({ ...filters, level: 'invoice' })
  // No row says more is owed than it was issued for, less what was credited and collected.
  for (const row of [total!, ...rows])
    expect(Number(row.gross) - Number(row.discount) - Number(row.credited)).toBeCloseTo(
      Number(row.collected) + Number(row.balance),
      5,
    )
  return {
    total: Object.fromEntries(FIGURES.map((column) => [column, total![column]])),
    invoices: total!.invoices,
    rows: rows.map(({ kind, on_date, invoice_no, net, vat, cancelled }) => ({
      ...{ kind, on_date, invoice_no, net, vat, cancelled },
    })),
    sums: ALL.map((column) => Number(total![column])),
  }
}
const nothing = ALL.map(() => 0)

describe('an invoice that is cancelled in a later month', () => {
  it('stays in its month as it was issued; its opposite counts on the day of the cancellation', async () => {
    const sold = await invoiced(await customer(), [[goods, 10, '112.00']], '2026-01-20')
    // 1,120.00 = 1,000.00 + 12 % of VAT
    const issued = { gross: '1120.00', net: '1120.00', vatable: '1000.00', vat: '120.00' }
    const january = () => report(sold.customer, '2026-01-01', '2026-01-31')
    expect((await january()).total).toMatchObject({ ...issued, credited: '0.00' })
    await cancel(sold.id, sold.version)
    const { invoice_no } = await shop.booking(sold.id)
    const there = await january()
    expect(there.total).toMatchObject(issued)
    const row = { on_date: '2026-01-20', invoice_no, net: '1120.00', vat: '120.00' }
    expect(there.rows).toEqual([{ kind: 'cancelled', ...row, cancelled: '0.00' }])
    expect(await report(sold.customer, '2026-02-01', TODAY)).toMatchObject({
      invoices: '0',
      total: { gross: '-1120.00', vatable: '-1000.00', vat: '-120.00' },
      rows: [
        {
          ...{ kind: 'cancellation', on_date: TODAY, invoice_no },
          ...{ net: '-1120.00', vat: '-120.00', cancelled: '1120.00' },
        },
      ],
    })
    const both = await report(sold.customer, '2026-01-01', TODAY)
    expect([both.sums, both.invoices]).toEqual([nothing, '1'])
    // The number stays used, and is listed as cancelled.
    const other = await shop.book(await customer(), [[goods, 1, '112.00']], '2026-01-21')
    await shop.validate(other.id, other.version)
    await expect(
      shop.invoice(other.id, other.version + 1, invoice_no!, '2026-01-21'),
    ).rejects.toMatchObject({ code: '23505' })
    const numbers = await invoices({ level: 'numbers', from: '2026-01-01', to: '2026-01-31' })
    expect(numbers.filter(({ kind }) => kind === 'cancelled')).toMatchObject([
      { first_no: invoice_no, reason: 'Wrong store' },
    ])
  })

  it('on its own day has both rows, by day, agent and customer too', async () => {
    const buyer = await customer()
    const booking = await shop.book(buyer, [[goods, 10, '112.00']], TODAY)
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, booking.version + 1, 'SAME-1', TODAY)
    await cancel(booking.id, booking.version + 2)
    const day = await report(buyer, TODAY, TODAY)
    expect(day.rows.map(({ kind, net }) => [kind, net])).toEqual([
      ['cancelled', '1120.00'],
      ['cancellation', '-1120.00'],
    ])
    expect([day.sums, day.invoices]).toEqual([nothing, '1'])
    for (const level of ['day', 'month', 'agent', 'customer'])
      expect(await invoices({ level, customer_id: buyer })).toMatchObject([
        { gross: '0.00', vat: '0.00', cancelled: '1120.00', invoices: '1' },
      ])
    expect(
      (await invoices({ level: 'grouped', customer_id: buyer })).map(({ level, net }) => [
        level,
        net,
      ]),
    ).toEqual([
      ['subtotal', '0.00'],
      ['invoice', '1120.00'],
      ['invoice', '-1120.00'],
    ])
  })

  it('takes back what was left of it, when goods of it were released before and after', async () => {
    const buyer = await customer()
    const booking = await shop.book(
      buyer,
      [
        [goods, 10, '33.33'],
        [exempt, 10, '20.00'],
      ],
      '2026-01-10',
    )
    await shop.validate(booking.id, booking.version)
    const line = await floor.lineOf(booking.id)
    await release(booking.id, line, 1)
    const { version } = await shop.booking(booking.id)
    await shop.invoice(booking.id, Number(version), 'LEFT-1', TODAY)
    // 533.30 less 33.33: 299.97 = 267.83 + 32.14, and 200.00 exempt
    const said = { total: '533.30', credited: '33.33', due: '499.97', vat: '32.14' }
    const issued = await paper(booking.id)
    expect(issued).toMatchObject({ ...said, vatable: '267.83', exempt: '200.00' })
    await release(booking.id, line, 2)
    expect(await paper(booking.id)).toEqual(issued)
    // 233.31 = 208.31 + 25.00 are left.
    const day = await report(buyer, TODAY, TODAY)
    expect(day.rows.map(({ kind, net, vat }) => [kind, net, vat])).toEqual([
      ['invoice', '533.30', '32.14'],
      ['release', '-66.66', '-7.14'],
    ])
    expect(day.total).toMatchObject({ vat: '25.00', vatable: '208.31', exempt: '200.00' })
    await cancel(booking.id, Number((await shop.booking(booking.id)).version))
    expect((await report(buyer, TODAY, TODAY)).sums).toEqual(nothing)
    expect({ ...(await paper(booking.id)), stage: 'invoiced' }).toEqual(issued)
    expect(await violations()).toEqual([])
  })
})

describe('goods that are released after the invoice', () => {
  it('leave the invoice as it was issued and are an opposite row of their day', async () => {
    const sold = await invoiced(
      await customer(),
      [
        [goods, 10, '11.20'],
        [exempt, 4, '10.00'],
      ],
      '2026-01-20',
    )
    const issued = await paper(sold.id)
    expect(issued).toMatchObject({ due: '152.00', vat: '12.00', exempt: '40.00', credited: '0.00' })
    await shop.deliver(
      sold.id,
      sold.version,
      {
        remainder: 'release',
        lines: [
          { line_id: sold.lines[0], quantity: 4 },
          { line_id: sold.lines[1], quantity: 3 },
        ],
      },
      '2026-02-05',
    )
    const { date_delivered: _, ...again } = await paper(sold.id)
    const { date_delivered: __, ...before } = issued
    expect(again).toEqual({ ...before, stage: 'delivered' })
    expect((await report(sold.customer, '2026-01-01', '2026-01-31')).total).toMatchObject({
      ...{ net: '152.00', vatable: '100.00', vat: '12.00', exempt: '40.00' },
    })
    // 44.80 of 112.00 are delivered: 4.80 of VAT is left of 12.00.
    const later = await report(sold.customer, '2026-02-01', TODAY)
    expect(later.rows).toMatchObject([{ kind: 'release', on_date: '2026-02-05', vat: '-7.20' }])
    expect(later.total).toMatchObject({
      ...{ net: '-77.20', vatable: '-60.00', vat: '-7.20', exempt: '-10.00' },
    })
    expect((await report(sold.customer, '2026-01-01', TODAY)).total).toMatchObject({
      ...{ net: '74.80', vatable: '40.00', vat: '4.80', exempt: '30.00' },
    })
    // The release is in receivables on the same day.
    expect(
      await fixture.db.sql(
        `select on_date::text, kind, amount::text from public.receivable_entries where booking_id = $1::uuid order by id`,
        [sold.id],
      ),
    ).toEqual([
      { on_date: '2026-01-20', kind: 'invoice', amount: '152.00' },
      { on_date: '2026-02-05', kind: 'released', amount: '-77.20' },
    ])
  })
})

describe('an invoice that is printed again', () => {
  it('names customer, goods, agent and company as they were when it was issued', async () => {
    const sold = await invoiced(await customer(), [[goods, 10, '11.20']], '2026-01-22')
    const before = await paper(sold.id)
    const tax = (tin: string, style: string, version: number) =>
      shop.rpc(
        'update_customer_tax',
        {
          ...{ p_customer: sold.customer, p_version: version, p_tin_no: tin },
          ...{ p_business_style: style, p_vat_class: 'vatable' },
        },
        fixture.role['finance admin'],
      )
    await tax('111-222-333-000', 'Bakery', 1)
    await tax('999-888-777-000', 'Hardware', 2)
    const sql = (text: string, ...more: string[]) => fixture.db.sql(text, [...more])
    await sql(
      `update public.products set description = 'Renamed', material_code = $2 where id = $1::uuid`,
      ...[goods, randomUUID().slice(0, 8)],
    )
    await sql(
      `update public.projects set title = 'Other, Inc.', address = 'Elsewhere', tin_no = '1' where id = $1::uuid`,
      fixture.a,
    )
    await sql(
      `update public.profiles set display_name = 'Married Name' where user_id = (
         select agent_id from public.bookings where id = $1::uuid)`,
      sold.id,
    )
    expect(await paper(sold.id)).toEqual(before)
    // So does the report of invoices, as of tax data; a new invoice has the new names.
    const row = async (no: string) =>
      (await invoices({ level: 'invoice', customer_id: sold.customer })).find(
        ({ invoice_no }) => invoice_no === no,
      )
    expect(await row(String(before.invoice_no))).toMatchObject({
      tin_no: null,
      business_style: null,
    })
    const next = await invoiced(sold.customer, [[goods, 1, '11.20']], '2026-02-22')
    const now = await paper(next.id)
    expect(now).toMatchObject({
      ...{ tin_no: '999-888-777-000', business_style: 'Hardware', agent: 'Married Name' },
      letterhead: { title: 'Other, Inc.', address: 'Elsewhere', tin_no: '1' },
      lines: [{ description: 'Renamed' }],
    })
    expect(await row(String(now.invoice_no))).toMatchObject({ business_style: 'Hardware' })
  })
})
