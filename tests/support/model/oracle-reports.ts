import { addUp } from './action.ts'
import type { BooksCompany } from './books.ts'
import { approvedBooking, balance, figures, modelOnHand, sellable } from './figures.ts'
import { listPrice } from './lists.ts'
import { type Oracle, salesOf } from './oracle.ts'
import { millionths } from './prices.ts'
import { badOn } from './stock-costs.ts'

/** Two figures of each of several things, in centavos or pieces. */
export type Figures = Record<string, [number, number]>

/** The report function, the filters, the columns of key and figures, and what they are by the commands. */
export interface Expected {
  report: string
  filters: Record<string, unknown>
  key: string
  columns: [string, string]
  figures: Figures
}

const of = <T>(docs: Record<string, T>, figure: (doc: T, id: string) => [number, number]) =>
  Object.fromEntries(Object.entries(docs).map(([id, doc]) => [id, figure(doc, id)])) as Figures

export const add = (to: Figures, key: string, one: number, other: number) => {
  const [sum, otherSum] = to[key] ?? [0, 0]
  to[key] = [sum + one, otherSum + other]
}

/** Money of receipts by day: collected less what was taken back on the day, and pending. */
function collected({ books }: BooksCompany, oracle: Oracle): Figures {
  const days: Figures = { ...oracle.collected(books.receipts) }
  for (const { on, status, amount } of Object.values(books.receipts))
    if (status === 'pending') add(days, on, 0, amount)
  return days
}

/** Net and paid pieces of each customer until a day: what was sold before a merge stays with who had it. */
function sold(company: BooksCompany, day = company.today): Figures {
  const found: Figures = {}
  for (const [key, [pieces, amount]] of Object.entries(salesOf(company, 'customer').net)) {
    const [on, customer] = key.split('/') as [string, string]
    if (on <= day) add(found, customer, amount, pieces)
  }
  return found
}

/** Net of each customer until a day, with VAT and without it. */
function soldWithoutVat(company: BooksCompany, day: string): Figures {
  const found: Figures = {}
  const { net, taxed } = salesOf(company, 'customer')
  for (const key of Object.keys({ ...net, ...taxed })) {
    const [on, customer] = key.split('/') as [string, string]
    const amount = net[key]?.[1] ?? 0
    const [vat, vatBack] = taxed[key] ?? [0, 0]
    if (on <= day) add(found, customer, amount, amount - vat + vatBack)
  }
  return found
}

/** Pieces of each product that left by deliveries until a day. */
function used({ books, memory }: BooksCompany, day: string): Figures {
  const found: Figures = {}
  for (const [key, { pieces }] of Object.entries(memory.issued)) {
    const [booking, no, on] = key.split('/') as [string, string, string]
    if (on <= day) add(found, books.bookings[booking]!.lines[Number(no)]!.product, pieces, 0)
  }
  return found
}

/** Returns the worth of a product's stock at the end of a day. */
export const valueOn = ({ memory }: BooksCompany, product: string, day: string) =>
  costUntil(memory.costs[product] ?? [], day)
const costUntil = (costs: readonly { on: string; cost: number }[], day: string) =>
  addUp(costs.flatMap(({ on, cost }) => (on <= day ? [cost] : [])))

/** Orders of a customer that are not cancelled: an opening balance and a debit memo are none. */
const ordersOf = ({ books }: BooksCompany, customer: string) =>
  Object.values(books.bookings).filter(
    (booking) =>
      booking.customer === customer && booking.approval !== 'cancelled' && !booking.opening,
  ).length

/** The price and the floor that entry proposes to each customer for each product on a day, with the list that it is from. */
export function proposedPrices(company: BooksCompany, day: string): Figures {
  const { customers, products, project } = company.books
  const found = Object.keys(customers).flatMap((customer) =>
    Object.entries(products).map(([product, { live }]): [string, [number, number]] => {
      const ofList = listPrice(company, customer, product, day)
      const [cents, pieces] = (ofList?.price ?? live).split('/').map(Number) as [number, number]
      const usual = Math.round((millionths(live) * project.price_floor) / 100)
      const floor = Math.max(usual, ofList?.floor ?? 0)
      const key = [customer, product, pieces, ...(ofList ? [ofList.list] : [])].join('/')
      return [key, [cents, Math.ceil((floor * pieces) / 10_000)]]
    }),
  )
  return Object.fromEntries(found.filter(([, [price, floor]]) => price !== 0 || floor !== 0))
}

