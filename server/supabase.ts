import { type CookieMethodsServer, createServerClient } from '@supabase/ssr'
import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js'
import ws from 'ws'
import type { Db } from '../app/platform/context.ts'
import type { Database } from '../app/platform/database.types.ts'
import type { Backend } from './backend.ts'
import { type Watch, watched } from './calls.ts'

/** The one client factory: request, person and account clients all begin here. */
function common(backend: Backend): SupabaseClientOptions<'public'> {
  return {
    global: { fetch: backend.fetch },
    // Node 20 has no WebSocket of its own; the app opens no realtime channel, the library asks all the same.
    realtime: { transport: ws as never },
  }
}

/** The client of one web request: the session comes from and goes into the request's cookies. */
export function requestClient(backend: Backend, cookies: CookieMethodsServer, watch: Watch): Db {
  return createServerClient<Database>(backend.url, backend.publishableKey, {
    ...common({ ...backend, fetch: watched(impatient(backend.fetch), watch) }),
    cookies,
    // Sealed as a whole afterwards: no need to encode twice.
    cookieEncoding: 'raw',
    cookieOptions: { name: 'session' },
  }) as unknown as Db
}

/** The client of one web request that brought a person's access token: no session, nothing to renew. */
export function tokenClient(backend: Backend, token: string, watch: Watch): Db {
  return createClient<Database>(backend.url, backend.publishableKey, {
    ...common(backend),
    global: {
      fetch: watched(impatient(backend.fetch), watch),
      headers: { Authorization: `Bearer ${token}` },
    },
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** A person's client for tools and tests: signs in by itself and keeps nothing. */
export function personClient(backend: Backend): Db {
  return createClient<Database>(backend.url, backend.publishableKey, {
    ...common(backend),
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** With the secret key: for accounts (`auth.admin`) and `set_platform_admin` alone, never for rows. */
export function accountClient(backend: Backend): SupabaseClient<Database> {
  return createClient<Database>(backend.url, backend.secretKey, {
    ...common(backend),
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

/** No web request waits longer for the database than this, so that none hangs over 15 seconds. */
const PATIENCE_MS = 14_000

function impatient(inner: typeof fetch): typeof fetch {
  return (input, init) => {
    const limit = AbortSignal.timeout(PATIENCE_MS)
    return inner(input, {
      ...init,
      signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit,
    })
  }
}
