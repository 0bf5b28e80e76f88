import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { transferSchema } from './schema'

/**
 * Transfers customers to another agent, all or none. Returns the number of customers and of their
 * pending bookings that were transferred.
 */
export async function transferCustomers(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  transfer: z.output<typeof transferSchema>,
): Promise<CommandResult<{ customers: number; bookings: number }>> {
  return runCommand(db, 'transfer_customers', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_transfer: transfer,
  })
}
