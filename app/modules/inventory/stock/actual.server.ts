import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Keyset, Page, Paging } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money, moneyOrNull } from '~/platform/values/money'
import { amountAt, price, priceOrNull } from '~/platform/values/price'
import type { ActualFilters } from './filters'

/**
 * Stock movement in a period; opening plus movements is ending (docs/domain.md, invariant 5).
 * Quantities are in pieces.
 */
export interface ActualFigures {
  opening: number
  purchased: number
  supplierReturned: number
  returned: number
  used: number
  adjusted: number
  ending: number
  /** Liters and values of the ending stock; at cost null for a reader without costs.read. */
  litres: number
  costValue: Money | null
  srpValue: Money
}

export interface ActualRow extends ActualFigures {
  id: string
  materialCode: string
  description: string
  category: string | null
  caseConfig: number
  belowReorder: boolean
}

/** The products by name. The SQL function cannot read backwards. */
export const ACTUAL_PAGING: Paging = {
  by: 'sort_key',
  tie: 'product_id',
  keyOf: (sort_key, id) => ({ sort_key, id }),
  isForwardOnly: true,
}

type Found = Database['public']['Functions']['inventory_actual']['Returns'][number]

const read = (row: Found) => ({
  opening: Number(row.opening),
  purchased: Number(row.purchased),
  supplierReturned: Number(row.supplier_returned),
  returned: Number(row.returned),
  used: Number(row.used),
  adjusted: Number(row.adjusted),
  ending: Number(row.ending),
  litres: Number(row.litres),
})

/** Reads one page of the products by name. */
export function listActual(
  db: Db,
  projectId: string,
  filters: ActualFilters,
  keyset: Keyset,
): Promise<Page<ActualRow>> {
  const source = (cursor: PageFilters) =>
    db.rpc('inventory_actual', { p_project: projectId, p_filters: { ...filters, ...cursor } })
  return readPage(keyset, source, {
    row: (row) => {
      const figures = read(row)
      return {
        ...figures,
        id: row.product_id,
        materialCode: row.material_code,
        description: row.description,
        category: row.category1,
        caseConfig: row.case_config,
        belowReorder: row.below_reorder,
        costValue: amountAt(priceOrNull(row.def_cost, row.def_cost_pieces), figures.ending),
        srpValue: amountAt(price(row.current_srp, row.current_srp_pieces), figures.ending),
      }
    },
  })
}

/** Returns the sums over all products that the filters find, and their number. */
export async function readActualTotals(
  db: Db,
  projectId: string,
  filters: ActualFilters,
): Promise<ActualFigures & { products: number }> {
  const [sum] = rows(
    await db.rpc('inventory_actual', {
      p_project: projectId,
      p_filters: { ...filters, level: 'total' },
    }),
  )
  return {
    ...read(sum!),
    costValue: moneyOrNull(sum!.def_cost),
    srpValue: money(sum!.current_srp),
    products: Number(sum!.products),
  }
}
