import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import type { loader } from '../purchase-twins.route'
import type { Twin } from '../twins.server'

const DEBOUNCE_MS = 400

/** Records with the numbers that are being typed: as the page came, then as the server says since. */
export function useTwins(
  poNo: string | undefined,
  invoiceNo: string | undefined,
  begin: readonly Twin[],
): readonly Twin[] {
  const { load, data } = useFetcher<typeof loader>()
  const query = `${new URLSearchParams({ po: poNo ?? '', invoice: invoiceNo ?? '' })}`
  const known = useRef(query)
  useEffect(() => {
    if (query === known.current) return
    const timer = setTimeout(() => {
      known.current = query
      load(`${paths.inventory.purchaseDuplicates}?${query}`)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query, load])
  return data?.twins ?? begin
}
