import { createHash, randomBytes, randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import postgres from 'postgres'
import type { MailKind } from '../../../server/embedded-supabase/mail/templates.ts'
import type { SigningKeys } from './keys.ts'

/** A service behind the gateway of a hosted project. */
export interface Service {
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

/** Facts of the project that Auth works for. */
interface Project {
  /** Address of the database as `postgres`. */
  database: string
  keys: SigningKeys
  send(kind: MailKind, to: string, token?: string): void
}

interface Account extends Record<string, unknown> {
  id: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: Date | null
  banned_until: Date | null
}

interface Caller {
  account: Account
  session: string
  /** The session was begun by a mailed link. */
  recovers: boolean
}

/** The settings of supabase/config.toml that its answers depend on; mails may come faster, as in the embedded server. */
const PASSWORD_LENGTH = 12
const LINK_SECONDS = 86_400
const MAIL_SECONDS = 1
const TOKEN_SECONDS = 3600
/** A token that was renewed is taken once more for this long, from a browser that sent two requests at once. */
const REUSE_SECONDS = 10
/** Passwords of tests need no strong hash: a sign-in takes a millisecond. */
const ROUNDS = 4

/**
 * Answers as Supabase Auth does, with its codes, over its tables: what the product asks of it, and no more. The real
 * program takes its place where KALAKAL_AUTH names one.
 */
export function openAuth({ database, keys, send }: Project): Service {
  const sql = postgres(database.replace('postgres@', 'supabase_auth_admin@'), {
    max: 5,
    onnotice: () => {},
  })
  /** How a session was begun, by its id: the tables of these tests have no place for it. */
  const begun = new Map<string, string>()

  async function tokens(account: Account, session: string): Promise<Response> {
    const [renewal] = await sql`
      insert into auth.refresh_tokens (token, user_id, revoked, session_id, created_at, updated_at)
      values (${randomBytes(9).toString('base64url')}, ${account.id}, false, ${session}, now(), now()) returning token`
    const method = begun.get(session) ?? 'password'
    const { id: sub, email } = account
    const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }]
    const role = 'authenticated'
    const claims = { sub, email, role, aud: role, session_id: session, aal: 'aal1', amr }
    return Response.json({
      access_token: await keys.sign(claims, TOKEN_SECONDS),
      token_type: 'bearer',
      expires_in: TOKEN_SECONDS,
      expires_at: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
      refresh_token: renewal!.token,
      user: view(account),
    })
  }

  async function signIn(account: Account, method: string): Promise<Response> {
    const session = randomUUID()
    begun.set(session, method)
    await sql`insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      values (${session}, ${account.id}, now(), now(), 'aal1')`
    const [seen] = await sql<Account[]>`
      update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${account.id} returning *`
    return tokens(seen!, session)
  }

  async function withPassword({ email, password }: Body): Promise<Response> {
    const [account] = await sql<
      Account[]
    >`select * from auth.users where email = ${email!.toLowerCase()}`
    const right =
      account?.encrypted_password && (await bcrypt.compare(password!, account.encrypted_password))
    if (!right) return refusal(400, 'invalid_credentials', 'Invalid login credentials')
    if (isBanned(account)) return refusal(400, 'user_banned', 'User is banned')
    if (!account.email_confirmed_at)
      return refusal(400, 'email_not_confirmed', 'Email not confirmed')
    return signIn(account, 'password')
  }

  async function renew({ refresh_token }: Body): Promise<Response> {
    const [token] = await sql`
      select t.*, t.updated_at < now() - make_interval(secs => ${REUSE_SECONDS}) as late
      from auth.refresh_tokens t where token = ${refresh_token!}`
    if (!token)
      return refusal(
        400,
        'refresh_token_not_found',
        'Invalid Refresh Token: Refresh Token Not Found',
      )
    const [account] = await sql<Account[]>`select * from auth.users where id = ${token.user_id}`
    if (isBanned(account!)) return refusal(400, 'user_banned', 'Invalid Refresh Token: User Banned')
    if (token.revoked && token.late)
      return refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    await sql`update auth.refresh_tokens set revoked = true, updated_at = now() where id = ${token.id} and not revoked`
    await sql`update auth.sessions set refreshed_at = now() at time zone 'utc' where id = ${token.session_id}`
    return tokens(account!, token.session_id as string)
  }

  async function verify({ type, token_hash }: Body): Promise<Response> {
    const column = type === 'recovery' ? 'recovery' : 'confirmation'
    const [account] = await sql<Account[]>`
      update auth.users set ${sql(`${column}_token`)} = '', email_confirmed_at = coalesce(email_confirmed_at, now())
      where ${sql(`${column}_token`)} = ${token_hash || 'none'}
        and ${sql(`${column}_sent_at`)} > now() - make_interval(secs => ${LINK_SECONDS}) returning *`
    return account
      ? signIn(account, type === 'recovery' ? 'recovery' : 'otp')
      : refusal(403, 'otp_expired', 'Email link is invalid or has expired')
  }

  async function mail(kind: 'confirmation' | 'recovery', { email }: Body): Promise<Response> {
    const [account] = await sql<Account[]>`
      select *, ${sql(`${kind}_sent_at`)} > now() - make_interval(secs => ${MAIL_SECONDS}) as too_soon
      from auth.users where email = ${email!.toLowerCase()}`
    if (!account || (kind === 'confirmation' && account.email_confirmed_at))
      return Response.json({})
    if (account.too_soon)
      return refusal(
        429,
        'over_email_send_rate_limit',
        'For security purposes, you can only request this after some seconds.',
      )
    const token = createHash('sha224').update(randomBytes(20)).digest('hex')
    await sql`update auth.users set ${sql(`${kind}_token`)} = ${token}, ${sql(`${kind}_sent_at`)} = now()
      where id = ${account.id}`
    send(kind, account.email, token)
    return Response.json({})
  }

  /** A new password ends the sessions of the account, but that which changed it. */
  const endSessions = (account: string, but: string | null) =>
    sql`delete from auth.sessions where user_id = ${account} and id is distinct from ${but}::uuid`

  async function change({ account, recovers, session }: Caller, body: Body): Promise<Response> {
    const { password = '', current_password: current } = body
    const hash = account.encrypted_password
    if (password.length < PASSWORD_LENGTH)
      return refusal(
        422,
        'weak_password',
        `Password should be at least ${PASSWORD_LENGTH} characters.`,
      )
    if (hash && !recovers) {
      const said = 'Current password required when setting new password.'
      if (!current) return refusal(400, 'current_password_required', said)
      if (!(await bcrypt.compare(current, hash)))
        return refusal(400, 'current_password_invalid', said)
    }
    if (hash && (await bcrypt.compare(password, hash)))
      return refusal(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    const [changed] = await sql<Account[]>`
      update auth.users set encrypted_password = ${await bcrypt.hash(password, ROUNDS)}, updated_at = now(),
        recovery_token = '', confirmation_token = '' where id = ${account.id} returning *`
    await endSessions(account.id, session)
    send('password_changed', account.email)
    return Response.json(view(changed!))
  }

  async function signOut({ account, session }: Caller, scope: string): Promise<Response> {
    const all = sql`delete from auth.sessions where user_id = ${account.id}`
    if (scope === 'local') await sql`${all} and id = ${session}`
    else if (scope === 'others') await sql`${all} and id <> ${session}`
    else await all
    return new Response(null, { status: 204 })
  }

  async function create(body: Body): Promise<Response> {
    const email = body.email?.toLowerCase() ?? ''
    if (!/^[^\s@]+@[^\s@]+$/.test(email))
      return refusal(400, 'validation_failed', 'Unable to validate email address: invalid format')
    const [there] = await sql`select from auth.users where email = ${email}`
    if (there)
      return refusal(
        422,
        'email_exists',
        'A user with this email address has already been registered',
      )
    const id = body.id ?? randomUUID()
    const data = sql.json({ sub: id, email, email_verified: !!body.email_confirm })
    // Auth makes up a password for who is given none.
    const password = await bcrypt.hash(body.password ?? randomUUID(), ROUNDS)
    const [made] = await sql<Account[]>`
      with made as (
        insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
          raw_user_meta_data, created_at, updated_at)
        values (${id}, 'authenticated', 'authenticated', ${email}, ${password},
          ${body.email_confirm ? sql`now()` : null}, '{"provider": "email", "providers": ["email"]}', ${data}, now(), now())
        on conflict do nothing returning *),
      identity as (
        insert into auth.identities (user_id, provider, provider_id, identity_data, created_at)
        select id, 'email', id::text, ${data}, now() from made)
      select * from made`
    // Auth says no more of an address that another request has taken meanwhile.
    return made
      ? Response.json(view(made))
      : refusal(500, 'unexpected_failure', 'Database error creating new user')
  }

  async function administer(request: Request, body: Body): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const id = pathname.split('/')[5]
    if (!id && request.method === 'POST') return create(body)
    if (!id) {
      const [size, page] = ['per_page', 'page'].map((name) => Number(searchParams.get(name) || 1))
      const found = await sql<Account[]>`
        select * from auth.users order by created_at desc, id limit ${size!} offset ${(page! - 1) * size!}`
      const [all] = await sql`select count(*)::text as total from auth.users`
      const headers = { 'x-total-count': String(all!.total) }
      return Response.json({ users: found.map(view), aud: 'authenticated' }, { headers })
    }
    const [account] = await sql<Account[]>`select * from auth.users where id = ${id}`
    if (!account) return refusal(404, 'user_not_found', 'User not found')
    if (request.method === 'DELETE')
      try {
        await sql`delete from auth.users where id = ${id}`
      } catch {
        return refusal(500, 'unexpected_failure', 'Database error deleting user')
      }
    if (request.method !== 'PUT')
      return Response.json(request.method === 'DELETE' ? {} : view(account))
    const { ban_duration: ban, password, email_confirm } = body
    const hours = ban && ban !== 'none' ? Number.parseInt(ban, 10) : null
    const [changed] = await sql<Account[]>`
      update auth.users set updated_at = now(),
        encrypted_password = coalesce(${password ? await bcrypt.hash(password, ROUNDS) : null}, encrypted_password),
        email_confirmed_at = case when ${!!email_confirm} then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
        banned_until = case when ${ban !== undefined} then now() + make_interval(hours => ${hours}) else banned_until end
      where id = ${id} returning *`
    if (password) await endSessions(id!, null)
    return Response.json(view(changed!))
  }

  async function callerOf(request: Request): Promise<Caller | Response> {
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token)
      return refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const claims = await keys.read(token)
    if (!claims?.sub)
      return refusal(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature')
    const session = String(claims.session_id)
    const [account] = await sql<Account[]>`
      select u.* from auth.users u join auth.sessions s on s.user_id = u.id and s.id = ${session} where u.id = ${claims.sub}`
    const [method] = claims.amr as { method: string }[]
    return account
      ? { account, session, recovers: method!.method !== 'password' }
      : refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace('/auth/v1/', '')
    const text = await request.text()
    const body = (text ? JSON.parse(text) : {}) as Body
    if (path === 'token')
      return searchParams.get('grant_type') === 'password' ? withPassword(body) : renew(body)
    if (path === 'verify') return verify(body)
    if (path === 'recover') return mail('recovery', body)
    if (path === 'resend') return mail('confirmation', body)
    if (path === 'signup')
      return refusal(422, 'signup_disabled', 'Signups not allowed for this instance')
    if (path === 'health') return Response.json({ name: 'GoTrue', description: 'a stand-in' })
    if (path === '.well-known/jwks.json') return Response.json(keys.jwks)
    if (path.startsWith('admin/')) {
      const claims = await keys.read(request.headers.get('authorization')?.slice(7) ?? '')
      return claims?.role === 'service_role'
        ? administer(request, body)
        : refusal(403, 'not_admin', 'User not allowed')
    }
    const caller = await callerOf(request)
    if (caller instanceof Response) return caller
    if (path === 'logout') return signOut(caller, searchParams.get('scope') ?? 'global')
    if (path === 'user')
      return request.method === 'PUT' ? change(caller, body) : Response.json(view(caller.account))
    return new Response('404 page not found', { status: 404 })
  }

  return { fetch: answer, stop: () => sql.end() }
}

interface Body {
  id?: string
  email?: string
  password?: string
  current_password?: string
  refresh_token?: string
  type?: string
  token_hash?: string
  email_confirm?: boolean
  ban_duration?: string
}

const isBanned = ({ banned_until }: Account) => banned_until !== null && banned_until > new Date()

/** The form of its refusals since 2024-01-01, which supabase-js asks for. */
const refusal = (status: number, code: string, message: string) =>
  Response.json(
    { code, message },
    { status, headers: { 'x-supabase-api-version': '2024-01-01', 'x-sb-error-code': code } },
  )

/** An account as Auth shows it: empty moments are left out. */
function view(account: Account): object {
  const { raw_app_meta_data, raw_user_meta_data, confirmation_token, recovery_token, ...shown } =
    account
  const told = Object.entries(shown).filter(
    ([name, value]) => value !== null && name !== 'encrypted_password',
  )
  return {
    ...Object.fromEntries(told),
    app_metadata: raw_app_meta_data,
    user_metadata: raw_user_meta_data,
    identities: [],
  }
}
