import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import type { AgentPart } from './agents'

/** Lists the receivables of a day by agent, from the AR report. Needs reports.ar. */
export async function listAgentReceivables(
  db: Db,
  projectId: string,
  asOf: string,
): Promise<AgentPart[]> {
  const found = rows(
    await db.rpc('report_ar', {
      p_project: projectId,
      p_filters: { as_of: asOf, level: 'agent' },
    }),
  )
  return found.map((row) => ({
    id: row.agent_id,
    name: row.agent_name,
    balance: money(row.balance),
    overdue: money(row.overdue),
  }))
}

/** A product whose available pieces are below its reorder level. Quantities are in pieces. */
export interface LowStock {
  id: string
  description: string
  caseConfig: number
  available: number
  reorderLevel: number
}

const SHOWN = 8

/**
 * Counts the products below their reorder level now, and reads the first of them by name. Needs
 * stock.read.
 */
export async function readLowStock(
  db: Db,
  projectId: string,
): Promise<{ products: number; first: LowStock[] }> {
  const filters = { below_reorder: true }
  const [totals, list] = await Promise.all([
    db.rpc('inventory_totals', { p_project: projectId, p_filters: filters }),
    db.rpc('product_list', { p_project: projectId, p_filters: { ...filters, limit: SHOWN } }),
  ])
  return {
    products: Number(rows(totals)[0]?.products ?? 0),
    first: rows(list).map((row) => ({
      id: row.id,
      description: row.description,
      caseConfig: row.case_config,
      available: row.available,
      reorderLevel: row.reorder_level,
    })),
  }
}
