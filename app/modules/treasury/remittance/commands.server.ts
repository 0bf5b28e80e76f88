import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { cancelSchema, remittanceSchema } from './schema'

/** Receives a collector's remittance; its number and date go onto its receipts. */
export function receiveRemittance(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  remittance: z.output<typeof remittanceSchema> & { collector_id: string },
): Promise<CommandResult<{ id: string; drr_no: string; variance: string }>> {
  return runCommand(db, 'receive_remittance', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_remittance: remittance,
  })
}

/** Cancels a remittance with a reason: its receipts are with the collector again. */
export function cancelRemittance(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  remittanceId: string,
  { version, reason }: z.output<typeof cancelSchema>,
): Promise<CommandResult<{ id: string; version: number }>> {
  return runCommand(db, 'cancel_remittance', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_remittance: remittanceId,
    p_version: version,
    p_reason: reason,
  })
}
