import { Link, useFetcher, useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { withoutCursor } from '~/platform/request/first-page'
import { SUMMARY } from './FilterPart'
import { MenuLink, useDismissed } from './Menu'

interface Found {
  path: string
  views: { id: string; name: string; search: string }[]
}

/**
 * Opens the saved views of a list or report, and leads to the page that saves the present filters
 * as one. The views are asked for when the menu opens, so that no list waits for them.
 */
export function SavedViews({ list }: { list: string }) {
  const [params] = useSearchParams()
  const details = useDismissed()
  const fetcher = useFetcher<Found>()
  const page = `${paths.views(list)}?${withoutCursor(params)}`
  return (
    <>
      <Link to={page} className={`${SUMMARY} scriptless-only`}>
        Views
      </Link>
      <details
        ref={details}
        className="scripted-only relative"
        onToggle={({ currentTarget }) => currentTarget.open && fetcher.load(page)}
      >
        <summary className={SUMMARY}>Views</summary>
        <div className="absolute right-0 z-30 mt-1 max-h-[max(12rem,calc(100dvh-20rem))] min-w-56 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-float">
          {fetcher.data?.views.map(({ id, name, search }) => (
            <MenuLink key={id} to={`${fetcher.data?.path}?${search}`}>
              {name}
            </MenuLink>
          ))}
          <MenuLink to={page}>Save or remove views</MenuLink>
        </div>
      </details>
    </>
  )
}
