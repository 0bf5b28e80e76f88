import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminAction } from '~/platform/forms/form-action.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { createPerson, toldOfMail } from './accounts.server'
import { assignmentField } from './assignment.server'
import { listActiveProjects, readAssignmentChoices } from './assignment-choices.server'
import { PersonForm } from './components/PersonForm'
import { RoleStep } from './components/RoleStep'
import { personSchema } from './schema'
import { readStep, stepBack } from './step'

export const meta: MetaFunction = () => [{ title: 'Add user · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const step = readStep(request.url)
  const assignment = step.choosing ? null : await readAssignmentChoices(db, step, null)
  if (!assignment || !step.role)
    return { step: 'role' as const, ...step, projects: await listActiveProjects(db) }
  return {
    step: 'person' as const,
    role: step.role,
    assignment,
    back: stepBack(step),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = adminAction({
  schema: personSchema,
  command: ({ db, idempotencyKey, value }) => createPerson(db, idempotencyKey, value),
  fieldOf: assignmentField,
  done: ({ user_id, mailed }, { value: { email } }) => ({
    to: paths.admin.user(user_id),
    ...toldOfMail(mailed, email),
  }),
})

/** Adds a user in two steps: first role and project, then name and e-mail. */
export default function PersonAdd() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Add user"
        crumbs={[{ label: 'Users', to: paths.admin.users }]}
        description={
          data.step === 'person'
            ? `${roleLabel(data.role)} at ${data.assignment.project.label}`
            : null
        }
      />
      <Panel>
        {data.step === 'person' ? (
          <PersonForm {...data} lastResult={lastResult} />
        ) : data.projects.length === 0 ? (
          <EmptyState
            line
            title="No active project"
            action={
              <LinkButton to={paths.admin.addProject}>
                <Icon name="plus" />
                Add project
              </LinkButton>
            }
          >
            Users belong to a project. Add one first.
          </EmptyState>
        ) : (
          <RoleStep {...data} cancel={paths.admin.users} />
        )}
      </Panel>
    </>
  )
}
