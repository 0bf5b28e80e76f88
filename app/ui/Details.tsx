import type { ReactNode } from 'react'
import { cx } from './classes'

interface Props {
  items: readonly (readonly [label: string, ReactNode])[]
  /**
   * `rows` puts one below the other with values at the right edge, for figures in a narrow panel; `wide` has few columns, for
   * long names and values.
   */
  layout?: 'grid' | 'rows' | 'wide'
}

/** The length of a text that would take three lines of a column, such as remarks. */
const LONG = 40

const isLong = (value: ReactNode) => typeof value === 'string' && value.length > LONG

/** Lists names and values of a document, in as many columns as fit. */
export function Details({ items, layout = 'grid' }: Props) {
  const rows = layout === 'rows'
  return (
    <dl
      className={
        rows
          ? 'flex flex-col gap-1.5'
          : layout === 'wide'
            ? 'grid gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(18rem,1fr))]'
            : 'grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]'
      }
    >
      {items.map(([label, value]) => (
        <div
          key={label}
          className={cx(
            'min-w-0',
            rows ? 'flex justify-between gap-4' : isLong(value) && 'col-span-full',
          )}
        >
          <dt className={cx('text-muted', !rows && 'text-xs')}>{label}</dt>
          <dd className={cx('break-words', rows ? 'text-right' : 'mt-0.5')}>
            {value || <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
