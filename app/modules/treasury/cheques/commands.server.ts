import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type {
  cashDepositSchema,
  clearSchema,
  depositSchema,
  replaceSchema,
  returnSchema,
} from './schema'

interface Act {
  projectId: string
  idempotencyKey: string
  chequeId: string
}

const argumentsOf = ({ projectId, idempotencyKey, chequeId }: Act, version: number) => ({
  p_project: projectId,
  p_idempotency_key: idempotencyKey,
  p_collection: chequeId,
  p_version: version,
})

/** Deposits cheques, cash or both on one slip, all or none. */
export function depositCheques(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  deposit: z.output<typeof depositSchema> | z.output<typeof cashDepositSchema>,
): Promise<CommandResult<{ id: string; slip_no: string; cheques: number; cash: string }>> {
  return runCommand(db, 'deposit_cheque', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_deposit: deposit,
  })
}

/** Marks a cheque as cleared by the bank. */
export function clearCheque(
  db: Db,
  act: Act,
  { version, date }: z.output<typeof clearSchema>,
): Promise<CommandResult<{ id: string; version: number }>> {
  return runCommand(db, 'clear_cheque', { ...argumentsOf(act, version), p_date: date })
}

/** Marks a cheque as returned by the bank: everything that it paid is owed again. */
export function returnCheque(
  db: Db,
  act: Act,
  { version, date, reason }: z.output<typeof returnSchema>,
): Promise<CommandResult<{ id: string; version: number }>> {
  return runCommand(db, 'return_cheque', {
    ...argumentsOf(act, version),
    p_date: date,
    p_reason: reason,
  })
}

/** Replaces a cheque by another payment; the new receipt pays what the cheque had paid. */
export function replaceCheque(
  db: Db,
  act: Act,
  { version, ...receipt }: z.output<typeof replaceSchema>,
): Promise<CommandResult<{ id: string; version: number; cr_no: string }>> {
  return runCommand(db, 'replace_cheque', { ...argumentsOf(act, version), p_receipt: receipt })
}
