import type { SubmissionResult } from '@conform-to/react'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { takeBackSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  slipNo: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Reverses the cash of a slip, with a reason; the slip and its cheques stay. */
export function TakeBackCash({ project, idempotencyKey, slipNo, lastResult }: Props) {
  return (
    <ReasonDialog
      id="take-back"
      trigger="Reverse cash deposit"
      title={`Cash of slip ${slipNo}`}
      body="For cash entered by mistake. It is returned to cash on hand; cheques remain on the slip."
      open={lastResult?.status === 'error'}
      schema={takeBackSchema}
      values={{ intent: 'take-back' }}
      label="Reverse deposit"
      {...{ project, idempotencyKey, lastResult }}
    />
  )
}
