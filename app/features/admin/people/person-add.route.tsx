import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalidReply, newOp, readOp, refusedReply } from '~/platform/form.server'
import { requireAdmin } from '~/platform/guard.server'
import { FAN_OUT_ROLES } from '~/platform/permissions'
import { redirectWithToast } from '~/platform/toast.server'
import { LinkButton } from '~/ui/Button'
import { EmptyState } from '~/ui/EmptyState'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listProjectOptions } from '../projects/queries.server'
import { createPerson } from './commands.server'
import { PersonForm } from './PersonForm'
import { PersonStart } from './PersonStart'
import { listManagers } from './queries.server'
import { personSchema, personStartSchema } from './schema'

export const meta: MetaFunction = () => [{ title: 'Add user · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const asked = personStartSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const projects = await listProjectOptions(db)
  const project = projects.find(({ value }) => value === asked.data?.project_id)
  if (!asked.success || !project) return { step: 'start' as const, projects }
  const { role } = asked.data
  return {
    step: 'person' as const,
    role,
    project,
    others: FAN_OUT_ROLES.includes(role)
      ? projects.filter(({ value }) => value !== project.value)
      : [],
    managers: role === 'Agent' ? await listManagers(db, project.value) : null,
    op: newOp(),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireAdmin(context)
  const form = await request.formData()
  const submission = parseWithZod(form, { schema: personSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const result = await createPerson(db, readOp(form), submission.value)
  if (!result.ok) return refusedReply(submission, result.error)
  const { email } = submission.value
  return redirectWithToast(
    `/admin-users/${result.data.user_id}`,
    result.data.mailed
      ? `A verification mail is on its way to ${email}.`
      : `The account is made, but the mail to ${email} could not be sent: send it again below.`,
  )
}

/** A new person, in two steps: what they are, then who they are. */
export default function PersonAdd() {
  const data = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Add user"
        crumbs={[{ label: 'Users', to: '/admin-users' }]}
        description={data.step === 'person' ? `${data.role} at ${data.project.label}` : null}
      />
      <Panel>
        {data.step === 'person' ? (
          <PersonForm {...data} lastResult={lastResult} />
        ) : data.projects.length === 0 ? (
          <EmptyState
            title="No project yet"
            action={<LinkButton to="/admin-projects/add">Add project</LinkButton>}
          >
            People belong to a project: add it first.
          </EmptyState>
        ) : (
          <PersonStart projects={data.projects} />
        )}
      </Panel>
    </>
  )
}
