import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  FAN_OUT_ROLES,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
  type Role,
} from '~/platform/access/permissions'
import { ROLE_GROUPS, ROLE_TEXTS } from './roles.ts'

/** The heads of the columns of the matrix. */
const HEADS: Record<Role, string> = {
  'General Manager': 'GM',
  Owner: 'Owner',
  ASE: 'ASE',
  'finance admin': 'finance',
  'sales admin': 'sales',
  'invoice admin': 'invoice',
  'expenses and disbursements': 'expenses',
  warehouse: 'warehouse',
  'special access 1': 'special',
  'one-person office': 'one-person',
  Manager: 'Manager',
  Agent: 'Agent',
  Collector: 'Collector',
}

/** The cells of a table of a page, its heads first, by the word above its first column. */
function tableOf(page: string, first: string): string[][] {
  const [, table = ''] = new RegExp(`^(\\| ${first} .*\\n(?:\\|.*\\n)+)`, 'm').exec(
    readFileSync(page, 'utf8'),
  )!
  const cells = table
    .trim()
    .split('\n')
    .map((line) => line.slice(1, -1).split('|'))
  return cells.map((row) => row.map((cell) => cell.trim().replaceAll('`', ''))).toSpliced(1, 1)
}

it('shows the permissions of each role on the page of the matrix', () => {
  const roles = Object.keys(HEADS) as Role[]
  const scope = (role: Role, permission: string) =>
    Object.entries(ROLE_PERMISSIONS[role]).find(([, list]) =>
      (list as readonly string[]).includes(permission),
    )?.[0] ?? ''
  expect(tableOf('docs/permission-matrix.md', 'Permission')).toEqual([
    ['Permission', ...Object.values(HEADS)],
    ...PERMISSIONS.map((permission) => [
      permission,
      ...roles.map((role) => scope(role, permission)),
    ]),
  ])
})

it('has a line of each role on the page of permissions, and all roles where one is chosen', () => {
  const lines = Object.keys(HEADS).map((name) => {
    const role = name as Role
    const isRefused = ROLES_REFUSED_ON_WEB.includes(role)
    const projects = FAN_OUT_ROLES.includes(role) ? 'every linked project' : 'one project'
    return [role, isRefused ? 'no' : 'yes', projects, ROLE_TEXTS[role]]
  })
  expect(tableOf('docs/permissions.md', 'Role').slice(1)).toEqual(lines)
  expect(ROLE_GROUPS.flatMap(({ roles }) => roles).sort()).toEqual([...ROLES].sort())
})
