import { randomBytes } from 'node:crypto'
import { authRefusal } from '../api/endpoints.ts'
import type { OwnerSql } from '../database/owner-sql.ts'
import { sessionIn } from './token.ts'

/** Settings of @supabase/lite (`auth.email`) for the links in mails. */
export const LINK_SETTINGS = {
  // It knows one age for all links: the longest of those below.
  otp_expiry: 24 * 3600,
  // A link's secret is made of the address and this many digits. With the usual six it could be found by trying;
  // nobody types them here, so there may be as many as a good key has.
  otp_length: 40,
}

/** The kinds of links in our mails: where their secret is, how old it may be, whom it may still let in. */
const KINDS: Record<string, { column: string; hours: number; condition: string }> = {
  recovery: { column: 'recovery', hours: 1, condition: 'true' },
  // A person who signed in by another link has confirmed the address: the link of the first mail
  // must not open the account later.
  signup: { column: 'confirmation', hours: 24, condition: 'email_confirmed_at is null' },
}

/**
 * Uses up a link before the library's /verify. The library lets a recovery link live as long as a confirmation, takes
 * links of one kind for another ("magiclink"), and lets two requests at the same moment use one link. So the link's
 * secret is replaced here, in one statement, by one that nobody else knows: one of many requests gets it, in time and
 * for the right kind.
 *
 * Upstream: docs/upstream/lite-links.md.
 *
 * @returns the request to hand to the library, or its refusal.
 */
export async function takeLink(request: Request, sql: OwnerSql): Promise<Request | Response> {
  const { type, token_hash } = (await request.json()) as { type: string; token_hash: string }
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kind) return authRefusal(400, 'validation_failed', 'Invalid email verification type')

  const own = randomBytes(32).toString('hex')
  const taken = await sql.query(
    `update auth.users set ${kind.column}_token = $2
     where ${kind.column}_token = $1 and ${kind.condition}
       and ${kind.column}_sent_at > now() - make_interval(hours => $3)
     returning id`,
    [token_hash, own, kind.hours],
  )
  if (taken.length === 0)
    return authRefusal(403, 'otp_expired', 'Email link is invalid or has expired')
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const body = JSON.stringify({ type, token_hash: own })
  return new Request(request.url, { method: 'POST', headers, body })
}

/** Notes the session that a link has begun: it may choose a password without the current one. */
export async function noteLinkSession(
  request: Request,
  response: Response,
  sql: OwnerSql,
): Promise<void> {
  if (!response.ok) return
  const { type } = (await request.json()) as { type: string }
  const { access_token } = (await response.clone().json()) as { access_token: string }
  await sql.query('insert into private.link_sessions (session_id, kind) values ($1::uuid, $2)', [
    sessionIn(access_token),
    type,
  ])
}
