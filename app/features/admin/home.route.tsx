import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/platform/guard.server'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { Stat, StatRow } from '~/ui/Stat'
import { listPeople } from './people/queries.server'
import { listProjects } from './projects/queries.server'

export const meta: MetaFunction = () => [{ title: 'Administration · Kalakal' }]

const NEWEST = 8

export async function loader({ context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const [projects, people] = await Promise.all([
    listProjects(db, { search: null, status: null }),
    listPeople(db),
  ])
  const newest = [...people].sort((a, b) => b.createdAt.localeCompare(a.createdAt))
  return {
    active: projects.filter((project) => project.status === 'active').length,
    projects: projects.length,
    people: people.filter((person) => person.memberships.length > 0).length,
    inactive: people.filter((person) =>
      person.memberships.some((membership) => membership.status !== 'active'),
    ).length,
    newest: newest.filter((person) => person.memberships.length > 0).slice(0, NEWEST),
  }
}

/** Landing of the platform administrator: what there is, and the two ways on. */
export default function AdminHome() {
  const data = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Administration"
        actions={
          <>
            <LinkButton to="/admin-users/add">Add user</LinkButton>
            <LinkButton to="/admin-projects/add" variant="primary">
              Add project
            </LinkButton>
          </>
        }
      />
      <StatRow>
        <Stat
          label="Active projects"
          value={data.active}
          note={`${data.projects} in all`}
          to="/admin-projects"
        />
        <Stat label="People" value={data.people} to="/admin-users" />
        <Stat label="Deactivated somewhere" value={data.inactive} />
      </StatRow>
      <Panel title="Newest people" flush>
        <DataTable
          caption="Newest people"
          columns={[
            { key: 'name', header: 'Name', phone: 'title', cell: (person) => person.name },
            { key: 'email', header: 'E-mail', cell: (person) => person.email },
            {
              key: 'role',
              header: 'Role',
              cell: (person) => [...new Set(person.memberships.map(({ role }) => role))].join(', '),
            },
            {
              key: 'projects',
              header: 'Projects',
              cell: (person) => person.memberships.map(({ project }) => project).join(', '),
            },
            {
              key: 'status',
              header: 'Status',
              cell: (person) => <StageBadge stage={person.status} />,
            },
            {
              key: 'since',
              header: 'Added',
              cell: (person) => <DateText value={person.createdAt} timeZone="UTC" />,
              phone: 'hide',
            },
          ]}
          rows={data.newest}
          rowKey={(person) => person.id}
          rowLink={(person) => `/admin-users/${person.id}`}
          empty={
            <EmptyState title="Nobody yet">
              Add a project first, then the people who work in it.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
