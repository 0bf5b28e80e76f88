import type { Db } from '../../app/platform/request/context.ts'
import { saysLater } from '../../app/platform/request/later.ts'
import type { Backend } from '../backend.ts'
import type { Watch } from '../calls.ts'
import { directClient } from '../direct-client.ts'
import type { RequestTimeout } from '../request-timeout.ts'
import { requestClient } from '../supabase.ts'
import type { CookieStore } from './cookie-store.ts'

interface Parts {
  backend: Backend
  cookies: CookieStore
  watch: Watch
  timeout: RequestTimeout
}

/**
 * Makes the client of the session in a request's cookies.
 *
 * @returns it, with a signal that aborts once the identity provider has answered a call of this request with "later".
 */
export function sessionClient({ backend, cookies, watch, timeout }: Parts): {
  db: Db
  later: AbortSignal
} {
  const later = new AbortController()
  const whole = () =>
    requestClient(
      { ...backend, fetch: noticing(backend.fetch, later) },
      {
        getAll: () => cookies.getAll(),
        // A client that could not renew its token drops the session. What the provider did not
        // answer is no reason to sign somebody out.
        setAll: async (changed) => {
          if (!later.signal.aborted) await cookies.setAll(changed)
        },
      },
      watch,
      timeout,
    )
  const { call } = backend
  const token = () => cookies.accessToken()
  const db = call ? directClient({ whole, token, call, watch, timeout }) : whole()
  return { db, later: later.signal }
}

/**
 * Notes when the identity provider answers that it is busy or broken, which says nothing of the session. The library
 * would ask it for half a minute.
 */
function noticing(inner: typeof fetch, later: AbortController): typeof fetch {
  return async (input, init) => {
    const response = await inner(input, init)
    if (!saysLater(response.status)) return response
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname.startsWith('/auth/v1/')) later.abort()
    return response
  }
}
