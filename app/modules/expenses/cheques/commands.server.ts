import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { bookSchema, clearSchema, releaseSchema, replaceSchema, voidSchema } from './schema'

interface Act {
  projectId: string
  idempotencyKey: string
  chequeId: string
}

const argumentsOf = ({ projectId, idempotencyKey, chequeId }: Act, version: number) => ({
  p_project: projectId,
  p_idempotency_key: idempotencyKey,
  p_cheque: chequeId,
  p_version: version,
})

/** Adds a book of blank cheques. */
export function addBook(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  book: z.output<typeof bookSchema>,
): Promise<CommandResult<{ leaves: number }>> {
  return runCommand(db, 'add_cheque_book', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_book: book,
  })
}

/** Marks these cheques as paid by the bank, all or none. */
export function clearIssued(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  cleared: z.output<typeof clearSchema>,
): Promise<CommandResult<{ cheques: number }>> {
  const args = { p_project: projectId, p_idempotency_key: idempotencyKey, p_cleared: cleared }
  return runCommand(db, 'clear_issued_cheques', args)
}

/** Marks a cheque as printed, once. */
export function printIssued(db: Db, act: Act, version: number): Promise<CommandResult<unknown>> {
  return runCommand(db, 'print_issued_cheque', argumentsOf(act, version))
}

/**
 * Voids a cheque. Its number stays in the register, and its voucher can get the next cheque in the
 * same transaction.
 */
export function voidIssued(
  db: Db,
  act: Act,
  { version, ...details }: z.output<typeof voidSchema>,
): Promise<CommandResult<{ next_id: string | null; next_no: string | null }>> {
  return runCommand(db, 'void_issued_cheque', { ...argumentsOf(act, version), p_void: details })
}

/** Gives the voucher of a void or stale cheque a new cheque. */
export function replaceIssued(
  db: Db,
  act: Act,
  { version, ...next }: z.output<typeof replaceSchema>,
): Promise<CommandResult<{ id: string; cheque_no: string }>> {
  return runCommand(db, 'replace_issued_cheque', { ...argumentsOf(act, version), p_next: next })
}

/** Releases a replacement cheque. A voucher's first cheque is released with the voucher. */
export function releaseIssued(
  db: Db,
  act: Act,
  { version, date }: z.output<typeof releaseSchema>,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'release_issued_cheque', { ...argumentsOf(act, version), p_date: date })
}

/** Marks a cheque as stale: no bank accepts it any more. */
export function staleIssued(db: Db, act: Act, version: number): Promise<CommandResult<unknown>> {
  return runCommand(db, 'stale_issued_cheque', argumentsOf(act, version))
}
