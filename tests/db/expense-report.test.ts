import { beforeAll, describe, expect, it } from 'vitest'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader, type SqlReportRow, subtotalsAgree } from '../support/reports.ts'

const fixture = testFixture()
const d = disburse(fixture)

const AMOUNTS = [
  'amount',
  'ewt',
  'net',
  'pending',
  'released',
  'cancelled',
  'cash',
  'cheque',
  'bank_transfer',
]
const LEVELS = ['line', 'category', 'classification', 'cost_center', 'payee', 'month'] as const

const report = reportReader(fixture, 'report_expenses')
const cents = (text: string | null | undefined) => BigInt(Math.round(Number(text ?? 0) * 100))
const sum = (rows: readonly SqlReportRow[], column: string) =>
  rows.reduce((all, row) => all + cents(row[column]), 0n)
/** The sum of what vouchers say themselves. */
const vouchers = async (where = 'true', figure = 'total') =>
  cents(
    (
      await fixture.db.sql<{ total: string }>(
        `select coalesce(sum(${figure}), 0)::text as total from public.vouchers where project_id = $1::uuid and ${where}`,
        [fixture.a],
      )
    )[0]!.total,
  )
const day = async (offset: number) =>
  (
    await fixture.db.sql<{ day: string }>(
      'select (private.business_date($1::uuid) + $2::text::int)::text as day',
      [fixture.a, String(offset)],
    )
  )[0]!.day

/** Thirty vouchers of many kinds: every state, every way of payment, one to three lines, with and without names. */
beforeAll(async () => {
  const bank = await d.bank()
  const payees = [await d.payee(), await d.payee('Meralco', '77'), await d.payee('Sol Garage', '8')]
  const centers = [await d.costCenter(), await d.costCenter('Office'), undefined]
  const categories = [undefined, 'Rent', 'Utilities', 'utilities & more']
  for (let n = 0; n < 30; n++) {
    const voucher = await d.rpc('create_voucher', {
      p_voucher: {
        payee_id: payees[n % 3],
        category: categories[n % 4],
        classification: n % 5 === 0 ? undefined : `Class ${n % 2}`,
        date_added: await day(-n * 4),
        ...[
          { mode_of_payment: 'cash' },
          { mode_of_payment: 'cheque', bank_id: bank, cheque_no: `E-${n}` },
          { mode_of_payment: 'bank_transfer', bank_id: bank },
        ][n % 3],
        ewt_amount: n % 7 === 0 ? '0.10' : undefined,
        lines: Array.from({ length: 1 + (n % 3) }, (_, line) => ({
          description: `Line ${line}`,
          cost_center_id: centers[(n + line) % 3],
          amount:
            `${(n * 37 + line * 11) % 90}.${String((n * 7 + line) % 100).padStart(2, '0')}`.replace(
              /^0\.00$/,
              '1.00',
            ),
        })),
      },
    })
    if (n % 6 === 1) await d.cancel(voucher)
    else if (n % 6 > 2) {
      const printed = await d.print(voucher)
      if (n % 6 > 3) await d.release(printed, await day(-(n % 4)))
    }
  }
}, 120_000)

