import type { SubmissionResult } from '@conform-to/react'
import type { Role } from '~/platform/access/permissions'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import type { Choice } from '../../people/types'
import type { OwnPerson } from '../people.server'
import { ownRoleSchema } from '../schema'
import { RoleFields } from './RoleFields'

interface Props {
  project: string
  person: OwnPerson
  roles: readonly Role[]
  managers: readonly Choice[]
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Changes role and manager of a person in the active project. */
export function RoleForm({ project, person, roles, managers, idempotencyKey, lastResult }: Props) {
  const { role, managerId } = person.membership
  const [form, fields] = useCommandForm({
    id: 'person-role',
    schema: ownRoleSchema,
    lastResult,
    defaultValue: { role, manager_id: managerId ?? undefined },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="version" value={person.version} />
      <FormGrid>
        <RoleFields fields={fields} roles={roles} managers={managers} />
      </FormGrid>
      <p className="mt-3 text-muted">
        Takes effect immediately, also in the field app.{' '}
        {role === 'Agent'
          ? `Customers stay assigned to ${person.name} until finance transfers them. `
          : null}
        Bookings, receipts and other documents keep their names.
      </p>
      <FormActions>
        <SubmitButton>Change role</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
