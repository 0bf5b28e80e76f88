import { paths } from '~/paths'
import { Tabs } from '~/ui/Tabs'

/** Shows the tabs of the expenses screens. */
export function ExpenseTabs() {
  return (
    <Tabs
      label="Expenses"
      items={[
        { label: 'Vouchers', to: paths.expenses.vouchers },
        { label: 'Cheques issued', to: paths.expenses.cheques },
        { label: 'Payees', to: paths.masters.list('payees') },
        { label: 'Cost centers', to: paths.masters.list('cost-centers') },
        { label: 'Releasers', to: paths.masters.list('releasers') },
        { label: 'Banks', to: paths.masters.list('banks') },
      ]}
    />
  )
}
