import { row, rows } from '../../../app/platform/db/command.server.ts'
import { addDays, addMonths, monthStart } from '../../../app/platform/values/dates.ts'
import { uuidOf } from '../../../tools/ids.ts'
import { sendCommand } from '../../../tools/send-command.ts'
import { REQUESTED } from '../customers.ts'
import { details, loadSupplierTins } from '../masters.ts'
import { DEMO_ID } from '../people.ts'
import { loadList } from '../pricing.ts'
import { prepareField } from './field.ts'
import { GOODS } from './goods.ts'
import type { Desk, Now, Run } from './run.ts'
import { AGENTS } from './stores.ts'
import { BANK, master } from './trade.ts'

/**
 * Plays the morning of today by commands, so that each desk has something to do: new bookings, deliveries, receipts that wait for
 * approval, requests of agents and of the warehouse.
 */
export async function playToday(desk: Desk, ids: Now['ids'], day: string): Promise<void> {
  const run: Run = async (login, command, source, args) =>
    sendCommand(await desk(login), command, DEMO_ID, `today, ${source}`, args)
  const now: Now = { desk, run, day, ids }
  await setTargets(now)
  await loadSupplierTins(await desk('sales-admin'))
  await run('general-manager', 'close_period', 'closing', {
    // Purchases and deliveries of the last months can still be entered.
    p_through: `${Number(addMonths(day, -6).slice(0, 4)) - 1}-12-31`,
    p_reason: 'Reports of the year are filed',
  })
  await takeOrders(now)
  await deliver(now)
  await approve(now)
  await takeMoney(now)
  await price(now)
  await requestMore(now)
  await keepStock(now)
  await pay(now)
  await prepareField(now)
}

/** Sets targets for each quarter of the years: a little more each time, each agent their own. */
async function setTargets({ run, day, ids }: Now): Promise<void> {
  for (let quarter = 8; quarter >= 0; quarter--)
    await run('general-manager', 'set_agent_targets', `targets ${quarter}`, {
      p_targets: {
        month: addMonths(monthStart(day), -3 * quarter).slice(0, 7),
        targets: AGENTS.map((agent, n) => {
          const { sales, collections } = targetOf(n, 8 - quarter)
          const seen = quarter < 8 ? targetOf(n, 7 - quarter) : undefined
          return {
            agent_id: ids.get(agent),
            sales,
            collections,
            ...(seen ? { seen_sales: seen.sales, seen_collections: seen.collections } : {}),
          }
        }),
      },
    })
}

/** The smallest target of an agent in the first quarter, in pesos a month. */
const SALES_TARGET = 700_000

/** The target of the nth agent in a quarter, counted from the first. */
function targetOf(n: number, quarter: number) {
  const sales = SALES_TARGET + 50_000 * (n % 4) + 27_000 * quarter
  return { sales: `${sales}.00`, collections: `${sales - 50_000}.00` }
}

async function takeOrders({ desk, run, day }: Now): Promise<void> {
  const sales = await desk('sales-admin')
  const stores = rows(
    await sales
      .from('customers')
      .select('id, credit_line')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .order('sort_key')
      .limit(40),
  )
  const goods = rows(
    await sales
      .from('inventory')
      .select('product_id, current_srp, products!inner(case_config, sort_key)')
      .eq('project_id', DEMO_ID)
      .gt('on_hand', 500)
      .order('product_id')
      .limit(30),
  )
  for (let n = 0; n < 7; n++) {
    const booking = await run('sales-admin', 'create_booking', `order ${n}`, {
      p_booking: {
        customer_id: stores[n * 5]!.id,
        date_added: day,
        lines: [0, 1, 2].map((line) => {
          const { product_id, current_srp, products } = goods[(n * 3 + line) % goods.length]!
          return {
            product_id,
            quantity: (products.case_config ?? 12) * (1 + ((n + line) % 2)),
            agent_srp: String(current_srp),
          }
        }),
      },
    })
    // The last ones wait for their validation.
    if (n > 2) continue
    await run('invoice-admin', 'validate_booking', `order ${n}`, {
      p_booking: booking.id,
      p_version: booking.version,
    })
  }
}

