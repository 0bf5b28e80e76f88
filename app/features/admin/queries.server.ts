import { row, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { Role } from '~/platform/permissions'
import { anyContains } from '~/platform/search'

/** A project as the administrator's list shows it. */
export interface ProjectRow {
  id: string
  name: string
  ownerName: string | null
  ownerEmail: string | null
  status: string
  currency: string
  timeZone: string
  createdAt: string
  people: number
}

const PROJECT_COLUMNS =
  'id, name, owner_name, owner_email, status, currency, time_zone, created_at, address, title, product_categories1'

/** Projects by name, removed ones last; filtered by what is in name or owner, and by status. */
export async function listProjects(
  db: Db,
  filters: { search: string | null; status: string | null },
): Promise<ProjectRow[]> {
  let query = db.from('projects').select(PROJECT_COLUMNS).order('status').order('name').limit(500)
  const contains = anyContains(['name', 'owner_name', 'owner_email'], filters.search)
  if (contains) query = query.or(contains)
  if (filters.status) query = query.eq('status', filters.status)
  const [projects, members] = await Promise.all([
    query,
    db.from('memberships').select('project_id'),
  ])
  const people = countBy(rows(members), (member) => member.project_id)
  return rows(projects).map((project) => ({
    id: project.id,
    name: project.name,
    ownerName: project.owner_name,
    ownerEmail: project.owner_email,
    status: project.status,
    currency: project.currency,
    timeZone: project.time_zone,
    createdAt: project.created_at,
    people: people.get(project.id) ?? 0,
  }))
}

/** Active projects for pickers. */
export async function listProjectOptions(db: Db): Promise<{ value: string; label: string }[]> {
  const found = rows(
    await db.from('projects').select('id, name').eq('status', 'active').order('name').limit(500),
  )
  return found.map((project) => ({ value: project.id, label: project.name }))
}

export interface ProjectDocument extends Omit<ProjectRow, 'people'> {
  address: string | null
  title: string | null
  categories: string[]
}

/**
 * One project.
 *
 * @throws the 404 page when there is none of this id.
 */
export async function readProject(db: Db, id: string): Promise<ProjectDocument> {
  const project = row(await db.from('projects').select(PROJECT_COLUMNS).eq('id', id).maybeSingle())
  return {
    id: project.id,
    name: project.name,
    ownerName: project.owner_name,
    ownerEmail: project.owner_email,
    status: project.status,
    currency: project.currency,
    timeZone: project.time_zone,
    createdAt: project.created_at,
    address: project.address,
    title: project.title,
    categories: project.product_categories1,
  }
}

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

function countBy<T>(list: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of list) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

function groupBy<T>(list: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item])
  return groups
}
