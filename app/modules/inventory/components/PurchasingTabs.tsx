import { Tabs } from '~/ui/Tabs'
import { openPlaces } from '../places'

/** The screens of Purchasing, and Bookings: a sales admin's menu has one entry for both. */
export function PurchasingTabs({ permissions }: { permissions: readonly string[] }) {
  return <Tabs label="Purchasing" items={openPlaces(permissions)} />
}
