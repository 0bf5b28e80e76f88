import bcrypt from 'bcryptjs'
import { authRefusal } from '../api/endpoints.ts'
import type { OwnerSql } from '../database/owner-sql.ts'
import { complain, type Mailer } from '../mail/mail.ts'
import { BCRYPT_ROUNDS, userView } from './accounts.ts'
import type { Passwords } from './passwords.ts'
import { claimsIn } from './token.ts'

/** Minutes for which a mailed link's session may choose a password without the current one. */
const LINK_MINUTES = 15

interface Services {
  sql: OwnerSql
  passwords: Passwords
  mailer: Mailer
  jwtSecret: string
}

interface Account {
  email: string
  name: string | null
  hash: string
  /** The session was begun by a mailed link, and has not chosen a password yet. */
  by_link: boolean
}

/**
 * Answers PUT /auth/v1/user in place of the library, which changes a password for every holder of a token. Here it needs
 * the current password too, or the session of a mailed link; a weak password is refused; all other sessions and links of
 * the account end with the old one; and its owner is told by mail. Nothing else of an account can be changed here.
 *
 * Upstream: docs/upstream/lite-password-change.md.
 */
export async function answerPasswordChange(
  request: Request,
  { sql, passwords, mailer, jwtSecret }: Services,
): Promise<Response> {
  const claims = claimsIn(request, jwtSecret)
  const account = claims && (await accountOf(sql, claims.sub, claims.session_id))
  if (!claims || !account) return authRefusal(403, 'session_not_found', 'This session has ended.')

  const { password, current_password: current } = (await request.json()) as {
    password: string
    current_password?: string
  }
  const weak = await passwords.weakness(password, [account.email, account.name ?? ''])
  if (weak) return authRefusal(422, 'weak_password', weak)
  if (!account.by_link) {
    const refused = await checkCurrent(sql, account, current)
    if (refused) return refused
  }
  if (await bcrypt.compare(password, account.hash))
    return authRefusal(
      422,
      'same_password',
      'New password should be different from the old password.',
    )

  const changed = await replaceHash(sql, {
    user: claims.sub,
    session: claims.session_id,
    before: account.hash,
    after: await bcrypt.hash(password, BCRYPT_ROUNDS),
  })
  if (!changed) return authRefusal(409, 'conflict', 'The password was changed in another session.')
  // The password is changed whether or not the mail server takes the notice.
  if (changed.had_one) mailer.send('password_changed', account.email).catch(complain)
  return Response.json(await userView(sql, claims.sub))
}

async function accountOf(sql: OwnerSql, user: string, session: string): Promise<Account | null> {
  const [account] = await sql.query<Account>(
    `select u.email, p.display_name as name, u.encrypted_password as hash, l.session_id is not null as by_link
     from auth.users u
     join auth.sessions s on s.user_id = u.id and s.id = $2::uuid
     left join public.profiles p on p.user_id = u.id
     left join private.link_sessions l
       on l.session_id = s.id and l.begun_at > now() - make_interval(mins => $3)
     where u.id = $1::uuid and u.deleted_at is null and coalesce(u.banned_until, '-infinity') < now()`,
    [user, session, LINK_MINUTES],
  )
  return account ?? null
}

/** Counts the try with those of the sign-in: a stolen session must not find the password by trying. */
async function checkCurrent(
  sql: OwnerSql,
  { email, hash }: Account,
  current: string | undefined,
): Promise<Response | null> {
  if (current === undefined)
    return authRefusal(400, 'current_password_required', 'Enter your current password.')
  const [begun] = await sql.query<{ answer: { attempt: string | null; wait_seconds: number } }>(
    `select private.begin_sign_in('sign_in', $1, null, null) as answer`,
    [email],
  )
  const { attempt, wait_seconds } = begun!.answer
  if (!attempt) {
    const refused = authRefusal(429, 'over_request_rate_limit', 'Too many attempts.')
    refused.headers.set('Retry-After', String(wait_seconds))
    return refused
  }
  if (!(await bcrypt.compare(current, hash)))
    return authRefusal(400, 'current_password_mismatch', 'This is not your current password.')
  await sql.query('delete from private.sign_in_attempts where id = $1::uuid', [attempt])
  return null
}

interface Change {
  user: string
  session: string
  before: string
  after: string
}

/**
 * Sets the password and ends what the old one began, in one statement. Of two changes at once, the second finds
 * another password than it has compared.
 */
async function replaceHash(sql: OwnerSql, { user, session, before, after }: Change) {
  const [changed] = await sql.query<{ had_one: boolean }>(
    `with changed as (
       update auth.users set encrypted_password = $4, updated_at = now(),
         recovery_token = null, recovery_sent_at = null, confirmation_token = null
       where id = $1::uuid and encrypted_password = $3 returning id
     ), first as (
       -- The first password of an account, chosen in the session that its confirmation began, is no change.
       select from private.link_sessions l where l.session_id = $2::uuid and l.kind = 'signup'
     ), ended as (
       delete from auth.sessions where user_id = (select id from changed) and id <> $2::uuid
     ), used as (
       delete from private.link_sessions where session_id = $2::uuid and exists (select from changed)
     )
     select not exists (select from first) as had_one from changed`,
    [user, session, before, after],
  )
  return changed ?? null
}
