import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { mayUseWeb } from '~/platform/guard.server'
import { loadIdentity } from '~/platform/session.server'

const linkShape = z.object({
  token_hash: z.string().min(6).max(200),
  type: z.enum(['invite', 'signup', 'recovery', 'email', 'magiclink']),
})

type Link = z.infer<typeof linkShape>

/** The token and kind of a mail's link, or null when the address does not have them. */
export function readLink(url: string): Link | null {
  const parsed = linkShape.safeParse(Object.fromEntries(new URL(url).searchParams))
  return parsed.success ? parsed.data : null
}

/**
 * Uses the link up and sets the password; all other sessions of the account end. People whose role
 * the web refuses are signed out again and told where their account works.
 */
export async function verifyAndSetPassword(
  { db }: AppLoadContext,
  link: Link | null,
  password: string,
): Promise<{ ok: true; to: string } | { ok: false; error: string }> {
  if (!link) return { ok: false, error: 'This link is not complete.' }
  const { error: refused } = await db.auth.verifyOtp(link)
  if (refused) {
    return { ok: false, error: 'This link was used or has expired. Ask for a new one.' }
  }
  const { error } = await db.auth.updateUser({ password })
  // The password they already had is as good as a new one: the link proved who they are.
  if (error && error.code !== 'same_password') return { ok: false, error: error.message }
  await db.auth.signOut({ scope: 'others' })
  if (mayUseWeb(await loadIdentity(db))) return { ok: true, to: '/' }
  await db.auth.signOut({ scope: 'local' })
  return { ok: true, to: '/verification?done=1' }
}
