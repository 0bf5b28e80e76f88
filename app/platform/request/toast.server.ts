import { createCookie, redirect, type TypedResponse } from '@remix-run/node'
import { z } from 'zod/mini'

const toastShape = z.object({
  tone: z.enum(['success', 'info', 'danger']),
  text: z.string().check(z.maxLength(300)),
  /** The page of what the message is about, where that is another page. */
  link: z.optional(z.string().check(z.regex(/^\/[^/\\]/))),
})

/** A short message shown once on the next page. */
export type ToastMessage = z.infer<typeof toastShape>

/** Its own cookie, apart from the session's: a toast never touches who is signed in. */
const toastCookie = createCookie('toast', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 60,
})

/** Redirects with a message, the usual end of a successful command. */
export async function redirectWithToast(
  to: string,
  text: string,
  tone: ToastMessage['tone'] = 'success',
  link?: string,
): Promise<TypedResponse<never>> {
  const message: ToastMessage = { tone, text, ...(link && { link }) }
  return redirect(to, { headers: { 'Set-Cookie': await toastCookie.serialize(message) } })
}

/** The waiting message and the header that takes it away, or null. For the root loader only. */
export async function takeToast(
  request: Request,
): Promise<{ toast: ToastMessage; clear: string } | null> {
  const parsed = toastShape.safeParse(await toastCookie.parse(request.headers.get('Cookie')))
  if (!parsed.success) return null
  return { toast: parsed.data, clear: await toastCookie.serialize('', { maxAge: 0 }) }
}
