import { NavLink } from '@remix-run/react'
import { cx } from '~/ui/classes'
import { STOCK_VIEWS } from '../nav-items'

/** Switches between the stock list and the stock movement view. */
export function StockViews() {
  return (
    <nav
      aria-label="Views of the inventory"
      className="inline-flex rounded-md border border-edge bg-surface p-0.5"
    >
      {STOCK_VIEWS.map(({ label, to }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            cx(
              'rounded px-3 py-1 font-medium',
              isActive ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
            )
          }
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
