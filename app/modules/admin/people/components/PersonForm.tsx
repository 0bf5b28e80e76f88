import type { SubmissionResult } from '@conform-to/react'
import { NAME_HINT } from '~/platform/access/account-address'
import { ROLES_REFUSED_ON_WEB, type Role } from '~/platform/access/permissions'
import { roleLabel } from '~/platform/access/role-label'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import type { AssignmentChoices } from '../assignment-choices.server'
import { personSchema } from '../schema'
import { AssignmentFields } from './AssignmentFields'

interface Props {
  role: Role
  assignment: AssignmentChoices
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
  /** The address of the first step. */
  back: string
}

/** The second step of a new user: name, address and projects. */
export function PersonForm({ role, assignment, idempotencyKey, lastResult, back }: Props) {
  const [form, fields] = useCommandForm({
    id: 'person-add',
    schema: personSchema,
    lastResult,
    defaultValue: { project_id: assignment.project.value, project_ids: [assignment.project.value] },
  })
  return (
    <CommandForm form={form} project={null} idempotencyKey={idempotencyKey}>
      <input type="hidden" name="role" value={role} />
      <p className="mb-4 text-muted">
        The user receives an e-mail to choose a password; who has no e-mail gets a link that you
        hand over.
        {ROLES_REFUSED_ON_WEB.includes(role)
          ? ` With the role ${roleLabel(role)} they work in the field app and cannot sign in here.`
          : null}
      </p>
      <FormGrid>
        <TextField
          field={fields.email}
          label="User name or e-mail"
          autoFocus
          autoComplete="off"
          hint={`To sign in. ${NAME_HINT}`}
          className="sm:col-span-1 lg:col-span-2"
        />
        <TextField
          field={fields.display_name}
          label="Name"
          autoComplete="off"
          hint="As shown on documents"
          className="sm:col-span-1 lg:col-span-2"
        />
        <AssignmentFields fields={fields} assignment={assignment} />
      </FormGrid>
      <FormActions>
        <SubmitButton>Create user</SubmitButton>
        <LinkButton to={back} variant="ghost">
          Back
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}
