import { Link } from '@remix-run/react'
import { createContext, isValidElement, type ReactNode, useContext } from 'react'
import { cx } from './classes'

interface Props {
  label: string
  value: ReactNode
  note?: ReactNode
  /** The meaning of the figure: below it on a card, as its tooltip in a strip. */
  explains?: string
  tone?: 'warn' | 'danger'
  to?: string
  /** True to show a zero too: its note says something of its own. */
  keep?: boolean
}

const Cards = createContext(false)

/**
 * Shows one figure with its name; a link when `to` is the address of its source. In a strip a zero
 * is left out, so that what stands there counts.
 */
export function Stat({ label, value, note, explains, tone, to, keep }: Props) {
  const cards = useContext(Cards)
  if (!cards && !keep && isZero(value)) return null
  const small = cx('text-xs text-muted', cards ? 'block' : 'print:block')
  const body = (
    <>
      <span className={small}>{label}</span>
      <span
        className={cx(
          'figures font-semibold tracking-tight print:mt-0 print:text-sm',
          cards ? 'mt-0.5 block text-base sm:text-lg' : 'text-sm print:block',
          tone === 'warn' && 'text-warn',
          tone === 'danger' && 'text-danger',
        )}
      >
        {value}
      </span>
      {note ? <span className={small}>{note}</span> : null}
      {explains ? <span className={cards ? small : 'sr-only'}>{explains}</span> : null}
    </>
  )
  const box = cards
    ? 'block min-w-0 rounded-lg border border-line bg-surface px-4 py-3 shadow-raised print:rounded-none print:border-0 print:p-0 print:shadow-none'
    : 'relative flex min-h-6 shrink-0 items-center gap-1.5 whitespace-nowrap focus-visible:-outline-offset-2 max-sm:min-h-10 print:block print:min-h-0'
  const title = cards ? undefined : explains
  return to ? (
    <Link
      to={to}
      title={title}
      className={cx(box, cards ? 'hover:border-edge' : 'hover:underline')}
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
  /** True for a card each, on screens that are made of figures. */
  cards?: boolean
  /** True for cards that stand two in a row on a screen as well. */
  pairs?: boolean
  children: ReactNode
}

/**
 * Places figures side by side in one line; where it is too long, it moves sideways on a phone and takes
 * a second line on a screen. As cards: two in a row on a phone, as many as fit on a screen.
 */
export function StatRow({ cards = false, pairs, children }: RowProps) {
  return (
    <Cards.Provider value={cards}>
      {cards ? (
        <div
          className={cx(
            // An odd last figure fills its row.
            'mb-4 grid grid-cols-2 gap-3 max-sm:*:last:odd:col-span-2 print:break-inside-avoid print:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]',
            !pairs && 'sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]',
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
    </Cards.Provider>
  )
}
