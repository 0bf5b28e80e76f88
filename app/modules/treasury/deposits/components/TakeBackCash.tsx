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
      trigger="Take the cash back"
      title={`Cash of slip ${slipNo}`}
      body="For cash that was entered by mistake: it is at the office again, and never was in the account. The cheques of the slip stay on it."
      open={lastResult?.status === 'error'}
      schema={takeBackSchema}
      values={{}}
      label="Take it back"
      {...{ project, idempotencyKey, lastResult }}
    />
  )
}
