import type { CommandResult } from '~/platform/db/command.server'
import { insertRecord, updateRecord } from '~/platform/db/records.server'
import type { Db } from '~/platform/request/context'
import { type ProductValues, reorderPieces } from './schema'

/** Adds a product. Sending the same form twice adds one product. */
export function addProduct(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  product: ProductValues,
): Promise<CommandResult<{ id: string }>> {
  return insertRecord(db, { table: 'products', projectId }, idempotencyKey, columnsOf(product))
}

/** Saves all fields of a product, unless another user saved it after `version` was read. */
export function saveProduct(
  db: Db,
  projectId: string,
  id: string,
  version: number,
  product: ProductValues,
): Promise<CommandResult<{ id: string }>> {
  return save(db, projectId, { id, version }, columnsOf(product))
}

/**
 * Deactivates or reactivates a product. Inactive products can be neither bought nor booked.
 * Products are never deleted.
 */
export function setProductStatus(
  db: Db,
  projectId: string,
  id: string,
  version: number,
  status: 'active' | 'inactive',
): Promise<CommandResult<{ id: string }>> {
  return save(db, projectId, { id, version }, { status })
}

function save(
  db: Db,
  projectId: string,
  seen: { id: string; version: number },
  columns: Partial<ReturnType<typeof columnsOf>> & { status?: string },
): Promise<CommandResult<{ id: string }>> {
  const meanwhile =
    'Someone saved this product while you were editing. Nothing of yours is saved yet.'
  return updateRecord(db, { table: 'products', projectId }, seen, columns, meanwhile)
}

/**
 * Returns the columns of a product. Empty fields become null, so that saving can also clear a
 * value.
 */
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
    // Numeric columns take text, so that no decimal passes through a float.
    liters_per_case: (product.liters_per_case ?? '0') as unknown as number,
    def_cost: product.def_cost as unknown as number,
    def_srp: product.def_srp as unknown as number,
    selected_color: product.selected_color ?? null,
    reorder_level: reorderPieces(product),
  }
}
