export const PERMISSIONS_FILE = 'app/platform/access/permissions.ts'

export type RoleRow = {
  role: string
  web_sign_in: boolean
  fans_out: boolean
}

export type PermissionRow = {
  role: string
  permission: string
  scope: string
}

/** The rows that the file is made of. Screens list the roles in the order in which their migration names them. */
export const ROLE_ROWS = 'select role, web_sign_in, fans_out from private.roles order by ctid'
export const PERMISSION_ROWS =
  'select role, permission, scope from private.role_permissions order by permission collate "C"'

/** Returns the text of `PERMISSIONS_FILE` for these rows. */
export function permissionsFile(
  roles: readonly RoleRow[],
  permissions: readonly PermissionRow[],
): string {
  const names = (rows: readonly RoleRow[]) => rows.map(({ role }) => role)
  const scopes = [...new Set(permissions.map(({ scope }) => scope))].sort()
  const held = roles.map(({ role }) => {
    const own = permissions.filter((row) => row.role === role)
    const lists = scopes.flatMap((scope) => {
      const list = own.filter((row) => row.scope === scope).map(({ permission }) => permission)
      return list.length > 0 ? [`    ${scope}: ${listOf(list, '    ')},`] : []
    })
    return [`  ${keyOf(role)}: {`, ...lists, '  },'].join('\n')
  })
  return `// Made by \`npm run types\` from private.roles and private.role_permissions. Change those, not this file.

/** Screens, routes and the menu ask for a permission, never for a role (docs/permissions.md). */
export const PERMISSIONS = ${listOf([...new Set(permissions.map(({ permission }) => permission))])} as const
export type Permission = (typeof PERMISSIONS)[number]

/** Rows that a permission reaches: all of the project, those of a Manager's team, own, or bookings in a state. */
export type Scope = ${scopes.map(quoted).join(' | ')}

export const ROLES = ${listOf(names(roles))} as const
export type Role = (typeof ROLES)[number]

/** Roles with one membership in every linked project; all others belong to exactly one. */
export const FAN_OUT_ROLES: readonly Role[] = ${listOf(names(roles.filter((row) => row.fans_out)))}

/** Roles that the web refuses with "Account does not exist."; they work through the database's API. */
export const ROLES_REFUSED_ON_WEB: readonly Role[] = ${listOf(names(roles.filter((row) => !row.web_sign_in)))}

/** The permissions of each role, which the database enforces. */
export const ROLE_PERMISSIONS: Record<Role, Partial<Record<Scope, readonly Permission[]>>> = {
${held.join('\n')}
}
`
}

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
const keyOf = (role: string) => (/^\w+$/.test(role) ? role : quoted(role))

function listOf(items: readonly string[], indent = ''): string {
  return `[\n${items.map((item) => `${indent}  ${quoted(item)},\n`).join('')}${indent}]`
}
