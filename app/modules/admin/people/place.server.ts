import type { Role } from '~/platform/access/permissions'
import type { CommandError } from '~/platform/db/command.server'
import { fansOut } from './roles'

interface Place {
  role: Role
  project_id?: string
  project_ids?: string[]
}

/** A form's choice of projects as the commands take it: one to act in, and all for roles of several. */
export function placeOf({ role, project_id, project_ids }: Place): {
  p_project: string | null
  project_ids: string[]
} {
  if (!fansOut(role)) return { p_project: project_id ?? null, project_ids: [] }
  return { p_project: project_ids?.[0] ?? null, project_ids: project_ids ?? [] }
}

/** The refusal at the field that this role's form has. */
export function atPlaceField(error: CommandError, role: Role): CommandError {
  if (error.field === 'project_ids' && !fansOut(role)) return { ...error, field: 'project_id' }
  // The role is chosen in the step before: what is wrong with it stands above the form.
  return error.field === 'role' ? { ...error, field: undefined } : error
}
