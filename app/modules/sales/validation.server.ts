import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import { type Money, moneyOrNull } from '~/platform/values/money'
import type { ByAnother } from './credit'

/** The check of a pending booking, taken alone. */
export interface BookingCheck {
  /** The customer's credit left before this booking; null means no limit. */
  creditLeft: Money | null
  /** The amount beyond the credit left; null when it is within. */
  overBy: Money | null
  /** Products whose available pieces are fewer than ordered. */
  short: string[]
  /** The prices below the price floor, each with its product and floor. */
  belowFloor: string[]
  /** The prices that are not the list's, or the SRP, each with its product. */
  otherPrices: string[]
  /** Why another user has to validate it; null when the reader may. */
  byAnother: ByAnother | null
}

/** Reads current credit and stock for these pending bookings. Needs customers.read. */
export async function readChecks(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, BookingCheck>> {
  if (ids.length === 0) return new Map()
  const found = rows(
    await db.rpc('validation_checks', { p_project: projectId, p_bookings: [...ids] }),
  )
  return new Map(found.map((check) => [check.booking_id, checkOf(check)]))
}

export type FoundCheck = Database['public']['Functions']['validation_checks']['Returns'][number]

/** Makes the check of a row of the SQL function `validation_checks`. */
export function checkOf(check: FoundCheck): BookingCheck {
  return {
    creditLeft: moneyOrNull(check.credit_left),
    overBy: moneyOrNull(check.over_by),
    short: check.short,
    belowFloor: check.below_floor,
    otherPrices: check.other_prices,
    byAnother: check.by_another as ByAnother | null,
  }
}
