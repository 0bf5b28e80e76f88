import { createHash, randomBytes } from 'node:crypto'
import type { Response } from 'express'
import { cookieAttributes, cookieName } from '../../app/platform/access/session.server.ts'
import type { CookieStore } from './cookie-store.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/**
 * Knows a browser again by a random cookie that it gets at its first sign-in. It opens nothing: it only has failed
 * attempts from elsewhere not count against the user of this browser.
 */
export function browserOf(
  cookies: CookieStore,
  origin: string,
  response: Response,
  name: 'browser' | 'phone' = 'browser',
) {
  const sent = cookies.cookie(name)
  const id = sent && /^[0-9a-f]{32}$/.test(sent) ? sent : randomBytes(16).toString('hex')
  return {
    browserKey: createHash('sha256').update(id).digest('hex'),
    rememberBrowser() {
      response.append(
        'Set-Cookie',
        `${cookieName(origin, name)}=${id}; ${cookieAttributes(origin, name)}; Max-Age=${YEAR_SECONDS}`,
      )
    },
  }
}
