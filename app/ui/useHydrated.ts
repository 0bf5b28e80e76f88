import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns false in the server's HTML and while hydrating, then true: for parts that need scripts.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
