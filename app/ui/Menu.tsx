import { type ReactNode, useEffect, useRef } from 'react'

/** A button with more below it; `<details>`, so that it opens without scripts. */
export function Menu({ label, children }: { label: ReactNode; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current
      if (!element?.open) return
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape'
      const outside = event instanceof PointerEvent && !element.contains(event.target as Node)
      if (!escaped && !outside) return
      element.open = false
      if (escaped) element.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', close)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', close)
    }
  }, [])
  return (
    <details ref={details} className="relative">
      <summary className="flex min-h-9 list-none items-center gap-1.5 rounded-md px-2 hover:bg-sunken">
        {label}
      </summary>
      <div className="absolute right-0 z-30 mt-1 min-w-56 rounded-lg border border-line bg-surface p-1.5 shadow-float">
        {children}
      </div>
    </details>
  )
}
