import type { Db } from '~/platform/request/context'
import { listManagers, listProjectChoices } from './queries.server'
import { fansOut } from './roles'
import type { Step } from './step'
import type { Choice } from './types'

/** What the form offers for the place of a person with a role. */
export interface Place {
  /** Of the first step. */
  project: Choice
  several: boolean
  /** An agent's is one only, and the managers are those of this project. */
  projects: Choice[]
  managers: Choice[] | null
}

/**
 * The choices of the second step. When the project of the first one was deactivated meanwhile, the
 * form stays, with the other projects to choose from.
 *
 * @param person whose place is changed; null for a new one.
 * @returns null when there is no such project, and so no second step.
 */
export async function readPlace(
  db: Db,
  { role, projectId }: Step,
  person: string | null,
): Promise<Place | null> {
  if (!role || !projectId) return null
  const all = await listProjectChoices(db)
  const chosen = all.find(({ value }) => value === projectId)
  if (!chosen) return null
  const gone = chosen.status !== 'active'
  const fixed = role === 'Agent' && !gone
  return {
    project: chosen,
    several: fansOut(role),
    // What was chosen stays chosen until the person at the form chooses otherwise.
    projects: all
      .filter(({ value, status }) => value === chosen.value || (status === 'active' && !fixed))
      .map(({ value, label, status }) => ({
        value,
        label: status === 'active' ? label : `${label} (not active any more)`,
      })),
    managers: fixed ? await listManagers(db, projectId, person) : null,
  }
}

/** Active projects, for the first step. */
export async function listActiveProjects(db: Db): Promise<Choice[]> {
  return (await listProjectChoices(db))
    .filter(({ status }) => status === 'active')
    .map(({ value, label }) => ({ value, label }))
}
