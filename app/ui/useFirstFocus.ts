import { useEffect, useState } from 'react'
import { useHydrated } from './useHydrated'

/** The cursor begins in this field, once it is one that scripts have made. */
export function useFirstFocus(id: string): void {
  const hydrated = useHydrated()
  const [first] = useState(id)
  useEffect(() => {
    if (hydrated) document.getElementById(first)?.focus()
  }, [hydrated, first])
}
