import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { adminAction } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { assignmentField, assignmentOf } from './assignment.server'
import { listActiveProjects, readAssignmentChoices } from './assignment-choices.server'
import { ChangeForm } from './components/ChangeForm'
import { RoleStep } from './components/RoleStep'
import { readPerson } from './queries.server'
import { changeSchema } from './schema'
import { readStep, stepBack } from './step'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Change ${data?.person.name ?? 'user'} · Kalakal` },
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, user } = await requireAdmin(context)
  const person = await readPerson(db, params.id ?? '')
  // The platform administrator belongs to no project.
  if (person.id === user.userId) throw problem(404)
  // Active memberships come first. A user without one starts from the former role.
  const [current] = person.memberships
  const step = readStep(request.url, {
    role: current?.role ?? null,
    projectId: current?.projectId ?? null,
  })
  const assignment = step.choosing ? null : await readAssignmentChoices(db, step, person.id)
  if (!assignment || !step.role)
    return { step: 'role' as const, person, ...step, projects: await listActiveProjects(db) }
  return {
    step: 'assignment' as const,
    person,
    role: step.role,
    assignment,
    back: stepBack(step),
    idempotencyKey: newIdempotencyKey(),
  }
}

export const action = adminAction({
  document: ({ db, id }) => readPerson(db, id),
  schema: changeSchema,
  // Memberships that the user loses stay recorded as inactive.
  command: ({ run, document: { id }, value }) => {
    const { p_project, project_ids } = assignmentOf(value)
    const { role, manager_id, version } = value
    return run('update_member', {
      p_project,
      p_version: version,
      p_member: { user_id: id, role, manager_id, project_ids },
    })
  },
  fieldOf: assignmentField,
  done: (_, { document: { id, name }, value: { role } }) => ({
    to: paths.admin.user(id),
    text: `${name} is ${roleLabel(role)} now.`,
  }),
})

/** Changes role, projects and manager of a user; in two steps when the role changes. */
export default function PersonChange() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  const { person } = data
  const page = paths.admin.user(person.id)
  return (
    <>
      <PageHeader
        title="Change role and projects"
        crumbs={[
          { label: 'Users', to: paths.admin.users },
          { label: person.name, to: page },
        ]}
      />
      {data.step === 'role' ? (
        <Panel>
          <RoleStep {...data} cancel={page} />
        </Panel>
      ) : (
        <ChangeForm
          key={`${data.role} ${data.assignment.project.value}`}
          {...data}
          lastResult={lastResult}
        />
      )}
    </>
  )
}
