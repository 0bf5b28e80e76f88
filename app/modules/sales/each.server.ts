import { commandRunner, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'

/** A booking that was selected in a list, with its own idempotency key. */
export interface Selected {
  id: string
  version: number
  idempotencyKey: string
}

/** The outcome for one of the selected bookings. */
export interface BookingOutcome {
  id: string
  soNo: string
  /** The reason of a refusal; null when the command was accepted. */
  refused: string | null
}

type Run = ReturnType<typeof commandRunner>

/**
 * Runs a command for bookings one by one, in the given order. Each has its own transaction, so a
 * refusal does not affect the others.
 */
export async function runEach(
  db: Db,
  projectId: string,
  selected: readonly Selected[],
  command: (
    run: Run,
    booking: { p_booking: string; p_version: number },
  ) => Promise<{ ok: true } | { ok: false; error: { message: string } }>,
): Promise<BookingOutcome[]> {
  const numbers = new Map(
    rows(
      await db
        .from('bookings')
        .select('id, so_no')
        .eq('project_id', projectId)
        .in(
          'id',
          selected.map(({ id }) => id),
        ),
    ).map((booking) => [booking.id, booking.so_no]),
  )
  const outcomes: BookingOutcome[] = []
  for (const { id, idempotencyKey, version } of selected) {
    const run = commandRunner(db, projectId, idempotencyKey)
    const result = await command(run, { p_booking: id, p_version: version })
    outcomes.push({
      id,
      soNo: numbers.get(id) ?? 'Booking',
      refused: result.ok ? null : result.error.message,
    })
  }
  return outcomes
}
