import type { SubmissionResult } from '@conform-to/react'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { cancelRemittanceSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  /** The number with its label: "DRR 1204". */
  name: string
  version: number
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Cancels a remittance, with a reason. */
export function CancelRemittance(props: Props) {
  const { project, idempotencyKey, name, version, today, lastResult } = props
  return (
    <ReasonDialog
      trigger="Cancel remittance"
      title={`Cancel ${name}`}
      body="Its receipts become unremitted again without the number. The same number may be used again."
      open={lastResult?.status === 'error'}
      schema={cancelRemittanceSchema}
      values={{ version }}
      date={today}
      label="Cancel remittance"
      {...{ project, idempotencyKey, lastResult }}
    />
  )
}
