import { randomBytes } from 'node:crypto'
import { authRefusal } from '../api/endpoints.ts'
import type { OwnerSql } from '../database/owner-sql.ts'
import { complain, type Mailer } from '../mail/mail.ts'
import type { ServiceOptions } from '../protocol.ts'

const SECONDS_BETWEEN = 60

/**
 * Answers POST /auth/v1/resend for sign-ups, which @supabase/lite accepts without sending anything. A new link replaces
 * the older one. With the secret key the answer tells whether the mail went out, or that the last one is less than a
 * minute old; with the publishable key it is the same for every address, and as quick.
 *
 * Upstream: docs/upstream/lite-resend.md.
 */
export async function answerResend(
  request: Request,
  sql: OwnerSql,
  mailer: Mailer,
  options: ServiceOptions,
): Promise<Response> {
  const key = request.headers.get('apikey')
  if (key !== options.secretKey && key !== options.publishableKey)
    return authRefusal(401, 'no_authorization', 'Invalid API key')
  const trusted = key === options.secretKey
  const { email: to } = (await request.json()) as { email: string }
  const token = randomBytes(32).toString('hex')
  const [account] = await sql.query<{ sent: boolean }>(
    `with account as (
       select id, coalesce(confirmation_sent_at > now() - make_interval(secs => $3), false) as recent
       from auth.users where email = $1 and email_confirmed_at is null and deleted_at is null
     ), sent as (
       update auth.users u set confirmation_token = $2, confirmation_sent_at = now()
       from account a where u.id = a.id and not a.recent returning u.id
     )
     select exists (select from sent where sent.id = account.id) as sent from account`,
    [to, token, SECONDS_BETWEEN],
  )
  if (account?.sent) {
    const sent = mailer.send('confirmation', to, token)
    if (trusted) await sent
    else sent.catch(complain)
  } else if (account && trusted) {
    const message = `For security purposes, you can only request this after ${SECONDS_BETWEEN} seconds.`
    return authRefusal(429, 'over_email_send_rate_limit', message)
  }
  return Response.json({})
}
