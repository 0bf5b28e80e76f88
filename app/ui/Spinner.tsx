import { LoaderCircle } from 'lucide-react'
import { cx } from './classes'

/** A turning circle; says "Loading" to screen readers only when it stands alone (`label`). */
export function Spinner({ label, large }: { label?: string; large?: boolean }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle aria-hidden className={cx('animate-spin', large ? 'size-8' : 'size-4')} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
