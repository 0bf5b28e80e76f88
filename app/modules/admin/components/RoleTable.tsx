import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import type { Overview } from '../queries.server'

/** Shows the number of users per role. Each row links to them. */
export function RoleTable({ roles }: Pick<Overview, 'roles'>) {
  return (
    <table className="w-full">
      <caption className="sr-only">Active people by role</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Role</th>
          <th scope="col">People</th>
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
                {role}
              </Link>
            </th>
            <td className="figures px-4 py-1.5 text-right font-medium">{people}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
