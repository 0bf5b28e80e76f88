import { Link, useSearchParams } from '@remix-run/react'
import { firstPage, withoutCursor } from '~/platform/request/first-page'

/**
 * Links to the adjacent pages of a keyset list; the filters in the address stay. A list that only
 * goes forward has no `newer`: a later page links to the first.
 */
export function Pager({
  newer,
  older,
  labels = ['Newer', 'Older'],
}: {
  newer: string | null
  older: string | null
  labels?: [back: string, on: string]
}) {
  const [search] = useSearchParams()
  const later = search.has('after')
  if (!newer && !older && !later) return null
  // A list in another order than its own has no newer and older rows.
  const [back, on] = search.get('sort') ? ['Back', 'More'] : labels
  const page = (name: 'after' | 'before', cursor: string) => {
    const next = withoutCursor(search)
    next.set(name, cursor)
    return `?${next}`
  }
  const link =
    'inline-flex items-center rounded-md px-2 py-1 font-medium text-accent hover:bg-accent-soft max-sm:min-h-10'
  return (
    <nav aria-label="Pages" className="flex gap-2 print:hidden">
      {newer ? (
        <Link to={page('before', newer)} className={link}>
          ← {back}
        </Link>
      ) : later ? (
        <Link to={firstPage(search)} className={link}>
          ← First page
        </Link>
      ) : null}
      {older ? (
        <Link to={page('after', older)} className={link}>
          {on} →
        </Link>
      ) : null}
    </nav>
  )
}
