import { createHash } from 'node:crypto'
import { addDays, dayNumber } from '../../../app/platform/values/dates.ts'
import { putGuards, takeGuards } from '../../move/guards.ts'
import type { Side } from '../../move/sides.ts'
import { DEMO_ID } from '../people.ts'
import {
  type Anchor,
  anchorsOf,
  type Column,
  daysOfMoments,
  ESCAPES,
  type Header,
  MARK,
  readYears,
  type Table,
} from './file.ts'

/** The working day of the demo, in which its moments lie: from eight in the morning to six, Manila time. */
const OPENS_MS = 0
const OPEN_MS = 10 * 3_600_000

/** Rows that are written at once: a large table passes through little memory. */
const AT_ONCE = 20_000

const UNESCAPED = new Map(Object.entries(ESCAPES).map(([letter, written]) => [written, letter]))

/** The values that the numbers of the file stand for on the day of loading. */
interface Values {
  id(n: number): string
  day(n: number): string
  moment(n: number): string
  /** The day of a moment, counted from the first. */
  dayOf(moment: number): number
}

/**
 * Loads the years of the demo company as the owner of the database, moved by whole days so that the last one was yesterday. Its people
 * and their company are there. All of it is one transaction; a company that has bookings is left as it is.
 *
 * @param people ids by login.
 * @param today the day of loading, in the company's time zone.
 * @returns the day that follows the years: an earlier one than today when they are there already.
 */
export async function loadRows(
  side: Side,
  people: ReadonlyMap<string, string>,
  today: string,
): Promise<string> {
  const { header, body } = readYears()
  const [there] = await side.query<{ first: string }>(
    `select (p.created_at at time zone p.time_zone)::date::text as first
     from public.bookings b join public.projects p on p.id = b.project_id where p.id = $1 limit 1`,
    [DEMO_ID],
  )
  if (there) return addDays(there.first, dayNumber(header.last) - dayNumber(header.first) + 1)
  const values = valuesOf(header, people, today)
  await side.query(`select set_config('search_path', '', true)`)
  const names = header.tables.map(({ name }) => `'${name}'`).join(', ')
  const guards = await takeGuards(side, `format('%I.%I', n.nspname, c.relname) in (${names})`)
  const drawn = await drawnNumbers(side, header)
  // The rows that setting up the company left are in the file too.
  for (const { name } of header.tables)
    if (!name.endsWith('.audit_log'))
      await side.query(`delete from ${name} where project_id = $1`, [DEMO_ID])
  for (const [n, table] of header.tables.entries()) {
    const columns = table.columns.map(({ name }) => `"${name}"`).join(', ')
    for (const lines of linesOf(table, body[n]!, values, drawn))
      await side.write(`${table.name} (${columns})`, [lines])
  }
  await putGuards(side, guards)
  await continueNumbers(side, header)
  const counters = Object.entries(header.counters).map(([name, value]) => `${name} = ${value}`)
  await side.query(
    `update public.projects set ${counters.join(', ')}, created_at = $2::text::timestamptz where id = $1`,
    [DEMO_ID, values.moment(0)],
  )
  // A sample of some thousand rows is enough for tables of this size.
  await side.query(`select set_config('default_statistics_target', '20', true)`)
  await side.query(`analyze ${header.tables.map(({ name }) => name).join(', ')}`)
  await side.query('select private.seal_months($1)', [DEMO_ID])
  return today
}

