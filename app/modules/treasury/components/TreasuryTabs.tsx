import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { Tabs } from '~/ui/Tabs'

/** The desks of treasury beside each other. */
export function TreasuryTabs({ permissions }: { permissions: readonly string[] }) {
  return <Tabs label="Treasury" items={openDesks(permissions)} />
}

/** The desks of treasury, and who may open them. */
const TREASURY_PLACES: readonly { label: string; to: string; needs: Permission }[] = [
  { label: 'Position', to: paths.treasury.position, needs: 'treasury.position' },
  {
    label: 'Collections',
    to: paths.treasury.collections,
    needs: 'collections.read',
  },
  { label: 'Approval', to: paths.treasury.approval, needs: 'collections.decide' },
  { label: 'Cheques', to: paths.treasury.cheques, needs: 'collections.read' },
  { label: 'Remittances', to: paths.treasury.remittances, needs: 'collections.read' },
  { label: 'Deposits', to: paths.treasury.deposits, needs: 'treasury.position' },
]

/** What a role finds in the room, in the order of its tabs. */
function openDesks(permissions: readonly string[]) {
  return TREASURY_PLACES.filter(({ needs }) => permissions.includes(needs))
}
