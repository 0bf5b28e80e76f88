import { LoaderCircle } from 'lucide-react'
import { cx } from './classes'

/**
 * Shows a spinner. With `label` it tells screen readers "Loading", for a spinner that stands alone.
 */
export function Spinner({ label, large }: { label?: string; large?: boolean }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={cx('animate-spin', large ? 'size-8' : 'size-4')} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
