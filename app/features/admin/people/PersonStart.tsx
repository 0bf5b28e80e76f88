import { Form } from '@remix-run/react'
import { ROLES } from '~/platform/permissions'
import { FilterSelect } from '~/ui/FilterBar'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'

/** First step: role and project decide which fields the second one has. A GET form, so it needs no scripts. */
export function PersonStart({
  projects,
}: {
  projects: readonly { value: string; label: string }[]
}) {
  return (
    <Form method="get">
      <div className="flex flex-wrap gap-4">
        <FilterSelect
          name="role"
          label="Role"
          all={null}
          options={ROLES.map((value) => ({ value, label: value }))}
        />
        <FilterSelect name="project_id" label="Project" all={null} options={projects} />
      </div>
      <FormActions>
        <SubmitButton>Continue</SubmitButton>
      </FormActions>
    </Form>
  )
}
