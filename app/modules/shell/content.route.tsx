import type { MetaFunction } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { ErrorPage, errorTitle } from './ErrorPage'

export const meta: MetaFunction = ({ error }) => (error ? [errorTitle(error)] : [])

/** Inside the shell, so that a screen that fails leaves the menu standing. */
export default function Content() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="py-10">
      {/* What was sent on one page is nothing to the next one that fails. */}
      <ErrorPage key={useLocation().key} />
    </div>
  )
}
