import type { SubmissionResult } from '@conform-to/react'
import { ROLES_REFUSED_ON_WEB, type Role } from '~/platform/permissions'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import { personSchema } from './schema'

interface Choice {
  value: string
  label: string
}

interface Props {
  role: Role
  project: Choice
  /** Further projects that this role may have; empty for roles of one project. */
  others: readonly Choice[]
  /** Who may lead an agent; null for other roles. */
  managers: readonly Choice[] | null
  op: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Who the new person is; role and project are chosen already. */
export function PersonForm({ role, project, others, managers, op, lastResult }: Props) {
  const [form, fields] = useCommandForm({ id: 'person-add', schema: personSchema, lastResult })
  return (
    <CommandForm form={form} project={null} op={op}>
      <input type="hidden" name="role" value={role} />
      <input type="hidden" name="project_id" value={project.value} />
      {ROLES_REFUSED_ON_WEB.includes(role) ? (
        <p className="mb-4 text-muted">
          A {role} works with the field app and cannot sign in here.
        </p>
      ) : null}
      <FormGrid>
        <TextField
          field={fields.email}
          label="E-mail"
          type="email"
          autoFocus
          autoComplete="off"
          hint="The verification mail goes here; the person chooses the password"
        />
        <TextField field={fields.display_name} label="Name" autoComplete="off" />
        {managers ? (
          <SelectField field={fields.manager_id} label="Manager" empty="None" options={managers} />
        ) : null}
        {others.length > 0 ? (
          <SelectField
            field={fields.project_ids}
            label={`Also in, besides ${project.label}`}
            options={others}
            multiple
            hint="Hold Ctrl to choose several"
          />
        ) : null}
      </FormGrid>
      <FormActions>
        <SubmitButton>Create and send mail</SubmitButton>
        <LinkButton to="/admin-users/add" variant="ghost">
          Back
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}
