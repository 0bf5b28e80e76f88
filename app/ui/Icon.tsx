import { cx } from './classes'
import type { IconName } from './icon-names'
import drawings from './icons.svg?url'

/** Draws an icon of 16 px from the one file of drawings, which a page needs no script for. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden className={cx('icon shrink-0', className)}>
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
