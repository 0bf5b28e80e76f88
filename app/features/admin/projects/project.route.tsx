import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { problem } from '~/platform/errors'
import { newOp, readOp } from '~/platform/form.server'
import { requireAdmin } from '~/platform/guard.server'
import { reply } from '~/platform/reply.server'
import { redirectWithToast } from '~/platform/toast.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { Details } from '~/ui/Details'
import { EmptyState } from '~/ui/EmptyState'
import { ErrorBanner } from '~/ui/ErrorBanner'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { StatusAct } from '../components/StatusAct'
import { listPeople } from '../people/queries.server'
import { setProjectStatus } from './commands.server'
import { readProject } from './queries.server'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.project.name ?? 'Project'} · Kalakal` },
]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const project = await readProject(db, params.id ?? '')
  return {
    project,
    people: await listPeople(db, { projectId: project.id }),
    ops: { status: newOp(), remove: newOp() },
  }
}

const statusShape = z.enum(['active', 'inactive', 'removed'])

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { db } = await requireAdmin(context)
  const form = await request.formData()
  const status = statusShape.safeParse(form.get('status'))
  if (!status.success) throw problem(400)
  const result = await setProjectStatus(db, readOp(form), params.id ?? '', status.data)
  if (!result.ok) {
    if (result.error.status === 404) throw problem(404)
    return reply({ error: result.error.message }, result.error.status)
  }
  return status.data === 'removed'
    ? redirectWithToast('/admin-projects', 'The project is removed.')
    : redirectWithToast(`/admin-projects/${params.id}`, `The project is ${status.data}.`)
}

/** One project: its facts, its people, and whether it is open. */
export default function Project() {
  const { project, people, ops } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const open = project.status === 'active'
  return (
    <>
      <PageHeader
        title={project.name}
        aside={<StageBadge stage={project.status} />}
        crumbs={[{ label: 'Projects', to: '/admin-projects' }]}
        actions={
          project.status === 'removed' ? null : (
            <>
              <StatusAct
                label={open ? 'Deactivate' : 'Reactivate'}
                title={`${open ? 'Deactivate' : 'Reactivate'} ${project.name}`}
                body={
                  open
                    ? `${people.length} people lose access at their next click. Nothing is deleted; you can reactivate it.`
                    : 'Its people can work in it again at once.'
                }
                op={ops.status}
                status={open ? 'inactive' : 'active'}
              />
              <StatusAct
                label="Remove"
                title={`Remove ${project.name}`}
                body={`${people.length} people lose access and the project leaves every list. Its records are kept, but a removed project does not come back.`}
                op={ops.remove}
                status="removed"
                danger
              />
            </>
          )
        }
      />
      <ErrorBanner errors={answer ? [answer.error] : undefined} />
      <Panel title="Details" className="mb-4">
        <Details
          items={[
            ['Title', project.title ?? '–'],
            ['Owner', project.ownerName ?? '–'],
            ["Owner's e-mail", project.ownerEmail ?? '–'],
            ['Address', project.address ?? '–'],
            ['Time zone', project.timeZone],
            ['Currency', project.currency],
            ['Product categories', project.categories.join(', ') || '–'],
            [
              'Added',
              <DateText key="added" value={project.createdAt} timeZone={project.timeZone} />,
            ],
          ]}
        />
      </Panel>
      <Panel
        title="People"
        flush
        actions={
          open ? (
            <LinkButton to={`/admin-users/add?project_id=${project.id}`}>Add user</LinkButton>
          ) : null
        }
      >
        <DataTable
          caption="People of this project"
          columns={[
            { key: 'name', header: 'Name', phone: 'title', cell: (person) => person.name },
            { key: 'email', header: 'E-mail', cell: (person) => person.email },
            {
              key: 'role',
              header: 'Role',
              cell: (person) =>
                person.memberships.find((each) => each.projectId === project.id)?.role,
            },
            {
              key: 'status',
              header: 'Status',
              cell: (person) => (
                <StageBadge
                  stage={
                    person.memberships.find((each) => each.projectId === project.id)?.status ?? ''
                  }
                />
              ),
            },
          ]}
          rows={people}
          count={people.length}
          rowKey={(person) => person.id}
          rowLink={(person) => `/admin-users/${person.id}`}
          empty={
            <EmptyState title="Nobody yet">Add the people who work in this company.</EmptyState>
          }
        />
      </Panel>
    </>
  )
}
