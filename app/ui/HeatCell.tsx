import type { ReactNode } from 'react'
import { cx } from './classes'

/** Background shades from 0 to 100 percent. Text stays readable on each of them, light and dark. */
const SHADES = ['', 'bg-accent/8', 'bg-accent/16', 'bg-accent/24', 'bg-accent/32', 'bg-accent/40']

/** Shows a figure from 0 to 100 on a background shade; darker is more. */
export function HeatCell({ percent, children }: { percent: number; children: ReactNode }) {
  const step = Math.ceil(Math.min(Math.max(percent, 0), 100) / 20)
  return (
    <span className={cx('block rounded-md px-1 text-right text-ink sm:-mx-1', SHADES[step])}>
      {children}
    </span>
  )
}
