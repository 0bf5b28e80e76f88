import { type Claims, claimsOf } from '../accounts/token.ts'
import {
  AS_CALLER,
  asCallerWith,
  CALLER,
  callerParameters,
  hasUsualTime,
} from '../database/caller.ts'
import type { Borrowed } from '../database/pool.ts'
import type { CallAnswer } from '../protocol.ts'
import type { ApiRequest } from './endpoints.ts'
import { answerable } from './errors.ts'
import type { CatalogueFunction } from './lite-internals.ts'
import { asJson, rowsAsJson } from './plain-values.ts'
import { TextResponse } from './text-response.ts'
import { headerOf } from './wire-request.ts'

export interface FunctionCallParts {
  borrow(role?: 'authenticated'): Promise<Borrowed>
  /** Connections can keep a role from one transaction to the next. */
  keepsRoles: boolean
  functions(): Promise<readonly CatalogueFunction[]>
}

interface Call {
  name: string
  args: Record<string, unknown>
  claims: Claims
}

type Rows = Record<string, unknown>[]
type Outcome = { called: CatalogueFunction; rows: Rows } | { status: number; refusal: string }

interface Keys {
  jwtSecret: string
  publishableKey: string
}

/** Is the largest number of rows of one answer. */
export const MAX_ROWS = 1000

const PATH = /^\/rest\/v1\/rpc\/(\w+)$/
const PLAIN = ['*/*', 'application/json', undefined]
const JSON_TYPES = /^jsonb?$/
const TEXT_TYPES = /^(text|character|character varying|bpchar|varchar|name|citext)(\[\])?$/

/**
 * Answers plain calls of SQL functions on PostgreSQL, as the library does, with the same statements: a signed-in caller,
 * arguments by name, rows as JSON. They are most of what screens ask. The library takes five round trips for one and plans its
 * text anew each time; here all four statements of a call are sent together, in one round trip, and a function that only reads
 * is called by one statement. Anything else is left to the library: null.
 */
export function functionCalls({ borrow, keepsRoles, functions }: FunctionCallParts, keys: Keys) {
  const known = new WeakMap<readonly CatalogueFunction[], Map<string, CatalogueFunction | null>>()

  async function lookUp(name: string): Promise<CatalogueFunction | null> {
    const all = await functions()
    const byName = known.get(all) ?? byNames(all)
    known.set(all, byName)
    return byName.get(name) ?? null
  }

  async function ask({ name, args: given, claims }: Call): Promise<Outcome | null> {
    const called = await lookUp(name)
    const args = called && argumentsOf(called, given)
    if (!args) return null
    try {
      const alone = keepsRoles && called.volatility !== 'v' && hasUsualTime()
      const rows = alone
        ? await read(await borrow('authenticated'), called, args, claims)
        : await run(await borrow(), called, args, claims)
      return { called, rows }
    } catch (error) {
      return refused(error)
    }
  }

  return {
    /** Answers a request for a call. */
    async request(request: ApiRequest): Promise<Response | null> {
      const call = readCall(request, keys)
      const outcome = call && (await ask(call))
      if (!outcome) return null
      if ('called' in outcome) return respond(outcome.called, outcome.rows)
      const headers = { 'Content-Type': 'application/json' }
      return new Response(outcome.refusal, { status: outcome.status, headers })
    },
    /** Answers a call with what supabase-js would read of the response. */
    async call(call: Call): Promise<CallAnswer | null> {
      const outcome = await ask(call)
      if (!outcome) return null
      return 'called' in outcome
        ? answerOf(outcome.called, outcome.rows)
        : { status: outcome.status, error: JSON.parse(outcome.refusal) }
    },
  }
}

/** Returns functions of `public` by name; null for a name that several have. */
function byNames(all: readonly CatalogueFunction[]): Map<string, CatalogueFunction | null> {
  const found = new Map<string, CatalogueFunction | null>()
  for (const one of all)
    if (one.schema === 'public') found.set(one.name, found.has(one.name) ? null : one)
  return found
}

/** Reads a call that is plain in all parts: who calls, which function, with which arguments. */
function readCall(request: ApiRequest, keys: Keys): Call | null {
  const { method, address, body } = request
  const name = PATH.exec(address)?.[1]
  if (method !== 'POST' || !name || !body) return null
  const plain =
    headerOf(request, 'apikey') === keys.publishableKey &&
    /^application\/json\b/.test(headerOf(request, 'content-type') ?? '') &&
    PLAIN.includes(headerOf(request, 'accept')) &&
    ['public', undefined].includes(headerOf(request, 'content-profile')) &&
    headerOf(request, 'prefer') === undefined &&
    headerOf(request, 'range') === undefined
  if (!plain) return null
  const token = /^Bearer ([\w.-]+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1]
  const claims = token ? claimsOf(token, keys.jwtSecret) : null
  const args = claims && readArguments(body)
  return args ? { name, claims, args } : null
}

