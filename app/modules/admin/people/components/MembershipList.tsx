import { roleLabel } from '~/platform/access/role-label'
import type { PersonMembership } from '../types'

const SHOWN = 3

interface Props {
  memberships: readonly PersonMembership[]
}

/** Shows a user's memberships, one per line: "finance admin @ Visayas Trading". */
export function MembershipList({ memberships }: Props) {
  if (memberships.length === 0) return <span className="text-muted">No active project</span>
  const hidden = memberships.length - SHOWN - 1
  const shown = hidden > 0 ? memberships.slice(0, SHOWN) : memberships
  return (
    <ul>
      {shown.map(({ projectId, role, project, status, projectStatus }) => (
        <li key={projectId} className={status === 'active' ? undefined : 'text-muted'}>
          {roleLabel(role)} <span className="text-muted">@</span> {project}
          {status === 'active' ? null : <span className="text-xs"> (inactive)</span>}
          {projectStatus === 'active' ? null : (
            <span className="text-xs text-muted"> · project {projectStatus}</span>
          )}
        </li>
      ))}
      {hidden > 0 ? <li className="text-xs text-muted">and {hidden + 1} more</li> : null}
    </ul>
  )
}