/** Delivers some of the bookings that were invoiced and wait. */
async function deliver({ desk, run, day }: Now): Promise<void> {
  const invoicing = await desk('invoice-admin')
  const waiting = rows(
    await invoicing
      .from('bookings')
      .select('id, version')
      .eq('project_id', DEMO_ID)
      .eq('stage', 'invoiced')
      .eq('on_hold', false)
      .order('date_added')
      .order('id')
      .limit(9),
  )
  for (const { id, version } of waiting)
    await run('invoice-admin', 'deliver_booking', id, {
      p_booking: id,
      p_version: version,
      p_date: day,
    })
}

/** Approves most of the receipts that the office took yesterday. */
async function approve({ desk, run, day }: Now): Promise<void> {
  const approver = await desk('special-access-1')
  const waiting = rows(
    await approver
      .from('collections')
      .select('id, version')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'pending')
      .eq('date_collected', addDays(day, -1))
      .is('collector_id', null)
      .order('id')
      .limit(8),
  )
  for (const { id, version } of waiting)
    await run('special-access-1', 'approve_collection', id, {
      p_collection: id,
      p_version: version,
    })
}

/** Takes money for the oldest invoices that are owed: by the office, by the collector, by a cheque of two weeks later. */
async function takeMoney({ desk, run, day, ids }: Now): Promise<void> {
  const finance = await desk('finance-admin')
  const owed = rows(
    await finance
      .from('bookings')
      .select('customer_id, cleared_balance')
      .eq('project_id', DEMO_ID)
      .eq('is_opening', false)
      .gt('cleared_balance', 1000)
      .lt('date_due', day)
      .order('date_due')
      .order('id')
      .limit(12),
  )
  const kinds = [
    { collection_type: 'cash', drr_no: 'DRR-9001', drr_date: day },
    { collection_type: 'cash', collector_id: ids.get('collector') },
    {
      collection_type: 'bank_transfer',
      bank_id: BANK,
      reference_no: 'TR77812',
      drr_no: 'DRR-9001',
      drr_date: day,
    },
    {
      collection_type: 'cheque',
      cheque_bank: 'Bank of Luzon',
      cheque_no: '0000991204',
      cheque_date: addDays(day, 14),
      drr_no: 'DRR-9001',
      drr_date: day,
    },
  ]
  for (const [n, kind] of kinds.entries()) {
    const one = owed[n * 3]
    if (!one) continue
    await run('finance-admin', 'record_collection', `receipt ${n}`, {
      p_collection: {
        ...kind,
        customer_id: one.customer_id,
        amount: '1000.00',
        cr_no: `CR-${49_001 + n}`,
        date_collected: day,
        allocate: 'oldest',
      },
    })
  }
}

/** Requests that wait: new customers of agents, goods that the warehouse holds back, a credit of more than finance may give. */
async function requestMore({ desk, run, day }: Now): Promise<void> {
  for (const [n, customer] of REQUESTED.entries())
    await run(customer.agent, 'request_customer', customer.name, {
      p_customer: details(customer, 40 + n),
    })
  const warehouse = await desk('warehouse')
  const open = rows(
    await warehouse
      .from('bookings')
      .select('id, booking_lines(id, quantity)')
      .eq('project_id', DEMO_ID)
      .in('stage', ['validated', 'invoiced'])
      .eq('on_hold', false)
      .is('date_delivered', null)
      .order('date_added', { ascending: false })
      .order('id')
      .limit(2),
  )
  for (const [n, booking] of open.entries())
    await run('warehouse', 'create_warehouse_request', booking.id, {
      p_request: {
        booking_id: booking.id,
        kind: n === 0 ? 'hold' : 'reduce',
        reason: n === 0 ? 'Store closed for the fiesta' : 'One case was crushed while loading',
        lines: n === 0 ? [] : [{ line_id: booking.booking_lines[0]!.id, quantity: 3 }],
      },
    })
  const finance = await desk('finance-admin')
  const [large] = rows(
    await finance
      .from('bookings')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('stage', 'delivered')
      .gt('cleared_balance', 40_000)
      .order('date_due', { ascending: false })
      .order('id')
      .limit(1),
  )
  if (!large) return
  await run('finance-admin', 'create_memo', large.id, {
    p_memo: {
      kind: 'credit',
      reason: 'price_allowance',
      on_date: day,
      booking_id: large.id,
      amount: '7500.00',
      note: 'Volume rebate of the quarter',
    },
  })
}

