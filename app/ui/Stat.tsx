import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { cx } from './classes'

interface Props {
  label: string
  value: ReactNode
  note?: ReactNode
  tone?: 'warn' | 'danger'
  to?: string
}

/** Shows one figure with its name; a link when `to` is the address of its source. */
export function Stat({ label, value, note, tone, to }: Props) {
  const body = (
    <>
      <span className="block text-xs text-muted">{label}</span>
      <span
        className={cx(
          'figures mt-0.5 block text-base font-semibold tracking-tight sm:text-lg print:mt-0 print:text-sm',
          tone === 'warn' && 'text-warn',
          tone === 'danger' && 'text-danger',
        )}
      >
        {value}
      </span>
      {note ? <span className="block text-xs text-muted">{note}</span> : null}
    </>
  )
  const box =
    'block min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-raised print:rounded-none print:border-0 print:p-0 print:shadow-none'
  return to ? (
    <Link to={to} className={cx(box, 'hover:border-edge')}>
      {body}
    </Link>
  ) : (
    <div className={box}>{body}</div>
  )
}

/**
 * Places figures side by side: two on a phone, as many as fit on a screen, or two there as well
 * (`pairs`); on paper a line without boxes.
 */
export function StatRow({ pairs, children }: { pairs?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        // An odd last figure fills its row.
        'mb-4 grid grid-cols-2 gap-3 max-sm:*:last:odd:col-span-2 print:break-inside-avoid print:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]',
        !pairs && 'sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]',
      )}
    >
      {children}
    </div>
  )
}
