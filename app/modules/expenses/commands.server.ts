import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { cancelSchema, releaseSchema, voucherSchema } from './schema'

/** Whose act it is, on which voucher. */
export interface Act {
  projectId: string
  op: string
  voucherId: string
}

interface Saved {
  id: string
  voucher_no: number
  version: number
}

type Typed = z.output<typeof voucherSchema>

/** Writes a pending voucher, which draws its number. */
export function createVoucher(
  db: Db,
  projectId: string,
  op: string,
  { again: _, ...voucher }: Typed,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'create_voucher', {
    p_project: projectId,
    p_idempotency_key: op,
    p_voucher: voucher,
  })
}

/** Rewrites a pending voucher that is still as the person saw it. */
export function updateVoucher(
  db: Db,
  act: Act,
  version: number,
  { again: _, ...details }: Typed,
): Promise<CommandResult<Saved>> {
  return runCommand(db, 'update_voucher', { ...on(act, version), p_details: details })
}

/** Lets a voucher above the project's amount be printed and released. */
export function approveVoucher(db: Db, act: Act, { version }: { version: number }) {
  return runCommand(db, 'approve_voucher', on(act, version))
}

/** Stamps a voucher as printed and counts the copy. */
export function markPrinted(
  db: Db,
  act: Act,
  { version }: { version: number },
): Promise<CommandResult<{ id: string; version: number; copies: number }>> {
  return runCommand(db, 'mark_voucher_printed', on(act, version))
}

/** Records that a printed voucher was handed out. */
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

function on({ projectId, op, voucherId }: Act, version: number) {
  return { p_project: projectId, p_idempotency_key: op, p_voucher: voucherId, p_version: version }
}
