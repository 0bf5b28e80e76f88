import { unstable_usePrompt as usePrompt } from '@remix-run/react'
import { useEffect } from 'react'

/** Asks before the page is left while something on it is unsaved. */
export function useLeaveGuard(unsaved: () => boolean): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  })
  usePrompt({
    message: 'Your entries are not saved. Leave this page?',
    when: ({ currentLocation, nextLocation }) =>
      currentLocation.pathname + currentLocation.search !==
        nextLocation.pathname + nextLocation.search && unsaved(),
  })
}
