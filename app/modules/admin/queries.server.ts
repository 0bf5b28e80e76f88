import { z } from 'zod/mini'
import { ROLES, type Role } from '~/platform/access/permissions'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Activity, type ActivityChange, describeActivity } from './activity'

const overviewShape = z.object({
  projects: z.object({ active: z.number(), inactive: z.number(), removed: z.number() }),
  people: z.object({ active: z.number(), inactive: z.number() }),
  roles: z.record(z.string(), z.number()),
  to_repair: z.array(z.object({ id: z.string(), name: z.string() })),
})

export interface Overview {
  projects: { active: number; inactive: number; removed: number }
  people: { active: number; inactive: number }
  /** The number of users with an active membership by role, in the order of the roles. */
  roles: { role: Role; people: number }[]
  /** The projects with settings that are not known. */
  to_repair: { id: string; name: string }[]
}

/** Reads the counts of the administrator's landing page. */
export async function readOverview(db: Db): Promise<Overview> {
  const { data, error } = await db.rpc('admin_overview')
  if (error) throw new Error(error.message, { cause: error })
  const { roles, ...counts } = overviewShape.parse(data)
  return { ...counts, roles: ROLES.map((role) => ({ role, people: roles[role] ?? 0 })) }
}

// One action can write several rows (a user in many projects), so more rows are read than sentences
// shown.
const ROWS_READ = 120

/** Lists the latest changes of projects and users, newest first. */
export async function listActivity(db: Db, count: number): Promise<Activity[]> {
  const changes = rows(
    await db
      .from('audit_log')
      .select('id, created_at, user_id, table_name, row_id, project_id, action, before, after')
      .in('table_name', ['projects', 'memberships', 'profiles'])
      .order('id', { ascending: false })
      .limit(ROWS_READ),
  ) as unknown as ActivityChange[]
  const [person, project] = await Promise.all([personNames(db, changes), projectNames(db, changes)])
  return describeActivity(changes, {
    person: (id) => person.get(String(id)) ?? 'Former user',
    project: (id) => project.get(String(id)) ?? 'a project',
  }).slice(0, count)
}

async function personNames(
  db: Db,
  changes: readonly ActivityChange[],
): Promise<Map<string, string>> {
  const ids = unique(
    changes.flatMap(({ user_id, table_name, row_id, after }) => [
      user_id,
      table_name === 'projects' ? null : row_id,
      after?.manager_id,
    ]),
  )
  if (ids.length === 0) return new Map()
  const found = rows(await db.from('profiles').select('user_id, display_name').in('user_id', ids))
  return new Map(found.map((each) => [each.user_id, each.display_name]))
}

async function projectNames(
  db: Db,
  changes: readonly ActivityChange[],
): Promise<Map<string, string>> {
  const ids = unique(changes.map(({ project_id }) => project_id))
  if (ids.length === 0) return new Map()
  const found = rows(await db.from('projects').select('id, name').in('id', ids))
  return new Map(found.map((each) => [each.id, each.name]))
}

function unique(ids: readonly unknown[]): string[] {
  return [...new Set(ids.filter((id): id is string => typeof id === 'string'))]
}
