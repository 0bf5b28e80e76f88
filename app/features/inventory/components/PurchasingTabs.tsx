import { Tabs } from '~/ui/Tabs'

/** The screens of Purchasing, and Bookings: a sales admin's menu has one entry for both. */
export function PurchasingTabs({ permissions }: { permissions: readonly string[] }) {
  const items = [
    {
      label: 'Inventory',
      to: '/inventory/inventory-list/inventory-view-list',
      needs: 'stock.read',
    },
    { label: 'Products', to: '/inventory/product-list', needs: 'stock.read' },
    { label: 'Purchases', to: '/inventory/purchase-list', needs: 'purchases.read' },
    { label: 'Bookings', to: '/sales/bookings', needs: 'bookings.read' },
  ].filter((item) => permissions.includes(item.needs))
  return <Tabs label="Purchasing" items={items} />
}
