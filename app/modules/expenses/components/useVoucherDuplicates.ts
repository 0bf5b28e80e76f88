import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import type { VoucherDuplicate } from '../duplicates.server'
import type { loader } from '../voucher-duplicates.route'

const DEBOUNCE_MS = 400

interface Typed {
  payee: string | undefined
  invoice: string | undefined
  /** The voucher that is being edited; it is not its own duplicate. */
  excludeId: string | undefined
}

/**
 * Returns vouchers for the supplier invoice that is being typed: first those of the loaded page,
 * then those of later look-ups.
 */
export function useVoucherDuplicates(
  { payee, invoice, excludeId }: Typed,
  begin: readonly VoucherDuplicate[],
): readonly VoucherDuplicate[] {
  const { load, data } = useFetcher<typeof loader>()
  const wanted = { payee: payee ?? '', invoice: invoice ?? '', excludeId: excludeId ?? '' }
  const query = `${new URLSearchParams(wanted)}`
  const known = useRef(query)
  useEffect(() => {
    if (query === known.current) return
    const timer = setTimeout(() => {
      known.current = query
      load(`${paths.expenses.voucherDuplicates}?${query}`)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query, load])
  return data?.duplicates ?? begin
}
