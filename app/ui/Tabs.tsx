import { NavLink } from '@remix-run/react'
import { cx } from './classes'

/** Neighbouring screens as links; the list scrolls sideways on a phone. */
export function Tabs({
  label,
  items,
}: {
  label: string
  items: readonly { label: string; to: string; end?: boolean }[]
}) {
  return (
    <nav aria-label={label} className="mb-4 overflow-x-auto border-b border-line print:hidden">
      <ul className="flex gap-1">
        {items.map((item) => (
          <li key={item.to}>
            <NavLink
              to={item.to}
              end={item.end}
              className={({ isActive }) =>
                cx(
                  '-mb-px block border-b-2 px-3 py-2 font-medium whitespace-nowrap',
                  isActive
                    ? 'border-accent text-accent'
                    : 'border-transparent text-muted hover:text-ink',
                )
              }
            >
              {item.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
