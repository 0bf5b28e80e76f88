import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod/mini'
import type { CommandResult } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { idOf } from '~/platform/values/ids'
import { type Packing, parsePrice, partsOf } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import { findPurchaseDuplicates, type PurchaseDuplicate } from './duplicates.server'
import { readPasted, unknownCodes } from './paste'
import type { PurchaseProduct } from './prices'
import { lineProducts, listPurchaseProducts, productsByCode } from './products.server'
import { purchaseSchema } from './schema'

/** The answer to the form: Conform's result, and the data that the form shows beside its fields. */
export interface PurchaseAnswer {
  lastResult: SubmissionResult<string[]>
  /** Records with the same number. */
  duplicates: PurchaseDuplicate[]
  /** The products of the lines; the page's first ones may lack them. */
  products: PurchaseProduct[]
  /** Set when the server filled in lines. The form then starts again with them. */
  filled?: string
}

type Payload = Record<string, unknown>
type Lines = Record<string, string>[]

/** Reads the warnings and products for the submitted values. */
export async function readPurchaseWarnings(db: Db, projectId: string, payload: Payload) {
  // An id that no picker sends is not a product. The schema reports it beside its field.
  const ids = linesOf(payload).flatMap((line) => idOf(line.product_id) ?? [])
  return {
    duplicates: await findPurchaseDuplicates(db, projectId, payload.po_no, payload.invoice_no),
    products: ids.length > 0 ? await listPurchaseProducts(db, projectId, { ids }) : [],
  }
}

/** A line as the command takes it: quantity in pieces, each price with the pieces that it is for. */
type BoughtLine = {
  product_id: string
  quantity: number
  cost: string
  cost_pieces: number
  prod_srp?: string
  prod_srp_pieces?: number
  vat_class?: string
}

/** Reads quantities and prices of the lines, by the packing of their products. */
export async function readLines(
  db: Db,
  projectId: string,
  typed: z.output<typeof purchaseSchema>['lines'],
): Promise<CommandResult<BoughtLine[]>> {
  const ids = typed.map((line) => line.product_id)
  const products = await lineProducts(db, projectId, ids)
  const lines: BoughtLine[] = []
  for (const [index, line] of typed.entries()) {
    const product = products.get(line.product_id)
    if (!product) return refused(`lines[${index}].product_id`, 'Choose an active product.')
    const quantity = parseQuantity(line.quantity, product.caseConfig)
    if (quantity === null) return refused(`lines[${index}].quantity`, 'The quantity is too large.')
    const [cost, srp] = [at(line.cost, product), line.prod_srp && at(line.prod_srp, product)]
    lines.push({
      product_id: line.product_id,
      quantity,
      cost: cost.amount,
      cost_pieces: cost.pieces,
      ...(srp ? { prod_srp: srp.amount, prod_srp_pieces: srp.pieces } : null),
      ...(line.vat_class && { vat_class: line.vat_class }),
    })
  }
  return { ok: true, data: lines }
}

/** Reads a price that the schema has checked. */
const at = (typed: string, packing: Packing) => partsOf(parsePrice(typed, packing)!)

function refused(field: string, message: string): CommandResult<never> {
  return { ok: false, error: { status: 422, code: 'product', field, message } }
}

function linesOf(payload: Payload): Lines {
  const lines = Array.isArray(payload.lines) ? payload.lines : []
  return lines.map((line) => (line ?? {}) as Record<string, string>)
}

/**
 * Appends the pasted rows as lines. Rows with an unknown code stay in the box, with the reason. An
 * empty cost becomes the product's last cost, as when the product is picked.
 */
export async function paste(db: Db, projectId: string, form: FormData): Promise<PurchaseAnswer> {
  const { payload } = parseWithZod(form, { schema: purchaseSchema })
  const pasted = readPasted(String(form.get('pasted') ?? ''))
  const codes = pasted.map(({ code }) => code).filter(Boolean)
  const known = await productsByCode(db, projectId, codes)
  const product = (code: string) => known.get(code.toLowerCase())
  const unknown = pasted.filter(({ code }) => !product(code))
  const added = pasted.flatMap(({ code, quantity, cost, srp }) => {
    const found = product(code)
    return found
      ? [{ product_id: found.id, quantity, cost: cost || found.cost, prod_srp: srp }]
      : []
  })
  const lines = linesOf(payload).filter((line) => Object.values(line).some(Boolean))
  const all = [...lines, ...added]
  const initialValue = {
    ...payload,
    lines: all.length > 0 ? all : [{}],
    pasted: unknown.map(({ source }) => source).join('\n'),
  }
  const error =
    pasted.length === 0
      ? 'Paste at least one row: code, quantity, cost, SRP.'
      : unknownCodes(unknown)
  const lastResult: SubmissionResult<string[]> = {
    initialValue,
    error: error ? { pasted: [error] } : {},
  }
  return {
    lastResult,
    ...(await readPurchaseWarnings(db, projectId, initialValue)),
    filled: `${Date.now()}`,
  }
}
