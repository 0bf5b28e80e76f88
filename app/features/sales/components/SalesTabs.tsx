import { Tabs } from '~/ui/Tabs'

/** The two screens of Sales, for those who have both. */
export function SalesTabs({ invoicing }: { invoicing: boolean }) {
  if (!invoicing) return null
  return (
    <Tabs
      label="Sales"
      items={[
        { label: 'Invoicing', to: '/sales/sales-invoicing' },
        { label: 'Bookings', to: '/sales/bookings' },
      ]}
    />
  )
}
