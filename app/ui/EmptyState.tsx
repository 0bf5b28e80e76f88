import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './Drawing'

interface Props {
  title: string
  /** The next step, in a sentence. */
  children?: ReactNode
  action?: ReactNode
  /** The drawing; by default that of a search for "No results", and else that of an empty place. */
  drawing?: DrawingName
  /** True in a panel beside others, which takes a line and not a screen. */
  line?: boolean
}

/** Tells that a list is empty, and what to do about it. */
export function EmptyState({ title, children, action, drawing, line }: Props) {
  if (line)
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-muted">
        <p>
          {title}
          {children ? <>. {children}</> : null}
        </p>
        {action}
      </div>
    )
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <Drawing name={drawing ?? (title === 'No results' ? 'search' : 'empty')} />
      <p className="font-semibold">{title}</p>
      {children ? <p className="max-w-sm text-muted">{children}</p> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  )
}
