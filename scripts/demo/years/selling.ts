import { collectOn } from './collecting.ts'
import { demandOf, GOODS, ordersOf } from './goods.ts'
import { type Buyer, cents, type Good, type Order, pesos, type Trade } from './trade.ts'

/** Orders of an ordinary day in the first year. */
const ORDERS_A_DAY = 10
/** The growth of the trade in a year. */
const GROWTH = 0.14

/** Enters the orders of the day and takes each as far as its days go. */
export async function sell(trade: Trade): Promise<void> {
  const growth = 1 + (GROWTH * trade.at) / 365
  const orders = ORDERS_A_DAY * ordersOf(trade.day) * growth * (0.8 + 0.4 * trade.random())
  const buyers = trade.buyers.filter(({ plan }) => plan.from <= trade.at)
  for (let n = 0; n < Math.round(orders); n++) await order(trade, buyers)
}

async function order(trade: Trade, buyers: readonly Buyer[]): Promise<void> {
  for (let tries = 0; tries < 6; tries++) {
    const buyer = trade.pick(buyers, ({ plan }) => plan.weight)
    const lines = linesFor(trade, buyer)
    const total = lines.reduce((sum, { good, quantity }) => sum + good.srp * quantity, 0)
    const { creditLine } = buyer.plan
    if (lines.length === 0) continue
    if (creditLine !== null && buyer.exposure + total > creditLine * 100) continue
    await enter(trade, buyer, lines)
    return
  }
}

/** Picks two to five products of which there is enough. */
function linesFor(trade: Trade, { plan }: Buyer): Order['lines'] {
  const wanted = 2 + Math.floor(trade.random() * (plan.cases > 3 ? 4 : 3))
  const lines: Order['lines'] = []
  for (let n = 0; n < wanted; n++) {
    const good = trade.pick(trade.goods, (one) => demandOf(planOf(one), trade.day))
    const cases = plan.cases * (0.5 + trade.random())
    const quantity = cases < 1 ? Math.ceil(good.perCase / 2) : Math.round(cases) * good.perCase
    good.sold += quantity
    if (good.free < quantity || lines.some((line) => line.good === good)) continue
    lines.push({ good, quantity })
  }
  return lines
}

const PLANS = new Map(GOODS.map((good) => [good.code, good]))
const planOf = ({ code }: Good) => PLANS.get(code)!

async function enter(trade: Trade, buyer: Buyer, lines: Order['lines']): Promise<void> {
  const { run, day } = trade
  const source = `order ${trade.number('order', 1)}`
  const by = trade.chance(0.8) ? 'sales-admin' : 'special-access-1'
  const made = await run(by, 'create_booking', source, {
    p_booking: {
      customer_id: buyer.id,
      date_added: day,
      lines: lines.map(({ good, quantity }) => ({
        product_id: good.id,
        quantity,
        agent_srp: pesos(good.srp),
      })),
    },
  })
  const order: Order = { ...made, buyer, owed: cents(made.total), dueAt: Infinity, lines }
  if (trade.chance(0.02)) {
    await run('sales-admin', 'cancel_booking', source, {
      ...at(order),
      p_reason: trade.chance(0.5) ? 'Customer ordered twice' : 'Store closed for the week',
    })
    return
  }
  buyer.exposure += order.owed
  for (const { good, quantity } of lines) good.free -= quantity
  trade.in(trade.chance(0.75) ? 0 : 1, () => validate(trade, order, source))
}

const at = ({ id, version }: Order) => ({ p_booking: id, p_version: version })

/** The same, when a receipt may have changed it. */
async function now({ read }: Trade, { id }: Order) {
  const [found] = await read<{ version: number }>(
    'select version from public.bookings where id = $1',
    id,
  )
  return { p_booking: id, p_version: found!.version }
}

async function validate(trade: Trade, order: Order, source: string): Promise<void> {
  const done = await trade.run('invoice-admin', 'validate_booking', source, at(order))
  order.version = done.version
  trade.in(trade.between(0, 1), () => invoice(trade, order, source))
}

async function invoice(trade: Trade, order: Order, source: string): Promise<void> {
  const done = await trade.run('invoice-admin', 'set_invoice', source, {
    ...at(order),
    p_invoice_no: `SI-0${trade.number('invoice', 20_001)}`,
    p_date: trade.day,
  })
  order.version = done.version
  const { terms, habit } = order.buyer.plan
  const days = Math.max(3, terms + trade.between(habit.least, habit.most))
  order.dueAt = trade.at + days
  order.buyer.orders = [...order.buyer.orders.filter(({ owed }) => owed > 0), order]
  trade.in(trade.between(1, 2), () => deliver(trade, order, source))
  trade.in(days, () => collectOn(trade, order))
}

/** Delivers all of it; one in fourteen in two parts, some days apart. */
async function deliver(trade: Trade, order: Order, source: string): Promise<void> {
  const { run, day } = trade
  const part = trade.chance(0.07) && order.lines.length > 1
  const lines = part ? await linesOf(trade, order) : []
  await run('invoice-admin', 'deliver_booking', source, {
    ...(await now(trade, order)),
    p_date: day,
    ...(part
      ? {
          p_lines: {
            lines: lines.slice(0, -1).map(({ id, quantity }) => ({ line_id: id, quantity })),
            remainder: 'keep',
          },
        }
      : {}),
  })
  if (part) trade.in(trade.between(2, 5), () => deliverRest(trade, order, source))
  else if (trade.chance(0.025)) trade.in(trade.between(2, 6), () => credit(trade, order, source))
}

async function deliverRest(trade: Trade, order: Order, source: string): Promise<void> {
  await trade.run('invoice-admin', 'deliver_booking', `${source}, rest`, {
    ...(await now(trade, order)),
    p_date: trade.day,
  })
}

const linesOf = (trade: Trade, { id }: Order) =>
  trade.read<{ id: string; quantity: number }>(
    'select id, quantity from public.booking_lines where booking_id = $1 order by line_no',
    id,
  )

/** Credits goods that come back, or a price that was too high; what is more than the company's amount is approved. */
async function credit(trade: Trade, order: Order, source: string): Promise<void> {
  const [line] = await linesOf(trade, order)
  const { good, quantity } = order.lines[0]!
  const pieces = Math.min(quantity, Math.max(2, Math.round(good.perCase / 4)))
  const worth = good.srp * pieces
  // Invoices that are paid already are not credited.
  if (!line || order.owed < worth) return
  const returned = trade.chance(0.7)
  const memo = await trade.run('finance-admin', 'create_memo', source, {
    p_memo: {
      kind: 'credit',
      reason: returned ? 'return' : 'price_allowance',
      on_date: trade.day,
      booking_id: order.id,
      note: returned ? 'Dented on the way' : 'Old price was promised',
      lines: returned
        ? [
            {
              line_id: line.id,
              quantity: pieces,
              stock_state: trade.chance(0.6) ? 'bad_order' : 'sellable',
            },
          ]
        : [{ line_id: line.id, amount: pesos(Math.round(worth / 5)) }],
    },
  })
  if (memo.status === 'pending')
    await trade.run('general-manager', 'approve_memo', source, {
      p_memo: memo.id,
      p_version: memo.version,
    })
  const amount = cents(memo.amount)
  order.owed -= amount
  order.buyer.exposure -= amount
}
