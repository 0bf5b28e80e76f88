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

const SUMS = (
  'cash cheque_cleared cheque_uncleared bank_transfer withholding on_paper ' +
  'returned reversed collected pending cancelled'
).split(' ')
const COLLECTED = SUMS.indexOf('collected')
const CANCELLED = SUMS.indexOf('cancelled')
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
    if (n % 9 === 8 && n !== 26) {
      await shop.cancelCollection(made.id, made.version)
      continue
    }
    await shop.approve(made.id)
    // It counted on its day, and is taken back today.
    if (n === 26) {
      await shop.cancelCollection(made.id, made.version + 1)
      continue
    }
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
  | 'amount',
  string
> &
  Record<
    'drr_no' | 'drr_date' | 'cheque_cleared_on' | 'ever_cleared' | 'returned_on',
    string | null
  > & {
    from_archive: boolean
    counted: boolean
  }

const read = () =>
  fixture.db.sql<Receipt>(
    `select c.id, agent_id, customer_id, collection_type, approval_status, date_collected::text, cr_date::text, amount::text,
       drr_no, drr_date::text, cheque_cleared_on::text, from_archive, approved_at is not null as counted,
       (select min(e.on_date)::text from public.cheque_events e where e.collection_id = c.id and e.event = 'cleared') as ever_cleared,
       (select max(e.on_date)::text from public.cheque_events e where e.collection_id = c.id and e.event = 'returned') as returned_on
     from public.collections c where c.project_id = $1::uuid`,
    [fixture.a],
  )

/** Returns the day on which the money of a receipt was available; null while it is not. */
function clearedOn(row: Receipt): string | null {
  if (row.approval_status !== 'approved') return null
  return row.collection_type === 'cheque' ? row.cheque_cleared_on : row.date_collected
}

type Basis = 'collected' | 'cr' | 'drr' | 'cleared'

/** Figures that a receipt brought or took back on a day, as the trade says it: in the order of SUMS, in centavos. */
interface Fact {
  row: Receipt
  part: 'receipt' | 'returned' | 'reversed'
  on: string
  sums: bigint[]
}

/** Lists what each receipt did to the money collected, from the receipt and the history of its cheque. */
function factsOf(rows: readonly Receipt[], basis: Basis): Fact[] {
  return rows.flatMap((row) => {
    const amount = cents(row.amount)
    const cheque = row.collection_type === 'cheque'
    const byClearing = basis === 'cleared'
    const live = row.approval_status !== 'cancelled'
    const counts = row.counted && (basis !== 'drr' || live)
    const dated = {
      collected: row.date_collected,
      cr: row.cr_date,
      drr: row.drr_date,
      cleared: row.counted ? (cheque ? row.ever_cleared : row.date_collected) : null,
    }[basis]
    const came = row.from_archive
      ? 'on_paper'
      : !cheque
        ? row.collection_type
        : byClearing || clearedOn(row)
          ? 'cheque_cleared'
          : 'cheque_uncleared'
    const fact = (part: Fact['part'], on: string | null, column: string, net: bigint): Fact[] =>
      on === null
        ? []
        : [
            {
              ...{ row, part, on },
              sums: SUMS.map((each) => {
                // What an archive settled is no money.
                if (each === column || (each === 'collected' && !row.from_archive)) return net
                return part === 'receipt' && each === row.approval_status ? amount : 0n
              }),
            },
          ]
    const takenBack = basis !== 'drr' && (!byClearing || row.ever_cleared !== null)
    return [
      ...fact('receipt', dated, came, counts ? amount : 0n),
      ...(takenBack ? fact('returned', row.returned_on, 'returned', -amount) : []),
      ...(takenBack && row.counted && !live
        ? fact('reversed', days[0]!, row.from_archive ? 'on_paper' : 'reversed', -amount)
        : []),
    ]
  })
}

function group(facts: readonly Fact[], key: (fact: Fact) => string) {
  const found: Record<string, bigint[]> = {}
  for (const fact of facts) {
    const sums = found[key(fact)] ?? SUMS.map(() => 0n)
    found[key(fact)] = fact.sums.map((figure, i) => figure + sums[i]!)
  }
  return found
}

const by = (rows: readonly SqlReportRow[], key: string) => {
  const found: Record<string, bigint[]> = {}
  for (const row of rows) {
    const sums = found[row[key] ?? 'none'] ?? SUMS.map(() => 0n)
    found[row[key] ?? 'none'] = SUMS.map((column, i) => cents(row[column]) + sums[i]!)
  }
  return found
}

