import { Badge, type Tone } from '~/ui/Badge'
import { type CountStatus, STATUS_NAMES } from '../schema'

const TONES: Record<CountStatus, Tone> = {
  open: 'info',
  submitted: 'warn',
  posted: 'ok',
  cancelled: 'danger',
}

/** Shows the status of a count. Amber means that a decision is pending. */
export function CountBadge({ status }: { status: CountStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_NAMES[status]}</Badge>
}
