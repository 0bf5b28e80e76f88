import type { Role } from '~/platform/access/permissions'
import { allRows, row, rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import type { Orders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import type { Choice, Person, PersonMembership } from './types'

export interface PeopleFilters {
  /** Searches name and e-mail. */
  search: string | null
  projectId: string | null
  role: Role | null
  /** Active or inactive in the chosen project; without a project: active in any, or in none. */
  status: 'active' | 'inactive' | null
  /** Limits the list to these users. */
  among: readonly string[] | null
}

/** The orders of users, by name first. */
export const PEOPLE_ORDERS: Orders = {
  name: { by: 'sort_key', tie: 'user_id', of: 'text' },
  email: { by: 'email', tie: 'user_id', of: 'text' },
}

const COLUMNS = 'user_id, display_name, email, created_at, sort_key'
// The foreign key is named because PostgREST finds several between the two tables.
const MEMBERSHIPS = 'memberships!memberships_user_id_fkey'

/**
 * Returns one page of users, each with all memberships, and the number of all that match.
 */
export async function listPeople(
  db: Db,
  filters: PeopleFilters,
  keyset: Keyset,
): Promise<Page<Person> & { count: number }> {
  const count = matching(db, filters, true)
  const page = await readPage(keyset, matching(db, filters), { count })
  const memberships = await readMemberships(
    db,
    page.rows.map(({ user_id }) => user_id),
  )
  return {
    ...page,
    rows: page.rows.map((profile) => person(profile, memberships)),
  }
}

/** Applies the filters. Those on memberships work through an inner embed, in the database. */
function matching(
  db: Db,
  { search, projectId, role, status, among }: PeopleFilters,
  countOnly = false,
) {
  const nowhere = status === 'inactive' && !projectId
  const embeds = [
    projectId || role || status ? `, ${MEMBERSHIPS}!inner(role)` : '',
    nowhere ? `, active:${MEMBERSHIPS}(role)` : '',
  ].join('')
  let query = db
    .from('profiles')
    .select(
      `${COLUMNS}${embeds}` as typeof COLUMNS,
      countOnly ? { count: 'exact', head: true } : {},
    )
  const contains = anyContains(['sort_key', 'display_name', 'email'], search)
  if (contains) query = query.or(contains)
  if (among) query = query.in('user_id', among)
  if (projectId) query = query.eq('memberships.project_id', projectId)
  if (role) query = query.eq('memberships.role', role)
  if (status && !nowhere) query = query.eq('memberships.status', status)
  if (nowhere) query = query.eq('active.status', 'active').is('active', null)
  return query
}

const BATCH = 1000

async function readMemberships(
  db: Db,
  people: readonly string[],
): Promise<Map<string, PersonMembership[]>> {
  const found = new Map<string, PersonMembership[]>(people.map((id) => [id, []]))
  if (people.length === 0) return found
  for (let from = 0; ; from += BATCH) {
    const batch = rows(
      await db
        .from('memberships')
        .select(
          'project_id, user_id, role, status, manager_id, approval_limit::text, projects!memberships_project_id_fkey(name, status, time_zone)',
        )
        .in('user_id', people)
        .order('user_id')
        .order('project_id')
        .range(from, from + BATCH - 1),
    )
    for (const member of batch)
      found.get(member.user_id)?.push({
        projectId: member.project_id,
        project: member.projects.name,
        projectStatus: member.projects.status,
        timeZone: member.projects.time_zone,
        role: member.role as Role,
        status: member.status,
        managerId: member.manager_id,
        approvalLimit: member.approval_limit === null ? null : money(member.approval_limit),
      })
    if (batch.length < BATCH) break
  }
  for (const list of found.values()) list.sort(byStatusAndName)
  return found
}

function byStatusAndName(a: PersonMembership, b: PersonMembership): number {
  return a.status.localeCompare(b.status) || a.project.localeCompare(b.project)
}

function person(
  profile: { user_id: string; display_name: string; email: string; created_at: string },
  memberships: Map<string, PersonMembership[]>,
): Person {
  return {
    id: profile.user_id,
    name: profile.display_name,
    email: profile.email,
    createdAt: profile.created_at,
    memberships: memberships.get(profile.user_id) ?? [],
  }
}

/** A user with the data for their page and for the change of their memberships. */
export interface PersonDocument extends Person {
  version: number
  sessionsEndedAt: string | null
  managerName: string | null
  /** Active agents under this user, by project. */
  leads: Record<string, number>
}

/**
 * Reads one user.
 *
 * @throws A 404 response when there is no user with this id.
 */
export async function readPerson(db: Db, id: string): Promise<PersonDocument> {
  const profile = row(
    await db
      .from('profiles')
      .select(`${COLUMNS}, version, sessions_ended_at`)
      .eq('user_id', id)
      .maybeSingle(),
  )
  const memberships = await readMemberships(db, [id])
  const managerId = memberships.get(id)?.find((each) => each.managerId)?.managerId
  const [manager, led] = await Promise.all([
    managerId
      ? db.from('profiles').select('display_name').eq('user_id', managerId).maybeSingle()
      : null,
    allRows(
      db
        .from('memberships')
        .select('project_id')
        .eq('manager_id', id)
        .eq('status', 'active')
        .order('project_id')
        .order('user_id'),
    ),
  ])
  const leads: Record<string, number> = {}
  for (const { project_id } of led) leads[project_id] = (leads[project_id] ?? 0) + 1
  return {
    ...person(profile, memberships),
    version: profile.version,
    sessionsEndedAt: profile.sessions_ended_at,
    managerName: manager?.data?.display_name ?? null,
    leads,
  }
}

/**
 * Lists possible managers of an agent in a project: its active Managers and Agents, without the
 * agent.
 */
export async function listManagers(
  db: Db,
  projectId: string,
  excludeId: string | null = null,
): Promise<Choice[]> {
  const found = await allRows(
    db
      .from('profiles')
      .select(`user_id, display_name, sort_key, ${MEMBERSHIPS}!inner(role)`)
      .eq('memberships.project_id', projectId)
      .eq('memberships.status', 'active')
      .in('memberships.role', ['Manager', 'Agent'])
      .order('sort_key')
      .order('user_id'),
  )
  const roleOf = ({ memberships }: { memberships: { role: string }[] }) =>
    memberships[0]?.role ?? ''
  return found
    .filter(({ user_id }) => user_id !== excludeId)
    .sort((a, b) => roleOf(b).localeCompare(roleOf(a)))
    .map((each) => ({ value: each.user_id, label: `${each.display_name} (${roleOf(each)})` }))
}

/** Lists all projects by name with their status, for filters and forms. */
export async function listProjectChoices(db: Db): Promise<(Choice & { status: string })[]> {
  const found = await allRows(
    db.from('projects').select('id, name, status, sort_key').order('sort_key').order('id'),
  )
  return found.map(({ id, name, status }) => ({ value: id, label: name, status }))
}
