import type { FormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { parseMoney } from '~/platform/values/money'
import { rowsOldestFirst } from '../allocate'
import type { Payable } from './AllocationTable'

interface Shared {
  /** The customer whose bookings these are; another customer resets the rows. */
  of: string | undefined
  share: string | undefined
  /** The amount as typed. */
  amount: string | undefined
  bookings: readonly Payable[]
}

/**
 * Recomputes the rows of an AllocationTable when the amount changes, while it is allocated to the
 * oldest bookings first. Amounts typed by hand stay until another customer's bookings are shown.
 */
export function useOldestFirst<F extends Record<string, unknown>>(
  { update }: Pick<FormMetadata<F, string[]>, 'update'>,
  name: string,
  { of, share, amount, bookings }: Shared,
): void {
  const oldest = share !== 'hand'
  const rows = rowsOldestFirst(oldest ? parseMoney(amount ?? '') : null, bookings)
  const wanted = oldest ? JSON.stringify(rows) : null
  const shown = useRef({ of, wanted })
  useEffect(() => {
    const others = shown.current.of !== of
    const again = wanted !== null && shown.current.wanted !== wanted
    shown.current = { of, wanted }
    if (others || again) update({ name: name as never, value: rows as never })
  })
}
