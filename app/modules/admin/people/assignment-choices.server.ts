import type { Db } from '~/platform/request/context'
import { listManagers, listProjectChoices } from './queries.server'
import { fansOut } from './roles'
import type { Step } from './step'
import type { Choice } from './types'

/** The projects and managers that the form offers for a role. */
export interface AssignmentChoices {
  /** The project chosen in the first step. */
  project: Choice
  several: boolean
  /** An agent has one project only, and `managers` are those of this project. */
  projects: Choice[]
  managers: Choice[] | null
}

/**
 * Reads the choices of the second step. When the project of the first step was deactivated
 * meanwhile, the form stays and offers the other projects.
 *
 * @param person The user to change; null for a new one.
 * @returns Null when there is no such project, and so no second step.
 */
export async function readAssignmentChoices(
  db: Db,
  { role, projectId }: Step,
  person: string | null,
): Promise<AssignmentChoices | null> {
  if (!role || !projectId) return null
  const all = await listProjectChoices(db)
  const chosen = all.find(({ value }) => value === projectId)
  if (!chosen) return null
  const gone = chosen.status !== 'active'
  const fixed = role === 'Agent' && !gone
  return {
    project: chosen,
    several: fansOut(role),
    // The chosen project stays among the choices even when it is no longer active.
    projects: all
      .filter(({ value, status }) => value === chosen.value || (status === 'active' && !fixed))
      .map(({ value, label, status }) => ({
        value,
        label: status === 'active' ? label : `${label} (no longer active)`,
      })),
    managers: fixed ? await listManagers(db, projectId, person) : null,
  }
}

/** Lists the active projects for the first step. */
export async function listActiveProjects(db: Db): Promise<Choice[]> {
  return (await listProjectChoices(db))
    .filter(({ status }) => status === 'active')
    .map(({ value, label }) => ({ value, label }))
}
