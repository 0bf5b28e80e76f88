import type { Role } from '~/platform/access/permissions'
import type { Money } from '~/platform/values/money'

/** One membership of a user. */
export interface PersonMembership {
  projectId: string
  project: string
  projectStatus: string
  timeZone: string
  role: Role
  status: string
  managerId: string | null
  /** Up to which worth a Manager approves for the own team. */
  approvalLimit: Money | null
}

/** A user as the administrator sees them. */
export interface Person {
  id: string
  name: string
  email: string
  createdAt: string
  memberships: PersonMembership[]
}

/** An option of a form. */
export interface Choice {
  value: string
  label: string
}
