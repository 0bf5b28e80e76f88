import type { TokenBorder } from '../accounts/signing-keys.ts'
import { claimsOf } from '../accounts/token.ts'
import { type Arguments, callFunction, takes } from '../database/call.ts'
import type { Borrowed } from '../database/pool.ts'
import type { AnswerCall, CallAnswer } from '../protocol.ts'
import { type admission, QUEUE_FULL } from './admission.ts'
import { answerable } from './errors.ts'
import type { CatalogueFunction } from './lite-internals.ts'
import { hasNul } from './nul.ts'

/** The parts that call a function in the database. */
export interface CallParts {
  borrow(): Promise<Borrowed>
  functions(): Promise<readonly CatalogueFunction[]>
}

interface Parts {
  /** Null on PGlite, where a call is a request. */
  calls: CallParts | null
  border: TokenBorder | null
  admitted: ReturnType<typeof admission>
  jwtSecret: string
}

/**
 * Returns the function that calls SQL functions for signed-in people of the web, without a request: the token, the turn and the
 * arguments are checked as those of a request are, and the session by the database. Null for what is not plain, which becomes a
 * request that says what is wrong with it.
 */
export function callsOfPeople({ calls, border, admitted, jwtSecret }: Parts): AnswerCall {
  if (!calls) return async () => null
  const byName = functionsByName(calls)

  return async ({ name, args, token }, signal) => {
    const inside = border ? throughBorder(border, token) : token
    const claims = inside === null ? null : claimsOf(inside, jwtSecret)
    const given = claims && readArguments(args)
    if (!given) return null
    const called = await byName(name).catch((error: unknown) => ({ answer: refused(error) }))
    if (called && 'answer' in called) return called.answer
    if (!called || !takes(called, given)) return null
    const work = async () => {
      const connection = await calls.borrow()
      try {
        const data = await callFunction(connection, called, given, claims)
        return { answer: { status: 200, data } }
      } catch (error) {
        return { answer: refused(error) }
      } finally {
        connection.release()
      }
    }
    const turn = await admitted.call({ name, claims }, signal, work)
    return turn ? turn.answer : { status: 503, error: { ...QUEUE_FULL, details: null } }
  }
}

/** Returns a function that finds a function of `public`; null for a name that none or several have. */
function functionsByName({ functions }: CallParts) {
  const known = new WeakMap<object, Map<string, CatalogueFunction | null>>()
  return async (name: string): Promise<CatalogueFunction | null> => {
    const all = await functions()
    let found = known.get(all)
    if (!found) {
      found = new Map()
      for (const one of all)
        if (one.schema === 'public') found.set(one.name, found.has(one.name) ? null : one)
      known.set(all, found)
    }
    return found.get(name) ?? null
  }
}

function throughBorder(border: TokenBorder, token: string): string | null {
  const headers = border.inward([['authorization', `Bearer ${token}`]])
  return headers instanceof Response ? null : headers[0]![1].replace('Bearer ', '')
}

/** Returns arguments as their JSON would be read; null where a text has the character NUL, which is refused by name. */
function readArguments(args: object): Arguments | null {
  const text = JSON.stringify(args, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
  return hasNul(text) ? null : (JSON.parse(text) as Arguments)
}

/** Returns the refusal of a call; null where it is the library that words it: nothing of the call has stayed. */
function refused(error: unknown): CallAnswer | null {
  const said = answerable(error) as { code?: string; message: string; detail?: string }
  if (said.code !== 'PGRST') return null
  const { status } = JSON.parse(said.detail!) as { status: number }
  return { status, error: JSON.parse(said.message) }
}
