import { z } from 'zod/mini'
import { paths } from '~/paths'

/** What a mail's link is for: a forgotten password, or the confirmation of a new account. */
export type LinkKind = 'recovery' | 'signup'

export interface MailLink {
  kind: LinkKind
  token: string
  /** Whom the mail was sent to; shown, and known to password managers, but proves nothing. */
  email: string | null
}

const shape = z.object({
  token_hash: z.string().check(z.minLength(6), z.maxLength(200)),
  // "email" is what Supabase's own templates say for a confirmation. On hosted Supabase it would take a recovery
  // too: as "signup" it does not.
  type: z.pipe(
    z.enum(['signup', 'email', 'recovery']),
    z.transform((type) => type.replace('email', 'signup')),
  ),
})

/** The link that somebody opened, or null when its address has not all of its parts. */
export function readLink(url: string): MailLink | null {
  const params = Object.fromEntries(new URL(url).searchParams)
  const parsed = shape.safeParse(params)
  if (!parsed.success) return null
  const { token_hash: token, type } = parsed.data
  return { kind: type as LinkKind, token, email: readEmail(url) }
}

/** The address that a link names, when it is one. */
export function readEmail(url: string): string | null {
  return (
    z.email().check(z.maxLength(320)).safeParse(new URL(url).searchParams.get('email')).data ?? null
  )
}

/** Where a new link of this kind is asked for. */
export function newLinkPath(kind: LinkKind, email: string | null): string {
  const params = new URLSearchParams()
  if (kind === 'signup') params.set('type', kind)
  if (email) params.set('email', email)
  return params.size > 0 ? `${paths.auth.reset}?${params}` : paths.auth.reset
}