/**
 * The accounts at the end of a day that goods and customers move: debits above zero, credits below. What is delivered is
 * unbilled until its invoice.
 */
export function accountsOf(
  company: BooksCompany,
  oracle: Oracle,
  day: string,
  owed: number,
): Figures {
  const { delivered, left, taxed, cost, allowed, charged } = salesOf(company)
  const until = (days: Figures, of: 0 | 1) =>
    addUp(Object.entries(days).flatMap(([key, two]) => (key.slice(0, 10) <= day ? [two[of]] : [])))
  const [sales, vat] = [until(delivered, 1) + until(charged, 0), until(taxed, 0)]
  const [returns, vatBack] = [until(left, 1), until(taxed, 1)]
  const [allowances, vatAllowed] = [until(allowed, 0), until(allowed, 1)]
  const [own, others] = oracle.writtenOff(company, day)
  const fees = company.memory.fees.filter(({ on }) => on <= day)
  const bought = company.memory.purchased.filter(({ on }) => on <= day)
  const accounts = {
    ...{ owed, sales: vat - sales, output_vat: vatBack - vat },
    sales_returns: returns - (vatBack - vatAllowed),
    allowances: allowances - vatAllowed,
    write_offs: own + others,
    other_income: -addUp(fees.map(({ amount }) => amount)),
    // A debit memo is billed at once; what is written off was billed.
    unbilled:
      until(delivered, 1) -
      (returns + allowances - oracle.allowedBefore(company, day)) -
      oracle.charged(company, day) -
      own,
    cost_of_sales: until(cost, 0),
    // Nobody knows the sale of goods that came back without their booking.
    returned_goods: -addUp(bought.filter(({ kind }) => kind === 'return_in').map(saidBy)),
    purchases_clearing: -addUp(bought.filter(({ kind }) => kind !== 'return_in').map(saidBy)),
    purchase_variance: addUp(bought.map(({ said, cost }) => said - cost)),
    inventory: addUp(Object.keys(company.books.products).map((id) => valueOn(company, id, day))),
  }
  const moved = Object.entries(accounts).filter(([, amount]) => amount !== 0)
  return Object.fromEntries(moved.map(([account, amount]) => [account, [amount, 0]]))
}

const PURCHASES: Record<string, (total: number) => [number, number]> = {
  purchase: (total) => [total, 0],
  supplier_return: (total) => [-total, 0],
  return_in: (total) => [0, total],
}
const saidBy = ({ said }: { said: number }) => said

/** What purchase records say until a day, by record: with VAT in no cost they are the same by each of their dates. */
function recorded({ memory }: BooksCompany, day: string): Figures {
  const found: Figures = {}
  for (const { id, kind, on, said } of memory.purchased)
    if (on <= day)
      add(found, id, ...((kind === 'return_in' ? [0, said] : [said, 0]) as [number, number]))
  return found
}

/**
 * Computes what the reports of goods, invoices, receipts, purchases, expenses and customers say, from the facts that the
 * commands left in the model. It is written apart from the SQL and reads nothing of the database.
 */
