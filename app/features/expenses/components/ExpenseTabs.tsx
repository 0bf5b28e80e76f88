import { Tabs } from '~/ui/Tabs'
import { VOUCHERS } from '../schema'

/** The desks of expenses beside each other. */
export function ExpenseTabs() {
  return (
    <Tabs
      label="Expenses"
      items={[
        { label: 'Vouchers', to: VOUCHERS },
        { label: 'Payees', to: '/treasury/masters/payees' },
        { label: 'Cost centers', to: '/treasury/masters/cost-centers' },
        { label: 'Releasers', to: '/treasury/masters/releasers' },
        { label: 'Banks', to: '/treasury/masters/banks' },
      ]}
    />
  )
}
