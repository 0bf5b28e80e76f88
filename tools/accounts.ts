import type { Db } from '../app/platform/request/context.ts'
import type { Backend } from '../server/backend.ts'
import { accountClient, personClient } from '../server/supabase.ts'

export interface Credentials {
  email: string
  password: string
}

type Accounts = ReturnType<typeof accountClient>

/**
 * Creates a verified account unless it exists. Besides the first administrator, this is the only use of the secret key:
 * rows are written by signed-in users only. The password of an existing account stays as it is.
 */
export async function ensureAccount(
  backend: Backend,
  { email, password }: Credentials,
): Promise<{ id: string; isNew: boolean }> {
  const accounts = accountClient(backend)
  const { data, error } = await accounts.auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (data.user) return { id: data.user.id, isNew: true }
  if (error?.code === 'email_exists')
    return { id: await findAccount(accounts, email), isNew: false }
  throw new Error(`No account for ${email}: ${error?.message}`)
}

async function findAccount({ auth }: Accounts, email: string): Promise<string> {
  for (let page = 1; ; page++) {
    const { data, error } = await auth.admin.listUsers({ page, perPage: 1000 })
    if (error) throw error
    const found = data.users.find((user) => user.email === email)
    if (found) return found.id
    if (data.users.length === 0) throw new Error(`No account for ${email}.`)
  }
}

/** Opens the database as this user, with the rights that the app would have. */
export async function signInAs(backend: Backend, { email, password }: Credentials): Promise<Db> {
  const db = personClient(backend)
  const { error } = await db.auth.signInWithPassword({ email, password })
  if (error) throw new Error(`${email} cannot sign in: ${error.message}`)
  return db
}

/**
 * Creates the platform administrator unless there is one.
 *
 * @throws when another account is the administrator.
 */
export async function ensureAdmin(backend: Backend, who: Credentials): Promise<Db> {
  const { id: p_user } = await ensureAccount(backend, who)
  const { error } = await accountClient(backend).rpc('set_platform_admin', {
    p_user,
    p_email: who.email,
    p_display_name: 'Admin Team',
  })
  if (error?.hint === 'admin_exists')
    throw new Error(
      `${error.message} Say who it is with NORTHWIND_ADMIN_EMAIL and NORTHWIND_ADMIN_PASSWORD.`,
    )
  if (error) throw error
  return signInAs(backend, who)
}
