import { createHash, randomUUID } from 'node:crypto'
import type { AppLoadContext } from '@remix-run/node'
import { openAccount } from '~/platform/access/accounts.server'
import { adminClient } from '~/platform/db/admin-client.server'
import { noteSession } from './sign-in.server'

/** True once an administrator was seen: an installation keeps it. */
let isSetUp = false

/** Tells whether the installation has no administrator yet. */
export async function needsSetup(): Promise<boolean> {
  if (isSetUp) return false
  const { data, error } = await adminClient().rpc('needs_setup')
  if (error) throw error
  isSetUp = data === false
  return !isSetUp
}

interface Setup {
  code: string
  name: string
  email: string
  password: string
}

type Refusal = { field?: string; message: string }

const OVER =
  'This code can no longer be used. Restart the server: it writes a new one into its log.'
const WRONG = 'This is not the code. Copy it from the last line about /setup in the log.'

/**
 * Makes the first administrator and signs in. The account is deleted again when the code was used by somebody else
 * meanwhile, so that no half of it stays.
 *
 * @returns why it was refused; null when it is done.
 */
export async function setUp(
  context: AppLoadContext,
  { code, name, email, password }: Setup,
): Promise<Refusal | null> {
  const client = adminClient()
  const p_code_hash = createHash('sha256').update(code).digest('hex')
  const tried = await client.rpc('try_setup_code', { p_code_hash })
  if (tried.error) throw tried.error
  if (tried.data === null) return { field: 'code', message: OVER }
  if (!tried.data) return { field: 'code', message: WRONG }

  const id = randomUUID()
  const account = await openAccount(id, email, { password, email_confirm: true })
  if (!account.ok) return account.error
  const made = await client.rpc('complete_setup', {
    p_code_hash,
    p_user: id,
    p_email: email,
    p_display_name: name,
  })
  if (made.error) {
    await client.auth.admin.deleteUser(id)
    if (made.error.hint === 'setup_over' || made.error.hint === 'admin_exists')
      return { field: 'code', message: OVER }
    throw made.error
  }
  isSetUp = true
  const { error } = await context.db.auth.signInWithPassword({ email, password })
  if (error) throw error
  await noteSession(context)
  return null
}
