import type { ReactNode } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { Money } from './Figures'

/** Places fields side by side where there is room; one below the other on a phone. */
export function FormGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 sm:grid-cols-2 lg:grid-cols-4">
      {children}
    </div>
  )
}

/** Places the buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap items-center gap-2">{children}</div>
}

/** Keeps the total and the buttons of a form with lines in sight, at the foot of the screen. */
export function FormFoot({ total, children }: { total: Amount; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-5 -mb-4 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-2.5">
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
