import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/platform/guard.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listProjects } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Projects · Kalakal' }]

const STATUSES = ['active', 'inactive', 'removed'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const search = new URL(request.url).searchParams
  return {
    projects: await listProjects(db, {
      search: search.get('q')?.trim() || null,
      status: STATUSES.find((status) => status === search.get('status')) ?? null,
    }),
  }
}

/** Every project of the installation. */
export default function Projects() {
  const { projects } = useLoaderData<typeof loader>()
  const add = (
    <LinkButton to="/admin-projects/add" variant="primary">
      Add project
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Projects" actions={add} />
      <Panel flush>
        <FilterBar search="Project or owner">
          <FilterSelect
            name="status"
            label="Status"
            options={STATUSES.map((value) => ({
              value,
              label: value.charAt(0).toUpperCase() + value.slice(1),
            }))}
          />
        </FilterBar>
        <DataTable
          caption="Projects"
          columns={[
            { key: 'name', header: 'Project', phone: 'title', cell: (project) => project.name },
            { key: 'owner', header: 'Owner', cell: (project) => project.ownerName ?? '–' },
            {
              key: 'email',
              header: "Owner's e-mail",
              cell: (project) => project.ownerEmail ?? '–',
            },
            { key: 'people', header: 'People', align: 'end', cell: (project) => project.people },
            {
              key: 'zone',
              header: 'Time zone',
              cell: (project) => project.timeZone,
              phone: 'hide',
            },
            {
              key: 'currency',
              header: 'Currency',
              cell: (project) => project.currency,
              phone: 'hide',
            },
            {
              key: 'status',
              header: 'Status',
              cell: (project) => <StageBadge stage={project.status} />,
            },
          ]}
          rows={projects}
          count={projects.length}
          rowKey={(project) => project.id}
          rowLink={(project) => `/admin-projects/${project.id}`}
          empty={
            <EmptyState title="No project here" action={add}>
              A project is one company with its own people, stock and books.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
