import type { MetaFunction } from '@remix-run/node'
import { Outlet, useLocation } from '@remix-run/react'
import { ErrorPage, errorTitle } from './ErrorPage'

export const meta: MetaFunction = ({ error }) => (error ? [errorTitle(error)] : [])

/** Lies inside the shell, so that the menu stays when a screen fails. */
export default function Content() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="py-10">
      {/* The key drops a form that was sent on another page, so that it is not offered here. */}
      <ErrorPage key={useLocation().key} />
    </div>
  )
}
