import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import ws from 'ws'
import {
  columnsOf,
  levelOf,
  type ReportColumn,
  type ReportDefinition,
  type ReportProject,
  type ReportRow,
} from '../../app/modules/reports/definition.ts'
import { readFilters } from '../../app/modules/reports/filters.ts'
import { headerText, OpenGroups } from '../../app/modules/reports/groups.ts'
import type { Permission } from '../../app/platform/access/permissions.ts'
import type { Database } from '../../app/platform/db/database.types.ts'
import { reportRows } from '../../app/platform/db/figures.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { readTable, type ShownCell, type ShownTable } from './report-page.ts'
import type { WebServer } from './server.ts'
import type { PostgresServer } from './warm-servers.ts'

type SqlRow = Record<string, unknown>

/** Somebody who looks at the same company by screen and by SQL. */
export interface Auditor {
  client: HttpClient
  db: Db
  projectId: string
  project: ReportProject & { permissions: Permission[] }
}

/** Somebody's client of a server that was started with KALAKAL_PUBLIC_API, or of the hosted project that it uses. */
export async function openApi(server: WebServer, email: string, password: string) {
  const { publishableKey } = await openSecrets(server.folder)
  const address = (server as Partial<PostgresServer>).gateway ?? `${server.origin}/supabase`
  const db = createClient<Database>(address, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  })
  const { error } = await db.auth.signInWithPassword({ email, password })
  if (error) throw error
  return db
}

/** Signs in on the web and at the API of a server that was started with KALAKAL_PUBLIC_API. */
export async function openAuditor(
  server: WebServer,
  projectId: string,
  email: string,
  password: string,
): Promise<Auditor> {
  const db = await openApi(server, email, password)
  const { data } = await db.rpc('current_identity')
  const { memberships } = data as {
    memberships: {
      project_id: string
      time_zone: string
      settings: never
      permissions: Permission[]
    }[]
  }
  const own = memberships.find(({ project_id }) => project_id === projectId)!
  return {
    client: await HttpClient.signedIn(server.origin, email),
    db,
    projectId,
    project: { timeZone: own.time_zone, settings: own.settings, permissions: own.permissions },
  }
}

/** Levels of a report that are made into files and printed, too: rows with their sums, and rows alone. */
const FILES = 2

/**
 * Compares the levels of a report on screen with SQL, row by row and in sum, and the first of them in Excel and on paper.
 *
 * @param search filters of the address.
 * @param levels how many of its levels; all of them by default.
 * @returns how many rows were compared.
 */
export async function reportAgrees(
  auditor: Auditor,
  report: ReportDefinition,
  search: string,
  levels = report.levels.length,
): Promise<number> {
  let compared = 0
  for (const [index, { value }] of report.levels.slice(0, levels).entries()) {
    const look = await askSql(auditor, report, `level=${value}&${search}`)
    compared += look.rows.length
    await screenAgrees(auditor.client, look, look.address)
    if (index >= FILES) continue
    await screenAgrees(auditor.client, look, look.address.replace('?', '/print?'))
    await excelAgrees(auditor.client, look)
  }
  return compared
}

/** One view of a report: the values that SQL returns, and the address of the page. */
interface Look {
  address: string
  columns: readonly ReportColumn[]
  rows: SqlRow[]
  total: SqlRow
  /** Returns the label of a row of sums; null for any other row. */
  label(row: SqlRow): string | null
}

/** A part of what SQL is asked for at once: below the API's limit of rows. */
const PART = 900

/** Reads all rows of an address from the SQL function itself. */
async function askSql(
  { db, projectId, project }: Auditor,
  report: ReportDefinition,
  search: string,
): Promise<Look> {
  const filters = readFilters(report, project, new URLSearchParams(search))
  const ask = async (more: object) =>
    reportRows(
      await db.rpc(report.source, { p_project: projectId, p_filters: { ...filters, ...more } }),
    )
  const [total] = await ask({ level: 'total', for: filters.level })
  const found: SqlRow[] = []
  for (let after: unknown; ; after = found.at(-1)!.row_key) {
    const part = await ask({ limit: PART, ...(after ? { after } : {}) })
    found.push(...part)
    if (part.length < PART) break
  }
  const heads = (total!.heads ?? []) as { key: string; label: string }[]
  const { settings, permissions } = project
  const view = { level: filters.level!, filters, settings, permissions, heads }
  const columns = columnsOf(report, view, total!)
  const level = levelOf(report, view)
  const groups = new OpenGroups()
  const labels = new Map(
    level.groups
      ? found.map((row) => {
          const depth = groups.depthOf(row as ReportRow)
          const own = row.level === 'subtotal'
          return [row, own ? headerText(level, row as ReportRow, depth) : null]
        })
      : [],
  )
  return {
    address: `${report.path}?${search}`,
    columns,
    rows: found,
    total: total!,
    label: (row) => labels.get(row) ?? null,
  }
}

