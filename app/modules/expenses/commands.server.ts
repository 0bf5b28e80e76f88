import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { cancelSchema, releaseSchema, voucherSchema } from './schema'

/** Identifies an action on a voucher: project, idempotency key, voucher. */
export interface Act {
  projectId: string
  idempotencyKey: string
  voucherId: string
}

interface Saved {
  id: string
  voucher_no: number
  version: number
}

type Typed = z.output<typeof voucherSchema>

/** Creates a pending voucher, which draws its number. */
export function createVoucher(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  { again: _, ...voucher }: Typed,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'create_voucher', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_voucher: voucher,
  })
}

/** Changes a pending voucher, unless it changed since the user saw it. */
export function updateVoucher(
  db: Db,
  act: Act,
  version: number,
  { again: _, ...details }: Typed,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'update_voucher', { ...on(act, version), p_details: details })
}

/** Approves a voucher above the project's amount, so that it can be printed and released. */
export function approveVoucher(db: Db, act: Act, { version }: { version: number }) {
  return runCommand(db, 'approve_voucher', on(act, version))
}

/** Marks a voucher as printed and counts the copy. */
export function markPrinted(
  db: Db,
  act: Act,
  { version }: { version: number },
): Promise<CommandResult<{ id: string; version: number; copies: number }>> {
  return runCommand(db, 'mark_voucher_printed', on(act, version))
}

/** Releases a printed voucher. */
export function releaseVoucher(
  db: Db,
  act: Act,
  { version, releaser_id, date }: z.output<typeof releaseSchema>,
) {
  return runCommand(db, 'release_voucher', {
    ...on(act, version),
    p_releaser: releaser_id,
    p_date: date,
  })
}

/** Cancels a voucher that is not released. */
export function cancelVoucher(
  db: Db,
  act: Act,
  { version, reason }: z.output<typeof cancelSchema>,
) {
  return runCommand(db, 'cancel_voucher', { ...on(act, version), p_reason: reason })
}

function on({ projectId, idempotencyKey, voucherId }: Act, version: number) {
  return {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_voucher: voucherId,
    p_version: version,
  }
}
