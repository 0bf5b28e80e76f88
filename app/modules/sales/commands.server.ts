import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { DateName } from './dates'
import type { invoiceSchema } from './invoicing/schema'
import type { cancelSchema, deliverSchema, overrideSchema } from './schema'

/** Whom an act concerns: project, idempotency key and booking. */
export interface Act {
  projectId: string
  idempotencyKey: string
  bookingId: string
}

export type NewBooking = {
  customer_id: string
  /** The customer's own when empty. */
  agent_id?: string
  date_added: string
  remarks?: string
  /** Quantities in pieces, AgentSRP per piece. */
  lines: { product_id: string; quantity: number; agent_srp: string }[]
}

/** Enters a pending booking (specification, section 4): takes the next SO number, moves no stock. */
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

/** Rewrites a pending booking: its lines are replaced as a whole. */
export function updateBooking(
  db: Db,
  act: Act,
  version: number,
  details: NewBooking,
): Promise<CommandResult<{ id: string; so_no: string }>> {
  return runCommand(db, 'update_booking', { ...target(act, version), p_details: details })
}

/** Validates: credit and stock are checked, goods reserved, lines frozen. */
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
 * Sets invoice number and date; the receivable opens, due after the customer's terms. To change what is
 * set takes a reason; the old number is kept.
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

/** What of a booking is delivered, when not everything. */
type PartDelivered = {
  lines: { line_id: string; quantity: number }[]
  /** The rest stays reserved, or is released and no longer owed. */
  remainder: 'keep' | 'release'
}

/** Issues a booking from stock: everything that is open, or only `part`. */
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

/** Cancels with a reason; what was reserved becomes free. */
export function cancelBooking(
  db: Db,
  act: Act,
  { version, reason }: z.output<typeof cancelSchema>,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'cancel_booking', { ...target(act, version), p_reason: reason })
}

/** Corrects dates with a reason: those given, each as far as the person's permissions go. */
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
