import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Closes a menu when its page changes, as a choice in it does. `close` may be new with each render. What was opened before the
 * scripts of a page had come stays open.
 */
export function useClosesOnNavigation(close: () => void): void {
  const { key } = useLocation()
  const shown = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    close()
  }, [key])
}

/** Returns the ref of a popover that closes when its page changes. */
export function useClosingPopover<T extends HTMLElement>() {
  const popover = useRef<T>(null)
  useClosesOnNavigation(() => {
    if (popover.current?.matches(':popover-open')) popover.current.hidePopover()
  })
  return popover
}