export function expectedReports(company: BooksCompany, oracle: Oracle): Expected[] {
  const { books } = company
  const owed = figures(company).customers
  const bought = sold(company)
  const approved = Object.keys(books.customers).filter(
    (id) => books.customers[id]!.status === 'approved',
  )
  return [
    {
      ...{ report: 'inventory', filters: { level: 'product' }, key: 'product_id' },
      columns: ['ending', 'reserved'],
      figures: of(books.products, (product) => [modelOnHand(product), product.reserved]),
    },
    {
      ...{ report: 'inventory', filters: { level: 'product' }, key: 'product_id' },
      columns: ['purchased - supplier_returned', 'used - returned'],
      figures: of(books.products, (product) => [
        product.purchased - product.supplier_returned,
        product.used - product.returned,
      ]),
    },
    {
      ...{ report: 'inventory', filters: { level: 'product' }, key: 'product_id' },
      columns: ['sellable', 'adjusted'],
      figures: of(books.products, (product) => [sellable(product), product.adjusted]),
    },
    {
      ...{ report: 'purchase', filters: { level: 'record' }, key: 'purchase_id' },
      columns: ['100 * sum(amount)', '100 * sum(returns_in)'],
      figures: of(books.purchases, ({ kind, status, total }) =>
        status === 'active' ? PURCHASES[kind]!(total) : [0, 0],
      ),
    },
    {
      ...{ report: 'collection', filters: { level: 'day' }, key: 'on_date' },
      columns: ['100 * collected', '100 * pending'],
      figures: collected(company, oracle),
    },
    ...[true, false].map(
      (others): Expected => ({
        ...{ report: 'invoice', filters: { level: 'invoice', others }, key: 'booking_id' },
        columns: ['100 * sum(net - credited - collected)', '100 * sum(balance)'],
        figures: of(books.bookings, (booking, id) =>
          booking.invoice_no && approvedBooking(booking) && (others || !booking.opening)
            ? [balance(company, id), balance(company, id)]
            : [0, 0],
        ),
      }),
    ),
    {
      ...{ report: 'expenses', filters: { level: 'line' }, key: 'voucher_id' },
      columns: ['100 * sum(amount)', '100 * sum(released)'],
      figures: of(books.vouchers, ({ status, lines }) => {
        const total = status === 'cancelled' ? 0 : addUp(lines)
        return [total, status === 'released' ? total : 0]
      }),
    },
    {
      ...{ report: 'customer_masterlist', filters: { level: 'customer' }, key: 'customer_id' },
      columns: ['100 * collectibles', 'orders'],
      figures: of(books.customers, (_, id) => [owed[id]!.collectibles, ordersOf(company, id)]),
    },
    {
      ...{ report: 'sales_customerspecific', filters: { level: 'customer' }, key: 'customer_id' },
      columns: ['100 * net', 'pieces'],
      figures: bought,
    },
    {
      ...{ report: 'penetration_report', key: "'outlets'", columns: ['universe', 'buyers'] },
      filters: { level: 'total', from: '2000-01-01' },
      figures: {
        outlets: [approved.length, approved.filter((id) => (bought[id]?.[1] ?? 0) > 0).length],
      },
    },
  ]
}

const ENTRY = "concat_ws('/', booking_id, on_date)"
/** Returns what an invoice says is due, by its VAT. */
const DUE = 'vatable + vat + exempt + zero_rated + untaxed'

/** Computes what the reports that have a period say of all days until one. */
export function expectedUntil(company: BooksCompany, oracle: Oracle, day: string): Expected[] {
  const { books } = company
  return [
    ...['added', 'invoice', 'delivery'].map((basis) => ({
      ...{ report: 'purchase', filters: { level: 'record', to: day, basis }, key: 'purchase_id' },
      columns: ['100 * sum(amount)', '100 * sum(returns_in)'] as [string, string],
      figures: recorded(company, day),
    })),
    {
      ...{ report: 'collection', filters: { level: 'day', to: day }, key: 'on_date' },
      columns: ['100 * collected', '100 * pending'],
      figures: Object.fromEntries(
        Object.entries(collected(company, oracle)).filter(([on]) => on <= day),
      ),
    },
    ...[true, false].map(
      (others): Expected => ({
        ...{ report: 'invoice', filters: { level: 'invoice', to: day, others }, key: ENTRY },
        columns: ['100 * sum(gross - discount)', `100 * sum(${DUE})`],
        figures: oracle.invoices(company, day, others),
      }),
    ),
    {
      ...{ report: 'sales', key: 'customer_id', figures: soldWithoutVat(company, day) },
      filters: { level: 'customer', from: '2000-01-01', to: day },
      columns: ['100 * net', '100 * net_of_vat'],
    },
    {
      ...{ report: 'sales_customerspecific', key: 'customer_id' },
      filters: { level: 'customer', from: '2000-01-01', to: day },
      columns: ['100 * net', 'pieces'],
      figures: sold(company, day),
    },
    {
      ...{ report: 'inventory', filters: { level: 'product', to: day }, key: 'product_id' },
      columns: ['used', '0'],
      figures: used(company, day),
    },
    {
      ...{ report: 'inventory', key: 'product_id', columns: ['100 * cost_value', '0'] },
      filters: { level: 'product', to: day, cost: 'average' },
      figures: of(books.products, (_, id) => [valueOn(company, id, day), 0]),
    },
    {
      ...{ report: 'inventory', filters: { level: 'product', to: day }, key: 'product_id' },
      columns: ['bad_order', 'ending - sellable'],
      figures: of(books.products, (_, id) => [badOn(company, id, day), badOn(company, id, day)]),
    },
  ]
}
