import type { z } from 'zod/mini'
import { commandRunner, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { ByAnother } from './credit'
import type { validationSchema } from './schema'

/** The check of a pending booking, taken by itself. */
export interface Check {
  /** The customer's credit left before this booking; null means no limit. */
  creditLeft: Money | null
  /** The amount beyond the credit left; null when it is within. */
  overBy: Money | null
  /** Products whose available pieces are fewer than ordered. */
  short: string[]
  /** The prices below the price floor, each with its product and floor. */
  belowFloor: string[]
  /** Why another user has to validate it; null when the reader may. */
  byAnother: ByAnother | null
}

/** Reads current credit and stock for these pending bookings. Needs customers.read. */
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
      {
        creditLeft: amount(check.credit_left),
        overBy: amount(check.over_by),
        short: check.short,
        belowFloor: check.below_floor,
        byAnother: check.by_another as ByAnother | null,
      },
    ]),
  )
}

/** The outcome for one of the selected bookings. */
export interface Outcome {
  id: string
  soNo: string
  /** The reason of a refusal; null when the booking was validated. */
  refused: string | null
}

type Chosen = z.output<typeof validationSchema>['bookings'][number]

/**
 * Validates bookings one by one, in the given order. Each has its own transaction, so a refusal
 * does not affect the others.
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
    const run = commandRunner(db, projectId, idempotencyKey)
    const result = await run('validate_booking', { p_booking: id, p_version: version })
    outcomes.push({
      id,
      soNo: numbers.get(id) ?? 'Booking',
      refused: result.ok ? null : result.error.message,
    })
  }
  return outcomes
}
