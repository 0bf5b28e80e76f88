import type { MetaFunction } from '@remix-run/node'
import { Outlet } from '@remix-run/react'
import { ErrorPage, errorTitle } from './ErrorPage'

export const meta: MetaFunction = ({ error }) => (error ? [errorTitle(error)] : [])

/** Inside the shell, so that a screen that fails leaves the menu standing. */
export default function Content() {
  return <Outlet />
}

export function ErrorBoundary() {
  return (
    <div className="py-10">
      <ErrorPage />
    </div>
  )
}
