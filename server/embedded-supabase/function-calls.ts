import { AS_CALLER, CALLER, callerParameters } from './caller.ts'
import type { ApiRequest } from './endpoints.ts'
import { answerable } from './errors.ts'
import type { CatalogueFunction } from './lite-internals.ts'
import type { Borrowed } from './pool.ts'
import { TextResponse } from './text-response.ts'
import { claimsOf } from './token.ts'
import { headerOf } from './wire-request.ts'

export interface FunctionCallParts {
  borrow(): Promise<Borrowed>
  functions(): Promise<readonly CatalogueFunction[]>
}

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
 * Returns the function that answers plain calls of SQL functions on PostgreSQL, as the library does, with the same statements:
 * a signed-in caller, arguments by name, rows as JSON. They are most of what screens ask. The library takes five round trips for
 * one and plans its text anew each time; here all four statements of a call are sent together, in one round trip. Anything
 * else is left to the library: null.
 */
export function functionCalls({ borrow, functions }: FunctionCallParts, keys: Keys) {
  const known = new WeakMap<readonly CatalogueFunction[], Map<string, CatalogueFunction | null>>()

  async function lookUp(name: string): Promise<CatalogueFunction | null> {
    const all = await functions()
    const byName = known.get(all) ?? byNames(all)
    known.set(all, byName)
    return byName.get(name) ?? null
  }

  return async (request: ApiRequest): Promise<Response | null> => {
    const read = readCall(request, keys)
    if (!read) return null
    const called = await lookUp(read.name)
    const args = called && argumentsOf(called, read.args)
    if (!args) return null
    try {
      return respond(called, await run(await borrow(), called, args, read.claims))
    } catch (error) {
      return refused(error)
    }
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
function readCall(request: ApiRequest, keys: Keys) {
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

/** Returns the text of the arguments and their values; null where they are not those that the function has. */
function argumentsOf(
  { name, arg_names: names, arg_types: types, arg_defaults, has_variadic }: CatalogueFunction,
  given: Record<string, unknown>,
): { text: string; values: unknown[] } | null {
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
  values.push(MAX_ROWS)
  const text = `select * from public.${name}(${parts.join(', ')}) as "${name}" where ${AS_CALLER} limit $${values.length}`
  return { text, values }
}

function sendableAs(type: string, value: unknown): unknown {
  const asText = JSON_TYPES.test(type) || (type.endsWith('[]') && !Array.isArray(value))
  return asText && value !== null && typeof value !== 'string' ? JSON.stringify(value) : value
}

/**
 * Runs the call in a transaction of its own, as the caller. Nobody waits for the caller to be set: a call that finds another one
 * fails before its function runs (`AS_CALLER`). The connection is given back once the transaction has ended.
 */
async function run(
  line: Borrowed,
  { volatility }: CatalogueFunction,
  { text, values }: { text: string; values: unknown[] },
  claims: { sub: string; role: string },
): Promise<Record<string, unknown>[]> {
  // PostgreSQL ends a transaction that has failed with a rollback.
  const sent = line.together(
    ['begin', []],
    [CALLER, callerParameters(claims)],
    [text, values],
    ['commit', []],
  )
  // Nothing is lost with the end of a transaction that has only read.
  const needed = volatility === 'v' ? sent : sent.slice(0, 3)
  try {
    // The first that fails says why: what comes after it fails because of it.
    for (const answer of needed) await answer
    return (await sent[2]) as Record<string, unknown>[]
  } finally {
    void Promise.allSettled(sent).then(() => line.release())
  }
}

function respond(called: CatalogueFunction, rows: readonly Record<string, unknown>[]): Response {
  const { name, has_out_args, return_typtype, return_type, return_is_setof } = called
  if (return_type === 'void' && !has_out_args)
    return new Response(null, { status: 204, headers: { 'Content-Range': '0-0/*' } })
  const isRow = has_out_args || return_typtype === 'c' || return_typtype === 'p'
  const values = isRow ? rows : rows.map((row) => row[name])
  const range = rows.length > 0 ? `0-${rows.length - 1}/*` : '*/*'
  return new TextResponse(textOf(return_is_setof ? values : values[0]), {
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Range': range },
  })
}

/** Returns the JSON of rows. Whole numbers that JavaScript cannot hold are rare: only then each value is looked at. */
function textOf(values: unknown): string | undefined {
  try {
    return JSON.stringify(values)
  } catch {
    return JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
  }
}

/** Returns the answer of a refused call; null where it is the library that words it: nothing of the call has stayed. */
function refused(error: unknown): Response | null {
  const said = answerable(error) as { code?: string; message: string; detail?: string }
  if (said.code !== 'PGRST') return null
  const { status } = JSON.parse(said.detail!) as { status: number }
  return new Response(said.message, { status, headers: { 'Content-Type': 'application/json' } })
}
