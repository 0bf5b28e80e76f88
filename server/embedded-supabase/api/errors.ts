import { callContext } from '../database/call-context.ts'
import { diskFull } from './disk-guard.ts'
import { Refusal, stopped, tooSlow } from './refusals.ts'
import { type DatabaseError, refusedValue } from './refused-values.ts'

/**
 * HTTP status by SQLSTATE, or by its class, as PostgREST documents it; everything else is 400. One differs: what
 * somebody may not see is no failure of the server (`P0002`, of which PostgREST says 500).
 */
const STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  // Somebody else's lock was not given up in time.
  '55P03': 503,
  // A statement took longer than it may; PostgreSQL is shut down or starts again.
  '57014': 504,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  P0002: 404,
  XX: 500,
}

/** Classes and codes that the library answers as PostgREST does, with hint and details. */
const LEFT_ALONE = /^(42|22|21|PT|PGRST|25006$)/

/** Lists errors that the drivers and the library throw of bad input without asking the database, as PostgREST answers them. */
const UNASKED: readonly [pattern: RegExp, code: string, message: string][] = [
  [
    /^Invalid input for \w+ type$|^Invalid time value$|^The "\w+" argument must be|toString is not a function$|^Cannot convert object to primitive value$/,
    '22P02',
    'A value is not of the type of its argument or column.',
  ],
  [/^Missing closing quote at/, 'PGRST100', 'A quote in the address is not closed.'],
]

/** Matches the codes of a connection that could not be made, or was lost. */
const LOST = /^(CONNECT|CONNECTION|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/
const CONNECTION_FAILURE = '08006'

/**
 * Keeps SQLSTATE, hint and details of errors that @supabase/lite would answer as a bare 500: a command's refusals
 * (P0001, P0002), serialization failures. Values that PostgreSQL itself refuses get hint and field (refused-values.ts).
 * The library passes on unchanged what has the code `PGRST` and the answer as JSON.
 */
export function answerable(error: unknown): unknown {
  if (error instanceof Refusal) return postgrestError(error.status, error)
  const { code, message, detail, hint } = (error ?? {}) as DatabaseError
  const withoutQuery = UNASKED.find(([pattern]) => pattern.test(String(message)))
  if (withoutQuery) {
    const [, code, message] = withoutQuery
    return postgrestError(400, { code, message, hint: code === '22P02' ? 'invalid' : null })
  }
  if (code === '53100') return answerable(diskFull())
  const { external, writes } = callContext.getStore() ?? {}
  if (code === '57014' && external) return answerable(writes ? stopped() : tooSlow())
  // The messages of the driver and the system are not passed on, because they name the address of
  // the database.
  if (LOST.test(String(code)))
    return answerable({ code: CONNECTION_FAILURE, message: 'The database does not respond.' })
  const value = refusedValue((error ?? {}) as DatabaseError)
  if (value && typeof code === 'string')
    return postgrestError(STATUS[code] ?? 400, {
      code,
      message: String(message),
      details: value.field,
      hint: value.hint,
    })
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || LEFT_ALONE.test(code)) return error
  const status = STATUS[code] ?? STATUS[code.slice(0, 2)] ?? 400
  return postgrestError(status, { code, message: String(message), details: detail, hint })
}

function postgrestError(
  status: number,
  said: { code: string; message: string; details?: unknown; hint?: unknown },
): Error {
  const { code, message, details, hint } = said
  const body = { code, message, details: details || null, hint: hint || null }
  return Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  })
}
