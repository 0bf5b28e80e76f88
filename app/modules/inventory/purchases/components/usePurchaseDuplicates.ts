import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import type { PurchaseDuplicate } from '../duplicates.server'
import type { loader } from '../purchase-duplicates.route'

const DEBOUNCE_MS = 400

/**
 * Returns records with the entered numbers: first those of the loaded page, then those of later
 * look-ups.
 */
export function usePurchaseDuplicates(
  poNo: string | undefined,
  invoiceNo: string | undefined,
  begin: readonly PurchaseDuplicate[],
): readonly PurchaseDuplicate[] {
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
  return data?.duplicates ?? begin
}
