import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'

/** Shows the tabs of Tax. */
export const TaxTabs = () => (
  <Tabs
    label="Tax"
    items={[
      { label: 'Tax', to: paths.tax.readiness, end: true },
      { label: 'E-invoices', to: paths.tax.eInvoices },
      { label: 'Pre-printed forms', to: paths.tax.forms },
    ]}
  />
)
