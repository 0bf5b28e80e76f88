import type { z } from 'zod'
import { type CommandResult, runCommand } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { approveSchema, rejectSchema, requestSchema } from './schema'

interface Decided {
  id: string
  version: number
  approval_status: string
}

/**
 * Adds a customer: approved at once for someone who may decide, pending otherwise. Credit line and
 * terms go along only with `decides`; the database refuses them from anyone else.
 */
export async function requestCustomer(
  db: Db,
  projectId: string,
  op: string,
  customer: z.output<typeof requestSchema>,
  decides: boolean,
): Promise<CommandResult<Decided>> {
  const { credit_line, terms_days, ...identity } = customer
  const terms = { credit_line: credit_line ?? null, terms_days: terms_days ?? 0 }
  return runCommand<Decided>(db, 'request_customer', {
    p_project: projectId,
    p_op: op,
    p_customer: decides ? { ...identity, ...terms } : identity,
  })
}

/** Approves a pending customer with a credit line (none = no limit) and terms in days. */
export async function approveCustomer(
  db: Db,
  projectId: string,
  op: string,
  customerId: string,
  { version, credit_line, terms_days }: z.output<typeof approveSchema>,
): Promise<CommandResult<Decided>> {
  return runCommand<Decided>(db, 'decide_customer', {
    p_project: projectId,
    p_op: op,
    p_customer: customerId,
    p_version: version,
    p_decision: 'approved',
    p_credit_line: credit_line ?? null,
    p_terms_days: terms_days ?? 0,
  })
}

/** Rejects a pending customer with a reason. */
export async function rejectCustomer(
  db: Db,
  projectId: string,
  op: string,
  customerId: string,
  { version, reason }: z.output<typeof rejectSchema>,
): Promise<CommandResult<Decided>> {
  return runCommand<Decided>(db, 'decide_customer', {
    p_project: projectId,
    p_op: op,
    p_customer: customerId,
    p_version: version,
    p_decision: 'rejected',
    p_reason: reason,
  })
}
