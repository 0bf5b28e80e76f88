import type { ReactNode } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from './Figures'

interface Props {
  /** The number of selected rows; null until scripts count them. */
  chosen: number | null
  sum?: Amount
  children: ReactNode
}

/** Stands below a list whose rows are selected: how many, their sum, and what is done with them. */
export function SelectionBar({ chosen, sum, children }: Props) {
  return (
    <div className="sticky bottom-0 z-20 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 rounded-b-lg border-t border-line bg-surface px-3 py-1.5">
      {chosen === null ? null : (
        <p role="status" className="figures text-muted">
          {chosen} selected
          {sum && chosen > 0 ? (
            <>
              , <Money value={sum} />
            </>
          ) : null}
        </p>
      )}
      {children}
    </div>
  )
}
