import type { ReactNode } from 'react'
import { cx } from './classes'

interface Props {
  title?: ReactNode
  actions?: ReactNode
  /** True for no inner padding, for a table that fills the panel. */
  flush?: boolean
  className?: string
  /** The name of the panel in the address of the page. */
  id?: string
  children: ReactNode
}

/** Groups related content on a surface of its own. */
export function Panel({ title, actions, flush, className, id, children }: Props) {
  return (
    <section
      id={id}
      className={cx('min-w-0 scroll-mt-16 rounded-lg border border-line bg-surface', className)}
    >
      {title || actions ? (
        <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {actions}
        </header>
      ) : null}
      <div className={flush ? undefined : 'p-4'}>{children}</div>
    </section>
  )
}
