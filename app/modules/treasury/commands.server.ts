import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { accountSchema, cancelSchema, collectionSchema, creditSchema } from './schema'

interface Saved {
  id: string
  version: number
}

/**
 * Records a pending receipt. When no amount is typed for a booking, the database allocates to the
 * oldest bookings first, unless the user chose to allocate by hand.
 */
export async function recordCollection(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  { share, allocations, ...receipt }: z.output<typeof collectionSchema>,
): Promise<CommandResult<Saved & { cr_no: string }>> {
  const typed = allocations.some(({ amount }) => amount && amount !== '0.00')
  const shared =
    share === 'oldest' && !typed ? { allocate: 'oldest' } : { allocations: lines(allocations) }
  return runCommand(db, 'record_collection', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_collection: { ...receipt, ...shared },
  })
}

/**
 * Returns the allocations, with zero for bookings that get nothing. The database skips zeros, so
 * the line numbers in its errors match the form.
 */
function lines(parts: z.output<typeof collectionSchema>['allocations']) {
  return parts.map(({ booking_id, amount }) => ({ booking_id, amount: amount ?? '0.00' }))
}

/**
 * Allocates the unapplied credit of an approved receipt to bookings of the same customer, from
 * today on.
 */
export async function allocateCredit(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  collectionId: string,
  { version, allocations }: z.output<typeof creditSchema>,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'allocate_credit', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_collection: collectionId,
    p_version: version,
    p_allocations: { allocations: lines(allocations) },
  })
}

/** Approves a pending receipt: it counts from now on. */
export async function approveCollection(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  collectionId: string,
  version: number,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'approve_collection', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_collection: collectionId,
    p_version: version,
  })
}

/** Cancels a receipt with a reason; the bookings that it paid get their balance back. */
export async function cancelCollection(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  collectionId: string,
  { version, reason }: z.output<typeof cancelSchema>,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'cancel_collection', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_collection: collectionId,
    p_version: version,
    p_reason: reason,
  })
}

/** Sets or corrects the bank account that received a transfer. */
export async function setCollectionBank(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  collectionId: string,
  { version, bank_id }: z.output<typeof accountSchema>,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'set_collection_bank', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_collection: collectionId,
    p_version: version,
    p_bank: bank_id,
  })
}
