import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import type { Destination } from '~/modules/navigation/destinations'
import { rememberPlace, rememberSignIn } from '~/platform/browser/local-state'

/**
 * Keeps the last screen as `whatNav_`, where the next visit begins. A document leaves the list that
 * it was opened from, an empty form the screen before it.
 */
export function useRememberPlace(destinations: readonly Destination[]): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const here = destinations.find(({ to }) => to === pathname)
    if (here && here.group !== 'New') rememberPlace(here.section ?? here.label, pathname)
  }, [destinations, pathname])
}

/** Keeps that someone is signed in, and the logos of the project that is active now. */
export function useRememberSignIn(logo: string | null, printLogo: string | null): void {
  useEffect(() => rememberSignIn(logo, printLogo), [logo, printLogo])
}
