import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/mini'
import { formerSession } from '~/platform/access/authenticate.server'
import { commonPassword } from '~/platform/access/password-strength.server'
import { adminClient } from '~/platform/db/admin-client.server'
import { enterWeb } from './sign-in.server'

const person = z.nullable(z.object({ user_id: z.string(), email: z.string(), name: z.string() }))

/** Returns whose account a link opens; null for one that opens nothing. Looking does not use it up: messengers follow links. */
export async function readInvited(token: string | null) {
  if (!token) return null
  const { data, error } = await adminClient().rpc('invited_person', { p_token: token })
  if (error) throw error
  return person.parse(data)
}

type Outcome =
  | { state: 'done'; web: boolean }
  /** The password was refused; the link still works. */
  | { state: 'again'; message: string }
  | { state: 'over' }

/** Uses the link up, sets the password and signs in, where the role of the person has screens here. */
export async function acceptInvitation(
  context: AppLoadContext,
  token: string,
  password: string,
): Promise<Outcome> {
  const client = adminClient()
  const invited = await readInvited(token)
  if (!invited) return { state: 'over' }
  const common = commonPassword(password, [invited.email, invited.name])
  if (common) return { state: 'again', message: common }
  const opened = await client.rpc('open_invitation', { p_token: token })
  if (opened.error) throw opened.error
  if (!opened.data) return { state: 'over' }
  const { error } = await client.auth.admin.updateUserById(invited.user_id, {
    password,
    email_confirm: true,
  })
  if (error) {
    await client.rpc('reopen_invitation', { p_token: token })
    if (error.status === 422) return { state: 'again', message: error.message }
    throw error
  }
  const endFormer = await formerSession(context)
  const signedIn = await context.db.auth.signInWithPassword({ email: invited.email, password })
  if (signedIn.error) throw signedIn.error
  await endFormer()
  return { state: 'done', web: (await enterWeb(context)) !== null }
}
