import type { SubmissionResult } from '@conform-to/react'

/** The props that an action's form needs to submit. */
export interface BookingActionProps {
  project: string
  idempotencyKey: string
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}
