import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { CommandButton } from '~/ui/CommandButton'
import { ReasonDialog } from '~/ui/ReasonDialog'
import type { BadOrder } from './queries.server'
import { approveWriteOffSchema, cancelWriteOffSchema } from './schema'

interface Props {
  project: string
  idempotencyKeys: { approve: string; cancel: string }
  record: BadOrder
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Approves a write-off. */
export function ApproveWriteOff({ project, idempotencyKeys, record, lastResult }: Props) {
  return (
    <CommandButton
      intent="approve"
      schema={approveWriteOffSchema}
      version={record.version}
      project={project}
      idempotencyKey={idempotencyKeys.approve}
      lastResult={ownResult(lastResult, 'approve')}
    >
      Approve
    </CommandButton>
  )
}

/** Cancels a write-off after asking for a reason. */
export function CancelWriteOff({ project, idempotencyKeys, record, today, lastResult }: Props) {
  const cancelled = ownResult(lastResult, 'cancel')
  return (
    <ReasonDialog
      trigger="Cancel write-off"
      title={`Cancel ${record.record_no}`}
      body={
        record.status === 'approved'
          ? 'The goods return to bad orders. The number is not reused.'
          : 'The goods remain bad orders. The number is not reused.'
      }
      open={cancelled !== undefined}
      schema={cancelWriteOffSchema}
      values={{ intent: 'cancel', version: record.version }}
      date={record.status === 'approved' ? today : undefined}
      label="Cancel write-off"
      project={project}
      idempotencyKey={idempotencyKeys.cancel}
      lastResult={cancelled}
    />
  )
}
