import { z } from 'zod/mini'
import { ROLES, type Role } from '~/platform/access/permissions'

export interface Step {
  role: Role | null
  projectId: string | null
  /** True when the first step was requested, or is not complete yet. */
  choosing: boolean
}

/** Reads the state of the two steps from the address. `start` has the initial values. */
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

/** Returns the query of the first step with its chosen values. */
export function stepBack({ role, projectId }: Pick<Step, 'role' | 'projectId'>): string {
  const search = new URLSearchParams({ step: 'role' })
  if (role) search.set('role', role)
  if (projectId) search.set('project_id', projectId)
  return `?${search}`
}
