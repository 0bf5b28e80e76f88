import { dayNumber } from '../../../app/platform/values/dates.ts'
import {
  type Anchor,
  anchorsOf,
  type Body,
  type Column,
  daysOfMoments,
  ESCAPES,
  type Header,
  type Kind,
  mark,
  type Table,
} from './file.ts'
import type { Read } from './trade.ts'

/** Tables of a company that loading makes by itself: its people, its closings, what was sent, and sums of months. */
const LEFT_OUT = [
  ...['public.memberships', 'public.period_closings', 'public.agent_targets', 'public.imports'],
  ...['private.idempotency_keys', 'private.sealed_months', 'private.opened_months'],
  ...['private.book_months', 'private.sales_months', 'private.import_records'],
]

/** Columns with numbers that another table drew. */
const DRAWN: Record<string, string> = {
  'public.delivery_receipts.first_entry': 'public.sales_entries',
  'public.delivery_receipts.last_entry': 'public.sales_entries',
}

const COUNTERS = [
  ...['booking_count', 'voucher_count', 'credit_memo_count', 'bad_order_count'],
  ...['debit_memo_count', 'delivery_receipt_count'],
]

/** Texts with days that move, and the columns with their hashes: papers as structured data. */
const FILES = ['public.e_invoices.content', 'public.e_memos.content']
const HASHES: Record<string, string> = {
  'public.e_invoices.sha256': 'content',
  'public.e_memos.sha256': 'content',
}

/** Ids further apart than this are written by their numbers. */
const NEAR = 2_000

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const MOMENT = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?\+00(?::00)?/g
const DAY = /(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])/g

/** The columns of a table that a file has, in the order of the table. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, json_agg(json_build_object('name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'identity', a.attidentity <> '') order by a.attnum)
    filter (where a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname in ('public', 'private')
    and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'project_id')
    and format('%I.%I', n.nspname, c.relname) not in (${LEFT_OUT.map((name) => `'${name}'`).join(', ')})
  group by c.oid, n.nspname, c.relname order by 1`

interface Found {
  name: string
  columns: { name: string; type: string; identity: boolean }[]
}

/** The company whose rows are packed. */
interface Company {
  id: string
  first: string
  last: string
  /** Ids of people by login. */
  people: ReadonlyMap<string, string>
  /** The moment at which each day was begun to be played, in microseconds; the first is the second day's. */
  begun: readonly bigint[]
  /** The moments at which commands began, in their order. What a command writes has several moments, which become that one. */
  acts: readonly bigint[]
}

/** Packs the rows of a company: ids become numbers, days and moments are counted from its first day. */
export async function packYears(
  read: Read,
  company: Company,
): Promise<{ header: Header; body: Body }> {
  const raw: { table: Found; rows: (string | null)[][] }[] = []
  for (const table of await read<Found>(TABLES)) {
    const names = table.columns.map(({ name }) => `"${name}"::text`).join(', ')
    const found = await read<{ row: (string | null)[] }>(
      `select array[${names}] as row from ${table.name} where project_id = $1
       ${table.name === 'public.audit_log' ? `and table_name not in ('projects', 'memberships', 'agent_targets')` : ''}`,
      company.id,
    )
    raw.push({ table, rows: found.map(({ row }) => row) })
  }
  const ids = numbersOf(raw, company)
  const moments = ranksOf(raw, company.acts)
  const day = (text: string) => dayNumber(text) - dayNumber(company.first)
  const counts = moments.byDay(company.begun)
  const dayOf = daysOfMoments(counts)
  const known = company.people.size + ids.named.length
  const marked = (text: string, from: Anchor) => {
    if (text.includes('`')) throw new Error(`A text has the letter of the marks: ${text}`)
    return text
      .replaceAll(UUID, (id) => {
        const n = ids.number(id)
        return n < known || Math.abs(n - from.id) > NEAR ? mark('i', n) : mark('r', n - from.id)
      })
      .replaceAll(MOMENT, (moment) =>
        mark(moment.includes('T') ? 'j' : 'm', moments.rank(moment) - from.moment),
      )
      .replaceAll(DAY, (date) => mark('d', day(date) - from.day))
  }
  const tables: Table[] = []
  const body: Body = []
  for (const { table, rows } of raw) {
    const columns = table.columns.map(({ name, type, identity }, n): Column => {
      const full = `${table.name}.${name}`
      const hashed = HASHES[full]
      if (hashed) return { name, type, kind: 'hash', of: hashed }
      if (FILES.includes(full)) return { name, type, kind: 'mixed' }
      const of = DRAWN[full] ?? (identity ? table.name : undefined)
      const kind = of ? 'serial' : kindOf(type, rows, n)
      return { name, type, kind, ...(of ? { of } : {}) }
    })
    // Rows in the order in which they came: their numbers then rise, and pack well.
    const key = columns.findIndex(({ kind }) => kind === 'serial')
    const by = columns.findIndex(({ name }) => name === 'id')
    const value = { id: ids.number, day, moment: moments.rank, serial: Number }
    const sorted = rows.sort((a, b) =>
      key >= 0
        ? Number(a[key]) - Number(b[key])
        : by >= 0
          ? ids.number(a[by]!) - ids.number(b[by]!)
          : 0,
    )
    const place = (name: string) => columns.findIndex((column) => column.name === name)
    const anchors = anchorsOf(columns)
    const anchorOf = (row: (string | null)[]): Anchor => {
      const moment = moments.rank(row[place(anchors.moment)]!)
      return { id: ids.number(row[place(anchors.id)]!), moment, day: dayOf[moment]! }
    }
    tables.push({ name: table.name, rows: rows.length, columns })
    body.push(
      columns.map(({ kind }, n) => {
        if (kind === 'hash') return ''
        const texts = sorted.map((row) => row[n]!)
        if (kind === 'text') return texts.map((text) => escaped(text)).join('\n')
        if (kind === 'mixed')
          return texts
            .map((text, r) => escaped(text === null ? null : marked(text, anchorOf(sorted[r]!))))
            .join('\n')
        return differences(texts, value[kind])
      }),
    )
  }
  const [counters] = await read<{ row: Record<string, string> }>(
    `select json_build_object(${COUNTERS.map((name) => `'${name}', ${name}::text`).join(', ')}) as row
     from public.projects where id = $1`,
    company.id,
  )
  return {
    header: {
      first: company.first,
      last: company.last,
      people: [...company.people.keys()],
      named: ids.named,
      moments: counts,
      counters: counters!.row,
      tables,
    },
    body,
  }
}