function readArguments(body: ArrayBuffer): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    const named = typeof read === 'object' && read !== null && !Array.isArray(read)
    return named ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

interface Arguments {
  /** Is their part of the statement. */
  list: string
  values: unknown[]
}

/** Returns the arguments as a statement names them; null where they are not those that the function has. */
function argumentsOf(
  { arg_names: names, arg_types: types, arg_defaults, has_variadic }: CatalogueFunction,
  given: Record<string, unknown>,
): Arguments | null {
  const keys = Object.keys(given)
  const needed = names.slice(0, types.length - arg_defaults)
  if (has_variadic || needed.some((one) => !(one in given))) return null
  if (keys.some((key) => names.indexOf(key) < 0 || names.indexOf(key) >= types.length)) return null
  const values: unknown[] = []
  const parts = keys.map((key) => {
    const type = types[names.indexOf(key)]!
    values.push(sendableAs(type, given[key]))
    return `${key} := $${values.length}${TEXT_TYPES.test(type) ? '' : `::${type}`}`
  })
  return { list: parts.join(', '), values }
}

/** Returns the statement of a call, whose last parameter is the most rows that it returns. */
const statementOf = ({ name }: CatalogueFunction, list: string, where: string, last: number) =>
  `select * from public.${name}(${list}) as "${name}" where ${where} limit $${last}`

function sendableAs(type: string, value: unknown): unknown {
  const asText = JSON_TYPES.test(type) || (type.endsWith('[]') && !Array.isArray(value))
  return asText && value !== null && typeof value !== 'string' ? JSON.stringify(value) : value
}

/**
 * Calls a function that only reads, by one statement that sets its caller: what it sets ends with it. A failed end of such a
 * transaction loses nothing, so that nobody waits for it.
 */
async function read(
  line: Borrowed,
  called: CatalogueFunction,
  { list, values }: Arguments,
  claims: Claims,
): Promise<Rows> {
  const first = values.length + 1
  const text = statementOf(called, list, asCallerWith(first), first + 2)
  try {
    const sent = line.together([text, [...values, claims.sub, JSON.stringify(claims), MAX_ROWS]])
    return (await sent[0]) as Rows
  } finally {
    line.release()
  }
}

/**
 * Runs the call in a transaction of its own, as the caller. Nobody waits for the caller to be set: a call that finds another one
 * fails before its function runs (`AS_CALLER`). The connection is given back once the transaction has ended.
 */
async function run(
  line: Borrowed,
  called: CatalogueFunction,
  { list, values }: Arguments,
  claims: Claims,
): Promise<Rows> {
  const last = values.length + 1
  // PostgreSQL ends a transaction that has failed with a rollback.
  const sent = line.together(
    ['begin', []],
    [CALLER, callerParameters(claims)],
    [statementOf(called, list, AS_CALLER, last), [...values, MAX_ROWS]],
    ['commit', []],
  )
  // Nothing is lost with the end of a transaction that has only read.
  const needed = called.volatility === 'v' ? sent : sent.slice(0, 3)
  try {
    // The first that fails says why: what comes after it fails because of it.
    for (const answer of needed) await answer
    return (await sent[2]) as Rows
  } finally {
    void Promise.allSettled(sent).then(() => line.release())
  }
}

const isVoid = ({ return_type, has_out_args }: CatalogueFunction) =>
  return_type === 'void' && !has_out_args

const isRow = ({ has_out_args, return_typtype }: CatalogueFunction) =>
  has_out_args || return_typtype === 'c' || return_typtype === 'p'

function respond(called: CatalogueFunction, rows: Rows): Response {
  const { name, return_is_setof } = called
  if (isVoid(called))
    return new Response(null, { status: 204, headers: { 'Content-Range': '0-0/*' } })
  const values = isRow(called) ? rows : rows.map((row) => row[name])
  const range = rows.length > 0 ? `0-${rows.length - 1}/*` : '*/*'
  return new TextResponse(textOf(return_is_setof ? values : values[0]), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Range': range },
  })
}

function answerOf(called: CatalogueFunction, rows: Rows): CallAnswer {
  const { name, return_is_setof } = called
  if (isVoid(called)) return { status: 204, data: null }
  const values = isRow(called) ? rowsAsJson(rows) : rows.map((row) => asJson(row[name]))
  return { status: 200, data: return_is_setof ? values : (values[0] ?? null) }
}

/** Returns the JSON of rows. Whole numbers that JavaScript cannot hold are rare: only then each value is looked at. */
function textOf(values: unknown): string | undefined {
  try {
    return JSON.stringify(values)
  } catch {
    return JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
  }
}

/** Returns the refusal of a call; null where it is the library that words it: nothing of the call has stayed. */
function refused(error: unknown): Outcome | null {
  const said = answerable(error) as { code?: string; message: string; detail?: string }
  if (said.code !== 'PGRST') return null
  const { status } = JSON.parse(said.detail!) as { status: number }
  return { status, refusal: said.message }
}
