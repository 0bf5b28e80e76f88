import type { z } from 'zod/mini'
import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { validateBooking } from './commands.server'
import type { validationSchema } from './schema'

/** How a pending booking stands, taken by itself. */
export interface Check {
  /** The customer's, before this booking; null = no limit. */
  creditLeft: Money | null
  /** By how much it exceeds that; null when it does not. */
  overBy: Money | null
  /** Products of which less is available than it asks. */
  short: string[]
}

/** Credit and stock of these pending bookings as of now; needs customers.read. */
export async function readChecks(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Check>> {
  if (ids.length === 0) return new Map()
  const found = rows(
    await db.rpc('validation_checks', { p_project: projectId, p_bookings: [...ids] }),
  )
  const amount = (value: number | null) => (value === null ? null : money(value))
  return new Map(
    found.map((check) => [
      check.booking_id,
      { creditLeft: amount(check.credit_left), overBy: amount(check.over_by), short: check.short },
    ]),
  )
}

/** What became of one of the chosen bookings. */
export interface Outcome {
  id: string
  soNo: string
  /** Why it was not validated; null when it was. */
  refused: string | null
}

type Chosen = z.output<typeof validationSchema>['bookings'][number]

/**
 * Validates bookings one after the other, in the order given. Each is a transaction of its own: one
 * that is refused stops none of the others.
 */
export async function validateEach(
  db: Db,
  projectId: string,
  chosen: readonly Chosen[],
): Promise<Outcome[]> {
  const numbers = new Map(
    rows(
      await db
        .from('bookings')
        .select('id, so_no')
        .eq('project_id', projectId)
        .in(
          'id',
          chosen.map(({ id }) => id),
        ),
    ).map((booking) => [booking.id, booking.so_no]),
  )
  const outcomes: Outcome[] = []
  for (const { id, idempotencyKey, version } of chosen) {
    const result = await validateBooking(
      db,
      { projectId, idempotencyKey, bookingId: id },
      { version },
    )
    outcomes.push({
      id,
      soNo: numbers.get(id) ?? 'Booking',
      refused: result.ok ? null : result.error.message,
    })
  }
  return outcomes
}
