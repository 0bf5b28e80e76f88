import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '~/platform/guard.server'
import { ROLES } from '~/platform/permissions'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { FilterBar, FilterSelect } from '~/ui/FilterBar'
import { PageHeader } from '~/ui/PageHeader'
import { Panel } from '~/ui/Panel'
import { listProjectOptions } from '../projects/queries.server'
import { listPeople } from './queries.server'

export const meta: MetaFunction = () => [{ title: 'Users · Kalakal' }]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireAdmin(context)
  const search = new URL(request.url).searchParams
  const projects = await listProjectOptions(db)
  const people = await listPeople(db, {
    search: search.get('q')?.trim() || null,
    projectId: projects.find(({ value }) => value === search.get('project'))?.value ?? null,
    role: ROLES.find((role) => role === search.get('role')) ?? null,
  })
  return { projects, people }
}

/** Everyone with an account, with what they are where. */
export default function People() {
  const { projects, people } = useLoaderData<typeof loader>()
  const add = (
    <LinkButton to="/admin-users/add" variant="primary">
      Add user
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Users" actions={add} />
      <Panel flush>
        <FilterBar search="Name or e-mail">
          <FilterSelect name="project" label="Project" options={projects} />
          <FilterSelect
            name="role"
            label="Role"
            options={ROLES.map((value) => ({ value, label: value }))}
          />
        </FilterBar>
        <DataTable
          caption="Users"
          columns={[
            { key: 'name', header: 'Name', phone: 'title', cell: (person) => person.name },
            { key: 'email', header: 'E-mail', cell: (person) => person.email },
            {
              key: 'role',
              header: 'Role',
              cell: (person) =>
                [...new Set(person.memberships.map(({ role }) => role))].join(', ') ||
                'Administrator',
            },
            {
              key: 'projects',
              header: 'Projects',
              cell: (person) => person.memberships.map(({ project }) => project).join(', ') || '–',
            },
            {
              key: 'status',
              header: 'Status',
              cell: (person) => (
                <StageBadge
                  stage={
                    person.memberships.length > 0 &&
                    person.memberships.every(({ status }) => status === 'inactive')
                      ? 'inactive'
                      : person.status
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
            <EmptyState title="Nobody matches" action={add}>
              Clear the filters, or add someone.
            </EmptyState>
          }
        />
      </Panel>
    </>
  )
}
