import { ROLE_PERMISSIONS, ROLES, type Role } from '~/platform/access/permissions'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

export interface Agent {
  id: string
  name: string
}

/** The project's active agents that the reader may see, by name. Needs people.read. */
export async function listAgents(db: Db, projectId: string): Promise<Agent[]> {
  const found = rows(
    await db
      .from('memberships')
      .select('user_id, profiles!inner(display_name)')
      .eq('project_id', projectId)
      .eq('role', 'Agent')
      .eq('status', 'active'),
  )
  return found
    .map((member) => ({ id: member.user_id, name: member.profiles.display_name }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Lists everyone who is or was an agent of the project, by name. Former agents may still own
 * customers. Needs people.read.
 */
export function listAgentsEver(db: Db, projectId: string): Promise<Agent[]> {
  return listEver(db, projectId, 'Agent')
}

/** Lists everyone who is or was a manager of agents, by name. Needs people.read. */
export function listManagersEver(db: Db, projectId: string): Promise<Agent[]> {
  return listEver(db, projectId, 'Manager')
}

async function listEver(db: Db, projectId: string, role: Role): Promise<Agent[]> {
  const found = rows(
    await db
      .from('memberships')
      .select('user_id, status, profiles!inner(display_name)')
      .eq('project_id', projectId)
      .eq('role', role),
  )
  return found
    .map(({ user_id: id, status, profiles: { display_name: name } }) => ({
      id,
      name: status === 'active' ? name : `${name} (left)`,
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Roles that collect money in the field and remit it. */
const COLLECTING = ROLES.filter((role) =>
  ROLE_PERMISSIONS[role].own?.includes('collections.record'),
)

/** Lists everyone who collects in the field, or once did, by name. Needs people.read. */
export async function listCollectorsEver(
  db: Db,
  projectId: string,
): Promise<(Agent & { active: boolean })[]> {
  const found = rows(
    await db
      .from('memberships')
      .select('user_id, status, profiles!inner(display_name)')
      .eq('project_id', projectId)
      .in('role', COLLECTING),
  )
  return found
    .map(({ user_id: id, status, profiles: { display_name: name } }) => ({
      id,
      name: status === 'active' ? name : `${name} (left)`,
      active: status === 'active',
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Returns display names by user id for everyone who is or was a member of the project. People whom
 * the reader may not see are missing.
 */
export async function namesOf(db: Db, projectId: string): Promise<Map<string, string>> {
  const found = rows(
    await db
      .from('memberships')
      .select('user_id, profiles!inner(display_name)')
      .eq('project_id', projectId),
  )
  return new Map(found.map((member) => [member.user_id, member.profiles.display_name]))
}
