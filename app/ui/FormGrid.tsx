import type { ReactNode } from 'react'

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