type Raw = readonly { table: Found; rows: (string | null)[][] }[]

function kindOf(type: string, rows: (string | null)[][], n: number): Kind {
  if (type === 'uuid') return 'id'
  if (type === 'date') return 'day'
  if (type === 'timestamp with time zone') return 'moment'
  const has = (pattern: RegExp) => rows.some((row) => row[n] && row[n].search(pattern) >= 0)
  return has(UUID) || has(MOMENT) || (!/^(text|character|numeric|int|big)/.test(type) && has(DAY))
    ? 'mixed'
    : 'text'
}

/** Writes numbers as differences from the one before; no value is an empty line. */
function differences(texts: (string | null)[], numberOf: (text: string) => number): string {
  let before = 0
  return texts
    .map((text) => {
      if (text === null) return ''
      const now = numberOf(text)
      const difference = now - before
      before = now
      return difference
    })
    .join('\n')
}

const escaped = (text: string | null) =>
  text === null ? '\\N' : text.replaceAll(/[\\\t\n\r\f]/g, (character) => ESCAPES[character]!)

/** Numbers the ids: people, those made from names, then all others; ids that begin with the time in their order. */
function numbersOf(raw: Raw, company: Company) {
  const numbers = new Map<string, number>()
  for (const id of company.people.values()) numbers.set(id, numbers.size)
  const others = new Set<string>()
  for (const { rows } of raw)
    for (const row of rows)
      for (const text of row) if (text) for (const [id] of text.matchAll(UUID)) others.add(id)
  const kind = (id: string) => id[14]
  const named = [
    company.id,
    ...[...others].filter((id) => kind(id) === '5' && id !== company.id).sort(),
  ]
  for (const id of named) numbers.set(id, numbers.size)
  const rest = [...others].filter((id) => !numbers.has(id))
  for (const id of rest.filter((id) => kind(id) === '7').sort()) numbers.set(id, numbers.size)
  for (const id of rest) if (!numbers.has(id)) numbers.set(id, numbers.size)
  return { named, number: (id: string) => numbers.get(id)! }
}

/** Returns a moment in microseconds. */
export function microseconds(text: string): bigint {
  const [, second, part = ''] = /^(.{10}[ T].{8})(?:\.(\d+))?\+00/.exec(text)!
  return BigInt(Date.parse(`${second!.replace(' ', 'T')}Z`)) * 1000n + BigInt(part.padEnd(6, '0'))
}

/** Ranks all moments, those of an act as one, and counts those of each day. */
function ranksOf(raw: Raw, acts: readonly bigint[]) {
  const texts = new Map<string, bigint>()
  for (const { rows } of raw)
    for (const row of rows)
      for (const text of row)
        if (text)
          for (const [moment] of text.matchAll(MOMENT))
            if (!texts.has(moment)) texts.set(moment, momentOfAct(microseconds(moment), acts))
  const sorted = [...new Set(texts.values())].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const ranks = new Map(sorted.map((moment, n) => [moment, n]))
  return {
    rank: (text: string) => ranks.get(texts.get(text)!)!,
    byDay(begun: readonly bigint[]): number[] {
      const counts = [0]
      for (const moment of sorted) {
        while (counts.length <= begun.length && moment >= begun[counts.length - 1]!) counts.push(0)
        counts[counts.length - 1]! += 1
      }
      while (counts.length <= begun.length) counts.push(0)
      return counts
    },
  }
}

/** Returns the moment at which the act began to which a moment belongs; one from before all acts is left. */
function momentOfAct(moment: bigint, acts: readonly bigint[]): bigint {
  let low = 0
  let high = acts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (acts[middle]! <= moment) low = middle + 1
    else high = middle
  }
  return acts[low - 1] ?? moment
}