/** A delivery of today, and a count that is under way. */
async function keepStock({ desk, run, day }: Now): Promise<void> {
  const goods = GOODS.filter(({ category }) => category === 'Beverages').slice(0, 4)
  await run('sales-admin', 'create_purchase', 'purchase', {
    p_purchase: {
      po_no: 'PO-9001',
      invoice_no: 'LUZ-99001',
      supplier: goods[0]!.supplier,
      date_added: day,
      invoice_date: day,
      delivery_date: day,
      kind: 'purchase',
      with_vat: true,
      lines: goods.map(({ code, perCase, cost }) => ({
        product_id: uuidOf(DEMO_ID, code),
        quantity: 20 * perCase,
        cost: cost.toFixed(2),
      })),
    },
  })
  const sheet = await run('warehouse', 'open_stock_count', 'count', {
    p_count: { title: 'Cycle count, household', category1: 'Household', blind: true },
  })
  const line = row(
    await (await desk('warehouse'))
      .from('stock_count_lines')
      .select('product_id')
      .eq('count_id', sheet.id)
      .order('product_id')
      .limit(1)
      .single(),
  )
  await run('warehouse', 'enter_stock_count', 'count', {
    p_count: sheet.id,
    p_version: sheet.version,
    p_lines: { lines: [{ product_id: line.product_id, counted: '240' }] },
    p_submit: false,
  })
}

/** A price list of supermarkets, by category, and the group of customers that has it. */
async function price({ desk, day }: Now): Promise<void> {
  const sales = await desk('sales-admin')
  const supermarket = row(
    await sales
      .from('customers')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('business_style', 'Supermarket')
      .order('sort_key')
      .limit(1)
      .single(),
  )
  const valid_from = addDays(day, -30)
  await loadList(sales, supermarket.id, valid_from, [
    { category: 'Canned goods', percent: '-3', valid_from },
    { category: 'Beverages', percent: '-2', valid_from },
  ])
}

/** Two vouchers: one waits for approval, one for its print. Each takes the next leaf of the cheque book. */
async function pay({ desk, run, day }: Now): Promise<void> {
  const leaves = rows(
    await (await desk('expenses-and-disbursements'))
      .from('issued_cheques')
      .select('cheque_no')
      .eq('project_id', DEMO_ID)
      .eq('bank_id', BANK)
      .eq('state', 'unused')
      .is('voucher_id', null)
      .order('no_key')
      .limit(2),
  )
  const vouchers = [
    { payee: 'payee 3', about: 'New racks, hauling included', amount: '64000.00', center: 1 },
    { payee: 'payee 2', about: 'Diesel of the delivery trucks', amount: '8460.00', center: 2 },
  ]
  for (const [n, { payee, about, amount, center }] of vouchers.entries())
    await run('expenses-and-disbursements', 'create_voucher', `voucher ${n}`, {
      p_voucher: {
        payee_id: master(payee),
        general_description: about,
        category: n === 0 ? 'Equipment' : 'Fuel',
        classification: n === 0 ? 'Capital' : 'Variable',
        date_added: day,
        mode_of_payment: 'cheque',
        bank_id: BANK,
        cheque_no: leaves[n]!.cheque_no,
        lines: [
          {
            description: about,
            cost_center_id: master(`cost ${center}`),
            amount,
            vat_class: 'vatable',
          },
        ],
      },
    })
}
