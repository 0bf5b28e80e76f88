import { createCookie } from '@remix-run/node'
import { z } from 'zod/mini'

const CHOICES = {
  theme: z.enum(['light', 'dark', 'system']),
  /** The height of the rows of lists and reports. */
  rows: z.enum(['compact', 'comfortable']),
} as const

const cookieOf = (name: keyof typeof CHOICES) =>
  createCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 365 * 24 * 3600 })
const COOKIES = { theme: cookieOf('theme'), rows: cookieOf('rows') }

/** Returns how this browser shows pages: null for the theme of the system, and for compact rows. */
export async function readDisplay(request: Request) {
  const header = request.headers.get('Cookie')
  const [theme, rows] = await Promise.all([
    COOKIES.theme.parse(header).then((value) => CHOICES.theme.safeParse(value).data),
    COOKIES.rows.parse(header).then((value) => CHOICES.rows.safeParse(value).data),
  ])
  return {
    theme: theme && theme !== 'system' ? theme : null,
    rows: rows === 'comfortable' ? rows : null,
  }
}

/** Returns the Set-Cookie header that stores the choice of a small form. */
export async function rememberDisplay(form: FormData): Promise<string> {
  if (!form.has('rows'))
    return COOKIES.theme.serialize(CHOICES.theme.safeParse(form.get('theme')).data ?? 'system')
  return COOKIES.rows.serialize(CHOICES.rows.safeParse(form.get('rows')).data ?? 'compact')
}
