import type { Claims } from '../accounts/token.ts'
import type { CatalogueFunction } from '../api/lite-internals.ts'
import { AS_CALLER, CALLER, callerParameters } from './caller.ts'
import type { Borrowed } from './pool.ts'

/** Is the largest number of rows of one answer. */
export const MAX_ROWS = 1000

export type Arguments = Record<string, unknown>

const JSON_TYPES = /^jsonb?$/

/** Tells that a function has these arguments, and that none is missing. */
export function takes(
  { arg_names: names, arg_types: types, arg_defaults, has_variadic }: CatalogueFunction,
  args: Arguments,
): boolean {
  const own = names.slice(0, types.length)
  const needed = own.slice(0, types.length - arg_defaults)
  return (
    !has_variadic &&
    needed.every((name) => name in args) &&
    Object.keys(args).every((name) => own.includes(name))
  )
}

/**
 * Calls a function in a transaction of its own, as a signed-in person, and returns its answer as PostgreSQL writes it in JSON.
 * The four statements are sent together, in one round trip; the call runs only as the person (`AS_CALLER`).
 */
export async function callFunction(
  connection: Borrowed,
  called: CatalogueFunction,
  args: Arguments,
  claims: Claims,
): Promise<unknown> {
  const { text, values } = statementOf(called, args)
  const sent = [
    connection.query('begin'),
    connection.query(CALLER, callerParameters(claims)),
    connection.query(text, values),
    connection.query('commit'),
  ] as const
  // The first that fails says why: what comes after it fails because of it.
  await Promise.allSettled(sent)
  const [, , { rows }] = await Promise.all(sent)
  return rows[0]?.answer ?? null
}

/** Returns the statement of a call. A row of it is named `_row`, as no column is. */
function statementOf(called: CatalogueFunction, args: Arguments) {
  const { name, arg_names: names, arg_types: types } = called
  const values: unknown[] = []
  const list = Object.entries(args).map(([key, value]) => {
    const type = types[names.indexOf(key)]!
    values.push(JSON_TYPES.test(type) ? asJson(value) : value)
    return `${key} := $${values.length}::${type}`
  })
  const rows = `public.${name}(${list.join(', ')}) as _row where ${AS_CALLER}`
  return { text: answering(called, rows), values }
}

function answering(
  { return_type, return_is_setof, has_out_args }: CatalogueFunction,
  rows: string,
) {
  if (return_type === 'void' && !has_out_args) return `select null as answer from ${rows}`
  if (!return_is_setof) return `select to_json(_row) as answer from ${rows}`
  return `select coalesce(json_agg(_row), '[]') as answer
    from (select _row from ${rows} limit ${MAX_ROWS}) as rows`
}

/** Returns a value as the text of its JSON; a text is JSON already. */
const asJson = (value: unknown) =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)
