import { Link } from '@remix-run/react'
import { EmptyState } from '~/ui/EmptyState'
import { DateText } from '~/ui/Figures'
import type { Activity } from '../activity'

/** Lists the latest actions of the administrator and of users, newest first. */
export function ActivityList({ items, timeZone }: { items: Activity[]; timeZone: string }) {
  if (items.length === 0)
    return (
      <EmptyState line title="No activity yet">
        Add a project first, then its users.
      </EmptyState>
    )
  return (
    <ol>
      {items.map(({ id, createdAt, before, subject, to, after }) => (
        <li
          key={`${id} ${before}`}
          className="border-b border-line px-4 py-2 last:border-b-0 sm:flex sm:items-baseline sm:justify-between sm:gap-6"
        >
          <span className="block min-w-0 break-words">
            {before}
            <Link to={to} className="font-medium text-accent hover:underline">
              {subject}
            </Link>
            {after}
          </span>
          <span className="block text-xs text-muted">
            <DateText value={createdAt} timeZone={timeZone} />
          </span>
        </li>
      ))}
    </ol>
  )
}