describe('the collection report', () => {
  it('sums up receipts, on each level, whatever is asked for', async () => {
    const all = await read()
    const [from, to] = [days[12]!, days[2]!]
    const within = ({ on }: Fact) => on >= from && on <= to
    // A cancelled receipt is there where its money counted, or where it is asked for.
    const live = (fact: Fact) =>
      fact.row.approval_status !== 'cancelled' || fact.sums[COLLECTED] !== 0n
    const wanted: [Record<string, unknown> & { basis?: Basis }, (fact: Fact) => boolean][] = [
      [{}, live],
      [{ cancelled: true, from, to }, within],
      [
        { basis: 'cr', from, type: 'cheque' },
        (fact) => live(fact) && fact.on >= from && fact.row.collection_type === 'cheque',
      ],
      [{ basis: 'drr', from, to }, (fact) => live(fact) && within(fact)],
      [{ basis: 'cleared', from, to }, within],
      [{ basis: 'cleared' }, () => true],
      [
        { cleared: 'no', agent_id: agents[0] },
        (fact) => live(fact) && !clearedOn(fact.row) && fact.row.agent_id === agents[0],
      ],
      [
        { cleared: 'yes', customer_id: stores[2] },
        ({ row }) => clearedOn(row) !== null && row.customer_id === stores[2],
      ],
      [{ approval: 'cancelled' }, ({ row }) => row.approval_status === 'cancelled'],
      [
        { approval: 'pending', drr_no: 'D-1' },
        ({ row }) => row.approval_status === 'pending' && row.drr_no === 'D-1',
      ],
    ]
    for (const each of wanted) {
      const [filters, fits] = each
      const asked = filters.cancelled || filters.approval === 'cancelled'
      const mine = factsOf(all, filters.basis ?? 'collected')
        .filter(fits)
        .map((fact) => (asked ? fact : { ...fact, sums: fact.sums.with(CANCELLED, 0n) }))
      expect(mine.length, JSON.stringify(filters)).toBeGreaterThan(0)
      const [total] = await report({ ...filters, level: 'total' })
      expect(by([total!], 'none'), JSON.stringify(filters)).toEqual(group(mine, () => 'none'))
      expect(total!.receipts).toBe(String(mine.filter(({ part }) => part === 'receipt').length))
      const listed = await report({ ...filters, level: 'receipt' })
      expect([listed.length, total!.listed]).toEqual([mine.length, String(mine.length)])
      expect(by(listed, 'collection_id')).toEqual(group(mine, ({ row }) => row.id))
      // Filters choose rows before they are summed, so a few of these filters are enough for all
      // levels.
      if (wanted.indexOf(each) > 5) continue
      for (const [level, key] of Object.entries(LEVELS)) {
        const of = ({ row, on, part }: Fact) =>
          (level === 'day'
            ? on
            : level === 'month'
              ? on.slice(0, 7)
              : level === 'drr' && part !== 'receipt'
                ? null
                : (row[key as keyof Receipt] as string | null)) ?? 'none'
        const rows = await report({ ...filters, level })
        expect(by(rows, key), `${level} of ${JSON.stringify(filters)}`).toEqual(group(mine, of))
        expect(total![`${level}s`]).toBe(String(rows.length))
      }
    }
    const [total] = await report({ level: 'total', cancelled: true })
    for (const column of SUMS)
      expect([column, cents(total![column]) !== 0n]).toEqual([column, true])
    for (const level of ['grouped', 'grouped_drr'])
      expect(
        subtotalsAgree(await report({ level, cancelled: true }), SUMS, 'listed'),
      ).toBeGreaterThan(0)
  })

  it('agrees with the list of receipts', async () => {
    const [total] = await report({ level: 'total' })
    const list = await fixture.db.as<{ approved: string; returned: string; pending: string }>(
      fixture.role.Owner,
      "select sum(approved)::text as approved, sum(returned)::text as returned, sum(pending)::text as pending from public.collection_totals($1::uuid, '{}')",
      [fixture.a],
    )
    expect([total!.collected, cents(total!.returned), total!.pending]).toEqual([
      list[0]!.approved,
      -cents(list[0]!.returned),
      list[0]!.pending,
    ])
  })

  it('says of each receipt what it pays, its state, and how long a cheque took', async () => {
    const rows = await report({ level: 'receipt' })
    const ofReceipt = (no: string) =>
      rows
        .filter(({ cr_no }) => cr_no === no)
        .map((row) => [
          row.kind,
          row.state,
          row.is_cleared,
          row.date_collected,
          row.collected,
          row.returned,
          row.reversed,
        ])
    const came = (await read()).find(({ returned_on }) => returned_on !== null)!
    expect(ofReceipt('CR-0021')).toEqual([
      ['receipt', 'returned', 'No', came.date_collected, '233.47', '0.00', '0.00'],
      ['returned', 'returned', 'No', days[0], '-233.47', '-233.47', '0.00'],
    ])
    expect(rows.find(({ cr_no }) => cr_no === 'CR-0021')!.so_no).toBe('SO-000002')
    expect(
      ofReceipt('CR-0028').map(([kind, state, , on, collected]) => [kind, state, on, collected]),
    ).toEqual([
      ['cancelled', 'cancelled', days[11], '282.38'],
      ['reversed', 'reversed', days[0], '-282.38'],
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
    const archived = rows.filter(({ kind }) => kind === 'archive')
    expect(archived).toMatchObject([{ on_paper: '30.00', cash: '0.00', collected: '0.00' }])
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

  it('finds what is missing before and after 64 numbers that are all there', async () => {
    const [{ columns } = { columns: '' }] = await fixture.db.sql<{ columns: string }>(
      `select string_agg(attname, ', ') as columns from pg_attribute
       where attrelid = 'public.collections'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    )
    await fixture.db.sql(
      `insert into public.collections (${columns}) select ${columns.replace(/\w+/g, 'r.$&')}
       from (select c.* from public.collections c where project_id = $1::uuid and cr_no = 'CR-0007') c
       cross join (select x.n, gen_random_uuid() as id from (select * from generate_series(64, 127) union values (61), (130), (193)) x (n)) n
       cross join lateral jsonb_populate_record(c::public.collections,
         jsonb_build_object('id', n.id, 'receipt_id', n.id, 'cr_no', 'BLOCK ' || n.n, 'cheque_no', 'B-' || n.n)) r`,
      [fixture.a],
    )
    const numbers = (await report({ level: 'numbers' })).flatMap(({ kind, first_no, last_no }) =>
      first_no!.startsWith('BLOCK') ? [[kind, first_no, last_no]] : [],
    )
    expect(numbers).toEqual([
      ['missing', 'BLOCK 62', 'BLOCK 63'],
      ['missing', 'BLOCK 128', 'BLOCK 129'],
      ['booklet', 'BLOCK 131', 'BLOCK 192'],
    ])
  })
})
