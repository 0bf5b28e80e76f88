import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'

export function CustomerTabs() {
  return (
    <Tabs
      label="Customers"
      items={[
        { label: 'Customers', to: paths.customers.list },
        { label: 'Customer requests', to: paths.customers.requests },
        { label: 'Customer transfers', to: paths.customers.transfers },
      ]}
    />
  )
}
