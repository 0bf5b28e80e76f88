import { type CommandResult, explain, rows } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { problem } from '~/platform/errors'
import { type ProductValues, reorderPieces } from './schema'

/**
 * Adds a product: plain master data, written as a row under its policy. The operation id is the
 * product's own id, so that the same form sent twice adds one product.
 */
export async function addProduct(
  db: Db,
  projectId: string,
  op: string,
  product: ProductValues,
): Promise<CommandResult<{ id: string }>> {
  const { error } = await db
    .from('products')
    .insert({ ...columnsOf(product), id: op, project_id: projectId })
  if (error?.code === '23505' && error.message.includes('products_pkey'))
    return { ok: true, data: { id: op } }
  return error ? { ok: false, error: explain(error) } : { ok: true, data: { id: op } }
}

/** Saves every field of a product, unless somebody saved it after `version` was read. */
export function saveProduct(
  db: Db,
  projectId: string,
  id: string,
  version: number,
  product: ProductValues,
): Promise<CommandResult<{ id: string }>> {
  return update(db, projectId, id, version, columnsOf(product))
}

/** Takes a product out of what can be bought and booked, or back into it. Never deleted. */
export function setProductStatus(
  db: Db,
  projectId: string,
  id: string,
  version: number,
  status: 'active' | 'inactive',
): Promise<CommandResult<{ id: string }>> {
  return update(db, projectId, id, version, { status })
}

type Columns = Partial<ReturnType<typeof columnsOf>> & { status?: string }

async function update(
  db: Db,
  projectId: string,
  id: string,
  version: number,
  columns: Columns,
): Promise<CommandResult<{ id: string }>> {
  const { data, error } = await db
    .from('products')
    .update(columns)
    .eq('project_id', projectId)
    .eq('id', id)
    .eq('version', version)
    .select('id')
  if (error) return { ok: false, error: explain(error) }
  if (data.length > 0) return { ok: true, data: { id } }
  const there = rows(
    await db.from('products').select('id').eq('project_id', projectId).eq('id', id),
  )
  if (there.length === 0) throw problem(404)
  return {
    ok: false,
    error: {
      status: 409,
      code: 'stale_version',
      message: 'Someone saved this product while you were editing. Nothing of yours is saved yet.',
    },
  }
}

/** A product's row: what was left empty becomes null, so that saving can also take it away. */
function columnsOf(product: ProductValues) {
  return {
    description: product.description,
    material_code: product.material_code,
    supplier: product.supplier ?? null,
    category1: product.category1 ?? null,
    category2: product.category2 ?? null,
    category3: product.category3 ?? null,
    unit_of_measure: product.unit_of_measure,
    case_config: product.case_config,
    // numeric columns take text, so that no decimal passes through a float.
    liters_per_case: (product.liters_per_case ?? '0') as unknown as number,
    def_cost: product.def_cost as unknown as number,
    def_srp: product.def_srp as unknown as number,
    selected_color: product.selected_color ?? null,
    reorder_level: reorderPieces(product),
  }
}
