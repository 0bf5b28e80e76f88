import { Tabs } from '~/ui/Tabs'
import { CHEQUES } from '../cheques/tabs'
import { VOUCHERS } from '../schema'

/** The desks of expenses beside each other. */
export function ExpenseTabs() {
  return (
    <Tabs
      label="Expenses"
      items={[
        { label: 'Vouchers', to: VOUCHERS },
        { label: 'Cheques', to: CHEQUES },
        { label: 'Payees', to: '/treasury/masters/payees' },
        { label: 'Cost centers', to: '/treasury/masters/cost-centers' },
        { label: 'Releasers', to: '/treasury/masters/releasers' },
        { label: 'Banks', to: '/treasury/masters/banks' },
      ]}
    />
  )
}
