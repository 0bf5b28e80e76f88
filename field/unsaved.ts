import { useEffect } from 'react'

const screens = new Set<symbol>()

/** Tells whether any screen has input that is not on the phone yet. */
export const hasUnsavedInput = () => screens.size > 0

/** Says that this screen has unsaved input. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const screen = Symbol('screen')
    screens.add(screen)
    return () => {
      screens.delete(screen)
    }
  }, [unsaved])
}
