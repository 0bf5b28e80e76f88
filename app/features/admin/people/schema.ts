import { z } from 'zod'
import { ROLES } from '~/platform/permissions'

/** First step: what decides which fields the second one has. */
export const personStartSchema = z.object({
  role: z.enum(ROLES, { error: 'Choose a role.' }),
  project_id: z.uuid({ error: 'Choose a project.' }),
})

export const personSchema = personStartSchema.extend({
  email: z.email({ error: 'Enter an e-mail address.' }).trim().toLowerCase().max(200),
  display_name: z.string({ error: 'Enter a name.' }).trim().max(80, 'At most 80 characters.'),
  /** Agents only; empty = none. */
  manager_id: z.uuid().optional(),
  /** Further projects, for roles that belong to several. */
  project_ids: z.array(z.uuid()).optional(),
})
