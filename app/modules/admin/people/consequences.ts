import { ROLES_REFUSED_ON_WEB, type Role } from '~/platform/access/permissions'
import { roleLabel } from '~/platform/access/role-label'
import { listed } from '../activity'
import type { Person } from './types'

/**
 * Describes the effects of a change of role and projects on a user, in sentences for the
 * administrator.
 *
 * @param projects The projects chosen so far. Browsers without scripts do not update them.
 */
export function consequences(person: Person, role: Role, projects: readonly string[]): string[] {
  const { name } = person
  const active = person.memberships.filter(({ status }) => status === 'active')
  const lost = active.filter(({ projectId }) => !projects.includes(projectId))
  const before = active[0]?.role
  const sentences = ['Takes effect immediately, also in the field app.']
  if (lost.length > 0)
    sentences.push(`${name} loses ${listed(lost.map(({ project }) => project))}.`)
  if (before && before !== role) {
    sentences.push(`${name} is no longer ${roleLabel(before)}.`)
    const refused = ROLES_REFUSED_ON_WEB.includes(role)
    if (refused && !ROLES_REFUSED_ON_WEB.includes(before))
      sentences.push(`${name} can no longer sign in on the web, only in the field app.`)
  }
  if (before === 'Agent' && (role !== 'Agent' || lost.length > 0))
    sentences.push(
      `Customers stay assigned to ${name} until finance transfers them to another agent.`,
    )
  sentences.push('Bookings, receipts and other documents keep their names.')
  return sentences
}
