import { z } from 'zod/mini'
import { paths } from '~/paths'

/** The purpose of a mail's link: a forgotten password, or the confirmation of a new account. */
export type LinkKind = 'recovery' | 'signup'

/** The token of a link that somebody handed over (private.invitations). */
const invitation = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Returns the address that opens an account by the word of whoever made the link. */
export function invitationPath(token: string): string {
  return `${paths.auth.invitation}?token=${token}`
}

/** Returns the token of an invitation link; null where the address is none. */
export function readInvitation(url: string): string | null {
  return invitation.safeParse(new URL(url).searchParams.get('token')).data ?? null
}

export interface MailLink {
  kind: LinkKind
  token: string
  /** The recipient of the mail. It is shown and used by password managers, but proves nothing. */
  email: string | null
}

const shape = z.object({
  token_hash: z.string().check(z.minLength(6), z.maxLength(200)),
  // Supabase's own templates say "email" for a confirmation. Hosted Supabase would accept a
  // recovery under "email" too, but not under "signup".
  type: z.pipe(
    z.enum(['signup', 'email', 'recovery']),
    z.transform((type) => type.replace('email', 'signup')),
  ),
})

/** Returns the link in an address; null when parts of it are missing. */
export function readLink(url: string): MailLink | null {
  const params = Object.fromEntries(new URL(url).searchParams)
  const parsed = shape.safeParse(params)
  if (!parsed.success) return null
  const { token_hash: token, type } = parsed.data
  return { kind: type as LinkKind, token, email: readEmail(url) }
}

/** Returns the e-mail in an address; null when it is not valid. */
export function readEmail(url: string): string | null {
  return (
    z.email().check(z.maxLength(320)).safeParse(new URL(url).searchParams.get('email')).data ?? null
  )
}

/** Returns the address where a new link of this kind is requested. */
export function newLinkPath(kind: LinkKind, email: string | null): string {
  const params = new URLSearchParams()
  if (kind === 'signup') params.set('type', kind)
  if (email) params.set('email', email)
  return params.size > 0 ? `${paths.auth.reset}?${params}` : paths.auth.reset
}
