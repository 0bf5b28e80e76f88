import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the server's HTML and while hydrating, then true: for what only scripts can do. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
