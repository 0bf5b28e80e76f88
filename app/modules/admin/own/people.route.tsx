import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { paths } from '~/paths'
import { requirePermission } from '~/platform/access/guard.server'
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
import { readUnverified } from '../people/accounts.server'
import { listManagers, listPeople, PEOPLE_ORDERS } from '../people/queries.server'

export const meta: MetaFunction = () => [{ title: 'Users · Kalakal' }]

const STATUSES = ['active', 'inactive'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, project } = await requirePermission(context, 'people.write')
  const { projectId } = project
  const searchParams = readSearchParams(request.url)
  const { keyset, order } = readOrder(request.url, PEOPLE_ORDERS)
  const [page, managers] = await Promise.all([
    listPeople(
      db,
      {
        search: searchParams.text('q'),
        projectId,
        role: searchParams.word('role', ROLES),
        status: searchParams.word('status', STATUSES),
        among: null,
      },
      keyset,
    ),
    listManagers(db, projectId),
  ])
  const unverified = new Set(await readUnverified(page.rows.map(({ id }) => id)))
  const nameOf = new Map(managers.map(({ value, label }) => [value, label]))
  return {
    order,
    page: {
      ...page,
      rows: page.rows.map(({ id, name, email, memberships }) => {
        const here = memberships.find((each) => each.projectId === projectId)
        return {
          id,
          name,
          email,
          role: here?.role ?? '',
          manager: here?.managerId ? (nameOf.get(here.managerId) ?? 'Left') : null,
          status: here?.status ?? 'inactive',
          verified: !unverified.has(id),
        }
      }),
    },
  }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['page']['rows'][number]

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', phone: 'title', cell: ({ name }) => name },
  { key: 'role', header: 'Role', cell: ({ role }) => roleLabel(role) },
  { key: 'manager', header: 'Manager', cell: ({ manager }) => manager },
  { key: 'email', header: 'E-mail', grow: true, cell: ({ email }) => email },
  { key: 'status', header: 'Status', cell: ({ status }) => <StageBadge stage={status} /> },
  {
    key: 'account',
    header: 'Account',
    cell: ({ verified }) => (verified ? 'Registered' : <Badge tone="warn">Not registered</Badge>),
  },
]

/** Lists the people of the active project, for its General Manager and Owner. */
export default function OwnPeople() {
  const { page, order } = useLoaderData<typeof loader>()
  const add = (
    <LinkButton to={paths.ownProject.addPerson} variant="primary">
      <Icon name="plus" />
      Invite
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Users" actions={add} />
      <Panel flush>
        <FilterBar search="Name or e-mail" columns={columns} order={order}>
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
          rowLink={({ id }) => paths.ownProject.person(id)}
          empty={
            <EmptyState title="No results" action={add}>
              Clear the filters, or invite a user.
            </EmptyState>
          }
          footer={<Pager newer={page.newer} older={page.older} labels={['Back', 'More']} />}
        />
      </Panel>
    </>
  )
}
