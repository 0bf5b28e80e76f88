import { rows } from '~/platform/db/command.server'
import type { Database } from '~/platform/db/database.types'
import type { Db } from '~/platform/request/context'
import { type Money, moneyOrNull, toCents } from '~/platform/values/money'
import { amountAt, price } from '~/platform/values/price'
import type { SheetLine } from './sheet'

/** The state of a line that counts the bad orders of a product. */
const BAD_ORDER = 'bad_order'

/** The row limit of one answer of the database, which may have the second line of its last product too. */
const ANSWER = 1000

type Found = Omit<
  Database['public']['Functions']['stock_count_sheet']['Returns'][number],
  'category1' | 'counted' | 'expected'
> & { category1: string | null; counted: number | null; expected: number | null }

/**
 * Reads the lines of a sheet by category and name. While a blind sheet is open the database
 * withholds its book quantities, so they never reach the counter's browser.
 */
export async function readSheet(db: Db, projectId: string, countId: string): Promise<SheetLine[]> {
  return (await readLines(db, projectId, countId)).sort(inOrder).map(sheetLine)
}

const sheetLine = (line: Found): SheetLine => ({
  key: line.stock_state === BAD_ORDER ? `${line.product_id}.${BAD_ORDER}` : line.product_id,
  productId: line.product_id,
  state: line.stock_state,
  materialCode: line.material_code,
  description:
    line.stock_state === BAD_ORDER ? `${line.description}, bad orders` : line.description,
  category: line.category1,
  caseConfig: line.case_config,
  counted: line.counted,
  expected: line.expected,
})

/** Reads every line, in several requests when the row limit is reached. */
async function readLines(
  db: Db,
  projectId: string,
  countId: string,
  filters: { counted?: boolean } = {},
): Promise<Found[]> {
  const found: Found[] = []
  for (;;) {
    const after = found.at(-1)?.product_id
    const next: Found[] = rows(
      await db.rpc('stock_count_sheet', {
        p_project: projectId,
        p_count: countId,
        p_filters: { ...filters, limit: ANSWER, ...(after && { after }) },
      }),
    )
    found.push(...next)
    if (next.length < ANSWER) return found
  }
}

/** A counted line of a submitted sheet: its variance, the variance's value, and movements since. */
export interface VarianceLine extends SheetLine {
  expected: number
  counted: number
  variance: number
  /** Null for a reader without costs.read. */
  costValue: Money | null
  srpValue: Money
  /** Pieces that other documents moved in or out since the sheet was created. */
  moved: number
  /** The quantity on hand when the count is posted now. */
  after: number
}

/**
 * Reads the counted lines, the greatest value first. `moved` is meaningful only until the count is
 * posted.
 */
export async function readVariance(
  db: Db,
  projectId: string,
  countId: string,
): Promise<VarianceLine[]> {
  return (await readLines(db, projectId, countId, { counted: true }))
    .map((line) => ({
      ...sheetLine(line),
      expected: line.expected!,
      counted: line.counted!,
      variance: line.variance,
      costValue: moneyOrNull(line.cost_value),
      srpValue: amountAt(price(line.unit_srp, line.unit_srp_pieces), line.variance),
      moved: line.on_hand - line.expected!,
      after: line.on_hand + line.variance,
    }))
    .sort(
      (a, b) =>
        size(b.costValue) - size(a.costValue) ||
        size(b.srpValue) - size(a.srpValue) ||
        Math.abs(b.variance) - Math.abs(a.variance) ||
        a.description.localeCompare(b.description),
    )
}

const size = (amount: Money | null) => (amount ? Math.abs(Number(toCents(amount))) : 0)

function inOrder(a: Found, b: Found): number {
  if (a.category1 !== b.category1) {
    if (a.category1 === null) return 1
    if (b.category1 === null) return -1
    return a.category1 < b.category1 ? -1 : 1
  }
  return a.sort_key < b.sort_key ? -1 : Number(a.sort_key > b.sort_key)
}
