import type { z } from 'zod/mini'
import type { CommandResult } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { parsePrice, partsOf } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import { type PanelData, readPanel } from './panel.server'
import { type LineProduct, readLineProducts } from './queries.server'
import type { bookingSchema } from './schema'

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
  return readPanel(db, projectId, text(payload.customer_id), products)
}

/** A booking as the commands take it. */
type NewBooking = {
  customer_id: string
  /** The customer's own when empty. */
  agent_id?: string
  date_added: string
  remarks?: string
  /** Quantities in pieces, each price with the pieces that it is for. */
  lines: { product_id: string; quantity: number; agent_srp: string; agent_srp_pieces: number }[]
}

/** Makes a booking of a form: quantities become pieces, empty prices the live SRP. */
export async function readBookingEntry(
  db: Db,
  projectId: string,
  typed: Typed,
): Promise<CommandResult<NewBooking>> {
  const ids = typed.lines.map((line) => line.product_id)
  const booking = toCommand(typed, await readLineProducts(db, projectId, ids))
  return 'field' in booking
    ? { ok: false, error: { status: 422, code: 'product', ...booking } }
    : { ok: true, data: booking }
}

function toCommand(
  typed: Typed,
  products: ReadonlyMap<string, LineProduct>,
): NewBooking | { field: string; message: string } {
  const lines: NewBooking['lines'] = []
  for (const [index, line] of typed.lines.entries()) {
    const product = products.get(line.product_id)
    if (!product) {
      return { field: `lines[${index}].product_id`, message: 'Choose an active product.' }
    }
    const quantity = parseQuantity(line.quantity, product.caseConfig)
    if (quantity === null) {
      return { field: `lines[${index}].quantity`, message: 'The quantity is too large.' }
    }
    // The schema has checked that a typed price can be read.
    const price = line.agent_srp ? parsePrice(line.agent_srp, product)! : product.currentSrp
    const { amount: agent_srp, pieces: agent_srp_pieces } = partsOf(price)
    lines.push({ product_id: line.product_id, quantity, agent_srp, agent_srp_pieces })
  }
  return { ...typed, lines }
}
