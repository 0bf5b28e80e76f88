import { useFetcher } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '~/paths'
import type { Twin } from '../twins.server'
import type { loader } from '../voucher-twins.route'

const DEBOUNCE_MS = 400

interface Typed {
  payee: string | undefined
  invoice: string | undefined
  /** The voucher that is being edited. */
  but: string | undefined
}

/** Vouchers that pay the invoice which is being typed: as the page came, then as the server says since. */
export function useTwins({ payee, invoice, but }: Typed, begin: readonly Twin[]): readonly Twin[] {
  const { load, data } = useFetcher<typeof loader>()
  const asked = { payee: payee ?? '', invoice: invoice ?? '', but: but ?? '' }
  const query = `${new URLSearchParams(asked)}`
  const known = useRef(query)
  useEffect(() => {
    if (query === known.current) return
    const timer = setTimeout(() => {
      known.current = query
      load(`${paths.expenses.voucherDuplicates}?${query}`)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [query, load])
  return data?.twins ?? begin
}
