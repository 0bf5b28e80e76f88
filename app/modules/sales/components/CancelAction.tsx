import { ownResult } from '~/platform/forms/own-result'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { cancelBookingSchema } from '../schema'
import type { BookingActionProps } from './action-props'

/** Cancels a booking after asking for a reason. */
export function CancelAction({
  project,
  idempotencyKey,
  version,
  lastResult,
  today,
}: BookingActionProps & { today: string }) {
  return (
    <ReasonDialog
      trigger="Cancel booking"
      title="Cancel booking"
      body="Reserved stock is released. The SO number is not reused; this cannot be undone."
      schema={cancelBookingSchema}
      values={{ intent: 'cancel', version }}
      date={today}
      label="Cancel booking"
      project={project}
      idempotencyKey={idempotencyKey}
      lastResult={ownResult(lastResult, 'cancel')}
    />
  )
}
