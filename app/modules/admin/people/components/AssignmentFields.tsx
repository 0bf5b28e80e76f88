import type { FieldMetadata } from '@conform-to/react'
import { CheckList } from '~/ui/CheckList'
import { SelectField } from '~/ui/SelectField'
import type { AssignmentChoices } from '../assignment-choices.server'

type Field<S> = FieldMetadata<S, Record<string, unknown>, string[]>

interface Props {
  fields: {
    project_id: Field<string | undefined>
    project_ids: Field<string[] | undefined>
    manager_id: Field<string | undefined>
  }
  assignment: AssignmentChoices
}

/** Fields for the user's project or projects, and for an agent's manager. */
export function AssignmentFields({ fields, assignment }: Props) {
  const { several, projects, managers } = assignment
  if (several)
    return (
      <CheckList
        field={fields.project_ids}
        label="Projects"
        options={projects}
        hint="The user switches between them in the top bar"
        className="sm:col-span-2 lg:col-span-4"
      />
    )
  return (
    <>
      <SelectField field={fields.project_id} label="Project" options={projects} />
      {managers ? (
        <SelectField
          field={fields.manager_id}
          label="Manager"
          empty="None"
          options={managers}
          hint="Sees the agent's customers, bookings and collections"
        />
      ) : null}
    </>
  )
}
