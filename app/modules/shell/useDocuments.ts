import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { Hit } from '~/modules/search/hits'
import type { loader } from '~/modules/search/search.route'
import { paths } from '~/paths'

const DEBOUNCE_MS = 200
const NONE: readonly Hit[] = []

/**
 * Documents that what is typed names, asked of the server once the typing pauses; those of other words
 * are never shown. `searching`: the answer is still to come; `failed`: none came.
 */
export function useDocuments(
  typed: string,
  searches: boolean,
): { hits: readonly Hit[]; searching: boolean; failed: boolean } {
  const { load, data, state } = useFetcher<typeof loader>()
  const words = searches ? typed.trim() : ''
  useEffect(() => {
    if (!words) return
    const timer = setTimeout(
      () => load(`${paths.search}?${new URLSearchParams({ q: words, short: '1' })}`),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [words, load])
  const fits = data?.words === words
  // What `aside` answers where nothing came.
  const failed = words !== '' && data === null && state === 'idle'
  return {
    hits: fits && words ? data.hits : NONE,
    searching: words !== '' && !fits && !failed,
    failed,
  }
}
