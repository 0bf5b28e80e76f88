import type { Db } from '../app/platform/request/context.ts'
import { countCall, noteRefusal, type Watch } from './calls.ts'
import type { AnswerCall, CallAnswer } from './embedded-supabase/protocol.ts'
import type { RequestTimeout } from './request-timeout.ts'

interface Parts {
  /** Makes the client of supabase-js: most requests never need it. */
  whole: () => Db
  /** Returns the access token that supabase-js would send, unless it would renew it first. */
  token: () => string | null
  call: AnswerCall
  watch: Watch
  timeout: RequestTimeout
}

/**
 * The client of one web request whose API works in this process. Calls of SQL functions, which are most of what screens ask, go
 * to it without becoming requests: supabase-js and `fetch` would take longer for one than the database. Everything else is
 * supabase-js: tables, files, accounts, and each call after a look at the session, which may have changed it.
 */
export function directClient({ whole, token, call, watch, timeout }: Parts): Db {
  let made: Db | null = null
  let sessionUsed = false
  const client = () => {
    made ??= whole()
    return made
  }

  const queryOf = (name: string, args: object, options?: object) =>
    client().rpc(name as never, args as never, options as never)

  async function ask(name: string, args: object, token: string): Promise<object> {
    const began = performance.now()
    const count = () => countCall(watch, began, 'POST', () => `/rest/v1/rpc/${name}`)
    let answer: CallAnswer | null
    try {
      answer = await call({ name, args, token }, timeout())
    } catch (error) {
      count()
      return asUnanswered(error)
    }
    if (!answer) return (await queryOf(name, args)) as object
    count()
    if ('error' in answer) noteRefusal(watch, answer.error)
    return asAnswered(answer)
  }

  const rpc = (name: string, args: object = {}, options?: object) => {
    const sent = sessionUsed || options ? null : token()
    const query = () => queryOf(name, args, options)
    return sent === null ? query() : builder(query, () => ask(name, args, sent))
  }
  return new Proxy({} as Db, {
    get(_, name) {
      if (name === 'rpc') return rpc
      // A client is no promise, wherever one is waited for.
      if (name === 'then') return undefined
      if (name === 'auth') sessionUsed = true
      return memberOf(client(), name)
    },
  })
}

/** Returns a query of supabase-js that is asked otherwise as long as nothing is added to it. */
function builder(query: () => object, ask: () => Promise<object>): object {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (name !== 'then') return memberOf(query(), name)
        return (...then: Parameters<Promise<object>['then']>) => ask().then(...then)
      },
    },
  )
}

function memberOf(object: object, name: string | symbol): unknown {
  const member = (object as Record<string | symbol, unknown>)[name]
  return typeof member === 'function' ? member.bind(object) : member
}

/** Returns an answer as supabase-js gives it. */
function asAnswered(answer: CallAnswer): object {
  const { status } = answer
  const [data, error] = 'error' in answer ? [null, answer.error] : [answer.data, null]
  return { success: error === null, error, data, count: null, status, statusText: '' }
}

/** Returns as supabase-js does what has not come to an answer. */
function asUnanswered(thrown: unknown): object {
  const { name = 'Error', message, stack = '' } = thrown as Error
  const error = { message: `${name}: ${message}`, details: stack, hint: '', code: '' }
  return { success: false, error, data: null, count: null, status: 0, statusText: '' }
}
