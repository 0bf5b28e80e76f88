import type { ReactNode } from 'react'
import { cx } from './classes'

interface Props {
  /** An address of the app, with its whole path. */
  to: string
  className?: string
  children: ReactNode
}

/** A link in a cell of a `DataTable`, whose one handler goes to it: a `Link` in each row costs the server several times as much. */
export function CellLink({ to, className, children }: Props) {
  return (
    <a href={to} data-follow="" className={cx('text-accent hover:underline', className)}>
      {children}
    </a>
  )
}
