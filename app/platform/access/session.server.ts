import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod/mini'
import type { Db, Identity, Membership } from '../request/context'
import { eachLogo } from '../request/logos'
import { isZone, knownZone } from '../values/dates'

const membership = z.pipe(
  z.object({
    project_id: z.string(),
    project_name: z.string(),
    role: z.string(),
    permissions: z.array(z.string()),
    time_zone: z.string(),
    currency: z.string(),
    title: z.nullable(z.string()),
    address: z.nullable(z.string()),
    closed_through: z.nullable(z.string()),
    sample: z.boolean(),
    ...eachLogo(() => z.nullable(z.string())),
    settings: z.looseObject({}),
    to_repair: z.array(z.string()),
  }),
  z.transform(
    (row) =>
      ({
        projectId: row.project_id,
        projectName: row.project_name,
        role: row.role,
        permissions: row.permissions,
        timeZone: knownZone(row.time_zone),
        currency: row.currency,
        title: row.title,
        address: row.address,
        closedThrough: row.closed_through,
        sample: row.sample,
        logos: eachLogo((key) => row[key]),
        settings: row.settings,
        toRepair: isZone(row.time_zone) ? row.to_repair : ['time_zone', ...row.to_repair],
      }) as unknown as Membership,
  ),
)

const identity = z.pipe(
  z.object({
    user_id: z.string(),
    email: z.string(),
    display_name: z.string(),
    is_admin: z.boolean(),
    memberships: z.array(membership),
  }),
  z.transform(
    (row): Identity => ({
      userId: row.user_id,
      email: row.email,
      displayName: row.display_name,
      isAdmin: row.is_admin,
      memberships: row.memberships,
    }),
  ),
)

/**
 * Reads the person of the client's token from the database: active memberships in active projects.
 * Returns null for an account without an active profile.
 *
 * @param parse reads the database's answer.
 * @throws the database's error when it does not answer.
 */
export async function loadIdentity(
  db: Db,
  parse: (row: unknown) => Identity = parseIdentity,
): Promise<Identity | null> {
  const { data, error, status } = await db.rpc('current_identity')
  // A caller without a session is `anon`, who may execute nothing. An invalid or expired token is
  // refused with 401.
  if (error?.code === '42501' || status === 401) return null
  if (error) throw error
  return data === null ? null : parse(data)
}

/** @throws ZodError on an answer of another version of the database. */
export const parseIdentity = (row: unknown): Identity => identity.parse(row)

type Cookie = 'session' | 'project' | 'browser' | 'field' | 'phone'

/** Cookies of the app for the field, which no page of the office gets. */
const OF_FIELD: readonly Cookie[] = ['field', 'phone']

/**
 * Returns the name of a cookie. The prefix `__Host-` binds cookies of an https site to its host; one with a path of its own can
 * have `__Secure-` alone.
 */
export function cookieName(origin: string, name: Cookie): string {
  if (!origin.startsWith('https:')) return name
  return `${OF_FIELD.includes(name) ? '__Secure-' : '__Host-'}${name}`
}

/** Returns the attributes of a cookie. */
export function cookieAttributes(origin: string, name: Cookie = 'session'): string {
  const place = OF_FIELD.includes(name)
    ? 'Path=/field; HttpOnly; SameSite=Strict'
    : 'Path=/; HttpOnly; SameSite=Lax'
  return `${place}${origin.startsWith('https:') ? '; Secure' : ''}`
}

/** Set-Cookie header that makes a project the active one; guards check it at each request. */
export function projectCookie({ origin }: Pick<AppLoadContext, 'origin'>, id: string): string {
  return `${cookieName(origin, 'project')}=${encodeURIComponent(id)}; ${cookieAttributes(origin)}; Max-Age=31536000`
}
