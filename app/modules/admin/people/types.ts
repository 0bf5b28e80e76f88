import type { Role } from '~/platform/access/permissions'

/** One membership of a person. */
export interface PersonMembership {
  projectId: string
  project: string
  projectStatus: string
  timeZone: string
  role: Role
  status: string
  managerId: string | null
}

/** A person as the administrator sees them. */
export interface Person {
  id: string
  name: string
  email: string
  createdAt: string
  memberships: PersonMembership[]
}

/** A choice of a form. */
export interface Choice {
  value: string
  label: string
}
