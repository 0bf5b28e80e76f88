import type { z } from 'zod'
import { type CommandResult, explain } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import type { productSchema } from './schema'

/**
 * Adds a product: plain master data, written as a row under its policy. The operation id is the
 * product's own id, so that the same form sent twice adds one product.
 */
export async function addProduct(
  db: Db,
  projectId: string,
  op: string,
  product: z.output<typeof productSchema>,
): Promise<CommandResult<{ id: string }>> {
  const { liters_per_case, ...columns } = product
  const { error } = await db.from('products').insert({
    ...columns,
    id: op,
    project_id: projectId,
    // numeric columns take text, so that no decimal passes through a float.
    def_cost: columns.def_cost as unknown as number,
    def_srp: columns.def_srp as unknown as number,
    ...(liters_per_case ? { liters_per_case: liters_per_case as unknown as number } : {}),
  })
  if (error?.code === '23505' && error.message.includes('products_pkey'))
    return { ok: true, data: { id: op } }
  return error ? { ok: false, error: explain(error) } : { ok: true, data: { id: op } }
}
