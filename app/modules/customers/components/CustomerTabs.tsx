import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'

export function CustomerTabs() {
  return (
    <Tabs
      label="Customers"
      items={[
        { label: 'Customers', to: paths.customers.list },
        { label: 'Requests', to: paths.customers.requests },
        { label: 'Transfers', to: paths.customers.transfers },
      ]}
    />
  )
}
