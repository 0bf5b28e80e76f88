import { Link } from '@remix-run/react'
import { cx } from '~/ui/classes'
import { FilterBar, FilterDate } from '~/ui/FilterBar'
import { Panel } from '~/ui/Panel'
import { periodName } from '../months'

interface Props {
  days: readonly string[]
  through: string
}

/** Chooses the month to close, or another day through which the books are closed. */
export function MonthsToClose({ days, through }: Props) {
  return (
    <Panel title="Period to close" flush>
      <nav aria-label="Period to close" className="flex flex-wrap gap-2 px-4 pt-3">
        {days.map((day) => (
          <Link
            key={day}
            to={`?through=${day}`}
            preventScrollReset
            aria-current={day === through ? 'true' : undefined}
            className={cx(
              'inline-flex min-h-9 items-center rounded-md border px-3 max-sm:min-h-10',
              day === through
                ? 'border-accent bg-accent-soft font-medium text-accent'
                : 'border-edge hover:bg-sunken',
            )}
          >
            <span className="block first-letter:uppercase">{periodName(day)}</span>
          </Link>
        ))}
      </nav>
      {/* The panel ends below the bar, with a line of its own. */}
      <div className="[&>div]:border-0">
        <FilterBar>
          <FilterDate name="through" label="Another day" />
        </FilterBar>
      </div>
    </Panel>
  )
}
