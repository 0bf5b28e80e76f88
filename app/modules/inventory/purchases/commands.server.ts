import type { z } from 'zod/mini'
import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { parseQuantity } from '~/platform/values/quantity'
import { lineProducts } from './products.server'
import type { purchaseSchema } from './schema'

/** Records a purchase or return. All lines move stock, or none. */
export async function createPurchase(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  { again: _, ...purchase }: z.output<typeof purchaseSchema>,
): Promise<CommandResult<{ id: string; po_no: string }>> {
  const products = await lineProducts(
    db,
    projectId,
    purchase.lines.map((line) => line.product_id),
  )
  const lines = []
  for (const [index, line] of purchase.lines.entries()) {
    const product = products.get(line.product_id)
    if (!product) return refused(`lines[${index}].product_id`, 'Choose an active product.')
    const quantity = parseQuantity(line.quantity, product.caseConfig)
    if (quantity === null) return refused(`lines[${index}].quantity`, 'The quantity is too large.')
    lines.push({ ...line, quantity })
  }
  return runCommand(db, 'create_purchase', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_purchase: { ...purchase, lines },
  })
}

function refused(field: string, message: string): CommandResult<never> {
  return { ok: false, error: { status: 422, code: 'product', field, message } }
}

/** Cancels a purchase or return by opposite rows in the stock ledger. All lines, or none. */
export function cancelPurchase(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  purchase: { id: string; version: number; reason: string },
): Promise<CommandResult<{ id: string; version: number }>> {
  return runCommand(db, 'cancel_purchase', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_purchase: purchase.id,
    p_version: purchase.version,
    p_reason: purchase.reason,
  })
}
