import { useLocation, useNavigation } from '@remix-run/react'
import { useRef, useState } from 'react'

/**
 * Returns the version that the user has in view. It follows this page's own actions (open, save,
 * refusal), but not other reloads, for example after a change of theme. So a version that was never
 * shown is not overwritten, and unsaved input stays.
 *
 * @param shown The part of the document that the page shows, such as the name of a tab.
 * @returns `round` changes when a form should start again from the saved values.
 */
export function useSeen(
  version: number,
  shown: string,
  refused: boolean,
): { version: number; round: number } {
  const { key, pathname } = useLocation()
  const { formAction } = useNavigation()
  const own = useRef(false)
  const [seen, setSeen] = useState({ key, shown, version, round: 0 })
  if (formAction?.split('?')[0] === pathname) own.current = true
  if (seen.key === key) return seen
  const follow = own.current || shown !== seen.shown
  const next = {
    key,
    shown,
    version: follow ? version : seen.version,
    round: follow && !refused ? seen.round + 1 : seen.round,
  }
  own.current = false
  setSeen(next)
  return next
}
