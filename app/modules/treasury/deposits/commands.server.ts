import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { takeBackSchema } from './schema'

/** Reverses the cash of a slip: it is at the office again and never counts as deposited. */
export function takeBackCash(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  slipId: string,
  { reason }: z.output<typeof takeBackSchema>,
): Promise<CommandResult<{ id: string; cash: string }>> {
  return runCommand(db, 'reverse_cash_deposit', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_slip: slipId,
    p_reason: reason,
  })
}
