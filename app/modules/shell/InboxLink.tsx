import { Link } from '@remix-run/react'
import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import { paths } from '~/paths'

/**
 * Links to the inbox, with the number of items that wait. The number is fetched after the page is
 * drawn, and again after each action: no page waits for it, and none fails with it.
 */
export function InboxLink({ asOf }: { asOf: unknown }) {
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is new after each action
  useEffect(() => {
    const gone = new AbortController()
    readCount(gone.signal).then(
      (found) => setCount(found),
      // The request fails after a sign-out elsewhere or when the user leaves the page. The number
      // stays.
      () => undefined,
    )
    return () => gone.abort()
  }, [asOf])
  return (
    <Link
      to={paths.inbox.list}
      className="relative flex size-10 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
    >
      <Inbox aria-hidden className="size-5" />
      <span className="sr-only">Inbox{count > 0 ? `, ${count} waiting` : ''}</span>
      {count > 0 ? (
        <span
          aria-hidden
          className="figures absolute top-0 right-0 min-w-4.5 rounded-full bg-warn px-1 text-center text-xs font-semibold text-surface"
        >
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </Link>
  )
}

async function readCount(signal: AbortSignal): Promise<number> {
  const response = await fetch(paths.inbox.count, { signal })
  const { count } = (await response.json()) as { count?: unknown }
  if (typeof count !== 'number') throw new Error('The answer has no count.')
  return count
}
