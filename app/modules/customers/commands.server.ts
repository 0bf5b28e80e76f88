import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import { saveRow } from '~/platform/db/rows.server'
import type { Db } from '~/platform/request/context'
import type {
  activeSchema,
  approveSchema,
  creditSchema,
  identitySchema,
  rejectSchema,
  requestSchema,
  taxSchema,
} from './schema'

/** The customer of an action, and the idempotency key. */
export interface Act {
  projectId: string
  idempotencyKey: string
  customerId: string
}

interface Decided {
  id: string
  version: number
  approval_status: string
}

/**
 * Adds a customer: approved at once for a user who may decide, pending otherwise. Credit line and
 * terms are sent only with `decides`; the database refuses them from other users.
 */
export async function requestCustomer(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  customer: z.output<typeof requestSchema>,
  decides: boolean,
): Promise<CommandResult<Decided>> {
  const { credit_line, terms_days, again: _seen, ...identity } = customer
  const terms = { credit_line: credit_line ?? null, terms_days: terms_days ?? 0 }
  return runCommand(db, 'request_customer', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_customer: decides ? { ...identity, ...terms } : identity,
  })
}

/** Approves a pending customer with a credit line (none = no limit) and terms in days. */
export async function approveCustomer(
  db: Db,
  act: Act,
  { version, credit_line, terms_days }: z.output<typeof approveSchema>,
): Promise<CommandResult<unknown>> {
  return run(db, 'decide_customer', act, version, {
    p_decision: 'approved',
    p_credit_line: credit_line ?? null,
    p_terms_days: terms_days ?? 0,
  })
}

/** Rejects a pending customer with a reason. */
export async function rejectCustomer(
  db: Db,
  act: Act,
  { version, reason }: z.output<typeof rejectSchema>,
): Promise<CommandResult<unknown>> {
  return run(db, 'decide_customer', act, version, { p_decision: 'rejected', p_reason: reason })
}

/** Changes TIN and business style. The finance trail keeps the former values. */
export async function updateTax(
  db: Db,
  act: Act,
  { version, tin_no, business_style }: z.output<typeof taxSchema>,
): Promise<CommandResult<unknown>> {
  return run(db, 'update_customer_tax', act, version, {
    p_tin_no: tin_no ?? null,
    p_business_style: business_style ?? null,
  })
}

/**
 * Sets credit line (none = no limit, zero = cash only) and terms. They apply from the next
 * validation on.
 */
export async function setCreditLine(
  db: Db,
  act: Act,
  { version, credit_line, terms_days }: z.output<typeof creditSchema>,
): Promise<CommandResult<unknown>> {
  return run(db, 'set_credit_line', act, version, {
    p_credit_line: credit_line ?? null,
    p_terms_days: terms_days,
  })
}

/** Deactivates a customer with a reason, or reactivates it with `active`. */
export async function setActive(
  db: Db,
  act: Act,
  { version, reason }: z.output<typeof activeSchema>,
  active: boolean,
): Promise<CommandResult<unknown>> {
  return run(db, 'deactivate_customer', act, version, { p_reason: reason, p_active: active })
}

function run(
  db: Db,
  name: 'decide_customer' | 'update_customer_tax' | 'set_credit_line' | 'deactivate_customer',
  { projectId, idempotencyKey, customerId }: Act,
  version: number,
  args: Record<string, unknown>,
): Promise<CommandResult<unknown>> {
  return runCommand(db, name, {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_customer: customerId,
    p_version: version,
    ...args,
  })
}

/** Saves a customer's name, store and contact details. */
export function saveIdentity(
  db: Db,
  projectId: string,
  customerId: string,
  { version, name, store_name, address, area, contact }: z.output<typeof identitySchema>,
): Promise<CommandResult<{ id: string }>> {
  return saveRow(
    db,
    { table: 'customers', projectId },
    { id: customerId, version },
    {
      name,
      store_name: store_name ?? null,
      address: address ?? null,
      area: area ?? null,
      contact: contact ?? null,
    },
    'Someone changed this customer while you were editing. Nothing of yours is saved.',
  )
}
