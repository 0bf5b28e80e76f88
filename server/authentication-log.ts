import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'
import type { AnswerCall } from './embedded-supabase/protocol.ts'

/** The web request that an account call belongs to. */
interface Surrounding {
  request: string
  /** The client's IP address. */
  address: string | undefined
  /** The account that the attempt is for, as the counter of attempts has found it. */
  account?: string | undefined
}

/** The web request that is being answered; empty for command line tools. */
export const surrounding = new AsyncLocalStorage<Surrounding>()

/** Name of each operation on accounts and sessions, by the method and the address of its call. */
const OPERATIONS: readonly [name: string, call: RegExp][] = [
  ['sign_in', /^POST \/auth\/v1\/token\?grant_type=password$/],
  ['renewal', /^POST \/auth\/v1\/token\?grant_type=refresh_token$/],
  ['link', /^POST \/auth\/v1\/verify(\?|$)/],
  ['reset_mail', /^POST \/auth\/v1\/recover(\?|$)/],
  ['confirmation_mail', /^POST \/auth\/v1\/resend(\?|$)/],
  ['sign_out', /^POST \/auth\/v1\/logout(\?|$)/],
  ['password_change', /^PUT \/auth\/v1\/user(\?|$)/],
  ['account_created', /^POST \/auth\/v1\/admin\/users(\?|$)/],
  ['account_changed', /^PUT \/auth\/v1\/admin\/users\//],
  ['account_removed', /^DELETE \/auth\/v1\/admin\/users\//],
  ['own_sessions_ended', /^POST \/rest\/v1\/rpc\/end_my_sessions(\?|$)/],
  ['sessions_ended', /^POST \/rest\/v1\/rpc\/end_member_sessions(\?|$)/],
]

/** Is in the address of each call that is logged or counted; most calls are questions of screens. */
const MAY_COUNT = /\/auth\/v1\/|_sessions|begin_sign_in/

/** Counts an attempt before the password is looked at (`begin_sign_in`): its answer names the account. */
const COUNTER = /^POST \/rest\/v1\/rpc\/begin_sign_in$/

/**
 * Returns a `fetch` to the API that logs every operation on accounts and sessions, successful or not, of pages, field
 * apps and tools alike: a line "authentication" with the operation, its outcome, the account's id and the client's
 * address. E-mail, password, token and link are never logged.
 */
export function logAuthentication(log: Logger, inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    if (!MAY_COUNT.test(address)) return inner(input, init)
    const { pathname, search } = new URL(address)
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
    const call = `${method} ${pathname}${search}`
    if (COUNTER.test(call)) return counted(log, await inner(input, init))
    const operation = OPERATIONS.find(([, pattern]) => pattern.test(call))?.[0]
    if (!operation) return inner(input, init)
    try {
      const response = await inner(input, init)
      const { user, code } = await contentOf(response)
      const bearer = response.status === 401 ? undefined : subjectOf(headersOf(input, init))
      write(log, operation, outcomeOf(response.status), { user: user ?? bearer, code })
      return response
    } catch (error) {
      write(log, operation, 'unavailable', {})
      throw error
    }
  }
}

/** Returns what answers calls, except for those that `logAuthentication` looks at: they stay requests. */
export function withoutLogged(inner: AnswerCall | undefined): AnswerCall | undefined {
  return inner && (async (call, signal) => (MAY_COUNT.test(call.name) ? null : inner(call, signal)))
}

function write(
  log: Logger,
  operation: string,
  outcome: string,
  { user, code }: { user?: string | undefined; code?: string | undefined },
): void {
  const { request, address, account } = surrounding.getStore() ?? {}
  const line = { request, operation, outcome, refusal: code, user: user ?? account, address }
  log.info(line, 'authentication')
}

/** Remembers the account of an attempt; logs one that is refused because there were too many. */
async function counted(log: Logger, response: Response): Promise<Response> {
  const { attempt, account, kind } = await jsonOf(response)
  const around = surrounding.getStore()
  if (around) around.account = textOf(account)
  if (response.ok && attempt === null)
    write(log, kind === 'reset' ? 'reset_mail' : 'sign_in', 'blocked', { user: textOf(account) })
  return response
}

function outcomeOf(status: number): string {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'unavailable'
}

async function contentOf(response: Response) {
  const { user, id, error_code, hint, code } = await jsonOf(response)
  return {
    user: textOf((user as { id?: unknown } | undefined)?.id) ?? textOf(id),
    code: response.ok ? undefined : (textOf(hint) ?? textOf(error_code) ?? textOf(code)),
  }
}

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  try {
    return ((await response.clone().json()) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function headersOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Headers {
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
}

/** Returns the account of a token that the API has accepted. */
function subjectOf(headers: Headers): string | undefined {
  const [, payload = ''] = (headers.get('authorization') ?? '').split('.')
  try {
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }
    return textOf(sub)
  } catch {
    return undefined
  }
}
