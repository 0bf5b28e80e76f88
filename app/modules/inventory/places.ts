import type { Permission } from '~/platform/access/permissions'

/** The screens of the Inventory room, and who may open them: anyone with one of `needs`. */
const INVENTORY_PLACES: readonly {
  label: string
  to: string
  needs: readonly Permission[]
}[] = [
  { label: 'Inventory', to: '/inventory/inventory-list', needs: ['stock.read'] },
  { label: 'Products', to: '/inventory/product-list', needs: ['stock.read'] },
  { label: 'Purchases', to: '/inventory/purchase-list', needs: ['purchases.read'] },
  { label: 'Corrections', to: '/inventory/product-edits', needs: ['purchases.read'] },
  { label: 'Counts', to: '/inventory/stock-counts', needs: ['counts.write', 'counts.decide'] },
  { label: 'Bookings', to: '/sales/bookings', needs: ['bookings.read'] },
]

/** The two views of the inventory list (specification, section 2). */
export const STOCK_VIEWS = [
  { label: 'List', to: '/inventory/inventory-list/inventory-view-list' },
  { label: 'Actual', to: '/inventory/inventory-list/inventory-view-actual' },
] as const

/** What a role finds in the room, in the order of its tabs. */
export function openPlaces(permissions: readonly string[]) {
  return INVENTORY_PLACES.filter(({ needs }) => needs.some((need) => permissions.includes(need)))
}
