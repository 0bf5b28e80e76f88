import { tooComplex } from './refusals.ts'

/**
 * A question through the REST API as the library has read it: whatever its spelling was. A column of `select` is a
 * name, or an object with one key: an embedded table (`select`), or a column with a cast or a path.
 */
export interface Query {
  type: string
  function?: string
  from?: string
  select?: readonly (string | Record<string, Part>)[]
  join?: Record<string, { from?: string; hint?: string; type?: string }>
  where?: object
  order?: readonly { embed?: string }[]
  limit?: number
  $meta?: { count?: string; return?: string }
}

interface Part extends Omit<Query, 'type'> {
  spread?: boolean
}

/** Foreign keys of the tables, by name: from the table that has the column to the one it refers to. */
export interface Relations {
  tables: ReadonlySet<string>
  references: ReadonlyMap<string, ReadonlySet<string>>
}

/** Deepest embedding: bookings, their lines, the stock of each, its product. */
const DEPTH = 3
/** Most embedded tables of one question. */
const EMBEDDED = 6
/** Most columns named in one question. */
const COLUMNS = 100
/** Most rows at once that list rows which list rows: customers, their bookings, the lines of each. */
const ROWS_OF_LISTS = 20
/** Most conditions, and how deep they may be in each other. */
const CONDITIONS = 60
const CONDITION_DEPTH = 5
/** Most values in one list, such as `in.(…)`. */
const VALUES = 300
/** Most wildcards in one pattern: the time that a pattern takes grows with each. */
const WILDCARDS = 4
/** Most columns that an order names. */
const ORDERED = 10
/** Operators of which one condition can take any time, and those that try one pattern after the other. */
const ENDLESS = /^\$(i?regex|textSearch)|^\$i?like(Any|All)$/

/**
 * Checks that a question through the public API cannot take the database away from the others. An embedded row costs
 * little where each belongs to one row above it. So a path through the tables never comes back to one, and never goes
 * down again from a row that many share: each customer's bookings, yes; of each booking its customer's collections, no.
 *
 * @throws Refusal with the hint `too_complex`.
 */
export function checkQuery(query: Query, relations: Relations, ranged = false): void {
  const counted = { embedded: 0, columns: 0, conditions: 0 }
  const base = query.from ?? ''
  const limited = !ranged && query.limit !== undefined && query.limit <= ROWS_OF_LISTS

  const look = (
    part: Omit<Query, 'type'>,
    path: readonly string[],
    lists: number,
    shared: boolean,
  ) => {
    for (const column of part.select ?? []) {
      counted.columns += 1
      if (counted.columns > COLUMNS) throw tooComplex(`More than ${COLUMNS} columns are named.`)
      if (typeof column === 'string') continue
      for (const [alias, inner] of Object.entries(column)) {
        if (!isEmbedded(inner)) continue
        const { from: table = alias, hint } = part.join?.[alias] ?? {}
        // A hint may name the table through which many rows belong to many.
        const through = hint !== undefined && relations.tables.has(hint)
        embed(inner, table, through, path, lists, shared)
      }
    }
    checkConditions(part.where, counted)
    if ((part.order?.length ?? 0) > ORDERED)
      throw tooComplex(`An order names more than ${ORDERED} columns.`)
    if (part.order?.some((by) => by.embed))
      throw tooComplex('An order by an embedded table is not answered here.')
  }
  const embed = (
    inner: Part,
    table: string,
    through: boolean,
    path: readonly string[],
    lists: number,
    shared: boolean,
  ) => {
    counted.embedded += 1
    if (query.type === 'rpc')
      throw tooComplex('The rows of a function are not joined with tables here.')
    if (counted.embedded > EMBEDDED) throw tooComplex(`More than ${EMBEDDED} tables are embedded.`)
    if (path.length > DEPTH) throw tooComplex(`Tables are embedded deeper than ${DEPTH} levels.`)
    if (!relations.tables.has(table))
      throw tooComplex(`"${table}" is no table: embed tables by their names.`)
    if (path.includes(table)) throw tooComplex(`"${table}" is embedded within itself.`)
    const above = path.at(-1)!
    const single =
      !through &&
      relations.references.get(above)?.has(table) === true &&
      relations.references.get(table)?.has(above) !== true
    if (shared && !single)
      throw tooComplex(`"${table}" lists rows of "${above}", which many rows share.`)
    const nested = lists + (single ? 0 : 1)
    if (nested > 2) throw tooComplex('Lists are embedded in lists of lists.')
    if (nested > 1 && !limited)
      throw tooComplex(
        `Lists embedded in lists are answered for ${ROWS_OF_LISTS} rows at a time: give a limit.`,
      )
    look(inner, [...path, table], nested, single)
  }
  look(query, [base], 0, false)
  if (counted.embedded > 0 && query.$meta?.count && query.$meta.count !== 'none')
    throw tooComplex('Rows are counted without embedded tables.')
}

const isEmbedded = (part: Part | undefined): part is Part =>
  typeof part === 'object' &&
  part !== null &&
  ('select' in part || 'spread' in part || 'join' in part)

/** Checks filters, wherever they are: `and`, `or` and `not` are lists and objects of filters. */
function checkConditions(where: unknown, counted: { conditions: number }, depth = 0): void {
  if (depth > 2 * CONDITION_DEPTH) throw tooComplex('Conditions are nested too deep.')
  if (Array.isArray(where)) {
    for (const one of where) checkConditions(one, counted, depth + 1)
    return
  }
  if (typeof where !== 'object' || where === null) return
  for (const [name, value] of Object.entries(where)) {
    if (name === '$and' || name === '$or' || name === '$not' || !name.startsWith('$')) {
      checkConditions(value, counted, depth + 1)
      continue
    }
    counted.conditions += 1
    if (counted.conditions > CONDITIONS)
      throw tooComplex(`There are more than ${CONDITIONS} conditions.`)
    if (ENDLESS.test(name))
      throw tooComplex(
        'Regular expressions, text search and lists of patterns are not answered here.',
      )
    if (Array.isArray(value) && value.length > VALUES)
      throw tooComplex(`A list has more than ${VALUES} values.`)
    if (/like$/i.test(name) && (String(value).match(/%+/g)?.length ?? 0) > WILDCARDS)
      throw tooComplex(`A pattern has more than ${WILDCARDS} wildcards.`)
  }
}

/** The part of the library's introspection of the database that is used here. */
interface Introspection {
  tables: readonly { name: string }[]
  views: readonly { name: string }[]
  foreign_keys: readonly { table: string; ref_table: string }[]
}

const known = new WeakMap<Introspection, Relations>()

/** Returns the tables and their references, read once. */
export function relationsOf(introspection: Introspection): Relations {
  const before = known.get(introspection)
  if (before) return before
  const references = new Map<string, Set<string>>()
  for (const { table, ref_table } of introspection.foreign_keys)
    references.set(table, (references.get(table) ?? new Set()).add(ref_table))
  const tables = [...introspection.tables, ...introspection.views].map(({ name }) => name)
  const relations = { tables: new Set(tables), references }
  known.set(introspection, relations)
  return relations
}
