import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { everyPageAndFile } from '../support/files.ts'
import { NIGHTLY, sample } from '../support/rounds.ts'
import { emailOf, ScreenError } from '../support/screens.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
let owner: ReturnType<typeof connect>
let apikey: string

/** People who together write every table that is written without a function. */
const WRITERS = ['special-access-1', 'expenses-and-disbursements', 'general-manager'] as const
const tokens = new Map<string, string>()

const LENGTHS = [1, 20, 40, 60, 80, 100, 120, 200, 500, 1000, 2000, 4000]
/** Values of each type that a column may take, up to its bounds and beyond: what is refused is not our matter here. */
const VALUES: [type: RegExp, values: unknown[]][] = [
  [/^bool/, [true, false, null]],
  [/int/, [0, 1, 2, 999, 999_999, 1_000_000, 2147483647, -1, null]],
  [
    /^numeric/,
    ['0', '0.0001', '0.005', '0.01', '-0.01', '-1', '5', '50', '120', '250', '999999.99']
      .concat('99999999999.99', '999999999999.99', '100000000000', 'NaN', 'Infinity')
      .concat(null as never),
  ],
  [
    /^(date|timestamp)/,
    ['0001-01-01', '1899-12-31', '1900-01-01', '2000-02-29', '2999-12-31', '9999-12-31']
      .concat('infinity', '-infinity')
      .concat(null as never),
  ],
  [
    /.*/,
    ["=cmd|' /C calc'!A0", '+1', '-1+1', '@sum(1)', '\t=1', '<script>alert(1)</script>']
      .concat('"><img src=x onerror=alert(1)>', "'; drop table x; --", '%', '_', '\\', '{}', '[]')
      .concat('null', 'undefined', 'NaN', '__proto__', 'constructor', '../../etc/passwd', '0')
      .concat(
        'javascript:alert(1)',
        '\u{1f600}'.repeat(30),
        'a\u0301'.repeat(30),
        '\u0627'.repeat(40),
      )
      .concat(
        ...LENGTHS.map((length) => 'W'.repeat(length)),
        ...['inactive', 'active', 'case', 'exempt', '123-456-789-000'],
        '',
        ' ',
        '#aabbcc',
      )
      .concat(null as never),
  ],
]
/** The first one always, of the others some. */
const chosen = ([first, ...others]: unknown[]) => [first, ...sample(others, 4)]
const valuesOf = (type: string) => VALUES.find(([pattern]) => pattern.test(type))![1]

interface Column {
  table: string
  column: string
  type: string
  verb: 'INSERT' | 'UPDATE'
}

/** A write that the API has accepted; one of a new row has no value from before. */
interface Write {
  what: string
  table: string
  id: string
  row: Record<string, unknown>
  before: Record<string, unknown> | null
}

async function call(who: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.origin}/supabase${path}`, {
    method,
    headers: {
      apikey,
      Authorization: `Bearer ${tokens.get(who) ?? apikey}`,
      'Content-Type': 'application/json',
      Prefer: 'return=minimal',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

const rowsOf = (table: string) =>
  owner.unsafe<{ id: string; row: Record<string, unknown> }[]>(
    `select id::text, to_jsonb(t) as row from public.${table} t where project_id = $1 order by id limit 40`,
    [DEMO_ID],
  )

beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  // Undoing a write runs no trigger.
  await owner.unsafe('set session_replication_role = replica')
  await owner.unsafe(
    `insert into public.paper_forms (project_id, paper, paper_size, lines_per_form, layout) values ($1, 'invoice', $2, $3, $4)`,
    [DEMO_ID, FORM.paper_size, FORM.lines_per_form, FORM.layout],
  )
  const layout = Object.entries(LAYOUT)
  await owner.unsafe(
    `insert into public.cheque_layouts (project_id, id, ${layout.map(([name]) => name).join(', ')})
     select project_id, id, ${layout.map(([, value]) => value).join(', ')} from public.banks where project_id = $1 order by id limit 1`,
    [DEMO_ID],
  )
  apikey = (await openSecrets(server.folder)).publishableKey
  for (const who of WRITERS) {
    const { text } = await call(who, 'POST', '/auth/v1/token?grant_type=password', {
      email: `${who}@demo.test`,
      password: DEMO_PASSWORD,
    })
    tokens.set(who, (JSON.parse(text) as { access_token: string }).access_token)
  }
}, 120_000)
afterAll(() => owner?.end())

/** All columns that the API's role may write without a function, from the catalogue. */
const writableColumns = () =>
  owner.unsafe<(Column & Record<string, unknown>)[]>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type, v.verb
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     cross join (values ('UPDATE'), ('INSERT')) v (verb)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and has_column_privilege('authenticated', c.oid, a.attnum, v.verb)
       and a.attname not in ('id', 'project_id') order by 4, 1, a.attnum`,
  )

