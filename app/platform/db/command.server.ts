import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgrestError } from '@supabase/supabase-js'
import type { Db } from '../request/context'
import { problem } from '../request/errors'
import type { CommandArgs, CommandData, CommandInput, CommandName } from './command-types'

/** A refusal by the database, ready for the form: whom it concerns and what staff should read. */
export interface CommandError {
  status: 403 | 404 | 409 | 422 | 503 | 504
  /** Stable: the function's hint (`insufficient_stock`), else the SQLSTATE. */
  code: string
  message: string
  /** Form field it belongs to, such as `invoice_no` or `lines[2].quantity`. */
  field?: string
  /** Messages of several fields, in place of the one. */
  fieldErrors?: Record<string, string[]>
}

export type CommandResult<T> = { ok: true; data: T } | { ok: false; error: CommandError }

type Failure = Pick<PostgrestError, 'code' | 'message' | 'details' | 'hint'>

/** Words in the names of unique constraints that a form can break, and the field that repairs it. */
const UNIQUE_FIELDS: readonly [words: readonly string[], field: string, message: string][] = [
  [['bookings', 'invoice'], 'invoice_no', 'This invoice number is already used.'],
  [['collections', 'cr_no'], 'cr_no', 'This CR number is already used.'],
  [['cheque'], 'cheque_no', 'This cheque is already entered.'],
  [['products', 'material'], 'material_code', 'This material code is already used.'],
  [['projects', 'name'], 'name', 'A project with this name already exists.'],
]

/**
 * Codes of a database that is not there or is too busy, also in the words of PostgREST (its connection, its pool, its
 * knowledge of the schema); none: it was not reached.
 */
const UNREACHABLE = /^(08|53|57P|PGRST00[0-3]$|$)/
/** A statement that was ended because it took longer than a statement may: the same again takes as long. */
const TOO_SLOW = '57014'
/** A lock that somebody else's work did not give up in time. */
const LOCKED = '55P03'

const NOT_KNOWN =
  'The database did not respond, so this may not be saved. Save again; it is saved only once.'
const STOPPED =
  'This took too long, and nothing was saved. Try fewer lines at a time; if this continues, contact your administrator.'
const BUSY =
  'Another user is saving the same records, and nothing was saved. Try again in a moment.'
const FORBIDDEN = 'Your role may not do this.'
const ATTEMPTS = 5

/**
 * Calls one SQL function that writes. Serialization failures and deadlocks are tried again, up to
 * five times, with the same `p_idempotency_key`, so that the effect happens once. A refusal that staff can correct
 * comes back as `error`; anything else is thrown and ends on the error page. When no answer came, the form comes back
 * with what was typed and its `p_idempotency_key`, to be sent again.
 */
export async function runCommand<N extends CommandName>(
  db: Db,
  name: N,
  args: CommandArgs<N>,
): Promise<CommandResult<CommandData<N>>> {
  for (let attempt = 1; ; attempt++) {
    const { data, error }: Read<unknown> = await db.rpc(name, args as never)
    if (!error) return { ok: true, data: data as CommandData<N> }
    if ((error.code === '40001' || error.code === '40P01') && attempt < ATTEMPTS) {
      await sleep(attempt * 20 * (1 + Math.random()))
      continue
    }
    return { ok: false, error: explain(error) }
  }
}

/** Runs commands in one project under one idempotency key. */
export function commandRunner(db: Db, projectId: string, idempotencyKey: string) {
  return <N extends CommandName>(name: N, args: CommandInput<N>) =>
    runCommand(db, name, {
      ...args,
      p_project: projectId,
      p_idempotency_key: idempotencyKey,
    } as unknown as CommandArgs<N>)
}

/** Runs commands of the administrator under one idempotency key. */
export function adminCommandRunner(db: Db, idempotencyKey: string) {
  return <N extends CommandName>(
    name: N,
    args: Omit<CommandArgs<N>, 'p_idempotency_key'>,
  ): Promise<CommandResult<CommandData<N>>> =>
    runCommand(db, name, {
      ...args,
      p_idempotency_key: idempotencyKey,
    } as unknown as CommandArgs<N>)
}

/** Answers a command about a missing document with the 404 page instead of an error of the form. */
export async function orNotFound<T>(sent: Promise<CommandResult<T>>): Promise<CommandResult<T>> {
  const result = await sent
  if (!result.ok && result.error.status === 404) throw problem(404)
  return result
}

/**
 * Returns true when the command with this idempotency key is completed: its form is sent again
 * because the answer was lost. The record that it made is no duplicate of itself.
 */
export async function isCommandCompleted(
  db: Db,
  projectId: string,
  idempotencyKey: string,
): Promise<boolean> {
  const { data, error } = await db.rpc('is_command_completed', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
  })
  if (error) throw readFailure(error)
  return data
}

/**
 * The same explanation for a plain insert or update through PostgREST.
 *
 * @throws the failure itself when it is none that staff can repair.
 */
