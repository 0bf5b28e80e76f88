import { row } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { fromCents, money, toCents } from '../../app/platform/values/money.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { productId } from './masters.ts'
import { DEMO_ID } from './people.ts'
import type { DemoBooking } from './plan.ts'
import { BANK } from './treasury.ts'

/** Names the staff who take a booking from entry to payment. */
export interface SalesStaff {
  sales: Db
  invoicing: Db
  finance: Db
  /** Approves the receipts that finance records. */
  approver: Db
  owner: Db
  /** Holds the user id of the collector, who takes money in the field. */
  collector: string
}

interface Document {
  id: string
  version: number
}

/** Takes one booking as far as its plan says, each step as the user whose work it is. */
export async function loadBooking(
  staff: SalesStaff,
  plan: DemoBooking,
  customerId: string,
): Promise<void> {
  const source = `booking ${plan.no}`
  const booking = await sendCommand(staff.sales, 'create_booking', DEMO_ID, source, {
    p_booking: {
      customer_id: customerId,
      date_added: plan.added,
      lines: plan.lines.map(({ product, quantity, price }) => ({
        product_id: productId(product),
        quantity,
        agent_srp: price,
      })),
    },
  })
  if (plan.cancelled) {
    await sendCommand(staff.sales, 'cancel_booking', DEMO_ID, source, {
      ...at(booking),
      p_reason: 'Customer ordered twice',
    })
    return
  }
  // The newest bookings stay pending.
  if (plan.no > 58) return
  // The sales admin set the prices, so somebody else validates.
  let now = await sendCommand(staff.invoicing, 'validate_booking', DEMO_ID, source, at(booking))
  if (plan.invoiced)
    now = await sendCommand(staff.invoicing, 'set_invoice', DEMO_ID, source, {
      ...at(now),
      p_invoice_no: `SI-${10_400 + plan.no}`,
      p_date: plan.invoiced,
    })
  if (plan.delivered)
    await sendCommand(staff.invoicing, 'deliver_booking', DEMO_ID, source, {
      ...at(now),
      p_date: plan.delivered,
    })
  if (plan.paid) await collect(staff, plan, customerId, booking)
}

/** Validates a booking of a cash-only customer by an override of the owner, with a reason in the audit trail. */
export async function loadOverride(
  staff: SalesStaff,
  customerId: string,
  day: string,
): Promise<void> {
  const booking = await sendCommand(staff.sales, 'create_booking', DEMO_ID, 'override', {
    p_booking: {
      customer_id: customerId,
      date_added: day,
      lines: [{ product_id: productId(0), quantity: 12, agent_srp: '61.00' }],
    },
  })
  await sendCommand(staff.owner, 'validate_booking', DEMO_ID, 'override', {
    ...at(booking),
    p_override_reason: 'Pays the driver in cash on delivery',
  })
}

async function collect(
  { finance, approver, collector }: SalesStaff,
  { no, paid }: DemoBooking,
  customerId: string,
  booking: Document & { total: string },
): Promise<void> {
  if (!paid) return
  const amount = fromCents((toCents(money(booking.total)) * BigInt(paid.percent)) / 100n)
  const cr = `CR-${5200 + no}`
  const cheque = {
    cheque_bank: 'Bank of Luzon',
    cheque_no: `00${81_230 + no}`,
    cheque_date: paid.on,
  }
  const receipt = await sendCommand(finance, 'record_collection', DEMO_ID, cr, {
    p_collection: {
      customer_id: customerId,
      collection_type: paid.type,
      amount,
      cr_no: cr,
      ...(takenInField(paid)
        ? { collector_id: collector }
        : { drr_no: `DRR-${paid.on.replaceAll('-', '')}`, drr_date: paid.on }),
      date_collected: paid.on,
      ...(paid.type === 'cheque' ? cheque : {}),
      ...(paid.type === 'bank_transfer' ? { bank_id: BANK } : {}),
      allocations: [{ booking_id: booking.id, amount }],
    },
  })
  if (!paid.approved) return
  await sendCommand(approver, 'approve_collection', DEMO_ID, cr, {
    p_collection: receipt.id,
    p_version: receipt.version,
  })
}

/** Tells whether the collector took a payment: the newest cash and cheques only, older receipts name no collector. */
export function takenInField(paid: NonNullable<DemoBooking['paid']>): boolean {
  return !paid.approved && paid.type !== 'bank_transfer'
}

function at({ id, version }: Document) {
  return { p_booking: id, p_version: version }
}

/** Returns the day on which the demo was first loaded: a later run continues with its dates. */
export async function firstDay(manager: Db): Promise<string> {
  const { created_at } = row(
    await manager.from('projects').select('created_at').eq('id', DEMO_ID).single(),
  )
  return created_at
}
