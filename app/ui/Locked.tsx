import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says that another person has to act: a lock and gray text, as nothing is wrong. */
export function Locked({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1.5 text-muted">
      <Lock aria-hidden className="size-3.5 shrink-0 self-center" />
      <span className="min-w-0">{children}</span>
    </span>
  )
}
