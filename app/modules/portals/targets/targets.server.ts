import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'

/** An agent's targets in a month; null means no target. */
export interface Target {
  agentId: string
  name: string
  active: boolean
  /** The first day of the month that it was set for; null when none was ever set. */
  since: string | null
  sales: Money | null
  collections: Money | null
}

const moneyOrNull = (value: number | null) => (value === null ? null : money(value))

/**
 * Lists every active agent, and every other agent with a target, with the targets of a month
 * (`YYYY-MM`). Needs a portal.
 */
export async function listTargets(db: Db, projectId: string, month: string): Promise<Target[]> {
  return targetsOf(rows(await db.rpc('targets_of_month', { p_project: projectId, p_month: month })))
}

/** Makes targets of rows of the SQL function `targets_of_month`. */
export function targetsOf(
  found: Database['public']['Functions']['targets_of_month']['Returns'],
): Target[] {
  return found.map((one) => ({
    agentId: one.agent_id,
    name: one.agent_name,
    active: one.active,
    since: one.from_month,
    sales: moneyOrNull(one.sales),
    collections: moneyOrNull(one.collections),
  }))
}
