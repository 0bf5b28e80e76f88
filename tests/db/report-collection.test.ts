import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { cents } from '../support/receivables.ts'
import { pagesByKey, reportReader, type SqlReportRow, subtotalsAgree } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const report = reportReader(fixture, 'report_collection')

const SUMS = [
  'cash',
  'cheque_cleared',
  'cheque_uncleared',
  'bank_transfer',
  'withholding',
  'on_paper',
  'collected',
  'returned',
  'pending',
  'cancelled',
]
const LEVELS = {
  day: 'on_date',
  month: 'month',
  agent: 'agent_id',
  customer: 'customer_id',
  drr: 'drr_no',
  type: 'collection_type',
}
let agents: string[]
let stores: string[]
let days: string[]

/** Thirty receipts of two agents in two weeks: every kind, every state, some numbers left out and one there twice. */
beforeAll(async () => {
  const account = await bank.bank()
  agents = [fixture.role.Agent, await fixture.addAgent('a', 'Zeny')]
  days = await Promise.all(Array.from({ length: 16 }, (_, n) => bank.day(-n)))
  const product = await shop.product('10.00', 5000)
  stores = []
  for (const agent_id of [agents[0], agents[0], agents[1]])
    stores.push(
      (
        await shop.rpc('request_customer', {
          p_customer: { name: `Store ${stores.length}`, agent_id, terms_days: '30' },
        })
      ).id!,
    )
  // The receipts are recorded one after the other, so that their numbers are known.
  const owed: Awaited<ReturnType<typeof bank.owing>>[] = []
  for (const store of stores) owed.push(await bank.owing(store, product, 500, '10.00'))
  for (let n = 0; n < 30; n++) {
    const collection_type = ['cash', 'cheque', 'bank_transfer', 'withholding', 'cheque'][n % 5]!
    const on = days[15 - (n % 11)]!
    const store = n % 3
    const amount = `${100 + n * 7}.${String((n * 13) % 100).padStart(2, '0')}`
    const made = await shop.rpc<{ id: string; version: number }>('record_collection', {
      p_collection: {
        customer_id: stores[store],
        collection_type,
        amount,
        // 8 and 9 were never written; 12 is there twice; the last is of another booklet.
        cr_no:
          n === 13 ? 'cr 12' : `CR-${String(n < 8 ? n : n < 29 ? n + 2 : 131).padStart(4, '0')}`,
        cr_date: on,
        ...(n % 4 ? { drr_no: `D-${n % 4}`, drr_date: days[15 - (n % 4) * 3] } : {}),
        date_collected: on,
        ...(collection_type === 'cheque' && {
          cheque_bank: 'BDO',
          cheque_no: `Q-${n}`,
          cheque_date: on,
        }),
        ...(collection_type === 'bank_transfer' && { bank_id: account }),
        allocations: [{ booking_id: owed[store]!.id, amount: n % 7 ? amount : '1.00' }],
      },
    })
    if (n % 9 === 7) continue
    if (n % 9 === 8) {
      await shop.cancelCollection(made.id, made.version)
      continue
    }
    await shop.approve(made.id)
    if (collection_type !== 'cheque' || n % 4 === 0) continue
    await bank.deposit(account, [{ id: made.id, version: made.version + 1 }], days[3])
    if (n % 4 === 1) continue
    await bank.clear({ id: made.id, version: made.version + 2 }, days[n % 3])
    if (n === 19) await bank.bounce({ id: made.id, version: made.version + 3 }, days[0])
  }
  // Settled on paper.
  const old = await bank.owing(stores[0]!, product, 3, '10.00')
  await shop.rpc(
    'archive_bookings',
    { p_so_nos: { so_nos: [old.so_no] }, p_status: 'archived' },
    fixture.role.Owner,
  )
}, 120_000)

type Receipt = Record<
  | 'id'
  | 'agent_id'
  | 'customer_id'
  | 'collection_type'
  | 'approval_status'
  | 'date_collected'
  | 'cr_date'
  | 'amount'
  | 'reversed',
  string
> &
  Record<'drr_no' | 'drr_date' | 'cheque_state' | 'cheque_cleared_on', string | null> & {
    from_archive: boolean
  }

