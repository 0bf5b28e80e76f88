import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnerSql } from './database.ts'

const PAUSE_MS = 50
/** Longest that a request waits for another one to renew the same session. */
const PATIENCE_MS = 3000

/**
 * Passes a request on to the library; of those that renew a session with the same token at the same moment, one first.
 * The requests of a page do so once an hour. The library takes a token that has two successors for stolen and ends the
 * session, and makes two of two such requests. The claim is in the database, as several web servers may share it.
 *
 * Upstream: no issue known, 2026-11-23. Hosted Supabase has a reuse interval of ten seconds for it.
 */
export async function renewTogether(
  request: Request,
  sql: OwnerSql,
  pass: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.url.endsWith('/auth/v1/token?grant_type=refresh_token')) return pass(request)
  const { refresh_token: token } = (await request.clone().json()) as { refresh_token: string }
  const claim = createHash('sha256').update(token).digest('hex')
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const { known, claimed, renewed } = await stateOf(sql, token, claim)
    if (!known || claimed || renewed || Date.now() > until) {
      const answer = await pass(request)
      if (claimed && !answer.ok)
        await sql.query('delete from private.token_renewals where claim = $1', [claim])
      return answer
    }
    await sleep(PAUSE_MS)
  }
}

interface State {
  known: boolean
  /** This request is the one that renews. */
  claimed: boolean
  /** Another one has. */
  renewed: boolean
}

async function stateOf(sql: OwnerSql, token: string, claim: string): Promise<State> {
  const [state] = await sql.query<State>(
    `with token as (
       select revoked from auth.refresh_tokens where token = $1
     ), forgotten as (
       delete from private.token_renewals where begun_at < now() - interval '1 minute' and claim <> $2
     ), claimed as (
       insert into private.token_renewals (claim) select $2 from token where not revoked
       on conflict do nothing returning claim
     )
     select exists (select from token) as known, exists (select from claimed) as claimed,
       exists (select from auth.refresh_tokens t where t.parent = $1) as renewed`,
    [token, claim],
  )
  return state!
}
