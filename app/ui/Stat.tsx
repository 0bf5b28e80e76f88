import { Link } from '@remix-run/react'
import { createContext, isValidElement, type ReactNode, useContext } from 'react'
import { cx } from './classes'

interface Props {
  label: string
  value: ReactNode
  note?: ReactNode
  /** The meaning of the figure: below it in a band, as its tooltip in a strip. */
  explains?: string
  tone?: 'warn' | 'danger'
  to?: string
  /** True to show a zero too: its note says something of its own. */
  keep?: boolean
}

const Band = createContext(false)

/**
 * Shows one figure with its name; a link when `to` is the address of its source. In a strip a zero
 * is left out, so that what stands there counts.
 */
export function Stat({ label, value, note, explains, tone, to, keep }: Props) {
  const band = useContext(Band)
  if (!band && !keep && isZero(value)) return null
  const small = cx('text-xs text-muted', band ? 'block' : 'print:block')
  const body = (
    <>
      <span className={small}>{label}</span>
      <span
        className={cx(
          'figures font-semibold tracking-tight print:mt-0 print:text-sm',
          band ? 'block text-base laptop:text-xl' : 'text-sm print:block',
          tone === 'warn' && 'text-warn',
          tone === 'danger' && 'text-danger',
        )}
      >
        {value}
      </span>
      {note ? <span className={small}>{note}</span> : null}
      {explains ? <span className={band ? small : 'sr-only'}>{explains}</span> : null}
    </>
  )
  const box = band
    ? 'block min-w-0 bg-surface px-4 py-3 print:p-0'
    : 'relative flex min-h-6 shrink-0 items-center gap-1.5 whitespace-nowrap focus-visible:-outline-offset-2 max-sm:min-h-10 print:block print:min-h-0'
  const title = band ? undefined : explains
  return to ? (
    <Link
      to={to}
      title={title}
      className={cx(
        box,
        band ? 'hover:bg-sunken focus-visible:-outline-offset-2' : 'hover:underline',
      )}
    >
      {body}
    </Link>
  ) : (
    <div title={title} className={box}>
      {body}
    </div>
  )
}

/** Returns whether a figure is zero: a text, or a part that shows an amount. */
function isZero(value: ReactNode): boolean {
  const shown = isValidElement<{ value?: unknown }>(value) ? value.props.value : value
  return shown === 0 || shown === '0' || shown === '0.00'
}

interface RowProps {
  /** True for a band: one panel of figures, for screens that are made of figures. */
  band?: boolean
  /** True for a band within a panel, without a border of its own. */
  inside?: boolean
  children: ReactNode
}

/**
 * Places figures side by side in one line; where it is too long, it moves sideways on a phone and takes
 * a second line on a screen. As a band: two in a row on a phone, as many as fit on a screen.
 */
export function StatRow({ band = false, inside, children }: RowProps) {
  return (
    <Band.Provider value={band}>
      {band ? (
        <div
          className={cx(
            // The last row is filled: its figures grow.
            'mb-4 flex flex-wrap *:min-w-[45%] *:flex-1 sm:*:min-w-[9.5rem] print:grid print:break-inside-avoid print:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]',
            inside
              ? '-mx-4 -mt-3'
              : 'gap-px overflow-hidden rounded-lg border border-line bg-line print:border-0 print:bg-surface',
          )}
        >
          {children}
        </div>
      ) : (
        // On a phone a strip moves sideways: it takes the focus, so that the keyboard moves it too.
        <div
          {...{ role: 'group', 'aria-label': 'Figures', tabIndex: 0 }}
          className="mb-1 flex gap-x-4 empty:hidden max-sm:fades max-sm:overflow-x-auto sm:min-h-9 sm:flex-wrap sm:content-center not-print:contain-inline-size print:mb-4 print:grid print:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] print:break-inside-avoid"
        >
          {children}
        </div>
      )}
    </Band.Provider>
  )
}