const read = () =>
  fixture.db.sql<Receipt>(
    `select id, agent_id, customer_id, collection_type, approval_status, date_collected::text, cr_date::text, amount::text, reversed::text,
       drr_no, drr_date::text, cheque_state, cheque_cleared_on::text, from_archive from public.collections where project_id = $1::uuid`,
    [fixture.a],
  )

/** Returns the day on which the money of a receipt was available; null while it is not. */
function clearedOn(row: Receipt): string | null {
  if (row.approval_status !== 'approved') return null
  return row.collection_type === 'cheque' ? row.cheque_cleared_on : row.date_collected
}

/** The same figures as the report, in centavos, from the receipt alone. */
function figures(row: Receipt): bigint[] {
  const approved = row.approval_status === 'approved'
  const net = approved ? cents(row.amount) - cents(row.reversed) : 0n
  const kind = row.from_archive
    ? 'on_paper'
    : row.collection_type !== 'cheque'
      ? row.collection_type
      : clearedOn(row)
        ? 'cheque_cleared'
        : 'cheque_uncleared'
  return SUMS.map((column) => {
    if (column === 'collected' || column === kind) return net
    if (column === 'returned') return approved ? cents(row.reversed) : 0n
    return column === row.approval_status ? cents(row.amount) : 0n
  })
}

function group(rows: readonly Receipt[], key: (row: Receipt) => string) {
  const found: Record<string, bigint[]> = {}
  for (const row of rows) {
    const sums = found[key(row)] ?? SUMS.map(() => 0n)
    found[key(row)] = figures(row).map((figure, i) => figure + sums[i]!)
  }
  return found
}

const by = (rows: readonly SqlReportRow[], key: string) =>
  Object.fromEntries(
    rows.map((row) => [row[key] ?? 'none', SUMS.map((column) => cents(row[column]))]),
  )

