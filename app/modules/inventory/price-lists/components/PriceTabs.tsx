import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'

/** Shows the two parts of Prices: lists, and customer groups. */
export function PriceTabs() {
  return (
    <Tabs
      label="Prices"
      items={[
        { label: 'Price lists', to: paths.inventory.priceLists },
        { label: 'Customer groups', to: paths.inventory.customerGroups },
      ]}
    />
  )
}
