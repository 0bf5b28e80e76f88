import { Link } from '@remix-run/react'
import { Check, X } from 'lucide-react'
import { cx } from '~/ui/classes'
import { FINDING_KINDS } from '../findings'

interface Props {
  counts: Readonly<Record<string, number>>
  /** The kind that the list below shows alone. */
  chosen: string | null
  quarter: string
}

/** Counts what is missing by kind; each count shows its rows. */
export function KindList({ counts, chosen, quarter }: Props) {
  return (
    <ul className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
      {Object.entries(FINDING_KINDS).map(([kind, { label }]) => {
        const count = counts[kind] ?? 0
        const Icon = count > 0 ? X : Check
        return (
          <li key={kind} className="flex min-w-0 gap-2.5">
            <Icon
              role="img"
              aria-label={count > 0 ? 'Open' : 'Done'}
              className={cx('mt-0.5 size-4 shrink-0', count > 0 ? 'text-danger' : 'text-ok')}
            />
            <span className="min-w-0">
              {count > 0 ? (
                <Link
                  to={`?${new URLSearchParams({ quarter, kind })}`}
                  aria-current={chosen === kind ? 'true' : undefined}
                  className={cx(
                    'text-accent hover:underline',
                    chosen === kind ? 'font-semibold' : 'font-medium',
                  )}
                >
                  {label}
                </Link>
              ) : (
                label
              )}
              <span className="figures text-muted">
                {`: ${count > 0 ? count.toLocaleString('en-US') : 'none'}`}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
