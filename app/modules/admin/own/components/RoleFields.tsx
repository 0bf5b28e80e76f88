import type { FieldMetadata } from '@conform-to/react'
import type { Role } from '~/platform/access/permissions'
import { roleLabel } from '~/platform/access/role-label'
import { SelectField } from '~/ui/SelectField'
import { ROLE_TEXTS } from '../../people/roles'
import type { Choice } from '../../people/types'

type Field<V, S extends Record<string, unknown>> = FieldMetadata<V, S, string[]>

interface Props<S extends Record<string, unknown>> {
  fields: { role: Field<Role, S>; manager_id: Field<string | undefined, S> }
  roles: readonly Role[]
  managers: readonly Choice[]
}

/** Fields for role and manager. Whoever is no agent has no manager. */
export function RoleFields<S extends Record<string, unknown>>({
  fields,
  roles,
  managers,
}: Props<S>) {
  const role = fields.role.value as Role | undefined
  return (
    <>
      <SelectField
        field={fields.role}
        label="Role"
        empty="Choose…"
        options={roles.map((value) => ({ value, label: roleLabel(value) }))}
        hint={role ? ROLE_TEXTS[role] : undefined}
      />
      <SelectField
        field={fields.manager_id}
        label="Manager"
        empty="None"
        options={managers}
        hint="For an agent: sees the agent's customers, bookings and collections"
      />
    </>
  )
}
