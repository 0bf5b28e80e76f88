import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnerSql } from '../database/owner-sql.ts'

const POLL_MS = 50
/** Longest time that a request waits for another one to refresh the same session. */
const WAIT_MS = 3000

/**
 * Passes the refresh of a session on to the library, and serializes those with the same token. The requests of
 * a page do so together once an hour. The library would take the first two for one each, find a token with two
 * successors, take it for stolen and end the session. The lock is a row in the database, as several web servers may
 * share it.
 *
 * Upstream: docs/upstream/lite-renewal.md. Hosted Supabase has a reuse interval of ten seconds for it.
 */
export async function refreshInTurn(
  request: Request,
  sql: OwnerSql,
  pass: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { refresh_token: token } = (await request.clone().json()) as { refresh_token: string }
  const tokenHash = createHash('sha256').update(token).digest('hex')
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const { known, locked, refreshed } = await tryLock(sql, token, tokenHash)
    if (!known || locked || refreshed || Date.now() > deadline) {
      const response = await pass(request)
      if (locked && !response.ok)
        await sql.query('delete from private.token_refreshes where token_hash = $1', [tokenHash])
      return response
    }
    await sleep(POLL_MS)
  }
}

interface LockState {
  known: boolean
  /** True when this request has the lock and is to refresh the session. */
  locked: boolean
  /** True when another request has refreshed it. */
  refreshed: boolean
}

async function tryLock(sql: OwnerSql, token: string, tokenHash: string): Promise<LockState> {
  const [state] = await sql.query<LockState>(
    `with token as (
       select revoked from auth.refresh_tokens where token = $1
     ), expired as (
       delete from private.token_refreshes where begun_at < now() - interval '1 minute' and token_hash <> $2
     ), locked as (
       insert into private.token_refreshes (token_hash) select $2 from token where not revoked
       on conflict do nothing returning token_hash
     )
     select exists (select from token) as known, exists (select from locked) as locked,
       exists (select from auth.refresh_tokens t where t.parent = $1) as refreshed`,
    [token, tokenHash],
  )
  return state!
}
