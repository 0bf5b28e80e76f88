import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'

/**
 * Lists the screens of the module. A user needs one of the permissions in `needs` to open a screen.
 */
const INVENTORY_ITEMS: readonly {
  label: string
  to: string
  needs: readonly Permission[]
}[] = [
  { label: 'Inventory', to: paths.inventory.stock, needs: ['stock.read'] },
  { label: 'Stock movement report', to: paths.inventory.stockMovement, needs: ['stock.movements'] },
  { label: 'Products', to: paths.inventory.products, needs: ['stock.read'] },
  { label: 'Price lists', to: paths.inventory.priceLists, needs: ['prices.read'] },
  { label: 'Suppliers', to: paths.inventory.suppliers, needs: ['costs.read'] },
  { label: 'Purchases', to: paths.inventory.purchases, needs: ['purchases.read'] },
  { label: 'Corrections', to: paths.inventory.edits, needs: ['purchases.read'] },
  { label: 'Stock counts', to: paths.inventory.counts, needs: ['counts.write', 'counts.decide'] },
  { label: 'Bad orders', to: paths.inventory.badOrders, needs: ['stock.movements'] },
  { label: 'Bookings', to: paths.sales.bookings, needs: ['bookings.read'] },
]

/** Returns the screens that a user with these permissions may open, in the order of the tabs. */
export function inventoryTabs(permissions: readonly string[]) {
  return INVENTORY_ITEMS.filter(({ needs }) => needs.some((need) => permissions.includes(need)))
}
