import { paths } from '~/paths'
import { roleLabel } from '~/platform/access/role-label'
import { StageBadge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Icon } from '~/ui/Icon'
import { Panel } from '~/ui/Panel'
import type { ProjectDocument, ProjectPerson } from '../queries.server'

interface Props {
  project: ProjectDocument
  people: ProjectPerson[]
}

const columns: Column<ProjectPerson>[] = [
  { key: 'name', header: 'Name', phone: 'title', cell: (person) => person.name },
  { key: 'email', header: 'E-mail', grow: true, cell: (person) => person.email },
  { key: 'role', header: 'Role', cell: (person) => roleLabel(person.role) },
  { key: 'status', header: 'Status', cell: (person) => <StageBadge stage={person.status} /> },
]

/** Lists the users of a project. */
export function ProjectPeople({ project, people }: Props) {
  const add =
    project.status === 'active' ? (
      <LinkButton to={`${paths.admin.addUser}?project_id=${project.id}`} size="sm">
        <Icon name="plus" />
        Add user
      </LinkButton>
    ) : null
  return (
    <Panel title="Users" flush actions={add}>
      <DataTable
        caption="Users of this project"
        columns={columns}
        rows={people}
        rowKey={(person) => person.id}
        rowLink={(person) => paths.admin.user(person.id)}
        empty={
          <EmptyState line title="No users yet">
            Add the users of this company.
          </EmptyState>
        }
        footer={
          people.length > 0 && project.status === 'active' ? (
            <LinkButton to={`${paths.admin.users}?project=${project.id}`} variant="ghost" size="sm">
              All in Users
            </LinkButton>
          ) : null
        }
      />
    </Panel>
  )
}
