import { z } from 'zod/mini'
import { ROLES, type Role } from '~/platform/access/permissions'

export interface Step {
  role: Role | null
  projectId: string | null
  /** The first step is asked for, or cannot be left yet. */
  choosing: boolean
}

/** Where the two steps stand, by the address; `start` is where they begin. */
export function readStep(
  url: string,
  start: { role: Role | null; projectId: string | null } = { role: null, projectId: null },
): Step {
  const search = new URL(url).searchParams
  const project = z.uuid().safeParse(search.get('project_id'))
  const role = ROLES.find((each) => each === search.get('role')) ?? start.role
  const projectId = project.success ? project.data : start.projectId
  return {
    role,
    projectId,
    choosing: search.get('step') === 'role' || role === null || projectId === null,
  }
}

/** Query of the first step with what was chosen in it. */
export function stepBack({ role, projectId }: Pick<Step, 'role' | 'projectId'>): string {
  const search = new URLSearchParams({ step: 'role' })
  if (role) search.set('role', role)
  if (projectId) search.set('project_id', projectId)
  return `?${search}`
}
