import { readCustomerPosition } from '~/modules/customers/queries.server'
import type { Db } from '~/platform/request/context'
import { idOf, isId } from '~/platform/values/ids'
import { formatPrice } from '~/platform/values/price'
import type { Credit } from './credit'
import type { ProposedProduct } from './entry'
import { readLineProducts } from './queries.server'

/** The data of the panel beside booking entry. */
export interface PanelData {
  customerId: string | null
  credit: Credit | null
  /** The chosen products with their current stock and their proposed prices. */
  stock: ProposedProduct[]
}

/** The most lines that a booking may have. */
const MOST = 200

/** Reads the customer's credit, and stock and prices of the products on a day, as far as they are chosen. */
export async function readPanel(
  db: Db,
  projectId: string,
  customerId: string | null,
  productIds: readonly string[],
  on: string | null,
): Promise<PanelData> {
  const chosen = idOf(customerId)
  const ids = productIds.filter((id) => isId(id)).slice(0, MOST)
  const [products, credit] = await Promise.all([
    readLineProducts(db, projectId, { customerId: chosen, on, products: ids }),
    chosen ? readCustomerPosition(db, projectId, chosen) : null,
  ])
  return {
    customerId: chosen,
    credit,
    stock: [...products.values()].map((product) => ({
      id: product.id,
      label: product.description,
      caseConfig: product.caseConfig,
      priceUnit: product.priceUnit,
      available: product.available,
      prices: { agent_srp: formatPrice(product.price, product) },
      list: product.list,
      floor: product.floor && formatPrice(product.floor, product),
      vatOnTop: product.vatOnTop,
    })),
  }
}
