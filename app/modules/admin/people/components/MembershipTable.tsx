import { roleLabel } from '~/platform/access/role-label'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import type { PersonDocument } from '../queries.server'
import type { PersonMembership } from '../types'
import { ActionButton, type ActionRefusal } from './ActionButton'

interface Props {
  person: PersonDocument
  /** One idempotency key per membership. */
  idempotencyKeys: Record<string, string>
  refusal: ActionRefusal | undefined
}

/** Lists a user's projects and roles. Each membership can be deactivated and reactivated. */
export function MembershipTable({ person, idempotencyKeys, refusal }: Props) {
  const columns: Column<PersonMembership>[] = [
    {
      key: 'project',
      header: 'Project',
      phone: 'title',
      cell: ({ project, projectStatus }) =>
        projectStatus === 'active' ? project : `${project} (project ${projectStatus})`,
    },
    { key: 'role', header: 'Role', cell: ({ role }) => roleLabel(role) },
    ...(person.memberships.some(({ role }) => role === 'Agent')
      ? [
          {
            key: 'manager',
            header: 'Manager',
            cell: ({ managerId }: PersonMembership) =>
              managerId ? person.managerName : <span className="text-muted">None</span>,
          },
        ]
      : []),
    { key: 'status', header: 'Status', cell: ({ status }) => <StageBadge stage={status} /> },
    {
      key: 'action',
      header: 'Change',
      align: 'end',
      cell: (membership) => (
        <StatusChange
          person={person}
          membership={membership}
          idempotencyKey={idempotencyKeys[membership.projectId] ?? ''}
          refusal={refusal}
        />
      ),
    },
  ]
  return (
    <DataTable
      caption="Projects"
      columns={columns}
      rows={person.memberships}
      rowKey={({ projectId }) => projectId}
      empty={
        <EmptyState line title="No project">
          The platform administrator belongs to no project and sees no business data.
        </EmptyState>
      }
    />
  )
}

function StatusChange(props: {
  person: PersonDocument
  membership: PersonMembership
  idempotencyKey: string
  refusal: ActionRefusal | undefined
}) {
  const { person, membership, idempotencyKey, refusal } = props
  const { projectId, project, role } = membership
  const at = { idempotencyKey, projectId, refusal, inRow: true }
  if (membership.status !== 'active')
    return (
      <ActionButton
        {...at}
        intent="reactivate"
        label="Reactivate"
        title={`Reactivate ${person.name}`}
        body={`${person.name} is ${roleLabel(role)} at ${project} again immediately.`}
      />
    )
  return (
    <ActionButton
      {...at}
      intent="deactivate"
      label="Deactivate"
      title={`Deactivate ${person.name}`}
      body={<Loss name={person.name} from={project} role={role} leads={person.leads[projectId]} />}
      danger
    />
  )
}

/** Explains the effects of a deactivation, and what remains. */
export function Loss(props: {
  name: string
  from: string
  role: string
  leads: number | undefined
}) {
  const { name, from, role, leads = 0 } = props
  return (
    <>
      <p>
        {name} loses {from} immediately, also in the field app. Documents do not change.
      </p>
      {role === 'Agent' ? (
        <p className="mt-2">
          Customers stay assigned to {name} until finance transfers them to another agent.
        </p>
      ) : null}
      {leads > 0 ? (
        <p className="mt-2">
          {leads === 1 ? 'One agent has' : `${leads} agents have`} {name} as manager: assign another
          one.
        </p>
      ) : null}
    </>
  )
}
