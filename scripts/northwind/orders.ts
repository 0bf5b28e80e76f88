import { rows } from '../../app/platform/db/command.server.ts'
import type { CommandInput } from '../../app/platform/db/command-types.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { groupBy } from './group.ts'
import type { Ids } from './masters.ts'
import { type People, PROJECT_ID } from './people.ts'
import type { Order, Plan } from './plan.ts'
import type { Tally } from './tally.ts'

/** Holds what is known of a booking before its next step. */
interface BookingState {
  id: string
  version: number
  validated: boolean
  invoiced: boolean
  delivered: boolean
}

type Bookings = Map<string, BookingState>

/** Sets how many customers' orders run at once: more would only wait for one another or for the one connection. */
const LANES = 4
const PAGE = 500

/** Enters every order as a booking, in the order of their numbers, so that SO numbers follow them. */
export async function enterOrders(
  { invoicing, agents }: People,
  { orders }: Plan,
  { products, customers }: { products: Ids; customers: Ids },
  tally: Tally,
): Promise<Bookings> {
  const there = await readBookings(invoicing)
  const bookings: Bookings = new Map()
  for (const { key, customer, agent, date, remarks, lines } of orders) {
    const known = there.get(remarks)
    if (known) {
      bookings.set(key, known)
      tally.skip('bookings')
      continue
    }
    const { id, version } = await sendCommand(invoicing, 'create_booking', PROJECT_ID, key, {
      p_booking: {
        customer_id: customers.get(customer),
        agent_id: agents.get(agent),
        date_added: date,
        remarks,
        lines: lines.map(({ product, quantity, price }) => ({
          product_id: products.get(product),
          quantity,
          agent_srp: price,
        })),
      },
    })
    bookings.set(key, { id, version, validated: false, invoiced: false, delivered: false })
    tally.did('bookings')
  }
  return bookings
}

/** Finds bookings of earlier runs by their remarks. */
async function readBookings(db: Db): Promise<Bookings> {
  const found: Bookings = new Map()
  for (let last = ''; ; ) {
    const page = rows(
      await db
        .from('bookings')
        .select('id, so_no, version, remarks, approval_status, date_invoiced, date_delivered')
        .eq('project_id', PROJECT_ID)
        .gt('so_no', last)
        .order('so_no')
        .limit(PAGE),
    )
    for (const row of page)
      if (row.remarks)
        found.set(row.remarks, {
          id: row.id,
          version: row.version,
          validated: row.approval_status !== 'pending',
          invoiced: row.date_invoiced !== null,
          delivered: row.date_delivered !== null,
        })
    if (page.length < PAGE) return found
    last = page.at(-1)!.so_no
  }
}

/** Validates, invoices, delivers and collects: a few customers in parallel, each in the order of its bookings. */
export async function fulfillOrders(
  people: People,
  { orders }: Plan,
  ids: { customers: Ids; bookings: Bookings },
  tally: Tally,
): Promise<void> {
  const receipts = await readReceipts(people.finance)
  const chains = [...groupBy(orders, ({ customer }) => customer).values()]
  const lane = async () => {
    for (let chain = chains.shift(); chain; chain = chains.shift())
      for (const order of chain) {
        const booking = ids.bookings.get(order.key)!
        await fulfill(people, order, booking, tally)
        if (order.paid)
          await collect(people, order, {
            booking: booking.id,
            customer: ids.customers.get(order.customer)!,
            receipt: receipts.get(order.paid.crNo),
            tally,
          })
      }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Validates a booking, and invoices and delivers it if its order was shipped. */
async function fulfill(
  { invoicing, manager }: People,
  { key, shipped, belowFloor }: Order,
  { id, version, validated, invoiced, delivered }: BookingState,
  tally: Tally,
): Promise<void> {
  let now = version
  const next = async <N extends 'validate_booking' | 'set_invoice' | 'deliver_booking'>(
    what: string,
    isDone: boolean,
    command: N,
    argsOf: (booking: { p_booking: string; p_version: number }) => CommandInput<N>,
    by = invoicing,
  ) => {
    if (isDone) return tally.skip(what)
    const args = argsOf({ p_booking: id, p_version: now })
    now = (await sendCommand(by, command, PROJECT_ID, key, args)).version
    tally.did(what)
  }
  if (belowFloor)
    await next(
      'validations',
      validated,
      'validate_booking',
      (booking) => ({ ...booking, p_override_reason: 'The price of that year' }),
      manager,
    )
  else await next('validations', validated, 'validate_booking', (booking) => booking)
  if (!shipped) return
  const { date, invoiceNo } = shipped
  await next('invoices', invoiced, 'set_invoice', (booking) => ({
    ...booking,
    p_invoice_no: invoiceNo,
    p_date: date,
  }))
  await next('deliveries', delivered, 'deliver_booking', (booking) => ({
    ...booking,
    p_date: date,
  }))
}

interface Receipt {
  id: string
  version: number
  approved: boolean
}

/** Finds receipts of earlier runs by CR number. */
async function readReceipts(db: Db): Promise<Map<string, Receipt>> {
  const found = new Map<string, Receipt>()
  for (let last = ''; ; ) {
    const page = rows(
      await db
        .from('collections')
        .select('id, cr_no, version, approval_status')
        .eq('project_id', PROJECT_ID)
        .gt('cr_no', last)
        .order('cr_no')
        .limit(PAGE),
    )
    for (const { id, cr_no, version, approval_status } of page)
      found.set(cr_no, { id, version, approved: approval_status !== 'pending' })
    if (page.length < PAGE) return found
    last = page.at(-1)!.cr_no
  }
}

/** Records the full payment in cash as finance, and approves it as somebody else. */
async function collect(
  { finance, approver, agents }: People,
  order: Order,
  known: { booking: string; customer: string; receipt: Receipt | undefined; tally: Tally },
): Promise<void> {
  const { booking, customer, receipt, tally } = known
  const { date, amount, crNo } = order.paid!
  if (receipt?.approved) return tally.skip('collections', 2)
  if (receipt) tally.skip('collections')
  const { id, version } =
    receipt ??
    (await sendCommand(finance, 'record_collection', PROJECT_ID, order.key, {
      p_collection: {
        customer_id: customer,
        agent_id: agents.get(order.agent),
        collection_type: 'cash',
        amount,
        cr_no: crNo,
        cr_date: date,
        date_collected: date,
        allocations: [{ booking_id: booking, amount }],
      },
    }))
  if (!receipt) tally.did('collections')
  await sendCommand(approver, 'approve_collection', PROJECT_ID, order.key, {
    p_collection: id,
    p_version: version,
  })
  tally.did('collections')
}