export function explain(failure: Failure): CommandError {
  // PostgREST itself puts the failing row into the details; only with a hint they are the name of a field.
  const field = (failure.hint && failure.details) || undefined
  if (failure.hint === 'disk_full')
    return { status: 503, code: 'disk_full', message: failure.message }
  if (isUnreachable(failure)) return { status: 503, code: 'unreachable', message: NOT_KNOWN }
  if (failure.code === TOO_SLOW) return { status: 504, code: 'too_slow', message: STOPPED }
  if (failure.code === LOCKED) return { status: 503, code: 'locked', message: BUSY }
  const code = failure.hint || failure.code
  switch (failure.code) {
    case '42501':
      return { status: 403, code, message: failure.hint ? failure.message : FORBIDDEN }
    case 'P0002':
    case 'PGRST116':
      return { status: 404, code, message: 'No such document!' }
    case 'P0001':
      return {
        status: failure.hint === 'stale_version' ? 409 : 422,
        code,
        message: failure.message,
        field,
      }
    case '22023':
      return { status: 422, code, message: failure.message, field }
    case '22P05':
    case '22021':
      return { status: 422, code, message: 'Unsupported character.', field }
    case '23514':
    case '22P02':
    case '22007':
    case '22008':
    case '22003':
    case '23502':
      return { status: 422, code, message: 'A value is missing or out of range.', field }
    case '23505':
      return { status: 422, code, ...uniqueField(failure) }
    case '40001':
    case '40P01':
      return { status: 409, code, message: 'Another user saved at the same time. Try again.' }
    default:
      throw new Error(`${failure.code}: ${failure.message}`, { cause: failure })
  }
}

function uniqueField({ message, hint, details }: Failure): { message: string; field?: string } {
  // Commands that look for the duplicate themselves say which field and which number.
  if (hint === 'duplicate' && !message.includes('violates unique constraint'))
    return { message, field: details || undefined }
  const found = UNIQUE_FIELDS.find(([words]) => words.every((word) => message.includes(word)))
  if (found) return { field: found[1], message: found[2] }
  // The embedded API names the column (refused-values.ts); details of hosted PostgREST are a sentence.
  return { message: 'This is already entered.', field: (hint && details) || undefined }
}

/**
 * Returns true when a failure means that the database does not answer, rather than that it
 * refused.
 */
export function isUnreachable({ code }: { code?: unknown }): boolean {
  return UNREACHABLE.test(String(code ?? ''))
}

/** The answer to a read: its data, or why it failed. */
export interface Read<T> {
  data: T | null
  error: Failure | null
}

/** The rows of a read; a failed read reaches the error page instead of showing an empty list. */
export function rows<T>(result: Read<T[]>): T[] {
  if (result.error) throw readFailure(result.error)
  return result.data ?? []
}

/** The most rows that the API returns at once: `max_rows` of supabase/config.toml. */
const MAX_ROWS = 1000

/**
 * Reads all rows of a query, whose order no two rows share, in as many answers as they need. For lists that stay
 * short in a usual company; others are searched or read page by page.
 */
export async function allRows<T>(query: {
  range(from: number, to: number): PromiseLike<Read<T[]>>
}): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const part = rows(await query.range(found.length, found.length + MAX_ROWS - 1))
    found.push(...part)
    if (part.length < MAX_ROWS) return found
  }
}

/**
 * Returns the number of rows of a read that asks for the count alone (`count: 'exact', head:
 * true`).
 */
export function countOf({ count, error }: { count: number | null; error: Failure | null }): number {
  if (error) throw readFailure(error)
  return count ?? 0
}

/** The one row of a read; none is the 404 page, "No such document!". */
export function row<R extends Read<unknown>>(result: R): NonNullable<R['data']> {
  if (result.error) throw readFailure(result.error)
  if (result.data === null || result.data === undefined) throw problem(404)
  return result.data
}

/**
 * Lists the codes of invalid values in an address, such as an edited cursor of a page: a character
 * that PostgreSQL's text cannot hold, an invalid date, a number or date out of range, or a value
 * that a function refuses.
 */
const UNREADABLE = ['22P05', '22007', '22003', '22008', '22023']

function readFailure(failure: Failure): Error | Response {
  if (UNREADABLE.includes(failure.code)) return problem(400, 'This address cannot be read.')
  // 22P02: an id in the address that is no uuid is simply a document that does not exist;
  // P0002: a function that reads (customer_position) says so of a foreign or missing one.
  if (['PGRST116', '22P02', 'P0002'].includes(failure.code)) return problem(404)
  if (failure.code === '42501') return problem(403)
  if (isUnreachable(failure) || failure.code === LOCKED) return problem(503)
  if (failure.code === TOO_SLOW) return problem(504)
  return new Error(`${failure.code}: ${failure.message}`, { cause: failure })
}
