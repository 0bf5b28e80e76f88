import { type CookieMethodsServer, createServerClient } from '@supabase/ssr'
import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js'
import ws from 'ws'
import type { Database } from '../app/platform/db/database.types.ts'
import type { Db } from '../app/platform/request/context.ts'
import type { Backend } from './backend.ts'
import { type Watch, watched } from './calls.ts'
import { askReadsOnce } from './embedded-supabase/api/lite-internals.ts'
import { type RequestTimeout, withTimeout } from './request-timeout.ts'

/** The one client factory: request, person and account clients all begin here. */
function common(backend: Backend): SupabaseClientOptions<'public'> {
  return {
    global: { fetch: backend.fetch },
    // Node 20 has no WebSocket of its own; the app opens no realtime channel, the library asks all the same.
    realtime: { transport: ws as never },
  }
}

/** The client of one web request: the session comes from and goes into the request's cookies. */
export function requestClient(
  backend: Backend,
  cookies: CookieMethodsServer,
  watch: Watch,
  timeout: RequestTimeout,
): Db {
  const client = createServerClient<Database>(backend.url, backend.publishableKey, {
    ...common({ ...backend, fetch: watched(withTimeout(backend.fetch, timeout), watch) }),
    cookies,
    // Sealed as a whole afterwards: no need to encode twice.
    cookieEncoding: 'raw',
    cookieOptions: { name: 'session' },
  }) as unknown as Db
  askReadsOnce(client)
  return client
}

/** The client of one web request that brought a person's access token: no session, nothing to renew. */
export function tokenClient(
  backend: Backend,
  token: string,
  watch: Watch,
  timeout: RequestTimeout,
): Db {
  const client = createClient<Database>(backend.url, backend.publishableKey, {
    ...common(backend),
    global: {
      fetch: watched(withTimeout(backend.fetch, timeout), watch),
      headers: { Authorization: `Bearer ${token}` },
    },
    auth: { persistSession: false, autoRefreshToken: false },
  })
  askReadsOnce(client)
  return client
}

/** A person's client for tools and tests: signs in by itself and keeps nothing. */
export function personClient(backend: Backend): Db {
  return createClient<Database>(backend.url, backend.publishableKey, {
    ...common(backend),
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/**
 * This client has the secret key: it is for accounts (`auth.admin`) and the functions that only this key may call, never
 * for rows.
 */
export function accountClient(backend: Backend): SupabaseClient<Database> {
  return createClient<Database>(backend.url, backend.secretKey, {
    ...common(backend),
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
