import type { SubmissionResult } from '@conform-to/react'
import type { CommandError, CommandResult } from '~/platform/db/command.server'
import { updateRecord } from '~/platform/db/records.server'
import type { Lookups } from '~/platform/forms/choices.server'
import { typedText } from '~/platform/forms/fields'
import type { Db } from '~/platform/request/context'
import { parsePrice, partsOf } from '~/platform/values/price'
import { listSuppliers } from '../suppliers/queries.server'
import type { CodeTaken } from './components/ProductFields'
import { type Product, productOfCode, readProduct } from './queries.server'
import { type ProductValues, reorderPieces } from './schema'

/** Saves columns of a product, unless another user saved it after `version` was read. */
export function saveProduct(
  { db, projectId, id }: { db: Db; projectId: string; id: string },
  version: number,
  columns: Partial<ReturnType<typeof storedColumns>> & {
    status?: string
    category_from?: string | null
  },
): Promise<CommandResult<{ id: string }>> {
  const meanwhile = 'This product was changed by another user. Your changes are not saved yet.'
  return updateRecord(db, { table: 'products', projectId }, { id, version }, columns, meanwhile)
}

/**
 * Returns the columns of a product. Empty fields become null, so that saving can also clear a
 * value.
 */
export function storedColumns(product: ProductValues) {
  const packing = { caseConfig: product.case_config, priceUnit: product.price_unit }
  // The schema has checked that the prices can be read.
  const read = (typed: string) => partsOf(parsePrice(typed, packing)!)
  const [cost, srp] = [read(product.def_cost), read(product.def_srp)]
  return {
    description: product.description,
    material_code: product.material_code,
    supplier: product.supplier ?? null,
    new_supplier: product.new_supplier,
    category1: product.category1 ?? null,
    category2: product.category2 ?? null,
    category3: product.category3 ?? null,
    unit_of_measure: product.unit_of_measure,
    case_config: product.case_config,
    // Numeric columns take text, so that no decimal passes through a float.
    liters_per_case: (product.liters_per_case ?? '0') as unknown as number,
    price_unit: product.price_unit,
    vat_class: product.vat_class,
    def_cost: cost.amount as unknown as number,
    def_cost_pieces: cost.pieces,
    def_srp: srp.amount as unknown as number,
    def_srp_pieces: srp.pieces,
    selected_color: product.selected_color ?? null,
    reorder_level: reorderPieces(product),
  }
}

/** The choices of the form's picker. */
export function productPickers({ db, projectId }: { db: Db; projectId: string }): Lookups {
  return {
    supplier: {
      lookup: (query) => listSuppliers(db, projectId, query),
      isNew: 'new_supplier',
    },
  }
}

/** The answer to a product form that goes back. */
export type ProductReply = SubmissionResult<string[]> & {
  /** The product that uses the material code, when this is the reason. */
  taken: CodeTaken | null
  /** The product as another user saved it meanwhile. */
  saved: Product | null
}

/**
 * Adds to the answer the data needed to continue: the product that uses the code already, or the
 * edited product as it is saved now.
 */
export async function productReply(
  lastResult: SubmissionResult<string[]>,
  {
    db,
    projectId,
    id,
    payload,
  }: { db: Db; projectId: string; id: string; payload: Record<string, unknown> },
  error: CommandError | undefined,
): Promise<ProductReply> {
  const code = error?.field === 'material_code' ? typedText(payload.material_code) : undefined
  return {
    ...lastResult,
    taken: code ? await productOfCode(db, projectId, code) : null,
    saved:
      error?.code === 'stale_version'
        ? await readProduct(db, projectId, id, { costs: true })
        : null,
  }
}
