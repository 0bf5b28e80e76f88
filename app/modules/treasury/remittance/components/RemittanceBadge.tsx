import { Badge } from '~/ui/Badge'

/** Shows the state of a remittance. */
export function RemittanceBadge({ status }: { status: string }) {
  return status === 'cancelled' ? (
    <Badge tone="danger">Cancelled</Badge>
  ) : (
    <Badge tone="ok">Received</Badge>
  )
}
