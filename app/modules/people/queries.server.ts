import { ROLE_PERMISSIONS, ROLES, type Role } from '~/platform/access/permissions'
import { listChoices } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'

export interface Agent {
  id: string
  name: string
}

interface Person extends Agent {
  role: string
  active: boolean
}

/** Reads everyone who is or was a member. */
async function readPeople(db: Db, projectId: string): Promise<Person[]> {
  const found = await listChoices(db, projectId, 'people')
  return found.map(({ user_id: id, display_name: name, role, status }) => ({
    ...{ id, name, role },
    active: status === 'active',
  }))
}

/** Lists members of these roles by name; who left is marked where `ever` asks for them. */
async function listed(db: Db, projectId: string, roles: readonly Role[], ever: boolean) {
  const people = await readPeople(db, projectId)
  return people
    .filter(({ role, active }) => (ever || active) && (roles as readonly string[]).includes(role))
    .map(({ id, name, active }) => ({ id, name: active ? name : `${name} (left)`, active }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

/** Roles that own customers: who is the whole office has those whom no agent visits. */
const SELLING: readonly Role[] = ['Agent', 'one-person office']

/** The project's active agents that the reader may see, by name. Needs people.read. */
export async function listAgents(db: Db, projectId: string): Promise<Agent[]> {
  return (await listed(db, projectId, SELLING, false)).map(({ id, name }) => ({ id, name }))
}

/**
 * Lists everyone who is or was an agent of the project, by name. Former agents may still own
 * customers. Needs people.read.
 */
export async function listAgentsEver(db: Db, projectId: string): Promise<Agent[]> {
  return (await listed(db, projectId, SELLING, true)).map(({ id, name }) => ({ id, name }))
}

/** Lists everyone who is or was a manager of agents, by name. Needs people.read. */
export async function listManagersEver(db: Db, projectId: string): Promise<Agent[]> {
  return (await listed(db, projectId, ['Manager'], true)).map(({ id, name }) => ({ id, name }))
}

/** Roles that collect money in the field and remit it. */
const COLLECTING = ROLES.filter((role) =>
  ROLE_PERMISSIONS[role].own?.includes('collections.record'),
)

/** Lists everyone who collects in the field, or once did, by name. Needs people.read. */
export function listCollectorsEver(
  db: Db,
  projectId: string,
): Promise<(Agent & { active: boolean })[]> {
  return listed(db, projectId, COLLECTING, true)
}

/** Roles that record receipts, in the field or at the office. */
const RECEIVING = ROLES.filter((role) =>
  Object.values(ROLE_PERMISSIONS[role]).some((list) => list.includes('collections.record')),
)

/** Lists everyone who records receipts, by name. Needs people.read. */
export async function listReceiptWriters(db: Db, projectId: string): Promise<Agent[]> {
  return (await listed(db, projectId, RECEIVING, false)).map(({ id, name }) => ({ id, name }))
}

/**
 * Returns display names by user id for everyone who is or was a member of the project. People whom
 * the reader may not see are missing.
 */
export async function namesOf(db: Db, projectId: string): Promise<Map<string, string>> {
  return new Map((await readPeople(db, projectId)).map(({ id, name }) => [id, name]))
}
