import { Outlet } from '@remix-run/react'
import { ErrorPage } from './ErrorPage'

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
