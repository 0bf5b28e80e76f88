import { Tabs } from '~/ui/Tabs'
import { inventoryTabs } from '../nav-items'

/**
 * Shows the tabs of Purchasing, and of Bookings: the menu of a sales admin has one entry for both.
 */
export function PurchasingTabs({ permissions }: { permissions: readonly string[] }) {
  return <Tabs label="Purchasing" items={inventoryTabs(permissions)} />
}
