import { rows } from '~/platform/db/command.server'
import type { Db, Membership } from '~/platform/request/context'
import { money } from '~/platform/values/money'
import { categoriesOfTrade, TRADES } from '~/platform/values/trades.server'
import type { Grid } from './mapping'
import { SheetProblem } from './problem.server'

/** A product whose first stock is entered. */
export interface UnstockedProduct {
  code: string
  name: string
  caseConfig: number
  /** The default cost of a product, as a cell has it; empty for none. */
  cost: string
}

/** So many fit a form; more come from a spreadsheet. */
const MOST = 100

/** Lists the products of a company that has no stock yet, by name; none once goods have moved. */
export async function listUnstocked(db: Db, projectId: string): Promise<UnstockedProduct[]> {
  const moved = rows(
    await db.from('stock_movements').select('id').eq('project_id', projectId).limit(1),
  )
  if (moved.length > 0) return []
  const found = rows(
    await db
      .from('products')
      .select('id, material_code, description, case_config')
      .eq('project_id', projectId)
      .eq('status', 'active')
      .order('sort_key')
      .limit(MOST),
  )
  if (found.length === 0) return []
  const p_products = found.map(({ id }) => id)
  const costs = rows(await db.rpc('product_costs', { p_project: projectId, p_products }))
  const costOf = new Map(costs.map((cost) => [cost.product_id, cost]))
  return found.map(({ id, material_code: code, description: name, case_config: caseConfig }) => {
    const cost = costOf.get(id)
    const pieces = cost && cost.def_cost_pieces > 1 ? `/${cost.def_cost_pieces}` : ''
    return {
      ...{ code, name, caseConfig },
      cost: cost && Number(cost.def_cost) > 0 ? `${money(cost.def_cost)}${pieces}` : '',
    }
  })
}

/** Reads the stock that was typed, as a sheet would have it: products without pieces are left out. */
export function readTypedStock(form: FormData): Grid {
  const texts = (name: string) =>
    form.getAll(name).map((typed) => (typeof typed === 'string' ? typed.trim().slice(0, 200) : ''))
  const [codes, pieces, costs] = [texts('code'), texts('pieces'), texts('cost')]
  const [day = ''] = texts('on_date')
  const typed = codes
    .slice(0, MOST)
    .flatMap((code, at) => (pieces[at] ? [[code, pieces[at], costs[at] ?? '', day]] : []))
  if (typed.length === 0) throw new SheetProblem('Enter the pieces of at least one product.')
  return [['Material code', 'Pieces', 'Cost', 'Opening date'], ...typed]
}

/** Returns the trade whose categories a company has, which it then begins with. */
export async function tradeOf(db: Db, { projectId }: Membership): Promise<string | null> {
  const [[own], [product]] = await Promise.all([
    db.from('projects').select('product_categories1').eq('id', projectId).then(rows),
    db.from('products').select('id').eq('project_id', projectId).limit(1).then(rows),
  ])
  if (product) return null
  const list = JSON.stringify(own?.product_categories1)
  return (
    TRADES.find(({ value }) => JSON.stringify(categoriesOfTrade(value)) === list)?.value ?? null
  )
}
