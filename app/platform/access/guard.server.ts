import { type AppLoadContext, redirect } from '@remix-run/node'
import type { Db, Identity, Membership } from '../request/context'
import { problem, problemOf } from '../request/errors'
import { type Permission, ROLES, ROLES_REFUSED_ON_WEB } from './permissions'
import { roleLabel } from './role-label'
import { roleHolds } from './role-permissions'

interface Guarded {
  db: Db
  user: Identity
  project: Membership
}

/** The memberships that a person may use on the web, in the order of their project names: a sample company is the last. */
export function webMemberships(identity: Identity): Membership[] {
  return identity.memberships
    .filter((membership) => !ROLES_REFUSED_ON_WEB.includes(membership.role))
    .sort(
      (a, b) => Number(a.sample) - Number(b.sample) || a.projectName.localeCompare(b.projectName),
    )
}

/** Returns true when this person may use the web: the administrator, or a member of a web role. */
export function mayUseWeb(identity: Identity | null): identity is Identity {
  return identity !== null && (identity.isAdmin || webMemberships(identity).length > 0)
}

/** The membership of the cookie's project, else the first; null for the administrator. */
export function activeProject(
  context: Pick<AppLoadContext, 'projectCookie'>,
  user: Identity,
): Membership | null {
  const memberships = webMemberships(user)
  return (
    memberships.find((membership) => membership.projectId === context.projectCookie) ??
    memberships[0] ??
    null
  )
}

/**
 * Guards a page or action inside a project. Signed out → the sign-in screen; no project → /home;
 * without the permission, or any of several, → 403.
 */
export async function requirePermission(
  context: AppLoadContext,
  ...anyOf: [Permission, ...Permission[]]
): Promise<Guarded> {
  const { db, user, project } = await requireUser(context)
  if (!project) throw user.isAdmin ? problem(403) : redirect('/home')
  if (!anyOf.some((permission) => project.permissions.includes(permission)))
    throw problem(403, whoMay(project.role, anyOf))
  return { db, user, project }
}

/** Roles that give others their roles. */
const OWN_BOSSES = ['General Manager', 'Owner', 'one-person office']

/** Tells who is refused which roles open the page, and whom to ask. */
function whoMay(role: string, anyOf: readonly Permission[]): string {
  const roles = ROLES.filter(
    (other) =>
      ![...ROLES_REFUSED_ON_WEB, 'one-person office'].includes(other) &&
      anyOf.some((one) => roleHolds(other, one)),
  )
  return `Your role, ${roleLabel(role)}, does not have permission for this page. It is open to: ${roles.map(roleLabel).join(', ')}. Ask one of them${OWN_BOSSES.includes(role) ? '' : ', or your General Manager for another role'}.`
}

/** Guard of pages that every signed-in person has; `project` is null for the administrator. */
export async function requireUser(
  context: AppLoadContext,
): Promise<{ db: Db; user: Identity; project: Membership | null }> {
  if (!mayUseWeb(context.identity)) throw redirect('/')
  const user = context.identity
  return { db: context.db, user, project: activeProject(context, user) }
}

/** Guard of the platform administrator's pages: anyone else gets 403, signed out the sign-in. */
export async function requireAdmin(context: AppLoadContext): Promise<{ db: Db; user: Identity }> {
  const { db, user } = await requireUser(context)
  if (!user.isAdmin) throw problem(403)
  return { db, user }
}

/**
 * Guards the calls that external clients make too (docs/field-api.md): a person is signed in on the web or sends
 * a token of their own, also with a role that is refused on the web. Anybody else gets 401 as data, never the
 * sign-in screen. `project` is null for the administrator.
 */
export async function requireAccount(
  context: AppLoadContext,
): Promise<{ db: Db; user: Identity; project: Membership | null }> {
  const { db, identity: user } = context
  if (!user) {
    const headers = { 'WWW-Authenticate': 'Bearer' }
    throw Response.json(problemOf(401), { status: 401, headers })
  }
  return { db, user, project: activeProject(context, user) ?? user.memberships[0] ?? null }
}

/** Says in so many words that a loader or action needs no sign-in. */
export function publicRoute(context: AppLoadContext): { db: Db } {
  return { db: context.db }
}
