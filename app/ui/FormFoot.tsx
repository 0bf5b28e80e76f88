import type { ReactNode } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from './Figures'

/** Keeps the total and the buttons of a form with lines in sight, at the foot of the screen. */
export function FormFoot({ total, children }: { total: Amount; children: ReactNode }) {
  return (
    <div className="sticky bottom-(--bar) z-10 -mx-4 mt-5 -mb-4 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-2.5">
      {children}
      <p className="scripted-only ml-auto" aria-live="polite">
        <span className="mr-3 text-muted">Total</span>
        <span className="text-base font-semibold">
          <Money value={total} />
        </span>
      </p>
    </div>
  )
}
