import { demandOf, GOODS, ordersOf } from './goods.ts'
import { spend } from './spending.ts'
import { cents, type Good, pesos, type Trade } from './trade.ts'

/** Days between two deliveries of a supplier. */
const EVERY = 9
/** An order covers so many times what was sold since the delivery before. */
const COVER = 2.2
/** Cases of each product that the first delivery brings. */
const FIRST_CASES = 60
/** Pays a supplier after so many days. */
const TERMS = 30
/** Days between two price lists of the suppliers, and what they rise by. */
const PRICES_EVERY = 182
const RISE = 0.03

const PLANS = new Map(GOODS.map((good) => [good.code, good]))

/** Buys from the suppliers whose day it is; their prices rise twice a year. */
export async function buy(trade: Trade): Promise<void> {
  const suppliers = [...new Set(trade.goods.map(({ supplier }) => supplier))]
  if (trade.at > 0 && trade.at % PRICES_EVERY === 0)
    for (const good of trade.goods) {
      // Whole quarters of a peso, as price lists have them.
      const risen = (price: number) => Math.round((price * (1 + RISE)) / 25) * 25
      good.cost = risen(good.cost)
      good.srp = Math.max(risen(good.srp), good.cost + 25)
    }
  for (const [n, supplier] of suppliers.entries())
    if (trade.at === 0 || trade.at % EVERY === n % EVERY)
      await buyFrom(
        trade,
        supplier,
        trade.goods.filter((good) => good.supplier === supplier),
      )
}

async function buyFrom(trade: Trade, supplier: string, goods: readonly Good[]): Promise<void> {
  const { run, day } = trade
  const lines = goods.flatMap((good) => {
    const quantity = piecesOf(trade, good)
    good.sold = 0
    good.free += quantity
    return quantity > 0 ? [{ good, quantity }] : []
  })
  if (lines.length === 0) return
  const no = trade.number('purchase', 3001)
  const invoice_no = `${supplier.slice(0, 3).toUpperCase()}-${71_000 + no * 13}`
  const made = await run('sales-admin', 'create_purchase', `PO-${no}`, {
    p_purchase: {
      po_no: `PO-${no}`,
      invoice_no,
      supplier,
      date_added: day,
      invoice_date: day,
      delivery_date: day,
      kind: 'purchase',
      with_vat: true,
      lines: lines.map(({ good, quantity }) => ({
        product_id: good.id,
        quantity,
        cost: pesos(good.cost),
        prod_srp: pesos(good.srp),
      })),
    },
  })
  // The purchase has the VAT and the cost of the goods already.
  trade.in(TERMS, () =>
    spend(trade, {
      payee: supplier,
      about: `Goods of PO-${no}`,
      category: 'Payments to suppliers',
      invoice: invoice_no,
      amount: cents(made.total_cost),
      cheque: true,
    }),
  )
  if (trade.at > 0 && trade.chance(0.04))
    trade.in(trade.between(2, 6), () => sendBack(trade, supplier, lines[0]!.good))
}

/** Returns the pieces of a delivery, in whole cases: those that are sold until the next one, by the season. */
function piecesOf(trade: Trade, good: Good): number {
  if (trade.at === 0)
    return Math.ceil(FIRST_CASES * demandOf(PLANS.get(good.code)!, trade.day)) * good.perCase
  const season = demandOf(PLANS.get(good.code)!, trade.day) * ordersOf(trade.day)
  const wanted = Math.max(good.sold * COVER, 12 * season * good.perCase) - good.free
  return wanted <= 0 ? 0 : Math.ceil(wanted / good.perCase) * good.perCase
}

/** Sends broken cases back to their supplier. */
async function sendBack(trade: Trade, supplier: string, good: Good): Promise<void> {
  if (good.free < good.perCase) return
  const no = trade.number('return', 201)
  good.free -= good.perCase
  await trade.run('sales-admin', 'create_purchase', `RS-${no}`, {
    p_purchase: {
      po_no: `RS-${no}`,
      supplier,
      date_added: trade.day,
      invoice_date: trade.day,
      delivery_date: trade.day,
      kind: 'supplier_return',
      lines: [{ product_id: good.id, quantity: good.perCase, cost: pesos(good.cost) }],
    },
  })
}