describe('the collection report', () => {
  it('sums up receipts, on each level, whatever is asked for', async () => {
    const all = await read()
    const [from, to] = [days[12]!, days[2]!]
    const within = (on: string | null) => on !== null && on >= from && on <= to
    const live = ({ approval_status }: Receipt) => approval_status !== 'cancelled'
    const wanted: [object, (row: Receipt) => boolean, (row: Receipt) => string | null][] = [
      [{}, live, (row) => row.date_collected],
      [
        { cancelled: true, from, to },
        (row) => within(row.date_collected),
        (row) => row.date_collected,
      ],
      [
        { basis: 'cr', from, type: 'cheque' },
        (row) => live(row) && row.cr_date >= from && row.collection_type === 'cheque',
        (row) => row.cr_date,
      ],
      [
        { basis: 'drr', from, to },
        (row) => live(row) && within(row.drr_date),
        (row) => row.drr_date,
      ],
      [{ basis: 'cleared', from, to }, (row) => live(row) && within(clearedOn(row)), clearedOn],
      [
        { cleared: 'no', agent_id: agents[0] },
        (row) => live(row) && !clearedOn(row) && row.agent_id === agents[0],
        (row) => row.date_collected,
      ],
      [
        { cleared: 'yes', customer_id: stores[2] },
        (row) => clearedOn(row) !== null && row.customer_id === stores[2],
        (row) => row.date_collected,
      ],
      [{ approval: 'cancelled' }, (row) => !live(row), (row) => row.date_collected],
      [
        { approval: 'pending', drr_no: 'D-1' },
        (row) => row.approval_status === 'pending' && row.drr_no === 'D-1',
        (row) => row.date_collected,
      ],
    ]
    for (const each of wanted) {
      const [filters, fits, dated] = each
      const mine = all.filter(fits)
      expect(mine.length, JSON.stringify(filters)).toBeGreaterThan(0)
      const [total] = await report({ ...filters, level: 'total' })
      expect(by([total!], 'none'), JSON.stringify(filters)).toEqual(group(mine, () => 'none'))
      expect(total!.receipts).toBe(String(mine.length))
      const listed = await report({ ...filters, level: 'receipt' })
      expect(by(listed, 'collection_id')).toEqual(group(mine, ({ id }) => id))
      // Filters choose rows before they are summed, so a few of these filters are enough for all
      // levels.
      if (wanted.indexOf(each) > 4) continue
      for (const [level, key] of Object.entries(LEVELS)) {
        const of = (row: Receipt) =>
          (level === 'day'
            ? dated(row)
            : level === 'month'
              ? dated(row)?.slice(0, 7)
              : (row[key as keyof Receipt] as string | null)) ?? 'none'
        const rows = await report({ ...filters, level })
        expect(by(rows, key), `${level} of ${JSON.stringify(filters)}`).toEqual(group(mine, of))
        expect(total![`${level}s`]).toBe(String(rows.length))
      }
    }
    const [total] = await report({ level: 'total', cancelled: true })
    for (const column of SUMS) expect([column, cents(total![column]) > 0n]).toEqual([column, true])
    for (const level of ['grouped', 'grouped_drr'])
      expect(
        subtotalsAgree(await report({ level, cancelled: true }), SUMS, 'receipts'),
      ).toBeGreaterThan(0)
  })

  it('agrees with the list of receipts', async () => {
    const [total] = await report({ level: 'total' })
    const list = await fixture.db.as<{ approved: string; returned: string; pending: string }>(
      fixture.role.Owner,
      "select sum(approved)::text as approved, sum(returned)::text as returned, sum(pending)::text as pending from public.collection_totals($1::uuid, '{}')",
      [fixture.a],
    )
    expect([total!.collected, total!.returned, total!.pending]).toEqual([
      list[0]!.approved,
      list[0]!.returned,
      list[0]!.pending,
    ])
  })

  it('says of each receipt what it pays, its state, and how long a cheque took', async () => {
    const rows = await report({ level: 'receipt' })
    const back = rows.find(({ cr_no }) => cr_no === 'CR-0021')!
    expect([back.kind, back.state, back.is_cleared, back.collected, back.so_no]).toEqual([
      'returned',
      'returned',
      'No',
      '0.00',
      'SO-000002',
    ])
    const cleared = rows.filter(({ cheque_no, is_cleared }) => cheque_no && is_cleared === 'Yes')
    expect(cleared.length).toBeGreaterThan(1)
    const took = cleared.map(
      (row) => (Date.parse(row.cleared_on!) - Date.parse(row.date_collected!)) / 864e5,
    )
    expect(cleared.map((row) => Number(row.days_to_clear))).toEqual(took)
    const [total] = await report({ level: 'total' })
    expect(Number(total!.days_to_clear)).toBeCloseTo(
      took.reduce((sum, each) => sum + each, 0) / took.length,
      1,
    )
    expect(
      rows.filter(({ kind }) => kind === 'archive').map((row) => [row.on_paper, row.cash]),
    ).toEqual([['30.00', '0.00']])
  })

  it('finds CR numbers that are missing or there twice', async () => {
    const numbers = (await report({ level: 'numbers' })).map((row) => [
      row.kind,
      row.first_no,
      row.last_no,
      row.numbers,
    ])
    expect(numbers).toEqual([
      ['missing', 'CR-0008', 'CR-0009', '2'],
      ['duplicate', 'CR-0012', null, '1'],
      ['duplicate', 'cr 12', null, '1'],
      ['missing', 'CR-0015', null, '1'],
      ['booklet', 'CR-0031', 'CR-0130', null],
    ])
    const [total] = await report({ level: 'total', agent_id: agents[1] })
    expect([total!.missing, total!.duplicates, total!.number_rows]).toEqual(['3', '2', '5'])
    // A gap is of the period of the receipt behind it.
    const { cr_date } = (await read()).find((row) => row.amount === '156.04')!
    expect(
      (await report({ level: 'numbers', from: cr_date, to: cr_date })).map((row) => row.after_no),
    ).toContain('CR-0010')
  })

  it('pages by key in every order and group, for those alone who may see it', async () => {
    await pagesByKey(report, ['grouped', 'grouped_drr', 'drr', 'numbers'])
    for (const sort of ['date', 'cr_no', 'customer', 'amount'])
      await pagesByKey(report, ['receipt'], { sort })
    await expect(report({}, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    await expect(report({ basis: 'x' })).rejects.toMatchObject({ code: '22023' })
    // A user who may not see our accounts does not see their names here.
    const transfers = await report({ type: 'bank_transfer' }, fixture.role.ASE)
    expect(transfers.map(({ bank: name }) => name).filter(Boolean)).toEqual([])
  })
})