/** Columns whose values no two rows of a table share, by its unique indexes. */
async function uniqueIn(table: string, names: string[]): Promise<string[]> {
  const indexes = await owner.unsafe<{ text: string }[]>(
    'select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = $1::regclass and indisunique',
    [`public.${table}`],
  )
  // The key of a name is unique in its place.
  return names.filter((name) =>
    indexes.some(({ text }) => new RegExp(`\\b${name}(_key)?\\b`).test(text)),
  )
}

/** A layout of cheques; the demo companies have none. */
const LAYOUT = {
  ...Object.fromEntries(
    'offset_x offset_y date_x date_y date_pitch date_gap payee_x payee_y figures_x figures_y words_x words_y words_step letter_height'
      .split(' ')
      .map((name) => [name, 4]),
  ),
  ...{ payee_width: 60, figures_width: 60, words_width: 60 },
}

/** A pre-printed form; the demo companies have none. */
const FORM = { paper_size: 'a4', lines_per_form: 10, layout: { date_x: 10, date_y: 10 } }

/** A new row like another one, with texts of its own where they must differ. */
async function newRow(table: string, names: string[], like: Record<string, unknown>) {
  if (table === 'cheque_layouts') {
    // Its id is that of its bank account.
    const bank = (await rowsOf('banks')).at(-1)
    await owner.unsafe('delete from public.cheque_layouts where id = $1', [bank!.id])
    return { ...LAYOUT, id: bank!.id, project_id: DEMO_ID }
  }
  if (table === 'paper_forms') {
    // One for each paper.
    await owner.unsafe(`delete from public.paper_forms where project_id = $1 and paper = 'memo'`, [
      DEMO_ID,
    ])
    return { ...FORM, paper: 'memo', id: randomUUID(), project_id: DEMO_ID }
  }
  const copy = Object.fromEntries(names.map((name) => [name, like[name]]))
  for (const name of await uniqueIn(table, names))
    copy[name] = String(Math.floor(1e9 + Math.random() * 9e9))
  return { ...copy, id: randomUUID(), project_id: DEMO_ID }
}

/** Sends values of a column, each to another row, and returns what was accepted, and the last refusal. */
async function writeColumn({ table, column, type, verb }: Column, names: string[]) {
  const unique = (await uniqueIn(table, [column])).length > 0
  const rows = await rowsOf(table)
  const accepted: Write[] = []
  let refusal = ''
  // Who writes this table comes first after the first value.
  let writers = [...WRITERS]
  for (const [at, one] of chosen(valuesOf(type)).entries()) {
    const value = unique && typeof one === 'string' ? one + Math.random().toString().slice(-6) : one
    const known = rows[at % rows.length]
    const made = verb === 'INSERT' ? await newRow(table, names, known?.row ?? {}) : null
    if (!made && !known) throw new Error(`No row of ${table} to change.`)
    const key = made?.id ?? known!.id
    const path = `/rest/v1/${table}${made ? '' : `?id=eq.${key}`}`
    for (const who of writers) {
      const sent = { ...made, [column]: value }
      const { status, text } = await call(who, made ? 'POST' : 'PATCH', path, sent)
      if (status >= 500) throw new Error(`${status} of ${table}.${column} = ${String(value)}`)
      if (status >= 300) refusal = text
      if (isBare(text)) throw new Error(`${table}.${column} = ${String(value)}: ${text}`)
      const [now] = await owner.unsafe<{ row: Record<string, unknown> }[]>(
        `select to_jsonb(t) as row from public.${table} t where id = $1`,
        [key],
      )
      // A filtered write is accepted and changes nothing.
      if (!now || (!made && now.row.version === known!.row.version)) continue
      const what = `${verb} ${table}.${column} = ${JSON.stringify(value).slice(0, 200)}`
      accepted.push({ what, table, id: key, row: now.row, before: made ? null : known!.row })
      if (known && !made) known.row = now.row
      writers = [who]
      break
    }
  }
  return { accepted, refusal }
}

