import { row, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
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

function countBy<T>(list: readonly T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of list) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}
