import { useNavigate } from '@remix-run/react'
import type { MouseEvent } from 'react'

/**
 * Returns the handler of a part with many links that goes to what is clicked: one for all, as a `Link` for each costs the
 * server several times a plain one. The links are `<a>` with `data-follow`, or `data-row` for the document of a row.
 */
export function useFollow() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element
    const link = target.closest<HTMLAnchorElement>('a[data-follow], a[data-row]')
    const elsewhere = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (!link || event.defaultPrevented || event.button !== 0 || elsewhere) return
    event.preventDefault()
    const { pathname, search } = window.location
    const href = link.getAttribute('href')!
    // A page that is opened again takes the place of itself, as browsers do it.
    navigate(href, { replace: href === pathname + search })
  }
}
