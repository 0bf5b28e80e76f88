import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { Hit } from '~/modules/search/hits'
import { paths } from '~/paths'
import type { loader } from './search.route'

const DEBOUNCE_MS = 200
const NONE: readonly Hit[] = []

/**
 * Searches documents on the server once typing pauses. Results of other words are never shown.
 * `searching` is true until the answer arrives; `failed` when none arrived.
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
  // A null answer comes from `aside` when no answer arrived.
  const failed = words !== '' && data === null && state === 'idle'
  return {
    hits: fits && words ? data.hits : NONE,
    searching: words !== '' && !fits && !failed,
    failed,
  }
}
