import type { ReactNode } from 'react'
import { cx } from './classes'

interface Props {
  /** The part that the next act needs: at the side, on a phone before everything else. */
  next?: ReactNode
  /** The part that belongs to the document beside its lines: money, files, comments. At the side, on a phone at the end. */
  rail: ReactNode
  /** The lines need the whole width: the rail comes below them, part beside part. */
  wide?: boolean
  children: ReactNode
}

/** Places the rail of a document beside it: next step, money, files, comments. On a phone a link leads to it. */
export function DocumentColumns({ next, rail, wide, children }: Props) {
  return (
    <div
      className={cx(
        'columns-beside grid grid-cols-[minmax(0,1fr)] items-start gap-4',
        wide ? null : 'lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]',
      )}
    >
      <a href="#files" className="font-medium text-accent hover:underline lg:hidden print:hidden">
        Files and comments
      </a>
      {next ? (
        <aside className="flex flex-col gap-4 empty:hidden lg:col-start-2">{next}</aside>
      ) : null}
      <div
        className={cx(
          'flex min-w-0 flex-col gap-4',
          wide ? null : 'lg:col-start-1 lg:row-span-2 lg:row-start-1',
        )}
      >
        {children}
      </div>
      <aside
        className={cx(
          'grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 print:hidden',
          wide ? 'lg:grid-cols-2' : 'lg:col-start-2',
        )}
      >
        {rail}
      </aside>
    </div>
  )
}
