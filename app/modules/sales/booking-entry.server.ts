import type { z } from 'zod/mini'
import type { CommandResult } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { parseDiscount } from '~/platform/values/discount'
import { isFree, parsePrice, partsOf } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import { readDay } from '~/platform/values/typed-days'
import type { bookingSchema } from './entry-schema'
import { type PanelData, readPanel } from './panel.server'
import { type LineProduct, readLineProducts } from './queries.server'

type Typed = z.output<typeof bookingSchema>

/** Reads the panel for the customer and the products chosen so far; the form need not be complete. */
export function readPanelFor(
  db: Db,
  projectId: string,
  payload: Record<string, unknown>,
): Promise<PanelData> {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null)
  const lines = Array.isArray(payload.lines) ? payload.lines : []
  const products = lines.flatMap(
    (line) => text((line as Record<string, unknown>)?.product_id) ?? [],
  )
  return readPanel(
    db,
    projectId,
    text(payload.customer_id),
    products,
    readDay(text(payload.date_added) ?? ''),
  )
}

/** A booking as the commands take it. */
type NewBooking = {
  customer_id: string
  /** The customer's own when empty. */
  agent_id?: string
  date_added: string
  remarks?: string
  /** Quantities in pieces, each price with the pieces that it is for. */
  lines: {
    product_id: string
    quantity: number
    agent_srp?: string
    agent_srp_pieces?: number
    discount_percent?: string
    discount_amount?: string
    /** The number of the line with which free goods are given, from 1. */
    free_of?: number
  }[]
}

/** Makes a booking of a form: quantities become pieces, empty prices the proposed ones. */
export async function readBookingEntry(
  db: Db,
  projectId: string,
  typed: Typed,
): Promise<CommandResult<NewBooking>> {
  const products = await readLineProducts(db, projectId, {
    customerId: typed.customer_id,
    on: typed.date_added,
    products: typed.lines.map((line) => line.product_id),
  })
  const booking = toCommand(typed, products)
  return 'field' in booking
    ? { ok: false, error: { status: 422, code: 'product', ...booking } }
    : { ok: true, data: booking }
}

function toCommand(
  typed: Typed,
  products: ReadonlyMap<string, LineProduct>,
): NewBooking | { field: string; message: string } {
  const lines: NewBooking['lines'] = []
  let sold: number | null = null
  for (const [index, line] of typed.lines.entries()) {
    const product = products.get(line.product_id)
    if (!product) {
      return { field: `lines[${index}].product_id`, message: 'Choose an active product.' }
    }
    const quantity = parseQuantity(line.quantity, product.caseConfig)
    if (quantity === null) {
      return { field: `lines[${index}].quantity`, message: 'The quantity is too large.' }
    }
    // The schema has checked that a typed price and discount can be read.
    const { percent, amount } = parseDiscount(line.discount ?? '')!
    const discount = { discount_percent: percent, discount_amount: amount }
    const goods = { product_id: line.product_id, quantity, ...discount }
    if (isFree(line.agent_srp)) {
      if (sold === null) {
        return {
          field: `lines[${index}].agent_srp`,
          message: 'Enter free goods below the line they belong to.',
        }
      }
      lines.push({ ...goods, free_of: sold })
      continue
    }
    sold = index + 1
    const price = line.agent_srp ? parsePrice(line.agent_srp, product)! : product.price
    const { amount: agent_srp, pieces: agent_srp_pieces } = partsOf(price)
    lines.push({ ...goods, agent_srp, agent_srp_pieces })
  }
  return { ...typed, lines }
}

/** Renames the field of a refused line to the one that the form has. */
export function entryField(field: string): string {
  return field
    .replace(/\.free_of$/, '.agent_srp')
    .replace(/\.discount_(percent|amount)$/, '.discount')
}
