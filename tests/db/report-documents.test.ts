import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { cents } from '../support/receivables.ts'
import { pagesByKey, reportReader, type SqlReportRow, subtotalsAgree } from '../support/reports.ts'
import { sampleDay, sellSampleMonth } from '../support/sample-month.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const invoices = reportReader(fixture, 'report_invoice')
const deliveries = reportReader(fixture, 'report_delivery')

let sold: Awaited<ReturnType<typeof sellSampleMonth>>
beforeAll(async () => {
  sold = await sellSampleMonth(fixture, shop)
}, 120_000)

/** The rows of a level by whom they are about, with these columns. */
const by = (rows: readonly SqlReportRow[], key: string, columns: readonly string[]) =>
  Object.fromEntries(
    rows.map((row) => [row[key] ?? 'all', columns.map((column) => Number(row[column]))]),
  )

/** Sums of rows by a key of theirs. */
function group<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
  figures: (row: Row) => number[],
) {
  const found: Record<string, number[]> = {}
  for (const row of rows) {
    const mine = figures(row)
    const sums = found[key(row)]
    found[key(row)] = mine.map((figure, i) => Math.round((figure + (sums?.[i] ?? 0)) * 1000) / 1000)
  }
  return found
}
describe('the invoice report', () => {
  const SUMS = ['gross', 'credited', 'vatable', 'vat', 'untaxed', 'collected', 'balance']
  const LEVELS = { day: 'on_date', month: 'month', agent: 'agent_id', customer: 'customer_id' }

  type Booking = {
    id: string
    agent_id: string
    customer_id: string
    date_invoiced: string
    date_delivered: string | null
    changed: boolean
    approval_status: string
    [amount: string]: string | boolean | null
  }
  /** The invoices, and the opposite of each that was cancelled, on the day of its cancellation. */
  const read = async () => {
    const bookings = await fixture.db.sql<Booking>(
      `select id, agent_id, customer_id, date_invoiced::text, date_delivered::text, invoice_no_changed_at is not null as changed, approval_status,
         total::text, credited::text, collected::text, balance::text, vat_percent::text,
         (select coalesce(sum((l.quantity_released * l.agent_srp)), 0)::text from public.booking_lines l where l.booking_id = bookings.id) as released
       from public.bookings where project_id = $1::uuid and invoice_no is not null`,
      [fixture.a],
    )
    return bookings.flatMap((row) => {
      if (row.approval_status !== 'cancelled') return [row]
      const taken = { ...row, credited: row.total!, balance: '0.00' }
      const opposite = { total: `-${row.total}`, credited: `-${row.total}`, opposite: true }
      return [taken, { ...taken, ...opposite, date_invoiced: today('Asia/Manila') }]
    })
  }
  /** The same figures as the report, from the booking alone. */
  const figures = (row: Booking) => {
    const [total, credited, collected, balance] = ['total', 'credited', 'collected', 'balance'].map(
      (key) => Number(row[key]),
    )
    // What came back later has a credit memo and does not change the invoice.
    const due = Math.round((total! - Number(row.released)) * 100)
    const percent = Number(row.vat_percent)
    const vat = percent ? due - Math.round((due * 100) / (100 + percent)) : 0
    return [
      total!,
      credited!,
      percent ? (due - vat) / 100 : 0,
      vat / 100,
      percent ? 0 : due / 100,
      collected!,
      balance!,
    ]
  }

  it('sums up bookings with a number, on each level, whatever is asked for', async () => {
    const all = await read()
    expect(all.length).toBe(19)
    const wanted: [object, (row: Booking) => boolean][] = [
      [{}, () => true],
      [
        { from: sampleDay(11), to: sampleDay(12) },
        (row) => row.date_invoiced >= sampleDay(11) && row.date_invoiced <= sampleDay(12),
      ],
      [{ paid: 'paid' }, (row) => row.balance === '0.00' && row.approval_status !== 'cancelled'],
      [
        { paid: 'unpaid', agent_id: sold.ana },
        (row) => row.balance !== '0.00' && row.agent_id === sold.ana,
      ],
      [
        { delivered: 'no', customer_id: sold.stores[0] },
        (row) => !row.date_delivered && row.customer_id === sold.stores[0],
      ],
      [
        { delivered: 'yes', from: sampleDay(12) },
        (row) => row.date_delivered !== null && row.date_invoiced >= sampleDay(12),
      ],
      [{ renumbered: true }, (row) => row.changed],
      [{ from: '2027-01-01' }, () => false],
    ]
    for (const [filters, fits] of wanted) {
      const mine = all.filter(fits)
      const [total] = await invoices({ ...filters, level: 'total' })
      const whole = group(mine, () => 'all', figures).all ?? SUMS.map(() => 0)
      expect(by([total!], 'no', SUMS).all, JSON.stringify(filters)).toEqual(whole)
      for (const column of ['vat', 'credited', 'collected'])
        if (mine.length === all.length) expect(cents(total![column])).toBeGreaterThan(0n)
      const listed = await invoices({ ...filters, level: 'invoice' })
      const entry = (id: unknown, on: unknown) => `${id} ${on}`
      const entries = listed.map((row) => ({ ...row, entry: entry(row.booking_id, row.on_date) }))
      expect(by(entries, 'entry', SUMS)).toEqual(
        group(mine, ({ id, date_invoiced: on }) => entry(id, on), figures),
      )
      expect(total!.invoices).toBe(String(mine.filter((row) => !row.opposite).length))
      for (const [level, key] of Object.entries(LEVELS)) {
        const rows = await invoices({ ...filters, level })
        const of = (row: Booking) =>
          level === 'month'
            ? row.date_invoiced.slice(0, 7)
            : String(row[level === 'day' ? 'date_invoiced' : key])
        expect(by(rows, key, SUMS), level).toEqual(group(mine, of, figures))
        expect(total![`${level}s`]).toBe(String(rows.length))
      }
    }
    for (const level of ['grouped', 'grouped_agent'])
      expect(subtotalsAgree(await invoices({ level }), SUMS, 'listed')).toBeGreaterThan(0)
  })

  it('tells cancelled ones apart, and what was delivered without a number', async () => {
    const [total] = await invoices({ level: 'total' })
    expect([total!.cancelled, total!.invoices]).toEqual([sold.cancelled.total, '18'])
    const rows = await invoices({ level: 'invoice' })
    const { total: net, so_no } = sold.cancelled
    expect(rows.filter((row) => row.so_no === so_no)).toMatchObject([
      { kind: 'cancelled', net, balance: '0.00', reason: 'Closed' },
      { kind: 'cancellation', net: `-${net}`, balance: '0.00' },
    ])
    const waiting = await invoices({ level: 'unnumbered', from: sampleDay(1), to: sampleDay(28) })
    expect(waiting.map(({ so_no }) => so_no)).toEqual(sold.unnumbered.map(({ so_no }) => so_no))
    expect(total!.unnumbered).toBe('2')
    expect(cents(total!.waiting)).toBe(waiting.reduce((sum, row) => sum + cents(row.waiting), 0n))
    expect(cents(waiting[0]!.waiting)).toBe(cents(sold.unnumbered[0]!.total))
    expect(await invoices({ level: 'unnumbered', to: sampleDay(12) })).toEqual([])
  })

  it('finds the numbers that are missing, changed or cancelled, each in the period of the number behind it', async () => {
    const numbers = async (filters: object) =>
      (await invoices({ level: 'numbers', ...filters })).map((row) => [
        row.kind,
        row.first_no,
        row.last_no,
        row.numbers,
      ])
    const missing = [
      ['missing', 'SI-0013', 'SI-0015', '3'],
      ['missing', 'SI-0022', 'SI-0024', '3'],
    ]
    expect(await numbers({})).toEqual([
      ['changed', 'SI-0006', null, '1'],
      ['cancelled', 'SI-0009', null, '1'],
      ...missing,
    ])
    expect((await invoices({ level: 'numbers' }))[0]).toMatchObject({
      new_no: 'SI-0025',
      reason: 'Torn',
    })
    // 16 was invoiced on the 13th, 25 on the 11th.
    expect(await numbers({ from: sampleDay(13), agent_id: sold.ben })).toEqual([missing[0]])
    const [total] = await invoices({ level: 'total' })
    expect([
      total!.missing,
      total!.voided,
      total!.number_rows,
      total!.first_no,
      total!.last_no,
    ]).toEqual(['6', '2', '4', 'si 17', 'SI-0025'])
    const series = await fixture.db.as<{ missing: string }>(
      fixture.role.Owner,
      'select missing::text from public.invoice_series_list($1::uuid)',
      [fixture.a],
    )
    // The desk counts the changed number among the missing ones.
    expect(series.map((row) => row.missing)).toEqual(['7'])
  })

  it('pages by key in every order and group', async () => {
    await pagesByKey(invoices, ['grouped', 'grouped_agent', 'customer', 'numbers'])
    for (const sort of ['date', 'number', 'customer', 'gross', 'balance'])
      await pagesByKey(invoices, ['invoice'], { sort })
    const amounts = (await invoices({ level: 'customer', sort: 'balance' })).map((row) =>
      Number(row.balance),
    )
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
  })

  it('is for those alone who may see it', async () => {
    await expect(invoices({}, fixture.role.ASE)).rejects.toMatchObject({ code: '42501' })
    await expect(invoices({ level: 'x' })).rejects.toMatchObject({ code: '22023' })
  })
})