function valuesOf(header: Header, people: ReadonlyMap<string, string>, today: string): Values {
  const first = addDays(today, dayNumber(header.first) - dayNumber(header.last) - 1)
  const known = [...header.people.map((login) => idOf(people, login)), ...header.named]
  const days = new Map<number, string>()
  const midnight = dayNumber(first) * 86_400_000
  const moments = header.moments.flatMap((count, day) =>
    Array.from({ length: count }, (_, n) =>
      new Date(
        midnight + day * 86_400_000 + OPENS_MS + Math.round((OPEN_MS * (n + 1)) / (count + 1)),
      )
        .toISOString()
        .replace('Z', '+00'),
    ),
  )
  const dayOf = daysOfMoments(header.moments)
  return {
    // These sort before every id that is drawn today, in the order of entry.
    id: (n) => known[n] ?? `01800000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    day(n) {
      const day = days.get(n) ?? addDays(first, n)
      days.set(n, day)
      return day
    },
    moment: (n) => moments[n]!,
    dayOf: (moment) => dayOf[moment]!,
  }
}

function idOf(people: ReadonlyMap<string, string>, login: string): string {
  const id = people.get(login)
  if (!id) throw new Error(`The demo company has no ${login}.`)
  return id
}

/** Returns the largest number that each table has drawn so far. */
async function drawnNumbers(side: Side, { tables }: Header): Promise<Map<string, number>> {
  const drawn = new Map<string, number>()
  for (const { name, columns } of tables) {
    const own = columns.find(({ kind, of }) => kind === 'serial' && of === name)
    if (!own) continue
    const [last] = await side.query<{ last: number }>(
      `select coalesce(max("${own.name}"), 0)::int as last from ${name}`,
    )
    drawn.set(name, last!.last)
  }
  return drawn
}

async function continueNumbers(side: Side, { tables }: Header): Promise<void> {
  for (const { name, columns } of tables)
    for (const column of columns)
      if (column.kind === 'serial' && column.of === name)
        await side.query(
          `select setval(pg_get_serial_sequence('${name}', '${column.name}'), (select max("${column.name}") from ${name}))`,
        )
}

/** Yields the rows of a table in the text form of `copy`, some thousand at a time. */
function* linesOf(
  { rows, columns }: Table,
  body: readonly string[],
  values: Values,
  drawn: ReadonlyMap<string, number>,
): Generator<Uint8Array> {
  const numbers = columns.map(({ kind }, n) =>
    kind === 'text' || kind === 'mixed' || kind === 'hash' ? null : numbersOf(body[n]!),
  )
  const at = (name: string) => numbers[columns.findIndex((column) => column.name === name)]!
  const anchors = anchorsOf(columns)
  const cellsOf = ({ kind, of }: Column, n: number): string[] => {
    if (kind === 'hash') {
      const hashed = columns.findIndex(({ name }) => name === of)
      return cellsOf(columns[hashed]!, hashed).map(hashOf)
    }
    const cells = body[n]!.split('\n')
    if (kind === 'text') return cells
    if (kind === 'mixed') {
      const ids = at(anchors.id)
      const moments = at(anchors.moment)
      return cells.map((cell, row) => {
        const moment = moments[row]!
        return unmarked(cell, { id: ids[row]!, moment, day: values.dayOf(moment) }, values)
      })
    }
    const base = of ? drawn.get(of)! : 0
    const write = kind === 'serial' ? (value: number) => String(base + value) : values[kind]
    return numbers[n]!.map((value) => (value === null ? '\\N' : write(value)))
  }
  const written = columns.map(cellsOf)
  for (let first = 0; first < rows; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, rows - first) }, (_, n) =>
      written.map((cells) => cells[first + n]).join('\t'),
    )
    yield new TextEncoder().encode(`${some.join('\n')}\n`)
  }
}

/** Returns the SHA-256 of a text that is written as `copy` has it. */
const hashOf = (cell: string) =>
  createHash('sha256')
    .update(cell.replaceAll(/\\(.)/g, (written) => UNESCAPED.get(written)!))
    .digest('hex')

/** Reads numbers from their differences; an empty line is no value. */
function numbersOf(column: string): (number | null)[] {
  let value = 0
  return column.split('\n').map((cell) => {
    if (cell === '') return null
    value += Number(cell)
    return value
  })
}

function unmarked(text: string, from: Anchor, { id, day, moment }: Values): string {
  return text.replace(MARK, (_, kind: string, number: string) => {
    const n = Number(number)
    if (kind === 'i') return id(n)
    if (kind === 'r') return id(from.id + n)
    if (kind === 'd') return day(from.day + n)
    const at = moment(from.moment + n)
    return kind === 'j' ? at.replace(' ', 'T').replace('+00', '+00:00') : at
  })
}
