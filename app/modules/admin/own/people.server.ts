import { ROLES, type Role } from '~/platform/access/permissions'
import { roleHolds } from '~/platform/access/role-permissions'
import { type CommandResult, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { type PersonDocument, readPerson } from '../people/queries.server'
import type { PersonMembership } from '../people/types'

/** Tells whether a role manages the people of its project: the administrator alone gives and changes it. */
const managesPeople = (role: Role) => roleHolds(role, 'people.write')

/** The roles that General Manager and Owner give. */
export const ROLES_BELOW = ROLES.filter((role) => !managesPeople(role))

/** A person of the active project. */
export interface OwnPerson extends Omit<PersonDocument, 'memberships'> {
  membership: PersonMembership
  /** False for the reader and for whoever manages people too. */
  below: boolean
  /** True for a person who works in another project that the reader sees. */
  elsewhere: boolean
}

/**
 * Says of an address that has an account only where the reader sees that person: who else has an account is no matter of this
 * company.
 */
export async function hideOthers<T>(
  db: Db,
  email: string,
  result: CommandResult<T>,
): Promise<CommandResult<T>> {
  if (result.ok || result.error.code !== 'email_exists') return result
  const seen = rows(
    await db.from('profiles').select('user_id').eq('email', email.toLowerCase()).limit(1),
  )
  if (seen.length > 0) return result
  const message = 'This address cannot be invited. Ask the administrator.'
  return { ok: false, error: { ...result.error, code: 'not_invited', message } }
}

/**
 * Reads a person of the project.
 *
 * @throws A 404 response when the person has no membership of it.
 */
export async function readOwnPerson(
  db: Db,
  { projectId, userId, id }: { projectId: string; userId: string; id: string },
): Promise<OwnPerson> {
  const { memberships, ...person } = await readPerson(db, id)
  const membership = memberships.find((each) => each.projectId === projectId)
  if (!membership) throw problem(404)
  return {
    ...person,
    membership,
    below: id !== userId && !managesPeople(membership.role),
    elsewhere: memberships.some((each) => each.projectId !== projectId && each.status === 'active'),
  }
}
