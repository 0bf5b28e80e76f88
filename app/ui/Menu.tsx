import { Link, type LinkProps } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './classes'
import { useClosesOnNavigation } from './useClosesOnNavigation'

/** Renders a button with a menu below it, as `<details>`, so that it opens without scripts. */
export function Menu({
  label,
  side = 'right',
  open,
  children,
}: {
  label: ReactNode
  /** Opens the menu with the page. */
  open?: boolean
  /** The edge of the button that the list aligns with. */
  side?: 'left' | 'right'
  children: ReactNode
}) {
  const details = useClosedByChoice()
  return (
    <details ref={details} open={open} className="relative has-[>div:empty]:hidden">
      <summary className="flex min-h-9 list-none max-sm:min-h-10 max-sm:min-w-10 items-center gap-1.5 rounded-md px-2 hover:bg-sunken">
        {label}
      </summary>
      <div
        className={cx(
          'absolute z-30 mt-1 min-w-56 rounded-lg border border-line bg-surface p-1.5 shadow-float',
          side === 'left' ? 'left-0' : 'right-0',
        )}
      >
        {children}
      </div>
    </details>
  )
}

/** Closes a `<details>` also when something in it was chosen and another address or answer has come. */
export function useClosedByChoice() {
  const details = useDismissed()
  useClosesOnNavigation(() => {
    if (details.current) details.current.open = false
  })
  return details
}

/** Closes a `<details>` by Escape and by a click elsewhere, and moves the page to what opened below its end: no browser does. */
export function useDismissed() {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current
      if (!element?.open) return
      // Filters of the line open together with the others on a phone.
      const belongs = (one: EventTarget) =>
        one === element || (one instanceof HTMLElement && 'besideFilters' in one.dataset)
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape'
      // The path is of the press: a choice that was pressed may be gone from the page by now.
      const outside = event instanceof PointerEvent && !event.composedPath().some(belongs)
      if (!escaped && !outside) return
      element.open = false
      if (escaped) element.querySelector('summary')?.focus()
    }
    const shown = details.current
    const bringIntoView = () => {
      if (shown?.open) shown.lastElementChild?.scrollIntoView({ block: 'nearest' })
    }
    shown?.addEventListener('toggle', bringIntoView)
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', close)
    return () => {
      shown?.removeEventListener('toggle', bringIntoView)
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', close)
    }
  }, [])
  return details
}

/** Links to a screen from a menu. */
export function MenuLink(props: LinkProps) {
  return (
    <Link
      prefetch="none"
      {...props}
      className="flex min-h-9 items-center gap-2 rounded-md px-2.5 whitespace-nowrap hover:bg-sunken max-sm:min-h-10"
    />
  )
}
