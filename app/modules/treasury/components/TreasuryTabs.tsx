import { Tabs } from '~/ui/Tabs'
import { openDesks } from '../places'

/** The desks of treasury beside each other. */
export function TreasuryTabs({ permissions }: { permissions: readonly string[] }) {
  return <Tabs label="Treasury" items={openDesks(permissions)} />
}
