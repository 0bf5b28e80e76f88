import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'

type AccountClient = SupabaseClient<Database>

// The server and Remix's bundle are two module graphs in one process: what the server provides is
// found through the global object.
const KEY = Symbol.for('kalakal.account-client')
const shared = globalThis as unknown as Record<symbol, (() => AccountClient) | undefined>

/** Called once by the server at start. */
export function provideAdminClient(make: () => AccountClient): void {
  shared[KEY] = make
}

/**
 * Client with the secret key: for accounts (`auth.admin`) and their mails, behind `requireAdmin`, and for papers that are shared:
 * it keeps what was read for a person, and opens the one paper of a link. The database grants it no business row. The only way from
 * a screen to the secret key.
 */
export function adminClient(): AccountClient {
  const make = shared[KEY]
  if (!make) throw new Error('The server has not provided the account client.')
  return make()
}
