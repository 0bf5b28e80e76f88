import type { ReactNode } from 'react'
import { cx } from './classes'

interface Props {
  /** True in a panel of half the width. */
  half?: boolean
  children: ReactNode
}

/** Places fields side by side where there is room; one below the other on a phone. */
export function FormGrid({ half, children }: Props) {
  return (
    <div
      className={cx('grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2', !half && 'lg:grid-cols-4')}
    >
      {children}
    </div>
  )
}

/** Places the buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center gap-2">{children}</div>
}
