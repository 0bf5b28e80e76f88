import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { transferSchema } from './schema'

/** Gives customers to another agent, all or none; answers how many, and how many pending bookings went along. */
export async function transferCustomers(
  db: Db,
  projectId: string,
  op: string,
  transfer: z.output<typeof transferSchema>,
): Promise<CommandResult<{ customers: number; bookings: number }>> {
  return runCommand(db, 'transfer_customers', {
    p_project: projectId,
    p_idempotency_key: op,
    p_transfer: transfer,
  })
}
