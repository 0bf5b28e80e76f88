import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** Closes a menu or a popover when its page changes, as a choice in it does. `close` may be new with each render. */
export function useClosesOnNavigation(close: () => void): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with each navigation
  useEffect(close, [key])
}
