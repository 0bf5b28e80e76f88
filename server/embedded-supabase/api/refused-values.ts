import { between } from '../../../app/platform/values/texts.ts'

/** An error of PostgreSQL, as either driver throws it: postgres.js and PGlite name some parts differently. */
export interface DatabaseError {
  code?: unknown
  message?: unknown
  detail?: unknown
  hint?: unknown
  /** The context: which parameter could not be read. */
  where?: unknown
  column?: unknown
  column_name?: unknown
  constraint?: unknown
  constraint_name?: unknown
  table?: unknown
  table_name?: unknown
  query?: unknown
  parameters?: unknown
  params?: unknown
}

/**
 * Returns the hint and the field of a value that PostgreSQL itself refuses, as the functions of the product give them
 * (docs/field-api.md): `invalid` for one that its type, a check or a foreign key does not take, `duplicate` for one that
 * is used. Returns null for other errors.
 */
export function refusedValue(error: DatabaseError): { hint: string; field: string } | null {
  const code = String(error.code)
  if (error.hint) return null
  if (code === '23505') return { hint: 'duplicate', field: lastOfKey(error) }
  if (code === '23503') return { hint: 'invalid', field: lastOfKey(error) }
  if (code === '23502')
    return { hint: 'invalid', field: String(error.column_name ?? error.column ?? '') }
  if (code === '23514') return { hint: 'invalid', field: checkedColumn(error) }
  if (code.startsWith('22')) return { hint: 'invalid', field: givenName(error) }
  return null
}

const constraintOf = (error: DatabaseError) =>
  String(error.constraint_name ?? error.constraint ?? '')
const tableOf = (error: DatabaseError) => String(error.table_name ?? error.table ?? '')

/** Returns the last column of a violated key, which is the one that is typed: the first ones are project and account. */
function lastOfKey(error: DatabaseError): string {
  const key = /^Key \((.*?)\)(?:=\(| already exists)/.exec(String(error.detail ?? ''))?.[1]
  // PostgreSQL names the columns only to users who may read them.
  if (!key)
    return constraintOf(error)
      .replace(`${tableOf(error)}_`, '')
      .replace(/_(key|fkey|pkey)\d*$/, '')
  const words = key.replace(/::\w+|'[^']*'/g, '').match(/\w+\(?/g) ?? []
  return words.findLast((word) => !word.endsWith('(')) ?? ''
}

/** Returns the column that a check is named for: `<table>_<column>_bounded`, `<table>_<column>_check`. */
function checkedColumn(error: DatabaseError): string {
  const name = constraintOf(error)
  const table = `${tableOf(error)}_`
  if (!name.startsWith(table)) return ''
  return name.slice(table.length).replace(/_(bounded|check)\d*$/, '')
}

/** Returns the argument or column whose value could not be read, or is too large for its column. */
function givenName(error: DatabaseError): string {
  const query = String(error.query ?? '')
  const number = /portal parameter \$(\d+)/.exec(String(error.where ?? ''))?.[1]
  if (number) return nameOfParameter(query, Number(number))
  const digits = /less than 10\^(\d+)/.exec(String(error.detail ?? ''))?.[1]
  if (!digits) return ''
  const limit = 10 ** Number(digits)
  const values = [error.parameters ?? error.params ?? []].flat()
  // Half a unit of the last place more is rounded up to the limit.
  const at = values.findIndex((value) => Math.abs(Number(value)) >= limit - 1)
  return at < 0 ? '' : nameOfParameter(query, at + 1)
}

/** Matches a name and the number of the parameter that is its value. */
const ASSIGNED = /\b(\w+)"?\s*:?=\s*\$(\d+)/g

/** Returns the name that a statement gives a parameter: `p_date := $3`, `set "x" = $1`, `("x", "y") values ($1, $2)`. */
function nameOfParameter(query: string, number: number): string {
  for (const [, name = '', given] of query.matchAll(ASSIGNED))
    if (Number(given) === number) return name.replace(/^p_/, '')
  const row = /^insert into /i.test(query) ? between(query, '(', ')') : null
  const values = row && /^\s*values\s*\(([^)]*)\)/i.exec(row.after)?.[1]
  if (!values) return ''
  const at = values.split(',').findIndex((value) => value.trim() === `$${number}`)
  return at < 0 ? '' : row.inside.split(',')[at]!.replaceAll('"', '').trim()
}
