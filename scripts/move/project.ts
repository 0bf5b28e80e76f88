import { withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from '../../server/env.ts'
import { requireMigrations } from './migrated.ts'
import type { Side } from './sides.ts'

/** The API of a Supabase project, which takes and gives its stored files. */
export interface Project {
  url: string
  secretKey: string
}

/**
 * The tables that are copied row by row between a Supabase and another database: those of the product. Accounts and files are
 * copied by their own steps, and nobody stays signed in.
 */
export const WITHIN_PROJECT = `n.nspname in ('public', 'private') and c.relname not in ('session_devices', 'link_sessions')`

/** Columns of accounts that the embedded tables and those of Supabase Auth have both. */
const USER = `id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at, raw_app_meta_data,
  raw_user_meta_data, banned_until, is_sso_user, is_anonymous, created_at, updated_at`
const IDENTITY =
  'id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at'
/** Tokens of mailed links that Supabase Auth reads as empty texts where there are none. */
const TOKENS =
  'confirmation_token, recovery_token, email_change, email_change_token_new, email_change_token_current, reauthentication_token'

/** @throws ConfigurationError when a database belongs to a Supabase and its API is not named, or the other way around. */
export async function requireKind({ query }: Side, project: Project | null): Promise<void> {
  const [found] = await query<{ supabase: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.oid = c.relowner
      where n.nspname = 'auth' and c.relname = 'users' and r.rolname = 'supabase_auth_admin') as supabase`,
  )
  if (found!.supabase === (project !== null)) return
  throw new ConfigurationError(
    project
      ? 'This database is none of a Supabase: leave --supabase out.'
      : 'This database belongs to a Supabase: name the address of its API with --supabase, and its secret key in SUPABASE_SECRET_KEY.',
  )
}

/** @throws ConfigurationError when the project lacks migrations, or has people or companies. */
export async function requireEmptyProject({ query }: Side, url: string): Promise<void> {
  const sentence =
    'The project lacks migrations of this version. Push them first: npx supabase db push.'
  await withOwnerSql(url, (sql) => requireMigrations(sql, sentence))
  const [found] = await query<{ filled: boolean }>(
    'select exists (select from auth.users) or exists (select from public.projects) as filled',
  )
  if (found!.filled)
    throw new ConfigurationError(
      'The Supabase project has people or companies. Make a new one for the move.',
    )
}

/**
 * Copies people and their passwords between the tables of accounts of two databases, one of which is a Supabase's. Mailed
 * links that were not used yet are not copied.
 *
 * @throws ConfigurationError when they differ afterwards.
 */
export async function copyAccounts(from: Side, to: Side): Promise<number> {
  for (const side of [from, to]) await side.query(`select set_config('timezone', 'UTC', true)`)
  const columns = await to.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = 'auth.users'::regclass and attnum > 0 and not attisdropped`,
  )
  const has = (name: string) => columns.some((column) => column.name === name)
  const tokens = TOKENS.split(', ').filter(has)
  const fixed = [
    ...tokens.map((name) => ({ name, value: `''` })),
    ...(has('instance_id')
      ? [{ name: 'instance_id', value: `'00000000-0000-0000-0000-000000000000'` }]
      : []),
  ]
  const users = await rowsOf(from, 'users', USER)
  const identities = await rowsOf(from, 'identities', IDENTITY)
  await to.query(
    `insert into auth.users (${USER}${fixed.map(({ name }) => `, ${name}`).join('')})
     select ${USER}${fixed.map(({ value }) => `, ${value}`).join('')}
     from jsonb_populate_recordset(null::auth.users, $1::text::jsonb)`,
    [users],
  )
  await to.query(
    `insert into auth.identities (${IDENTITY})
     select ${IDENTITY} from jsonb_populate_recordset(null::auth.identities, $1::text::jsonb)`,
    [identities],
  )
  if (
    (await rowsOf(to, 'users', USER)) !== users ||
    (await rowsOf(to, 'identities', IDENTITY)) !== identities
  )
    throw new ConfigurationError('The accounts differ from the original. Nothing was moved.')
  return (JSON.parse(users) as unknown[]).length
}

/** Reads rows of a table of accounts as text, to be written and compared. */
async function rowsOf(side: Side, table: string, columns: string): Promise<string> {
  const [row] = await side.query<{ rows: string }>(
    `select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]')::text as rows from (select ${columns} from auth.${table}) t`,
  )
  return row!.rows
}
