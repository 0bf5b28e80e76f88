import { useEffect, useState } from 'react'
import { useHydrated } from './useHydrated'

/** Moves the focus into this field at the start, once scripts have rendered it. */
export function useFirstFocus(id: string): void {
  const hydrated = useHydrated()
  const [first] = useState(id)
  useEffect(() => {
    if (hydrated) document.getElementById(first)?.focus()
  }, [hydrated, first])
}
