import type { ReactNode } from 'react'

interface Props {
  title: string
  /** The next step, in a sentence. */
  children?: ReactNode
  action?: ReactNode
}

/** Tells that a list is empty, and what to do about it. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="font-semibold">{title}</p>
      {children ? <p className="max-w-sm text-muted">{children}</p> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  )
}
