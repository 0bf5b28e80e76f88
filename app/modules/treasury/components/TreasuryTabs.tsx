import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { Tabs } from '~/ui/Tabs'

/** Shows the tabs of treasury. */
export function TreasuryTabs({ permissions }: { permissions: readonly string[] }) {
  return <Tabs label="Treasury" items={treasuryTabs(permissions)} />
}

/** The tabs of treasury and the permission for each. */
const TREASURY_PLACES: readonly { label: string; to: string; needs: Permission }[] = [
  { label: 'Cash position', to: paths.treasury.position, needs: 'treasury.position' },
  {
    label: 'Collections',
    to: paths.treasury.collections,
    needs: 'collections.read',
  },
  { label: 'Approval of collections', to: paths.treasury.approval, needs: 'collections.decide' },
  { label: 'Cheques', to: paths.treasury.cheques, needs: 'collections.read' },
  { label: 'Remittances', to: paths.treasury.remittances, needs: 'collections.read' },
  { label: 'Deposits', to: paths.treasury.deposits, needs: 'treasury.position' },
]

/** Returns the tabs that the permissions allow, in their order. */
function treasuryTabs(permissions: readonly string[]) {
  return TREASURY_PLACES.filter(({ needs }) => permissions.includes(needs))
}
