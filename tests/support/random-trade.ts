import { randomUUID } from 'node:crypto'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { addDays, today } from '../../app/platform/values/dates.ts'

type Made = { id: string; version: number; total: string }

/** Numbers from 0 to below 1 that are the same for a seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Makes random trade with the commands of staff: goods are bought and returned; bookings of many
 * sizes stay pending, are cancelled, validated, invoiced, delivered in part, and paid in part, in
 * cash or by cheque.
 *
 * @param db client of special access 1
 */
export async function tradeAtRandom(
  db: Db,
  finance: Db,
  projectId: string,
  seed: number,
  bookings: number,
): Promise<void> {
  const next = numbers(seed)
  const upTo = (most: number) => 1 + Math.floor(next() * most)
  const one = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)]!
  const runCommand = async (name: string, args: object, by = db) => {
    const all = { p_project: projectId, p_idempotency_key: randomUUID(), ...args }
    const { data, error } = await by.rpc(name as 'create_booking', all as never)
    if (error) throw new Error(`${name}: ${error.message}`)
    return data as unknown as Made
  }
  const price = () => `${upTo(300)}.${String(upTo(99)).padStart(2, '0')}`
  const products = rows(
    await db.from('products').select('id').eq('project_id', projectId).eq('status', 'active'),
  ).slice(0, 12)
  const live = new Map(
    rows(
      await db.from('inventory').select('product_id, current_srp').eq('project_id', projectId),
    ).map((row) => [row.product_id, row.current_srp]),
  )
  /** A price of up to a fifth less than the live SRP, or more. */
  const discounted = (id: string) => ((live.get(id)! * (79 + upTo(40))) / 100).toFixed(2)
  const customers = rows(
    await db
      .from('customers')
      .select('id')
      .eq('project_id', projectId)
      .eq('approval_status', 'approved')
      .is('credit_line', null),
  )
  for (const [index, kind] of ['purchase', 'supplier_return', 'return_in'].entries())
    await runCommand('create_purchase', {
      p_purchase: {
        po_no: `R${seed}-${index}`,
        supplier: one(['North Mills', 'Harbor Foods']),
        kind,
        ...(kind === 'return_in' && { customer_id: customers[0]!.id }),
        lines: products.map(({ id }) => ({
          product_id: id,
          quantity: kind === 'purchase' ? 2000 + upTo(500) : upTo(20),
          cost: price(),
          ...(kind === 'return_in' && { prod_srp: '0' }),
        })),
      },
    })
  for (let count = 0; count < bookings; count++) {
    const customer_id = one(customers).id
    const chosen = new Set(Array.from({ length: upTo(4) }, () => one(products).id))
    const lines = [...chosen].map((id) => ({
      product_id: id,
      quantity: upTo(60),
      agent_srp: discounted(id),
    }))
    const booking = await runCommand('create_booking', { p_booking: { customer_id, lines } })
    const fate = next()
    const at = (version: number) => ({ p_booking: booking.id, p_version: version })
    if (fate < 0.1) continue
    if (fate < 0.2) {
      await runCommand('cancel_booking', { ...at(booking.version), p_reason: 'At random' })
      continue
    }
    const validated = await runCommand('validate_booking', at(booking.version))
    if (fate < 0.3) continue
    const invoiced = await runCommand('set_invoice', {
      ...at(validated.version),
      p_invoice_no: `R${seed}-${1000 + count + (fate < 0.4 ? 500 : 0)}`,
      p_date: null,
    })
    if (fate < 0.4) continue
    await runCommand('deliver_booking', { ...at(invoiced.version), p_date: null, p_lines: null })
    if (fate < 0.6) continue
    const amount = fate < 0.8 ? booking.total : (Number(booking.total) / 2).toFixed(2)
    const cheque = next() < 0.4
    const receipt = await runCommand('record_collection', {
      p_collection: {
        customer_id,
        collection_type: cheque ? 'cheque' : 'cash',
        ...(cheque
          ? {
              cheque_bank: 'Bank of Luzon',
              cheque_no: `R${seed}${count}`,
              cheque_date: addDays(today('Asia/Manila'), 9),
            }
          : {}),
        amount,
        cr_no: `R${seed}-${count}`,
        allocations: [{ booking_id: booking.id, amount }],
      },
    })
    if (next() < 0.8)
      await runCommand(
        'approve_collection',
        { p_collection: receipt.id, p_version: receipt.version },
        finance,
      )
  }
}
