import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { DateName } from './dates'
import type { invoiceSchema } from './invoicing/schema'
import type { cancelSchema, deliverSchema, overrideSchema } from './schema'

/** The project, idempotency key and booking of an action. */
export interface Act {
  projectId: string
  idempotencyKey: string
  bookingId: string
}

export type NewBooking = {
  customer_id: string
  /** The agent; the customer's own when absent. */
  agent_id?: string
  date_added: string
  remarks?: string
  /** Quantities are in pieces; AgentSRP is per piece. */
  lines: { product_id: string; quantity: number; agent_srp: string }[]
}

/**
 * Creates a pending booking: draws the next SO number, moves no stock (docs/domain.md, Order to
 * cash).
 */
export function createBooking(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  booking: NewBooking,
): Promise<CommandResult<{ id: string; so_no: string }>> {
  return runCommand(db, 'create_booking', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_booking: booking,
  })
}

/** Updates a pending booking: its lines are replaced as a whole. */
export function updateBooking(
  db: Db,
  act: Act,
  version: number,
  details: NewBooking,
): Promise<CommandResult<{ id: string; so_no: string }>> {
  return runCommand(db, 'update_booking', { ...target(act, version), p_details: details })
}

/** Validates a booking: checks credit and stock, reserves goods, freezes lines. */
export function validateBooking(
  db: Db,
  act: Act,
  { version, reason }: { version: number; reason?: z.output<typeof overrideSchema>['reason'] },
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'validate_booking', {
    ...target(act, version),
    ...(reason === undefined ? {} : { p_override_reason: reason }),
  })
}

/**
 * Sets invoice number and date. The receivable opens, and is due after the customer's terms. A
 * change needs a reason; the old number is kept.
 */
export function setInvoice(
  db: Db,
  act: Act,
  { version, invoice_no, date, reason }: z.output<typeof invoiceSchema>,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'set_invoice', {
    ...target(act, version),
    p_invoice_no: invoice_no,
    p_date: date,
    ...(reason === undefined ? {} : { p_reason: reason }),
  })
}

/** The delivered part of a booking. */
type PartDelivered = {
  lines: { line_id: string; quantity: number }[]
  /** Selects whether the rest stays reserved, or is released and credited. */
  remainder: 'keep' | 'release'
}

/** Issues a booking from stock: all open pieces, or only `part`. */
export function deliverBooking(
  db: Db,
  act: Act,
  { version, date }: z.output<typeof deliverSchema>,
  part?: PartDelivered,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'deliver_booking', {
    ...target(act, version),
    p_date: date,
    ...(part ? { p_lines: part } : {}),
  })
}

/** Cancels a booking with a reason and releases its reservation. */
export function cancelBooking(
  db: Db,
  act: Act,
  { version, reason }: z.output<typeof cancelSchema>,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'cancel_booking', { ...target(act, version), p_reason: reason })
}

/** Corrects the given dates with a reason; each needs its own permission. */
export function setBookingDates(
  db: Db,
  act: Act,
  version: number,
  dates: Partial<Record<DateName, string>>,
  reason: string,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'set_booking_dates', {
    ...target(act, version),
    p_dates: dates,
    p_reason: reason,
  })
}

function target(act: Act, version: number) {
  return {
    p_project: act.projectId,
    p_idempotency_key: act.idempotencyKey,
    p_booking: act.bookingId,
    p_version: version,
  }
}