/** A value in one form, wherever it comes from: exact decimals, ISO days, texts without double spaces. */
function plainValue({ type, digits, sparse }: ReportColumn, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (type === 'text') return String(value).replace(/\s+/g, ' ').trim()
  if (type === 'date') return String(value)
  const decimals =
    type === 'money' ? 2 : (digits ?? (type === 'number' || type === 'percent' ? 2 : 0))
  const text = fixed(String(value), decimals)
  // Zero is left out where it would hide what matters.
  return sparse && /^-?0(\.0*)?$/.test(text) ? '' : text
}

/** A decimal with so many places, from its digits. */
function fixed(text: string, decimals: number): string {
  const [whole = '0', part = ''] = text.split('.')
  if (/[1-9]/.test(part.slice(decimals))) return Number(text).toFixed(decimals)
  return decimals === 0 ? whole : `${whole}.${part.slice(0, decimals).padEnd(decimals, '0')}`
}

function sqlValue(column: ReportColumn, row: SqlRow): unknown {
  if (column.adds) return addedUp(column, row)
  const value = column.of ? (row[column.of] as SqlRow | null)?.[column.key] : row[column.key]
  return column.prefix && value ? `${column.prefix(row as ReportRow)}${value}` : value
}

/** The sum of columns, in hundredths of what each of them says. */
function addedUp({ adds = [] }: ReportColumn, row: SqlRow): unknown {
  const values = adds.map((name) => {
    const [of, key] = name.replace(/^-/, '').split('.') as [string, string | undefined]
    const value = key === undefined ? row[of] : (row[of] as SqlRow | null)?.[key]
    return { value: value ?? null, sign: name.startsWith('-') ? -1 : 1 }
  })
  if (values.every(({ value }) => value === null)) return null
  const sum = values.reduce(
    (all, { value, sign }) => all + sign * Math.round(Number(value) * 100),
    0,
  )
  return (sum / 100).toFixed(2)
}

function shownValue(column: ReportColumn, cell: ShownCell | undefined): string {
  const text = cell?.text ?? ''
  if (text === '–' || text === (column.none ?? '–')) return ''
  if (column.type === 'text') return plainValue(column, text)
  if (column.type === 'date') return text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')
  if (column.type === 'pieces') return plainValue(column, cell?.pieces)
  // A price that is not per piece has its unit behind it, such as 96.25/cs.
  const figure = column.pieces ? text.replace(/\/.*$/, '') : text
  return plainValue(column, figure.replaceAll(',', '').replace(/%$/, ''))
}

/** The columns that a page shows, each with its place. */
function placesOf(look: Look, headers: readonly string[]) {
  const free = headers.map((header) => header.replace(/ [↑↓]$/, ''))
  return look.columns.flatMap((column) => {
    if (column.figureOnly || column.extra) return []
    const place = free.indexOf(column.header)
    expect(place, `${column.header} on ${look.address}`).toBeGreaterThanOrEqual(0)
    free[place] = ''
    return [{ column, place }]
  })
}

/** Checks every page of the screen, or the sheet for paper, as rows of values. */
async function screenAgrees(client: HttpClient, look: Look, address: string): Promise<void> {
  const shown: ShownCell[][] = []
  let table: ShownTable | null = null
  let next: string | null = address
  while (next !== null) {
    const response = await client.get(next)
    expect(response.status, next).toBe(200)
    table = readTable(await response.text())
    shown.push(...table.rows)
    const path = new URL(address, 'http://x').pathname
    next = table.next === null ? null : `${path}${table.next.slice(table.next.indexOf('?'))}`
  }
  if (look.rows.length === 0) return expect(shown, `on ${address}`).toEqual([])
  const places = placesOf(look, table!.headers)
  const standing = places.map(({ column }) => column)
  const said = shown.map((cells, index) => {
    const label = look.label(look.rows[index] ?? {})
    return places.map(({ column, place }, at) =>
      label !== null && at === 0 ? (cells[0]?.text ?? '') : shownValue(column, cells[place]),
    )
  })
  const expected = look.rows.map((row) => valuesOf(standing, row, look.label(row)))
  expect(masked(said, expected), `on ${address}`).toEqual(expected.map(open))
  const sums = places.map(({ column, place }, at) =>
    at > 0 && column.total ? shownValue({ ...column, sparse: false }, table!.total![place]) : '',
  )
  expect(sums, `grand total on ${address}`).toEqual(totalsOf(standing, look.total))
}

