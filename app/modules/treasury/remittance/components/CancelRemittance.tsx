import type { SubmissionResult } from '@conform-to/react'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { cancelRemittanceSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  /** The number with its label: "DRR 1204". */
  name: string
  version: number
  lastResult: SubmissionResult<string[]> | undefined
}

/** Cancels a remittance, with a reason. */
export function CancelRemittance({ project, idempotencyKey, name, version, lastResult }: Props) {
  return (
    <ReasonDialog
      trigger="Cancel remittance"
      title={`Cancel ${name}`}
      body="Its receipts become unremitted again without the number. The same number may be used again."
      open={lastResult?.status === 'error'}
      schema={cancelRemittanceSchema}
      values={{ version }}
      label="Cancel remittance"
      {...{ project, idempotencyKey, lastResult }}
    />
  )
}
