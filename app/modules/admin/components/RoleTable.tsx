import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { roleLabel } from '~/platform/access/role-label'
import type { Overview } from '../queries.server'

/** Shows the number of users per role. Each row links to them. */
export function RoleTable({ roles }: Pick<Overview, 'roles'>) {
  return (
    <table className="w-full">
      <caption className="sr-only">Active users by role</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Role</th>
          <th scope="col">Users</th>
        </tr>
      </thead>
      <tbody>
        {roles.map(({ role, people }) => (
          <tr
            key={role}
            className="relative border-b border-line last:border-b-0 hover:bg-accent-soft/50"
          >
            <th scope="row" className="px-4 py-1.5 text-left font-normal">
              <Link
                to={`${paths.admin.users}?${new URLSearchParams({ role, status: 'active' })}`}
                className="after:absolute after:inset-0 hover:underline"
              >
                {roleLabel(role)}
              </Link>
            </th>
            <td className="figures px-4 py-1.5 text-right font-medium">{people}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
