import { type Permission, ROLE_PERMISSIONS, type Role } from './permissions'

/** Tells whether a role holds a permission, on whichever rows. */
export const roleHolds = (role: Role, permission: Permission) =>
  Object.values(ROLE_PERMISSIONS[role]).some((held) => held.includes(permission))
