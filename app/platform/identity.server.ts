import type { Db, Identity, Membership } from './context'
import { problem } from './errors'

interface MembershipRow {
  project_id: string
  project_name: string
  role: Membership['role']
  permissions: Membership['permissions']
  time_zone: string
  currency: string
  title: string | null
  address: string | null
  logo_uri: string | null
  settings: Membership['settings']
}

interface IdentityRow {
  user_id: string
  email: string
  display_name: string
  is_admin: boolean
  memberships: MembershipRow[]
}

/**
 * Who the client's verified user is and what they may do, asked of the database so that a
 * deactivation or a changed role counts at once. Null when signed out or deactivated.
 *
 * @throws a 503 page when the database does not answer.
 */
export async function loadIdentity(db: Db): Promise<Identity | null> {
  const { data, error } = await db.rpc('current_identity')
  if (error) {
    if (error.code === '42501') return null
    throw problem(503)
  }
  const row = data as unknown as IdentityRow | null
  return (
    row && {
      userId: row.user_id,
      email: row.email,
      displayName: row.display_name,
      isAdmin: row.is_admin,
      memberships: row.memberships.map(toMembership),
    }
  )
}

function toMembership(row: MembershipRow): Membership {
  return {
    projectId: row.project_id,
    projectName: row.project_name,
    role: row.role,
    permissions: row.permissions,
    timeZone: row.time_zone,
    currency: row.currency,
    title: row.title,
    address: row.address,
    logoUri: row.logo_uri,
    settings: row.settings,
  }
}
