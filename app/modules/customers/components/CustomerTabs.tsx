import { Tabs } from '~/ui/Tabs'

export function CustomerTabs() {
  return (
    <Tabs
      label="Customers"
      items={[
        { label: 'Customers', to: '/customers/customer-list/customer-view-list' },
        { label: 'Requests', to: '/customers/customer-registry' },
        { label: 'Transfers', to: '/customers/transfers' },
      ]}
    />
  )
}
