import { z } from 'zod/mini'
import { accountAddress } from '~/platform/access/account-address'
import { ROLES } from '~/platform/access/permissions'
import { textField, versionField } from '~/platform/forms/fields'
import { moneyField } from '~/platform/values/money'

const roleFields = {
  role: z.enum(ROLES, { error: 'Choose a role.' }),
  /** Used for agents only; empty for none. */
  manager_id: z.optional(z.uuid({ error: 'Choose a manager.' })),
}

/** The form that invites a person into the own project. */
export const inviteSchema = z.object({
  ...roleFields,
  email: accountAddress(200),
  display_name: textField(80, 'Enter a name.'),
})

/** The form that changes role and manager of a person of the own project. */
export const ownRoleSchema = z.object({ ...roleFields, version: versionField })

/** The form of a Manager's approval limit; empty for none. */
export const limitSchema = z.object({ approval_limit: z.optional(moneyField) })
