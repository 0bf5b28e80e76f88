import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { readPasted, unknownCodes } from '~/modules/inventory/purchases/paste'
import { activeByCode } from '~/modules/inventory/purchases/products.server'
import type { Db } from '~/platform/request/context'
import { formatPrice } from '~/platform/values/price'
import { readDay } from '~/platform/values/typed-days'
import type { Begin } from './begin'
import { readPanelFor } from './booking-entry.server'
import { bookingSchema } from './entry-schema'
import type { PanelData } from './panel.server'
import { readLineProducts } from './queries.server'

/** A booking form that the server has filled in; nothing is saved. */
export interface FilledBooking {
  lastResult: SubmissionResult<string[]>
  panel: PanelData
  /** Is another each time: the form then starts again with these values. */
  filled: string
}

type Line = Partial<Begin['lines'][number]>

/**
 * Fills in the form as it was sent, such as one that was left unsaved, with the pasted rows as further lines. An empty price
 * becomes the proposed one, as when the product is picked. Rows with an unknown code stay in the box, with the reason.
 */
export async function fillBooking(
  db: Db,
  projectId: string,
  form: FormData,
): Promise<FilledBooking> {
  const { payload } = parseWithZod(form, { schema: bookingSchema })
  const pasted = readPasted(String(form.get('pasted') ?? ''))
  const found = await activeByCode(db, projectId, pasted.map(({ code }) => code).filter(Boolean))
  const ids = new Map(found.map(({ id, material_code }) => [material_code.toLowerCase(), id]))
  const products = await readLineProducts(db, projectId, {
    customerId: textOf(payload.customer_id),
    on: readDay(textOf(payload.date_added) ?? ''),
    products: [...ids.values()],
  })
  const idOf = ({ code }: { code: string }) => ids.get(code.toLowerCase())
  const added = pasted.flatMap((row): Line[] => {
    const product = products.get(idOf(row) ?? '')
    if (!product) return []
    const proposed = formatPrice(product.price, product)
    return [{ product_id: product.id, quantity: row.quantity, agent_srp: row.cost || proposed }]
  })
  const typed = (Array.isArray(payload.lines) ? payload.lines : []) as (Line | undefined)[]
  const lines = [...typed.filter((line) => Object.values(line ?? {}).some(Boolean)), ...added]
  const unknown = pasted.filter((row) => !idOf(row))
  const asked = form.get('button') === 'paste'
  const initialValue = {
    ...payload,
    lines: lines.length > 0 ? lines : [{}],
    pasted: unknown.map(({ source }) => source).join('\n'),
  } as SubmissionResult['initialValue'] & object
  const error =
    asked && pasted.length === 0 ? 'Paste at least one row: code, quantity.' : unknownCodes(unknown)
  return {
    lastResult: { initialValue, error: error ? { pasted: [error] } : {} },
    panel: await readPanelFor(db, projectId, initialValue),
    filled: `${Date.now()}`,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : null)
