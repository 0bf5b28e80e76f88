import type { ReceivableFigures } from '~/modules/receivables/figures.server'
import { chequeTotals } from '~/modules/treasury/cheques/register.server'
import { row } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'
import type { AgentPart } from './agents'
import { type Target, targetsOf } from './targets/targets.server'

type Functions = Database['public']['Functions']

/** A product whose available pieces are below its reorder level. Quantities are in pieces. */
export interface LowStock {
  id: string
  description: string
  caseConfig: number
  available: number
  reorderLevel: number
}

/** Figures that a portal shows of its day; null without the permission. */
export interface PortalDay {
  targets: Target[]
  receivables: ReceivableFigures | null
  /** The receivables of each agent. */
  owed: AgentPart[] | null
  /** The cheques by tab, and the products below their reorder level with the first of them: of today only. */
  cheques: Record<string, { cheques: number; amount: Money }> | null
  stock: { products: number; first: LowStock[] } | null
}

/** The answer of the SQL function `portal_day`. */
interface Found {
  targets: Functions['targets_of_month']['Returns']
  receivables:
    | { id: string; name: string; balance: number; cleared_balance: number; overdue: number }[]
    | null
  cheques: Functions['cheque_totals']['Returns'] | null
  stock: {
    products: number
    first: Pick<
      Functions['product_list']['Returns'][number],
      'id' | 'description' | 'case_config' | 'available' | 'reorder_level'
    >[]
  } | null
}

/** Reads targets, receivables, cheques and low stock of a day. Needs a portal. */
export async function readPortalDay(db: Db, projectId: string, day: string): Promise<PortalDay> {
  const found = row(
    await db.rpc('portal_day', { p_project: projectId, p_filters: { day } }),
  ) as unknown as Found
  const { receivables, cheques, stock } = found
  const sum = (amounts: unknown[]) =>
    amounts.reduce<Money>((all, amount) => addMoney(all, money(amount)), money(0))
  return {
    targets: targetsOf(found.targets),
    receivables: receivables && {
      balance: sum(receivables.map(({ balance }) => balance)),
      clearedBalance: sum(receivables.map((agent) => agent.cleared_balance)),
      overdue: sum(receivables.map(({ overdue }) => overdue)),
    },
    owed:
      receivables?.map(({ id, name, cleared_balance, overdue }) => ({
        id,
        name,
        receivables: money(cleared_balance),
        overdue: money(overdue),
      })) ?? null,
    cheques: cheques && chequeTotals(cheques),
    stock: stock && {
      products: Number(stock.products),
      first: stock.first.map((product) => ({
        id: product.id,
        description: product.description,
        caseConfig: product.case_config,
        available: product.available,
        reorderLevel: product.reorder_level,
      })),
    },
  }
}
