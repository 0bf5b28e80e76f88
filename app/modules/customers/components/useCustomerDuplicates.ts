import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import type { loader } from '../customer-duplicates.route'
import type { CustomerDuplicate } from '../duplicates'

const DEBOUNCE_MS = 400

interface Typed {
  id?: string
  name?: string
  store?: string
  tin?: string
}

/**
 * Returns possible duplicates of the customer that is being typed: first those of the loaded page,
 * then those of later look-ups.
 */
export function useCustomerDuplicates(
  typed: Typed,
  begin: readonly CustomerDuplicate[],
): readonly CustomerDuplicate[] {
  const { load, data } = useFetcher<typeof loader>()
  const { id = '', name = '', store = '', tin = '' } = typed
  const query = `${new URLSearchParams({ id, name, store, tin })}`
  const known = useRef(query)
  useEffect(() => {
    if (query === known.current) return
    const timer = setTimeout(() => {
      known.current = query
      load(`${paths.customers.duplicates}?${query}`)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query, load])
  return data?.duplicates ?? begin
}
