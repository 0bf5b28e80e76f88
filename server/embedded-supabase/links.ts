import type { OwnerSql } from './database.ts'

/** How long a link works: what the mails in supabase/templates say. */
const RECOVERY_SECONDS = 3600
const CONFIRMATION_SECONDS = 24 * 3600

/** What @supabase/lite is told (`auth.email`): it knows one age for all links, so the longer one. */
export const LINK_SETTINGS = {
  otp_expiry: CONFIRMATION_SECONDS,
  // A link's secret is made of the address and this many digits. With the usual six it could be guessed by trying;
  // nobody types them here, so there may be as many as a good key has.
  otp_length: 40,
}

/** The kinds of links in our mails; the library would also take one for another ("magiclink" takes both). */
const KINDS = ['signup', 'recovery']

/**
 * Stands before the library's /verify, which would let a recovery link live as long as a confirmation, use a link up
 * on a GET, and keep an account's confirmation link alive after its owner came in another way. Sign-in by mailed
 * link is not a part of the product.
 *
 * @returns the refusal, or null to let the library answer.
 */
export async function refuseLinks(request: Request, sql: OwnerSql): Promise<Response | null> {
  const { pathname } = new URL(request.url)
  if (/^\/auth\/v1\/(otp|magiclink)$/.test(pathname))
    return refusal(422, 'otp_disabled', 'Sign-in by mailed link is disabled')
  if (pathname !== '/auth/v1/verify') return null
  if (request.method !== 'POST') return refusal(405, 'bad_request', 'Method not allowed')
  const { type } = ((await request
    .clone()
    .json()
    .catch(() => null)) ?? {}) as { type?: string }
  if (!KINDS.includes(type ?? ''))
    return refusal(400, 'validation_failed', 'Invalid email verification type')
  await forgetOldTokens(sql)
  return null
}

/** Whatever way a token is handed in, it is not found once it is past its time. */
async function forgetOldTokens(sql: OwnerSql): Promise<void> {
  await sql.query(
    `update auth.users set recovery_token = null
     where recovery_token is not null
       and (recovery_sent_at > now() - make_interval(secs => $1)) is not true`,
    [RECOVERY_SECONDS],
  )
  await sql.query(
    `update auth.users set confirmation_token = null
     where confirmation_token is not null
       and (email_confirmed_at is null and confirmation_sent_at > now() - make_interval(secs => $1)) is not true`,
    [CONFIRMATION_SECONDS],
  )
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status })
}
