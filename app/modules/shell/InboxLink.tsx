import { NavLink } from '@remix-run/react'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '~/paths'
import { cx } from '~/ui/classes'

/** Links to the inbox, with the number of items that wait. */
export function InboxLink({ count }: { count: number }) {
  return (
    <NavLink
      to={paths.inbox.list}
      className="relative flex size-10 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent max-sm:hidden"
    >
      <Inbox aria-hidden className="size-5" />
      <span className="sr-only">Inbox</span>
      <InboxCount count={count} className="top-0 right-0" />
    </NavLink>
  )
}

/** Shows how many items wait, in the corner of the inbox's link. */
export function InboxCount({ count, className }: { count: number; className: string }) {
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

/**
 * Returns the number of items that wait in the inbox. It is fetched after the page is drawn, and again after each action: no
 * page waits for it, and none fails with it.
 */
export function useInboxCount(decides: boolean, asOf: unknown): number {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is new after each action
  useEffect(() => {
    if (!decides) return
    const gone = new AbortController()
    readCount(gone.signal).then(
      (found) => setCount(found),
      // The request fails after a sign-out elsewhere or when the user leaves the page. The number
      // stays.
      () => undefined,
    )
    return () => gone.abort()
  }, [decides, asOf])
  return count
}

async function readCount(signal: AbortSignal): Promise<number> {
  const response = await fetch(paths.inbox.count, { signal })
  const { count } = (await response.json()) as { count?: unknown }
  if (typeof count !== 'number') throw new Error('The answer has no count.')
  return count
}
