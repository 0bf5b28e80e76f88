import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { Tabs } from '~/ui/Tabs'

const TABS: readonly { label: string; to: string; permission: Permission; end?: boolean }[] = [
  { label: 'Bookings', to: paths.sales.bookings, permission: 'bookings.read', end: true },
  { label: 'Validation', to: paths.sales.validation, permission: 'bookings.validate' },
  { label: 'Invoices', to: paths.sales.invoicing, permission: 'invoicing.read' },
  { label: 'Delivery', to: paths.sales.delivery, permission: 'bookings.deliver' },
  { label: 'Memos', to: paths.memos.list, permission: 'memos.read' },
]

/** Shows the tabs of Sales that the reader may open; nothing when there is only one. */
export function SalesTabs({ permissions }: { permissions: readonly Permission[] }) {
  const items = TABS.filter(({ permission }) => permissions.includes(permission))
  return items.length > 1 ? <Tabs label="Sales" items={items} /> : null
}
