import type { FormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { parseMoney } from '~/platform/values/money'
import { rowsOldestFirst } from '../allocate'
import type { Payable } from './AllocationTable'

interface Shared {
  /** Whose bookings they are: another customer has other rows. */
  of: string | undefined
  share: string | undefined
  /** As typed. */
  amount: string | undefined
  bookings: readonly Payable[]
}

/**
 * Keeps the rows of an AllocationTable in step with the amount while it is shared out to the oldest
 * bookings first. What was typed by hand stays, until other bookings are shown.
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
