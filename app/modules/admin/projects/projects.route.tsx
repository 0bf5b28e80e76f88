import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { readKeyset } from '~/platform/db/keyset'
import { readSearchParams } from '~/platform/request/search-params'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { listProjects, PROJECTS_BY_NAME } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Projects · Kalakal' }]

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'removed', label: 'Removed' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const searchParams = readSearchParams(request.url)
  const filters = {
    search: searchParams.text('q'),
    status: searchParams.option('status', STATUSES),
  }
  const page = await listProjects(db, readKeyset(request.url, PROJECTS_BY_NAME), filters)
  return { ...page, filtered: Boolean(filters.search || filters.status) }
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>

const columns: Column<Data['rows'][number]>[] = [
  { key: 'name', header: 'Project', phone: 'title', cell: (project) => project.name },
  { key: 'owner', header: 'Owner', cell: (project) => project.ownerName ?? '–' },
  {
    key: 'email',
    header: "Owner's e-mail",
    phone: 'hide',
    cell: (project) => project.ownerEmail ?? '–',
  },
  { key: 'people', header: 'Users', align: 'end', cell: (project) => project.people },
  {
    key: 'zone',
    header: 'Time zone',
    phone: 'hide',
    cell: (project) => project.timeZone.replaceAll('_', ' '),
  },
  { key: 'currency', header: 'Currency', phone: 'hide', cell: (project) => project.currency },
  { key: 'status', header: 'Status', cell: (project) => <StageBadge stage={project.status} /> },
]

/** Lists the projects of the installation by name. Removed ones appear only on request. */
export default function Projects() {
  const data = useLoaderData<typeof loader>()
  const add = (
    <LinkButton to={paths.admin.addProject} variant="primary">
      <Icon name="plus" />
      Add project
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Projects" actions={add} />
      <Panel flush>
        <FilterBar search="Project or owner">
          <FilterSelect name="status" label="Status" all="Active and inactive" options={STATUSES} />
        </FilterBar>
        <DataTable
          caption="Projects"
          columns={columns}
          rows={data.rows}
          count={data.count}
          rowKey={(project) => project.id}
          rowLink={(project) => paths.admin.project(project.id)}
          empty={
            data.filtered ? (
              <EmptyState title="No results">
                Try a shorter word, another status, or clear the filters.
              </EmptyState>
            ) : (
              <EmptyState title="No projects yet" action={add}>
                A project is one company with its own users, stock and books.
              </EmptyState>
            )
          }
          footer={<Pager newer={data.newer} older={data.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
