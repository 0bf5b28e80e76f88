import { randomUUID } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { authRefusal } from '../api/endpoints.ts'
import type { OwnerSql } from '../database/owner-sql.ts'

/**
 * The Auth admin endpoints that @supabase/lite does not have, so that `supabase.auth.admin.*`
 * works unchanged: list, get, create, update and delete users. For the secret key only.
 *
 * Upstream: docs/upstream/lite-admin.md.
 */

interface UserRow {
  id: string
  email: string | null
  email_confirmed_at: string | null
  last_sign_in_at: string | null
  banned_until: string | null
  created_at: string
  updated_at: string
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
}

interface Attributes {
  id?: string
  email?: string
  password?: string
  email_confirm?: boolean
  user_metadata?: Record<string, unknown>
  app_metadata?: Record<string, unknown>
  /** GoTrue takes "none", or a duration such as "24h". */
  ban_duration?: string
}

const COLUMNS =
  'id, email, email_confirmed_at, last_sign_in_at, banned_until, created_at, updated_at, raw_app_meta_data, raw_user_meta_data'
export const BCRYPT_ROUNDS = 10

/** Answers a request below /auth/v1/admin/. The allow-list has checked its method and path. */
export async function answerAccounts(
  request: Request,
  sql: OwnerSql,
  secretKey: string,
): Promise<Response> {
  if (request.headers.get('apikey') !== secretKey)
    return authRefusal(401, 'no_authorization', 'This endpoint requires the secret key')
  const { pathname, searchParams } = new URL(request.url)
  const id = pathname.split('/')[5]
  if (!id)
    return request.method === 'GET'
      ? list(sql, searchParams)
      : create(sql, (await request.json()) as Attributes)
  if (request.method === 'GET') return one(sql, id)
  if (request.method === 'DELETE') return remove(sql, id)
  return update(sql, id, (await request.json()) as Attributes)
}

async function list(sql: OwnerSql, params: URLSearchParams): Promise<Response> {
  const size = Math.min(Math.max(Number(params.get('per_page')) || 50, 1), 1000)
  const page = Math.max(Number(params.get('page')) || 1, 1)
  const users = await sql.query<UserRow>(
    `select ${COLUMNS} from auth.users where deleted_at is null order by created_at desc, id limit $1 offset $2`,
    [size, (page - 1) * size],
  )
  const [count] = await sql.query<{ total: string }>(
    'select count(*)::text as total from auth.users where deleted_at is null',
  )
  return Response.json(
    { users: users.map(view), aud: 'authenticated' },
    { headers: { 'x-total-count': count?.total ?? '0' } },
  )
}

async function one(sql: OwnerSql, id: string): Promise<Response> {
  const user = await userView(sql, id)
  return user ? Response.json(user) : authRefusal(404, 'user_not_found', 'User not found')
}

/** Returns an account as GoTrue shows it; null when there is none. */
export async function userView(sql: OwnerSql, id: string) {
  const [user] = await sql.query<UserRow>(`select ${COLUMNS} from auth.users where id = $1::uuid`, [
    id,
  ])
  return user ? view(user) : null
}

async function create(sql: OwnerSql, input: Attributes): Promise<Response> {
  const email = input.email?.trim().toLowerCase()
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email))
    return authRefusal(400, 'validation_failed', 'Unable to validate email address: invalid format')
  const id = input.id ?? randomUUID()
  const metadata = {
    ...input.user_metadata,
    sub: id,
    email,
    email_verified: !!input.email_confirm,
    phone_verified: false,
  }
  const [user] = await sql.query<UserRow>(
    `with account as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
       values ($1::uuid, 'authenticated', 'authenticated', $2, $3, case when $4 then now() end,
         jsonb_build_object('provider', 'email', 'providers', jsonb_build_array('email')) || $5::text::jsonb, $6::text::jsonb)
       on conflict do nothing
       returning ${COLUMNS}
     ), identity as (
       insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
       select $7::uuid, 'email', id::text, id, $6::text::jsonb, now() from account
     )
     select * from account`,
    [
      id,
      email,
      await hash(input.password),
      !!input.email_confirm,
      JSON.stringify(input.app_metadata ?? {}),
      JSON.stringify(metadata),
      randomUUID(),
    ],
  )
  return user
    ? Response.json(view(user))
    : authRefusal(422, 'email_exists', 'A user with this email address has already been registered')
}

async function update(sql: OwnerSql, id: string, input: Attributes): Promise<Response> {
  const bannedUntil = input.ban_duration === undefined ? null : banEnd(input.ban_duration)
  const [user] = await sql.query<UserRow>(
    `update auth.users set
       email = coalesce($2, email),
       encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = raw_user_meta_data || $5::text::jsonb,
       raw_app_meta_data = raw_app_meta_data || $6::text::jsonb,
       banned_until = case when $7 then $8::text::timestamptz else banned_until end,
       updated_at = now()
     where id = $1::uuid returning ${COLUMNS}`,
    [
      id,
      input.email?.trim().toLowerCase() ?? null,
      input.password ? await hash(input.password) : null,
      !!input.email_confirm,
      JSON.stringify(input.user_metadata ?? {}),
      JSON.stringify(input.app_metadata ?? {}),
      input.ban_duration !== undefined,
      bannedUntil,
    ],
  )
  if (!user) return authRefusal(404, 'user_not_found', 'User not found')
  // A new password, or a ban, ends what is signed in.
  if (input.password || bannedUntil)
    await sql.query('delete from auth.sessions where user_id = $1::uuid', [id])
  return Response.json(view(user))
}

async function remove(sql: OwnerSql, id: string): Promise<Response> {
  const [user] = await sql.query<UserRow>(
    `delete from auth.users where id = $1::uuid returning ${COLUMNS}`,
    [id],
  )
  return user ? Response.json(view(user)) : authRefusal(404, 'user_not_found', 'User not found')
}

/**
 * Returns the hash of a password. An account without a password gets the hash of a random secret,
 * so nobody can sign in.
 */
function hash(password: string | undefined): Promise<string> {
  return bcrypt.hash(password ?? randomUUID() + randomUUID().slice(0, 30), BCRYPT_ROUNDS)
}

function banEnd(duration: string): string | null {
  const match = /^(\d+)(h|m|s)$/.exec(duration)
  if (!match) return null
  const seconds = Number(match[1]) * { h: 3600, m: 60, s: 1 }[match[2] as 'h' | 'm' | 's']
  return new Date(Date.now() + seconds * 1000).toISOString()
}

function view(user: UserRow) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    email_confirmed_at: iso(user.email_confirmed_at),
    confirmed_at: iso(user.email_confirmed_at),
    last_sign_in_at: iso(user.last_sign_in_at),
    banned_until: iso(user.banned_until),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: [],
    created_at: iso(user.created_at),
    updated_at: iso(user.updated_at),
  }
}

/** Formats a time as GoTrue does, whatever type the driver returned. */
function iso(at: string | null): string | null {
  return at && new Date(at).toISOString()
}
