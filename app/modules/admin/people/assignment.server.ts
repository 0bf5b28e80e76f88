import type { Role } from '~/platform/access/permissions'
import { fansOut } from './roles'

interface Assignment {
  role: Role
  project_id?: string
  project_ids?: string[]
}

/**
 * Returns a form's projects as the commands take them: one to work in, and all of them for roles
 * with several.
 */
export function assignmentOf({ role, project_id, project_ids }: Assignment): {
  p_project: string | null
  project_ids: string[]
} {
  if (!fansOut(role)) return { p_project: project_id ?? null, project_ids: [] }
  return { p_project: project_ids?.[0] ?? null, project_ids: project_ids ?? [] }
}

/** Renames the field of a refusal to the one that the form of this role has. */
export function assignmentField(field: string, { value }: { value: { role: Role } }) {
  if (field === 'project_ids' && !fansOut(value.role)) return 'project_id'
  // The role is chosen in the first step, so its error goes above the form.
  return field === 'role' ? undefined : field
}
