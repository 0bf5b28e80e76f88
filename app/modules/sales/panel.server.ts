import { readCustomerPosition } from '~/modules/customers/queries.server'
import type { Db } from '~/platform/request/context'
import { idOf, isId } from '~/platform/values/ids'
import { formatPrice } from '~/platform/values/price'
import type { ProductOption } from '~/ui/lines'
import type { Credit } from './credit'
import { readLineProducts } from './queries.server'

/** The data of the panel beside booking entry. */
export interface PanelData {
  customerId: string | null
  credit: Credit | null
  /** The chosen products with their current stock. */
  stock: ProductOption[]
}

/** The most lines that a booking may have. */
const MOST = 200

/** Reads the customer's credit and the products' stock, as far as they are chosen. */
export async function readPanel(
  db: Db,
  projectId: string,
  customerId: string | null,
  productIds: readonly string[],
): Promise<PanelData> {
  const chosen = idOf(customerId)
  const ids = productIds.filter((id) => isId(id)).slice(0, MOST)
  const products = await readLineProducts(db, projectId, ids)
  return {
    customerId: chosen,
    credit: chosen ? await readCustomerPosition(db, projectId, chosen) : null,
    stock: [...products.values()].map((product) => ({
      id: product.id,
      label: product.description,
      caseConfig: product.caseConfig,
      priceUnit: product.priceUnit,
      available: product.available,
      prices: { agent_srp: formatPrice(product.currentSrp, product) },
    })),
  }
}