/**
 * Any text may stand where a row has a mark in place of a number, or where a sum has no meaning.
 */
const ANY = '*'

function valuesOf(columns: readonly ReportColumn[], row: SqlRow, label: string | null): string[] {
  return columns.map((column, at) => {
    if (label !== null) {
      if (at === 0) return label
      if (!column.total) return ANY
    }
    const value = plainValue(column, sqlValue(column, row))
    return value === '' && column.mark?.(row as ReportRow) ? ANY : value
  })
}

function totalsOf(columns: readonly ReportColumn[], total: SqlRow): string[] {
  return columns.map((column, at) =>
    at > 0 && column.total ? plainValue({ ...column, sparse: false }, sqlValue(column, total)) : '',
  )
}

const open = (row: readonly string[]) => row.map((value) => (value === ANY ? '' : value))

function masked(said: readonly string[][], expected: readonly string[][]): string[][] {
  return said.map((row, at) =>
    row.map((value, column) => (expected[at]?.[column] === ANY ? '' : value)),
  )
}

type Cells = Record<string, { t: string; v: unknown } | undefined>

/** Line of the column names in every report's sheet, from 0. */
const HEADER = 6
/** Days from 1899-12-30, which spreadsheets count from, to 1970-01-01. */
const EPOCH = 25_569

/** The Excel file of the same address, as rows of values: the columns of the screen, and in a second sheet every column. */
async function excelAgrees(client: HttpClient, look: Look): Promise<void> {
  const [path, search] = look.address.split('?')
  const response = await client.get(`${path}_excel?${search}`)
  expect(response.status, look.address).toBe(200)
  const { default: xlsx } = await import('sheetjs-style')
  const book = xlsx.read(Buffer.from(await response.arrayBuffer()), { type: 'buffer' })
  const sheet = book.Sheets[book.SheetNames[0]!]! as unknown as Cells
  // The first column always stands.
  const columns = look.columns
    .filter(({ figureOnly }) => !figureOnly)
    .filter(({ extra }, index) => index === 0 || !extra)
  const cellAt = (r: number, c: number) => sheet[xlsx.utils.encode_cell({ r, c })]
  const said = look.rows.map((row, index) => {
    const at = (c: number) => cellAt(HEADER + 1 + index, c)
    const label = look.label(row)
    return columns.map((column, c) =>
      label !== null && c === 0 ? textOf(at(c)?.v) : cellValue(column, at(c)),
    )
  })
  const expected = look.rows.map((row) => valuesOf(columns, row, look.label(row)))
  expect(masked(said, expected), `Excel of ${look.address}`).toEqual(expected.map(open))
  const last = HEADER + 1 + look.rows.length
  expect(textOf(cellAt(last, 0)?.v)).toBe('Total')
  const sums = columns.map((column, c) =>
    c > 0 && column.total ? cellValue({ ...column, sparse: false }, cellAt(last, c)) : '',
  )
  expect(sums, `Excel total of ${look.address}`).toEqual(totalsOf(columns, look.total))
  const all = look.columns.filter(({ figureOnly }) => !figureOnly)
  const facts = [...all.filter(({ named }) => named), ...all.filter(({ named }) => !named)]
  const lines = look.rows.filter((row) => look.label(row) === null)
  const data = book.Sheets[book.SheetNames[1]!]! as unknown as Cells
  const found = lines.map((_, index) =>
    facts.map((column, c) => cellValue(column, data[xlsx.utils.encode_cell({ r: 1 + index, c })])),
  )
  const known = lines.map((row) => valuesOf(facts, row, null))
  expect(masked(found, known), `Data of ${look.address}`).toEqual(known.map(open))
  expect(data[xlsx.utils.encode_cell({ r: 1 + lines.length, c: 0 })]).toBeUndefined()
}

const textOf = (value: unknown) => String(value ?? '')

function cellValue(column: ReportColumn, cell: Cells[string]): string {
  if (!cell) return ''
  if (column.type === 'text') {
    const text = textOf(cell.v)
    return text === column.none ? '' : plainValue(column, text)
  }
  if (column.type === 'date')
    return new Date((Number(cell.v) - EPOCH) * 86_400_000).toISOString().slice(0, 10)
  const value = column.type === 'percent' ? Number((Number(cell.v) * 100).toFixed(6)) : cell.v
  return plainValue(column, value)
}
