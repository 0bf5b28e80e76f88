import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { paths } from '~/paths'
import { isId } from '~/platform/values/ids'
import type { PanelData } from '../panel.server'

const DEBOUNCE_MS = 150

/**
 * Returns current credit, stock and proposed prices, read again whenever the customer, the day or the products change. Until
 * the first answer, and without scripts, it returns what the page loaded with.
 */
export function useEntryPanel(
  customerId: string | undefined,
  productIds: readonly (string | undefined)[],
  on: string | undefined,
  initial: PanelData,
): PanelData {
  const { load, data } = useFetcher<PanelData>()
  const search = new URLSearchParams()
  if (isId(customerId)) search.set('customer', customerId)
  if (on) search.set('on', on)
  for (const id of new Set(productIds)) if (isId(id)) search.append('product', id)
  const wanted = search.toString()
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => load(`${paths.sales.entryPanel}?${wanted}`), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted, load])
  const known = data ?? initial
  // Another customer's credit is never shown while the figures of the chosen one load.
  return known.customerId === (customerId || null) ? known : { ...known, credit: null }
}