describe('the delivery report', () => {
  const SUMS = ['pieces', 'cases', 'loose', 'litres', 'amount', 'lines']
  const LEVELS = {
    day: 'on_date',
    month: 'month',
    agent: 'agent_id',
    customer: 'customer_id',
    product: 'product_id',
  }

  type Moved = Record<
    'line_id' | 'booking_id' | 'agent_id' | 'customer_id' | 'product_id' | 'on_date' | 'added',
    string
  > & {
    pieces: number
    case_config: number
    srp: string
    litres: string
  }
  /** Reads the deliveries from the stock ledger. */
  const read = () =>
    fixture.db.sql<Moved>(
      `select l.id as line_id, b.id as booking_id, b.agent_id, b.customer_id, l.product_id, m.on_date::text, b.date_added::text as added,
         (-sum(m.quantity))::int as pieces, l.case_config, l.agent_srp::text as srp, p.liters_per_case::text as litres
       from public.stock_movements m join public.booking_lines l on l.id = m.source_line join public.bookings b on b.id = l.booking_id
       join public.products p on p.id = l.product_id
       where m.project_id = $1::uuid and m.kind = 'issue' group by l.id, b.id, m.on_date, p.id, l.project_id, b.project_id, p.project_id having sum(m.quantity) <> 0`,
      [fixture.a],
    )
  const figures = (row: Moved) => [
    row.pieces,
    Math.floor(row.pieces / row.case_config),
    row.pieces % row.case_config,
    Math.round(((row.pieces * Number(row.litres)) / row.case_config) * 1000 + 1e-6) / 1000,
    Math.round(row.pieces * Number(row.srp) * 100) / 100,
    1,
  ]

  it('sums up what left the warehouse, on each level, whatever is asked for', async () => {
    // A corrected date moves the goods with it.
    const [moved] = (await deliveries({ level: 'booking', from: sampleDay(13) })).slice(-1)
    const { version } = await shop.booking(moved!.booking_id!)
    await shop.rpc('set_booking_dates', {
      p_booking: moved!.booking_id,
      p_version: version,
      p_dates: { date_delivered: sampleDay(15) },
      p_reason: 'Late',
    })
    const all = await read()
    const wanted: [object, (row: Moved) => boolean][] = [
      [{}, () => true],
      [{ from: sampleDay(13), to: sampleDay(13) }, (row) => row.on_date === sampleDay(13)],
      [
        { agent_id: sold.ana, product_id: sold.oil },
        (row) => row.agent_id === sold.ana && row.product_id === sold.oil,
      ],
      [
        { customer_id: sold.stores[2], to: sampleDay(13) },
        (row) => row.customer_id === sold.stores[2] && row.on_date <= sampleDay(13),
      ],
    ]
    for (const [filters, fits] of wanted) {
      const mine = all.filter(fits)
      expect(mine.length).toBeGreaterThan(1)
      const [total] = await deliveries({ ...filters, level: 'total' })
      expect(by([total!], 'no', SUMS).all).toEqual(group(mine, () => 'all', figures).all)
      const visits = new Map(mine.map((row) => [`${row.booking_id}${row.on_date}`, row]))
      expect(total!.deliveries).toBe(String(visits.size))
      const days = [...visits.values()].map(
        (row) => (Date.parse(row.on_date) - Date.parse(row.added)) / 864e5,
      )
      expect(Number(total!.days_to_deliver)).toBeCloseTo(
        days.reduce((sum, each) => sum + each, 0) / days.length,
        0,
      )
      const lines = await deliveries({ ...filters, level: 'line' })
      expect(
        group(
          lines,
          (row) => `${row.on_date} ${row.so_no} ${row.product_id}`,
          (row) => SUMS.map((key) => Number(row[key])),
        ),
      ).toEqual(
        group(
          mine,
          (row) =>
            `${row.on_date} ${lines.find(({ booking_id }) => booking_id === row.booking_id)!.so_no} ${row.product_id}`,
          figures,
        ),
      )
      const booked = await deliveries({ ...filters, level: 'booking' })
      expect(booked.length).toBe(visits.size)
      for (const [level, key] of Object.entries(LEVELS)) {
        const rows = await deliveries({ ...filters, level })
        const of = (row: Moved) =>
          level === 'month' ? row.on_date.slice(0, 7) : String(row[key as keyof Moved])
        expect(by(rows, key, SUMS), level).toEqual(group(mine, of, figures))
        expect(total![level === 'day' ? 'dates' : `${level}s`]).toBe(String(rows.length))
      }
    }
    for (const level of ['grouped', 'grouped_agent'])
      expect(subtotalsAgree(await deliveries({ level }), ['amount'], 'lines')).toBeGreaterThan(0)
  })

  it('says what bookings were waiting for on a day, the oldest first', async () => {
    // Today's report is what the delivery screen lists.
    const today = await deliveries({ level: 'undelivered' }, fixture.role.warehouse)
    const list = await fixture.db.as<{ so_no: string; amount: string }>(
      fixture.role.warehouse,
      "select so_no, amount::text from public.delivery_list($1::uuid, '{}') order by so_no",
      [fixture.a],
    )
    const bookings = today.filter(({ level }) => level === 'undelivered')
    expect(
      bookings
        .map(({ so_no, open_amount }) => ({ so_no: so_no!, amount: open_amount! }))
        .toSorted((a, b) => a.so_no.localeCompare(b.so_no)),
    ).toEqual(list)
    const ages = bookings.map(({ age }) => Number(age))
    expect(ages).toEqual(ages.toSorted((a, b) => b - a))
    expect(subtotalsAgree(today, ['open_amount'], 'open_bookings')).toBeGreaterThan(0)
    // The report of an earlier day has the quantity ordered until then, less the quantity delivered
    // until then.
    const delivered = await read()
    for (const as_of of [sampleDay(9), sampleDay(12), sampleDay(13), sampleDay(20)]) {
      const lines = await fixture.db.sql<{
        booking_id: string
        line_id: string
        quantity: number
        srp: string
      }>(
        `select b.id as booking_id, l.id as line_id, l.quantity, l.agent_srp::text as srp from public.bookings b join public.booking_lines l on l.booking_id = b.id
         where b.project_id = $1::uuid and b.approval_status = 'approved' and b.date_added <= $2::text::date`,
        [fixture.a, as_of],
      )
      const open = lines
        .map((each) => ({
          ...each,
          quantity:
            each.quantity -
            delivered
              .filter((row) => row.line_id === each.line_id && row.on_date <= as_of)
              .reduce((sum, row) => sum + row.pieces, 0),
        }))
        .filter(({ quantity }) => quantity > 0)
      const rows = (await deliveries({ level: 'undelivered', as_of })).filter(
        ({ level }) => level === 'undelivered',
      )
      expect(by(rows, 'booking_id', ['open_pieces', 'open_amount']), as_of).toEqual(
        group(
          open,
          (row) => row.booking_id,
          (row) => [row.quantity, row.quantity * Number(row.srp)],
        ),
      )
      const [total] = await deliveries({ level: 'total', as_of })
      expect([total!.open_bookings, Number(total!.open_amount)]).toEqual([
        String(rows.length),
        rows.reduce((sum, row) => sum + Number(row.open_amount), 0),
      ])
    }
  })

  it('pages by key, and is for those alone who may see it', async () => {
    await pagesByKey(deliveries, [
      'grouped',
      'grouped_agent',
      'line',
      'booking',
      'product',
      'undelivered',
    ])
    for (const sort of ['customer', 'product', 'amount'])
      await pagesByKey(deliveries, ['line', 'booking'], { sort })
    await expect(deliveries({}, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    // The warehouse sees the goods without seeing the customers.
    expect(
      (await deliveries({ level: 'customer' }, fixture.role.warehouse)).map(
        (row) => row.customer_name,
      ),
    ).toEqual(['Store 0', 'Store 1', 'Store 2'])
  })
})
