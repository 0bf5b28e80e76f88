import { getFormProps, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { ROLES_REFUSED_ON_WEB, type Role } from '~/platform/access/permissions'
import { roleLabel } from '~/platform/access/role-label'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { ChoiceCards } from '~/ui/ChoiceCards'
import { FormActions } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { ROLE_GROUPS, ROLE_TEXTS } from '../roles'
import { roleSchema } from '../schema'
import type { Choice } from '../types'

const groups = ROLE_GROUPS.map(({ label, roles }) => ({
  label,
  choices: roles.map((role) => ({
    value: role,
    label: roleLabel(role),
    detail: ROLE_TEXTS[role],
    aside: ROLES_REFUSED_ON_WEB.includes(role) ? <Badge>Field app only</Badge> : null,
  })),
}))

interface Props {
  projects: readonly Choice[]
  role: Role | null
  projectId: string | null
  cancel: string
}

/**
 * The first step: role and project decide which fields the second step has. It is a GET form, so
 * that it works without scripts and the browser's own back button returns to it.
 */
export function RoleStep({ projects, role, projectId, cancel }: Props) {
  const [form, fields] = useForm({
    id: 'role-step',
    constraint: getZodConstraint(roleSchema),
    defaultValue: {
      role: role ?? undefined,
      project_id: projectId ?? (projects.length === 1 ? projects[0]?.value : undefined),
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: roleSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="get" {...getFormProps(form)}>
      <ChoiceCards field={fields.role} legend="Role" groups={groups} />
      <div className="mt-5 max-w-md">
        <SelectField
          field={fields.project_id}
          label="Project"
          empty="Choose…"
          options={projects}
          hint="More projects can be added in the next step"
        />
      </div>
      <FormActions>
        <SubmitButton>Continue</SubmitButton>
        <LinkButton to={cancel} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </Form>
  )
}
