import { Tabs } from '~/ui/Tabs'

/** The desks of treasury beside each other. */
export function TreasuryTabs() {
  return (
    <Tabs
      label="Treasury"
      items={[
        { label: 'Collections', to: '/treasury/treasury-list/treasury-view-list' },
        { label: 'Cheques', to: '/treasury/cheques' },
      ]}
    />
  )
}
