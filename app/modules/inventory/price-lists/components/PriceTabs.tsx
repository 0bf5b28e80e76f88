import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'

/** Shows the two parts of Prices: lists, and groups of customers. */
export function PriceTabs() {
  return (
    <Tabs
      label="Prices"
      items={[
        { label: 'Price lists', to: paths.inventory.priceLists },
        { label: 'Groups of customers', to: paths.inventory.customerGroups },
      ]}
    />
  )
}
