import { createCookie } from '@remix-run/node'
import { z } from 'zod/mini'

export const themeChoice = z.enum(['light', 'dark', 'system'])

const themeCookie = createCookie('theme', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  maxAge: 365 * 24 * 3600,
})

/** Returns the stored theme, or null to follow the system. */
export async function readTheme(request: Request): Promise<'light' | 'dark' | null> {
  const parsed = themeChoice.safeParse(await themeCookie.parse(request.headers.get('Cookie')))
  return parsed.success && parsed.data !== 'system' ? parsed.data : null
}

/** Returns the Set-Cookie header that stores a choice. */
export async function rememberTheme(choice: z.infer<typeof themeChoice>): Promise<string> {
  return themeCookie.serialize(choice)
}
