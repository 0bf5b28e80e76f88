import { Outlet, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useSent } from './SendAgain'

// A shape for a shorter wait would only flicker.
const DELAY_MS = 300

/**
 * Shows the screen. While another one loads, the old one stays; after a moment the shape of a page stands in its place,
 * which keeps its height. Filters and actions on the same address show their own progress.
 */
export function ContentArea() {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const leaving = state === 'loading' && location.pathname !== pathname
  const slow = useAfter(DELAY_MS, leaving)
  const sent = useSent()
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={slow}
      className="relative mx-auto max-w-[100rem] p-3 pb-[calc(var(--bar)+0.75rem)] outline-none lg:px-6 lg:pt-1 lg:pb-4 print:p-0"
    >
      <div className={slow ? 'pointer-events-none opacity-0' : undefined}>
        <Outlet context={sent} />
      </div>
      {slow ? (
        <div className="absolute inset-0 px-3 lg:px-6">
          <div className="page-shape" />
        </div>
      ) : null}
      <Announcer loading={slow} />
    </main>
  )
}

/** Returns whether `on` has been true for `ms` without a break. */
function useAfter(ms: number, on: boolean): boolean {
  const [after, setAfter] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setAfter(true), ms)
    return () => {
      clearTimeout(timer)
      setAfter(false)
    }
  }, [ms, on])
  return on && after
}

/** Tells screen readers that a screen is loading, and which one has loaded. */
function Announcer({ loading }: { loading: boolean }) {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (pathname !== first) setTitle(document.title)
  }, [pathname, first])
  return (
    <p role="status" className="sr-only">
      {loading ? 'Loading…' : title}
    </p>
  )
}
