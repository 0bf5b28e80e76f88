import { z } from 'zod/mini'
import { accountAddress } from '~/platform/access/account-address'
import { ROLES, type Role } from '~/platform/access/permissions'
import { textField } from '~/platform/forms/fields'
import { fansOut } from './roles'

/** The first step: the values that decide which fields the second step has. */
export const roleSchema = z.object({
  role: z.enum(ROLES, { error: 'Choose a role.' }),
  project_id: z.uuid({ error: 'Choose a project.' }),
})

/** Role and projects of a user: one project, or any number for roles that allow several. */
const assignmentFields = {
  role: z.enum(ROLES, { error: 'Choose a role.' }),
  project_id: z.optional(z.uuid({ error: 'Choose a project.' })),
  project_ids: z.optional(z.array(z.uuid({ error: 'Choose a project.' }))),
  /** Used for agents only; empty for none. */
  manager_id: z.optional(z.uuid({ error: 'Choose a manager.' })),
}

interface Placed {
  role: Role
  project_id?: string
  project_ids?: string[]
}

function checkPlace({ role, project_id, project_ids }: Placed, context: z.core.$RefinementCtx) {
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
    ...assignmentFields,
    email: accountAddress(200),
    display_name: textField(80, 'Enter a name.'),
  })
  .check(z.superRefine(checkPlace))

export const changeSchema = z
  .object({ ...assignmentFields, version: z.coerce.number().check(z.int()) })
  .check(z.superRefine(checkPlace))

export type PersonInput = z.output<typeof personSchema>
