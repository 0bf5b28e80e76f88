import type { SubmissionResult } from '@conform-to/react'
import { paths } from '~/paths'
import type { Role } from '~/platform/access/permissions'
import { roleLabel } from '~/platform/access/role-label'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { Panel } from '~/ui/Panel'
import { SubmitButton } from '~/ui/SubmitButton'
import type { AssignmentChoices } from '../assignment-choices.server'
import { consequences } from '../consequences'
import type { PersonDocument } from '../queries.server'
import { changeSchema } from '../schema'
import { AssignmentFields } from './AssignmentFields'
import { MembershipList } from './MembershipList'

interface Props {
  person: PersonDocument
  role: Role
  assignment: AssignmentChoices
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
  /** The address of the first step. */
  back: string
}

/** The second step of a change: the user's new projects, and the consequences. */
export function ChangeForm({ person, role, assignment, idempotencyKey, lastResult, back }: Props) {
  const active = person.memberships.filter(({ status }) => status === 'active')
  const offered = new Set(assignment.projects.map(({ value }) => value))
  const kept = active.map(({ projectId }) => projectId).filter((id) => offered.has(id))
  const here = active.find(({ projectId }) => projectId === assignment.project.value)
  const [form, fields] = useCommandForm({
    id: 'person-change',
    schema: changeSchema,
    lastResult,
    defaultValue: {
      project_id: assignment.project.value,
      project_ids: [...new Set([...kept, assignment.project.value])],
      manager_id: role === 'Agent' ? here?.managerId : undefined,
    },
  })
  const chosen = assignment.several ? fields.project_ids.value : [fields.project_id.value]
  const known = [chosen ?? []].flat().filter((id) => id !== undefined)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <Panel
        title={`${roleLabel(role)} from now on`}
        actions={
          <LinkButton to={back} size="sm">
            Select another role
          </LinkButton>
        }
      >
        <CommandForm form={form} project={null} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="role" value={role} />
          <input type="hidden" name="version" value={person.version} />
          <FormGrid>
            <AssignmentFields fields={fields} assignment={assignment} />
          </FormGrid>
          <FormActions>
            <SubmitButton>Change</SubmitButton>
            <LinkButton to={paths.admin.user(person.id)} variant="ghost">
              Cancel
            </LinkButton>
          </FormActions>
        </CommandForm>
      </Panel>
      <div className="flex flex-col gap-4">
        <Panel title="Current">
          <MembershipList memberships={active} />
        </Panel>
        <Panel title="Effect">
          <ul className="flex list-disc flex-col gap-1.5 pl-4" aria-live="polite">
            {consequences(person, role, known).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  )
}