/** Tells that a value is refused without the hint, or without the field, that programs go by (docs/field-api.md). */
function isBare(text: string): boolean {
  if (!text.startsWith('{')) return false
  const { code, hint, details } = JSON.parse(text) as Record<string, string | null>
  // PostgreSQL names no column of a number that overflows its type.
  return /^2[23]/.test(code ?? '') && (!hint || (!details && code !== '22003'))
}

/** Writes a row as it was, or removes one that was not there. */
async function put({ table, id }: Write, row: Record<string, unknown> | null): Promise<void> {
  await owner.unsafe(`delete from public.${table} where id = $1`, [id])
  if (!row) return
  const [stored] = await owner.unsafe<{ columns: string }[]>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${table}`],
  )
  await owner.unsafe(
    `insert into public.${table} (${stored!.columns})
     select ${stored!.columns} from jsonb_populate_record(null::public.${table}, $1::text::jsonb)`,
    [JSON.stringify(row)],
  )
}

/** Finds the accepted write after which a page fails, by halves, and says it. */
async function culprit(writes: Write[], { path, who, message }: ScreenError): Promise<string> {
  const client = await HttpClient.signedIn(server.origin, emailOf(who))
  const fails = async (count: number) => {
    for (const write of [...writes].reverse()) await put(write, write.before)
    for (const write of writes.slice(0, count)) await put(write, write.row)
    return (await client.get(path)).status >= 500
  }
  if (await fails(0)) return `${message} Without the writes too.`
  let [good, bad] = [0, writes.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (await fails(middle)) bad = middle
    else good = middle
  }
  return `${message} Because of ${writes[bad - 1]!.what}`
}

async function walk(writes: Write[], formulas = false): Promise<void> {
  try {
    const answered = await everyPageAndFile(server)
    expect(
      answered.filter(({ path }) => /_excel|\/excel|print|template/.test(path)).length,
    ).toBeGreaterThan(20)
    // What was written as "=cmd…" is a text in every file.
    expect(answered.flatMap(({ formulas }) => formulas?.run ?? [])).toEqual([])
    const kept = answered.flatMap(({ formulas }) => formulas?.kept ?? [])
    if (formulas) expect(kept.length).toBeGreaterThan(0)
  } catch (error) {
    if (error instanceof ScreenError) throw new Error(await culprit(writes, error))
    throw error
  }
}

describe.runIf(hasPostgres())('what the API lets people write without a function', () => {
  it(`takes no page and no file of the company down${NIGHTLY ? ', table by table' : ''}`, async () => {
    const columns = await writableColumns()
    const namesOf = (table: string) =>
      columns
        .filter((one) => one.table === table && one.verb === 'INSERT')
        .map(({ column }) => column)
    expect(columns.length).toBeGreaterThan(30)
    const writes: Write[] = []
    const untried: string[] = []
    for (const [at, column] of columns.entries()) {
      const next = columns[at + 1]
      const { accepted, refusal } = await writeColumn(column, namesOf(column.table))
      writes.push(...accepted)
      if (accepted.length === 0)
        untried.push(`${column.verb} ${column.table}.${column.column}: ${refusal}`)
      const isLast = next?.verb !== column.verb || next.table !== column.table
      if (NIGHTLY && isLast && writes.length > 0) await walk(writes)
    }
    // Of few values none may be one that is accepted.
    if (NIGHTLY) expect(untried).toEqual([])
    expect(writes.length).toBeGreaterThan(150)
    // Products that are in reports have a name like a formula at the end.
    const sold = await owner.unsafe<{ id: string }[]>(
      `select distinct product_id::text as id from public.booking_lines where project_id = $1 order by 1 limit 10`,
      [DEMO_ID],
    )
    for (const { id } of sold) {
      const named = { description: `=cmd ${id}` }
      const patch = () => call('special-access-1', 'PATCH', `/rest/v1/products?id=eq.${id}`, named)
      // On a slow machine a limit may say "later".
      await expect.poll(async () => (await patch()).status, { timeout: 60_000 }).toBe(204)
    }
    await walk(writes, true)
  }, 3_600_000)
})
