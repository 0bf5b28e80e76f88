import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { rememberPlace } from '~/features/auth/local-state'
import type { MenuEntry } from './menu'

/** Keeps the last screen under the menu as `whatNav_`, where the next visit begins. */
export function useRememberPlace(menu: readonly MenuEntry[]): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const entry = menu.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    if (entry) rememberPlace(entry.label, pathname)
  }, [menu, pathname])
}
