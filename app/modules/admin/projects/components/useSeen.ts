import { useLocation, useNavigation } from '@remix-run/react'
import { useRef, useState } from 'react'

/**
 * The version that the person has in front of them. It follows what this page does itself (opened,
 * saved, refused), not what it loads anew beside that, as when the theme changes: what was never shown
 * is not overwritten, and what is typed stays.
 *
 * @param shown what the page shows of the document, such as the name of a tab.
 * @returns `round` changes when a form should begin anew from what is saved.
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
