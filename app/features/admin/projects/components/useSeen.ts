import { useLocation } from '@remix-run/react'
import { useState } from 'react'

/**
 * The version that the person has in front of them. It follows the page's own goings (saved, refused,
 * opened), not what the page reloads in the background: what was never shown is not overwritten.
 *
 * @returns `round` changes when a form should begin anew from what is saved.
 */
export function useSeen(version: number, refused: boolean): { version: number; round: number } {
  const { key } = useLocation()
  const [seen, setSeen] = useState({ key, version, round: 0 })
  if (seen.key === key) return seen
  const next = { key, version, round: refused ? seen.round : seen.round + 1 }
  setSeen(next)
  return next
}
