import { z } from 'zod'
import { ROLES, type Role } from '~/platform/permissions'
import { fansOut } from './roles'

/** First step: what decides which fields the second one has. */
export const roleSchema = z.object({
  role: z.enum(ROLES, { error: 'Choose a role.' }),
  project_id: z.uuid({ error: 'Choose a project.' }),
})

/** Role and place of a person: one project, or for roles that fan out any number. */
const place = {
  role: z.enum(ROLES, { error: 'Choose a role.' }),
  project_id: z.uuid({ error: 'Choose a project.' }).optional(),
  project_ids: z.array(z.uuid({ error: 'Choose a project.' })).optional(),
  /** Agents only; empty = none. */
  manager_id: z.uuid({ error: 'Choose a manager.' }).optional(),
}

interface Placed {
  role: Role
  project_id?: string
  project_ids?: string[]
}

function checkPlace({ role, project_id, project_ids }: Placed, context: z.RefinementCtx) {
  if (fansOut(role) && !project_ids?.length)
    context.addIssue({
      code: 'custom',
      path: ['project_ids'],
      message: 'Choose at least one project.',
    })
  if (!fansOut(role) && !project_id)
    context.addIssue({ code: 'custom', path: ['project_id'], message: 'Choose a project.' })
}

export const personSchema = z
  .object({
    ...place,
    email: z.email({ error: 'Enter an e-mail address.' }).trim().toLowerCase().max(200),
    display_name: z.string({ error: 'Enter a name.' }).trim().max(80, 'At most 80 characters.'),
  })
  .superRefine(checkPlace)

export const changeSchema = z
  .object({ ...place, version: z.coerce.number().int() })
  .superRefine(checkPlace)

export type PersonInput = z.output<typeof personSchema>
export type ChangeInput = z.output<typeof changeSchema>
