import { useLocation } from '@remix-run/react'
import { withoutCursor } from '~/platform/request/first-page'
import { withListPlace } from '~/platform/request/list-place'

/**
 * Returns how a list links to the document of a row, so that the document leads to the next one of
 * the list as it is filtered and sorted, and back to it. A row without a cursor is outside a list.
 */
export function useListLink() {
  const { pathname, search } = useLocation()
  // The cursor of the row says where it is, on whatever page.
  const query = withoutCursor(new URLSearchParams(search))
  const list = query.size > 0 ? `${pathname}?${query}` : pathname
  return (to: string, { cursor }: { cursor?: string }) =>
    withListPlace(to, cursor === undefined ? null : { list, at: cursor })
}
