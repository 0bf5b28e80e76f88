import { Outlet, useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { cx } from '~/ui/classes'
import { Spinner } from '~/ui/Spinner'
import { useSent } from './SendAgain'

// What comes sooner than this would only flicker.
const DELAY_MS = 250

/**
 * The screen. While another one loads, it stays; after a moment a spinner comes over it. Filters and
 * acts on the same address have signs of their own.
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
      className="relative mx-auto max-w-[100rem] p-4 outline-none lg:p-6 print:p-0"
    >
      <div className={cx('transition-opacity', slow && 'pointer-events-none opacity-30')}>
        <Outlet context={sent} />
      </div>
      {slow ? (
        <div className="absolute inset-0">
          <div className="sticky top-[35dvh] flex justify-center text-accent">
            <Spinner large />
          </div>
        </div>
      ) : null}
      <Announcer loading={slow} />
    </main>
  )
}

/** Whether `on` has been true for so long without a break. */
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

/** Tells those who do not see it that a screen is on its way, and which one has come. */
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
