import { rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { type Money, money, multiplyMoney, toCents } from '~/platform/money'
import { only } from '../stock/queries.server'
import type { CountHead } from './queries.server'
import type { SheetLine } from './sheet'

/** What one answer of the database holds. */
const ANSWER = 1000

const PRODUCT = 'products!inner(material_code, description, sort_key, category1, case_config)'

/**
 * The lines of a sheet by category and name. What a blind sheet expects is not even read while it is
 * open: nothing of it reaches the counter's browser.
 */
export async function readSheet(
  db: Db,
  projectId: string,
  count: Pick<CountHead, 'id' | 'blind' | 'status'>,
): Promise<SheetLine[]> {
  const told = !(count.blind && count.status === 'open')
  const found = await all((after) => {
    let query = db
      .from('stock_count_lines')
      .select(`product_id, counted, expected, inventory!inner(${PRODUCT})`)
      .eq('project_id', projectId)
      .eq('count_id', count.id)
      .order('product_id')
      .limit(ANSWER)
    if (after) query = query.gt('product_id', after)
    return query
  })
  return found
    .map((line) => ({ line, product: only(only(line.inventory).products) }))
    .sort((a, b) => inOrder(a.product, b.product))
    .map(({ line, product }) => ({
      productId: line.product_id,
      materialCode: product.material_code,
      description: product.description,
      category: product.category1,
      caseConfig: product.case_config,
      counted: line.counted,
      expected: told ? line.expected : null,
    }))
}

/** A counted line that is handed in: what differs, what it is worth, what moved meanwhile. */
export interface VarianceLine extends SheetLine {
  expected: number
  counted: number
  variance: number
  costValue: Money
  srpValue: Money
  /** Pieces that came or went between the sheet and now by documents of their own. */
  moved: number
  /** On hand when it is posted now. */
  after: number
}

/** The counted lines, those of the greatest value first. `moved` holds while nothing is posted. */
export async function readVariance(
  db: Db,
  projectId: string,
  countId: string,
): Promise<VarianceLine[]> {
  const found = await all((after) => {
    let query = db
      .from('stock_count_lines')
      .select(
        `product_id, counted, expected, variance, unit_cost, unit_srp, inventory!inner(on_hand, ${PRODUCT})`,
      )
      .eq('project_id', projectId)
      .eq('count_id', countId)
      .not('counted', 'is', null)
      .order('product_id')
      .limit(ANSWER)
    if (after) query = query.gt('product_id', after)
    return query
  })
  return found
    .map((line) => {
      const stock = only(line.inventory)
      const product = only(stock.products)
      const variance = line.variance ?? 0
      return {
        productId: line.product_id,
        materialCode: product.material_code,
        description: product.description,
        category: product.category1,
        caseConfig: product.case_config,
        expected: line.expected,
        counted: line.counted!,
        variance,
        costValue: multiplyMoney(money(line.unit_cost), variance),
        srpValue: multiplyMoney(money(line.unit_srp), variance),
        moved: stock.on_hand - line.expected,
        after: stock.on_hand + variance,
      }
    })
    .sort(
      (a, b) =>
        size(b.costValue) - size(a.costValue) ||
        size(b.srpValue) - size(a.srpValue) ||
        Math.abs(b.variance) - Math.abs(a.variance) ||
        a.description.localeCompare(b.description),
    )
}

const size = (amount: Money) => Math.abs(Number(toCents(amount)))

/** Every row of a query that is read in the order of its products, past what one answer holds. */
async function all<Row extends { product_id: string }>(
  page: (after: string | null) => PromiseLike<Parameters<typeof rows<Row>>[0]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const next = rows(await page(found.at(-1)?.product_id ?? null))
    found.push(...next)
    if (next.length < ANSWER) return found
  }
}

function inOrder(
  a: { category1: string | null; sort_key: string },
  b: { category1: string | null; sort_key: string },
): number {
  if (a.category1 !== b.category1) {
    if (a.category1 === null) return 1
    if (b.category1 === null) return -1
    return a.category1 < b.category1 ? -1 : 1
  }
  return a.sort_key < b.sort_key ? -1 : Number(a.sort_key > b.sort_key)
}
