import type { Permission } from '~/platform/access/permissions'

/** The desks of treasury, and who may open them. */
const TREASURY_PLACES: readonly { label: string; to: string; needs: Permission }[] = [
  { label: 'Position', to: '/treasury/position', needs: 'treasury.position' },
  {
    label: 'Collections',
    to: '/treasury/treasury-list/treasury-view-list',
    needs: 'collections.read',
  },
  { label: 'Approval', to: '/treasury/treasury-list/approval', needs: 'collections.decide' },
  { label: 'Cheques', to: '/treasury/cheques', needs: 'collections.read' },
  { label: 'Remittances', to: '/treasury/remittances', needs: 'collections.read' },
  { label: 'Deposits', to: '/treasury/deposits', needs: 'treasury.position' },
]

/** What a role finds in the room, in the order of its tabs. */
export function openDesks(permissions: readonly string[]) {
  return TREASURY_PLACES.filter(({ needs }) => permissions.includes(needs))
}
