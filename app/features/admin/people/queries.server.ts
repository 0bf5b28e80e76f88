import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { Role } from '~/platform/permissions'
import { anyContains } from '~/platform/search'

/** One membership of a person. */
interface PersonMembership {
  projectId: string
  project: string
  role: Role
  status: string
  managerId: string | null
}

export interface Person {
  id: string
  name: string
  email: string
  status: string
  createdAt: string
  memberships: PersonMembership[]
}

interface PeopleFilters {
  search?: string | null
  projectId?: string | null
  role?: string | null
  id?: string
}

/** People by name, each with all memberships; a project or role filter keeps whoever has one such membership. */
export async function listPeople(db: Db, filters: PeopleFilters = {}): Promise<Person[]> {
  let query = db
    .from('profiles')
    .select('user_id, display_name, email, status, created_at')
    .order('display_name')
    .limit(1000)
  const contains = anyContains(['display_name', 'email'], filters.search ?? null)
  if (contains) query = query.or(contains)
  if (filters.id) query = query.eq('user_id', filters.id)
  const [profiles, members, projects] = await Promise.all([
    query,
    db
      .from('memberships')
      .select('project_id, user_id, role, status, manager_id')
      .order('project_id')
      .limit(1000),
    db.from('projects').select('id, name').limit(1000),
  ])
  const names = new Map(rows(projects).map((project) => [project.id, project.name]))
  const memberships = groupBy(rows(members), (member) => member.user_id)
  return rows(profiles)
    .map((profile) => ({
      id: profile.user_id,
      name: profile.display_name,
      email: profile.email,
      status: profile.status,
      createdAt: profile.created_at,
      memberships: (memberships.get(profile.user_id) ?? []).map((member) => ({
        projectId: member.project_id,
        project: names.get(member.project_id) ?? '–',
        role: member.role as Role,
        status: member.status,
        managerId: member.manager_id,
      })),
    }))
    .filter(
      ({ memberships: all }) =>
        (!filters.projectId && !filters.role) ||
        all.some(
          (each) =>
            (!filters.projectId || each.projectId === filters.projectId) &&
            (!filters.role || each.role === filters.role),
        ),
    )
}

/** Who may lead an agent in a project: its active Managers and senior Agents. */
export async function listManagers(
  db: Db,
  projectId: string,
): Promise<{ value: string; label: string }[]> {
  const people = await listPeople(db, { projectId })
  return people
    .filter((person) =>
      person.memberships.some(
        (each) =>
          each.projectId === projectId &&
          each.status === 'active' &&
          (each.role === 'Manager' || each.role === 'Agent'),
      ),
    )
    .map((person) => ({ value: person.id, label: person.name }))
}

function groupBy<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}
