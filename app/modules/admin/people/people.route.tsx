import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requireAdmin } from '~/platform/access/guard.server'
import { ROLES } from '~/platform/access/permissions'
import { roleLabel } from '~/platform/access/role-label'
import { readOrder } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { Badge, StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { Icon } from '~/ui/Icon'
import { PageHeader } from '~/ui/PageHeader'
import { Pager } from '~/ui/Pager'
import { Panel } from '~/ui/Panel'
import { readUnverified } from './accounts.server'
import { listPeople, listProjectChoices, PEOPLE_ORDERS } from './queries.server'
import type { Person, PersonMembership } from './types'

export const meta: MetaFunction = () => [{ title: 'Users · Kalakal' }]

const STATUSES = ['active', 'inactive', 'unverified'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const searchParams = readSearchParams(request.url)
  const projects = await listProjectChoices(db)
  const status = searchParams.word('status', STATUSES)
  const { keyset, order } = readOrder(request.url, PEOPLE_ORDERS)
  const page = await listPeople(
    db,
    {
      search: searchParams.text('q'),
      projectId: searchParams.option('project', projects),
      role: searchParams.word('role', ROLES),
      status: status === 'unverified' ? null : status,
      among: status === 'unverified' ? await readUnverified(null) : null,
    },
    keyset,
  )
  const unverified = new Set(await readUnverified(page.rows.map(({ id }) => id)))
  return {
    order,
    page: {
      ...page,
      rows: page.rows.map((person) => ({ ...person, verified: !unverified.has(person.id) })),
    },
    projects: projects.map(({ value, label, status }) => ({
      value,
      label: status === 'active' ? label : `${label} (${status})`,
    })),
  }
}

interface Row extends Person {
  verified: boolean
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', phone: 'title', cell: ({ name }) => name },
  { key: 'email', header: 'E-mail', grow: true, cell: ({ email }) => email },
  {
    key: 'role',
    header: 'Role',
    cell: ({ memberships }) =>
      memberships.length > 0 ? (
        [...new Set(memberships.map(({ role }) => roleLabel(role)))].join(', ')
      ) : (
        <Badge tone="accent">Platform administrator</Badge>
      ),
  },
  {
    key: 'projects',
    header: 'Projects',
    grow: true,
    cell: ({ memberships }) => memberships.map(projectText).join(', ') || '–',
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ memberships, verified }) => (
      <span className="inline-flex flex-wrap gap-1">
        <StageBadge
          stage={
            memberships.length === 0 || memberships.some(({ status }) => status === 'active')
              ? 'active'
              : 'inactive'
          }
        />
        {verified ? null : (
          <>
            <Badge tone="warn">Not verified</Badge>
            <span className="text-xs text-muted">Account not opened</span>
          </>
        )}
      </span>
    ),
  },
]

/** Names the project of a membership, and whether it is no longer active. */
function projectText({ project, status, projectStatus }: PersonMembership): string {
  if (projectStatus !== 'active') return `${project} (${projectStatus})`
  return status === 'active' ? project : `${project} (inactive)`
}

/** Lists all users with their memberships. */
export default function People() {
  const { projects, page, order } = useLoaderData<typeof loader>()
  const add = (
    <LinkButton to={paths.admin.addUser} variant="primary">
      <Icon name="plus" />
      Add user
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Users" actions={add} />
      <Panel flush>
        <FilterBar search="Name or e-mail" columns={columns} order={order}>
          <FilterSelect name="project" label="Project" options={projects} />
          <FilterSelect
            name="role"
            label="Role"
            options={ROLES.map((value) => ({ value, label: roleLabel(value) }))}
          />
          <FilterSelect
            name="status"
            label="Status"
            options={[
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
              { value: 'unverified', label: 'Not verified' },
            ]}
          />
        </FilterBar>
        <DataTable
          caption="Users"
          columns={columns}
          rows={page.rows}
          count={page.count}
          order={order}
          rowKey={({ id }) => id}
          rowLink={({ id }) => paths.admin.user(id)}
          empty={
            <EmptyState title="No results" action={add}>
              Clear the filters, or add a user.
            </EmptyState>
          }
          footer={<Pager newer={page.newer} older={page.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
