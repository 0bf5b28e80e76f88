import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

/** The screens of the Inventory room, and who may open them: anyone with one of `needs`. */
const INVENTORY_PLACES: readonly {
  label: string
  to: string
  needs: readonly Permission[]
}[] = [
  { label: 'Inventory', to: paths.inventory.stockIndex, needs: ['stock.read'] },
  { label: 'Products', to: paths.inventory.products, needs: ['stock.read'] },
  { label: 'Purchases', to: paths.inventory.purchases, needs: ['purchases.read'] },
  { label: 'Corrections', to: paths.inventory.edits, needs: ['purchases.read'] },
  { label: 'Counts', to: paths.inventory.counts, needs: ['counts.write', 'counts.decide'] },
  { label: 'Bookings', to: paths.sales.bookings, needs: ['bookings.read'] },
]

/** The two views of the inventory list (specification, section 2). */
export const STOCK_VIEWS = [
  { label: 'List', to: paths.inventory.stock },
  { label: 'Actual', to: paths.inventory.stockMovement },
] as const

/** What a role finds in the room, in the order of its tabs. */
export function openPlaces(permissions: readonly string[]) {
  return INVENTORY_PLACES.filter(({ needs }) => needs.some((need) => permissions.includes(need)))
}
