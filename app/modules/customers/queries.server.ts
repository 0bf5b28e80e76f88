import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { ChoiceQuery } from '~/platform/forms/choices.server'
import { findChoices } from '~/platform/forms/lists.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { type Money, money, moneyOrNull } from '~/platform/values/money'

/** A customer as pickers show it. */
export interface CustomerOption {
  id: string
  label: string
  detail: string
  /** The owning agent, the default agent of a booking. */
  agentId: string
}

/**
 * Lists customers as pickers show them, by name: approved ones that the reader may see, or those with these ids,
 * approved or not.
 */
export async function listCustomerOptions(
  db: Db,
  projectId: string,
  query: ChoiceQuery = {},
): Promise<CustomerOption[]> {
  const found = await findChoices(db, projectId, 'customers', query)
  return found.map(({ id, name, store_name, area, agent_id }) => ({
    id,
    label: name,
    detail: [store_name, area].filter(Boolean).join(' · '),
    agentId: agent_id,
  }))
}

/** A customer's receivables and credit now, in the project's currency. */
export interface CustomerPosition {
  /** Invoiced balances less advances and unapplied credit: the customer's row in the AR report. */
  collectibles: Money
  /** The collectibles when only cleared money counts. */
  clearedBalance: Money
  /** Balances of approved bookings plus uncleared cheques. */
  exposure: Money
  uncleared: Money
  unapplied: Money
  /** The credit line: null = no limit, zero = cash only. */
  creditLine: Money | null
  creditLeft: Money | null
}

export type FoundPosition = Database['public']['Functions']['customer_position']['Returns'][number]

/**
 * Reads the customer's position as the database computes it.
 *
 * @throws A 404 response when the customer is missing or out of the reader's scope.
 */
export async function readCustomerPosition(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<CustomerPosition> {
  const [found] = rows(
    await db.rpc('customer_position', { p_project: projectId, p_customer: customerId }),
  )
  if (!found) throw problem(404)
  return positionOf(found)
}

/** Makes the position of what the SQL function `customer_position` returns. */
export function positionOf(found: FoundPosition): CustomerPosition {
  return {
    collectibles: money(found.collectibles),
    clearedBalance: money(found.cleared_balance),
    exposure: money(found.exposure),
    uncleared: money(found.uncleared),
    unapplied: money(found.unapplied),
    creditLine: moneyOrNull(found.credit_line),
    creditLeft: moneyOrNull(found.credit_left),
  }
}
