import { NavLink, useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '~/paths'
import { cx } from '~/ui/classes'
import { Icon } from '~/ui/Icon'
import type { IconName } from '~/ui/icon-names'

/** The numbers of the top bar: documents in the inbox, and unread notifications. */
export interface Counts {
  count: number
  unread: number
}

interface Props {
  to: string
  icon: IconName
  label: string
  count: number
  className?: string
}

/** Links to a list of the top bar, with the number of what is new there. */
export function CountLink({ to, icon, label, count, className }: Props) {
  return (
    <NavLink
      to={to}
      className={cx(
        'relative flex size-10 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
        className,
      )}
    >
      <Icon name={icon} className="size-5" />
      <span className="sr-only">{label}</span>
      <Count count={count} className="top-0 right-0" />
    </NavLink>
  )
}

/** Shows how much waits, in the corner of a link. */
export function Count({ count, className }: { count: number; className: string }) {
  if (count === 0) return null
  return (
    <>
      <span className="sr-only">, {count} waiting</span>
      <span
        aria-hidden
        className={cx(
          'figures absolute min-w-4.5 rounded-full bg-gold px-1 text-center text-xs font-semibold text-on-gold',
          className,
        )}
      >
        {count > 99 ? '99+' : count}
      </span>
    </>
  )
}

/** The time in milliseconds for which the numbers are not asked for again on the way from page to page. */
const FRESH_MS = 20_000

/**
 * Returns the numbers of the top bar. They are fetched after the page is drawn, and again after each action, on another page
 * and when the person comes back to the window: no page waits for them, and none fails with them. A timer would keep the
 * session of somebody who has left.
 */
export function useCounts(isMember: boolean, asOf: unknown): Counts {
  const [counts, setCounts] = useState<Counts>({ count: 0, unread: 0 })
  const { pathname } = useLocation()
  const read = useRef({ at: 0, asOf })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect begins again on another page
  useEffect(() => {
    if (!isMember) return
    const gone = new AbortController()
    const { signal } = gone
    const ask = () => {
      read.current = { at: Date.now(), asOf }
      readCounts(signal).then(
        setCounts,
        // The request fails after a sign-out elsewhere or when the user leaves the page. The
        // numbers stay.
        () => undefined,
      )
    }
    if (read.current.asOf !== asOf || Date.now() - read.current.at > FRESH_MS) ask()
    addEventListener('focus', ask, { signal })
    return () => gone.abort()
  }, [isMember, asOf, pathname])
  return counts
}

async function readCounts(signal: AbortSignal): Promise<Counts> {
  const response = await fetch(paths.inbox.count, { signal })
  const counts = (await response.json()) as Counts
  if (typeof counts.count !== 'number') throw new Error('The answer has no count.')
  return counts
}
