import type { z } from 'zod'
import { type CommandResult, rows, runCommand } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { parseQuantity } from '~/platform/quantity'
import type { purchaseSchema } from './schema'

/** Records a purchase or return: every line goes through the stock ledger, or none. */
export async function createPurchase(
  db: Db,
  projectId: string,
  op: string,
  purchase: z.output<typeof purchaseSchema>,
): Promise<CommandResult<{ id: string; po_no: string }>> {
  const ids = [...new Set(purchase.lines.map((line) => line.product_id))]
  const products = rows(
    await db.from('products').select('id, case_config').eq('project_id', projectId).in('id', ids),
  )
  const caseConfigs = new Map(products.map((product) => [product.id, product.case_config]))
  const lines = []
  for (const [index, line] of purchase.lines.entries()) {
    const caseConfig = caseConfigs.get(line.product_id)
    if (caseConfig === undefined)
      return refused(`lines[${index}].product_id`, 'Choose an active product.')
    const quantity = parseQuantity(line.quantity, caseConfig)
    if (quantity === null) return refused(`lines[${index}].quantity`, 'The quantity is too large.')
    lines.push({ ...line, quantity })
  }
  return runCommand(db, 'create_purchase', {
    p_project: projectId,
    p_op: op,
    p_purchase: { ...purchase, lines },
  })
}

function refused(field: string, message: string): CommandResult<never> {
  return { ok: false, error: { status: 422, code: 'product', field, message } }
}