describe('the expenses report', () => {
  it('sums up to the vouchers, by state and by way of payment, cancelled ones apart', async () => {
    const [total] = await report({ level: 'total', cancelled: true })
    expect(sum([total!], 'amount')).toBe(await vouchers("status <> 'cancelled'"))
    expect(sum([total!], 'pending')).toBe(await vouchers("status in ('pending', 'printed')"))
    expect(sum([total!], 'released')).toBe(await vouchers("status = 'released'"))
    expect(sum([total!], 'cancelled')).toBe(await vouchers("status = 'cancelled'"))
    for (const mode of ['cash', 'cheque', 'bank_transfer'])
      expect(sum([total!], mode)).toBe(
        await vouchers(
          `status <> 'cancelled' and mode_of_payment = '${mode}'`,
          'total - ewt_amount',
        ),
      )
    expect(sum([total!], 'ewt')).toBe(await vouchers("status <> 'cancelled'", 'ewt_amount'))
    expect(sum([total!], 'net')).toBe(sum([total!], 'amount') - sum([total!], 'ewt'))
    for (const column of AMOUNTS) expect(sum([total!], column)).toBeGreaterThan(0n)
    const list = await fixture.db.as<{ total: string }>(
      fixture.role.Owner,
      "select sum(total)::text as total from public.voucher_totals($1::uuid, '{}') where status <> 'cancelled'",
      [fixture.a],
    )
    expect(sum([total!], 'amount')).toBe(cents(list[0]!.total))
  })

  it('shares the tax withheld out to the lines of a voucher, and says who did what and when', async () => {
    const bank = await d.bank()
    const center = await d.costCenter('Fleet')
    await fixture.db.sql(
      "update public.cost_centers set account_number = '6100' where id = $1::uuid",
      [center],
    )
    const payee = await d.payee('Ana Reyes', '9-8')
    const voucher = await d.rpc('create_voucher', {
      p_voucher: {
        ...{ payee_id: payee, mode_of_payment: 'cheque', bank_id: bank, cheque_no: 'TAX-1' },
        ewt_amount: '1.00',
        lines: ['10.00', '10.00', '10.00'].map((amount, n) => ({
          ...{ description: `Tire ${n}`, amount },
          cost_center_id: center,
        })),
      },
    })
    const lines = async (more = {}) =>
      (await report({ level: 'line', ...more })).filter((row) => row.voucher_id === voucher.id)
    // 1.00 on three equal lines: one of them bears the centavo that is left.
    const shares = (rows: SqlReportRow[]) => rows.map(({ amount, ewt, net }) => [amount, ewt, net])
    expect(shares(await lines())).toEqual([
      ['10.00', '0.33', '9.67'],
      ['10.00', '0.34', '9.66'],
      ['10.00', '0.33', '9.67'],
    ])
    const [total] = await report({ level: 'total', payee_id: payee })
    expect([total!.amount, total!.ewt, total!.net, total!.cheque]).toEqual([
      ...['30.00', '1.00', '29.00', '29.00'],
    ])
    const printed = await d.print(voucher)
    await d.release(printed, await day(0))
    const [names] = await fixture.db.sql<{ clerk: string; releaser: string; bank: string }>(
      `select (select display_name from public.profiles where user_id = v.who_released) as clerk, v.releaser_name as releaser, v.cheque_bank as bank
       from public.vouchers v where v.project_id = $1::uuid and v.id = $2::uuid`,
      [fixture.a, voucher.id],
    )
    const today = await day(0)
    expect((await lines())[0]).toMatchObject({
      ...{ pay_to: 'Ana Reyes', pay_to_account_no: '9-8', cost_center: 'Fleet' },
      ...{ cheque_bank: names!.bank, cheque_no: 'TAX-1', status: 'released' },
      ...{ date_added: today, written_by: names!.clerk },
      ...{ date_printed: today, printed_by: names!.clerk },
      ...{ date_released: today, releaser_name: names!.releaser, released_by: names!.clerk },
      ...{ cancelled_on: null, cancelled_by: null },
    })
    expect((await lines()).map(({ account_number }) => account_number)).toEqual(
      Array.from({ length: 3 }, () => '6100'),
    )

    const other = await d.rpc('create_voucher', {
      p_voucher: {
        ...{ payee_id: payee, mode_of_payment: 'cash' },
        lines: [{ description: 'Oil', amount: '5.00' }],
      },
    })
    await d.cancel(other)
    const cancelled = await report({ level: 'line', status: 'cancelled', payee_id: payee })
    expect(cancelled.map((row) => [row.cancelled_on, row.cancelled_by, row.net])).toEqual([
      [today, names!.clerk, '0.00'],
    ])
  })

  it('sums up the same at every level, whatever is asked for', async () => {
    for (const filters of [
      {},
      { cancelled: true },
      { status: 'cancelled' },
      { basis: 'printed' },
      { basis: 'released', from: await day(-2), to: await day(-1) },
      { from: await day(-60), to: await day(-20), mode: 'cheque' },
      { category: 'Rent', payee_id: await d.payee('Meralco', '77') },
      { cost_center_id: await d.costCenter('Office'), classification: 'Class 1' },
      { payee_id: await d.payee(), category: 'no such' },
    ]) {
      const [total] = await report({ ...filters, level: 'total' })
      for (const level of LEVELS) {
        const rows = await report({ ...filters, level })
        for (const column of AMOUNTS) expect(sum(rows, column)).toBe(sum([total!], column))
        const counted = { category: 'categories', month: 'months' }[level as string] ?? `${level}s`
        expect(String(rows.length), `${level} of ${JSON.stringify(filters)}`).toBe(total![counted])
      }
      const grouped = await report({ ...filters, level: 'grouped' })
      const lines = grouped.filter(({ level }) => level === 'line')
      for (const column of AMOUNTS) expect(sum(lines, column)).toBe(sum([total!], column))
    }
  })

  it('puts before the lines of a category and of a classification their sums', async () => {
    const rows = await report({ level: 'grouped' })
    const lines = rows.filter(({ level }) => level === 'line')
    expect(subtotalsAgree(rows, ['amount', 'ewt', 'net'], 'lines')).toBeGreaterThan(6)
    // A category whose lines have no classification has no header for that.
    const named = lines.filter((row) => row.classification !== null).map(({ category }) => category)
    const classified = lines.filter(({ category }) => named.includes(category))
    expect(rows.length - lines.length).toBe(
      new Set(lines.map(({ category }) => category)).size +
        new Set(classified.map((row) => `${row.category}|${row.classification}`)).size,
    )
    // Lines without a category come last.
    expect(lines.at(-1)!.category).toBeNull()
  })

  it('lays cost centers out by month, with what was budgeted for the months that the period touches', async () => {
    const office = await d.costCenter('Office')
    await fixture.db.sql(
      `update public.cost_centers set monthly_budget = 1000.50 where id = $1::uuid`,
      [office],
    )
    const cells = await fixture.db.sql<{ center: string | null; month: string; amount: string }>(
      `select l.cost_center_id as center, to_char(v.date_added, 'YYYY-MM') as month, sum(l.amount)::text as amount
       from public.vouchers v join public.voucher_lines l on l.voucher_id = v.id
       where v.project_id = $1::uuid and v.status <> 'cancelled' group by 1, 2`,
      [fixture.a],
    )
    const rows = await report({ level: 'pivot' })
    const [total] = await report({ level: 'total', for: 'pivot' })
    const months = [...new Set(cells.map(({ month }) => month))].sort()
    expect(months.length).toBeGreaterThan(2)
    expect(JSON.parse(total!.heads!)).toEqual(
      months.map((month) => ({
        key: `=${month}`,
        label: `${month.slice(5)}/${month.slice(0, 4)}`,
      })),
    )
    const centerOf = ({ row_key }: SqlReportRow) => row_key.split('\u001f')[1] ?? null
    const shown = rows.flatMap((row) =>
      Object.entries(JSON.parse(row.cells!)).map(
        ([month, amount]) => `${centerOf(row)} ${month} ${amount}`,
      ),
    )
    expect(shown.sort()).toEqual(
      cells.map(({ center, month, amount }) => `${center} =${month} ${amount}`).sort(),
    )
    for (const month of months)
      expect(cents(JSON.parse(total!.cells!)[`=${month}`])).toBe(
        cells
          .filter((cell) => cell.month === month)
          .reduce((all, { amount }) => all + cents(amount), 0n),
      )

    // An open period has the months with expenses; two days around the end of a year are two months.
    const budget = (found: SqlReportRow[]) =>
      found.find((row) => (row.cost_center_id ?? centerOf(row)) === office)
    expect(cents(budget(rows)!.budget)).toBe(100050n * BigInt(months.length))
    const [last] = months.slice(-1)
    const year = `${Number(last!.slice(0, 4)) - 1}-12-31`
    const until = await day(0)
    const touched =
      12 * (Number(until.slice(0, 4)) - Number(year.slice(0, 4))) +
      Number(until.slice(5, 7)) -
      12 +
      1
    const row = budget(await report({ level: 'cost_center', from: year, to: until }))!
    expect(cents(row.budget)).toBe(100050n * BigInt(touched))
    expect(cents(row.budget_left)).toBe(cents(row.budget) - cents(row.amount))
    expect(rows.filter((each) => each.budget !== null)).toHaveLength(1)
    expect(cents(total!.budget)).toBe(cents(budget(rows)!.budget))
    expect(cents(total!.budget_left)).toBe(cents(budget(rows)!.budget_left))
  })

  it('takes input VAT off the expenses that use up a budget', async () => {
    const costCenter = await d.costCenter('Trucks')
    await fixture.db.sql(
      `update public.cost_centers set monthly_budget = 500 where id = $1::uuid`,
      [costCenter],
    )
    const line = (amount: string, vat_class?: string) => ({
      ...{ description: 'Tires', amount, vat_class, cost_center_id: costCenter },
    })
    await d.rpc('create_voucher', {
      p_voucher: {
        ...{ payee_id: await d.payee('Tire shop', '9'), mode_of_payment: 'cash' },
        lines: [line('224.00', 'vatable'), line('40.00', 'exempt'), line('60.00')],
      },
    })
    const own = { cost_center_id: costCenter, from: await day(0), to: await day(0) }
    const [row] = await report({ ...own, level: 'cost_center' })
    // 224.00 has 24.00 of VAT: 200.00 + 40.00 + 60.00 are spent of 500.00.
    expect([row!.amount, row!.input_vat, row!.budget, row!.budget_left]).toEqual([
      ...['324.00', '24.00', '500.00', '200.00'],
    ])
  })

  it('pages by key, forwards and back, without a gap', async () => {
    for (const level of ['grouped', 'pivot', ...LEVELS]) {
      const all = (await report({ level })).map(({ row_key }) => row_key)
      expect(new Set(all).size).toBe(all.length)
      const forwards: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await report({ level, limit: 4, after })
        forwards.push(...page.map(({ row_key }) => row_key))
        after = page.at(-1)?.row_key
        if (page.length < 4) break
      }
      expect(forwards).toEqual(all)
      const back = await report({ level, limit: 3, before: all.at(-1) })
      expect(back.map(({ row_key }) => row_key).reverse()).toEqual(all.slice(0, -1).slice(-3))
    }
  })

  it('is for those alone who may see expenses', async () => {
    await expect(report({}, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    await expect(report({ level: 'x' })).rejects.toMatchObject({ code: '22023' })
    await expect(report({ basis: 'x' })).rejects.toMatchObject({ code: '22023' })
  })
})
