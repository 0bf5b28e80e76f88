import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { CommandButton } from '~/ui/CommandButton'
import { ReasonDialog } from '~/ui/ReasonDialog'
import type { MemoDocument } from '../queries.server'
import { approveMemoSchema, cancelMemoSchema } from '../schema'

interface Props {
  project: string
  idempotencyKeys: { approve: string; cancel: string }
  memo: MemoDocument
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Says what a cancellation does. */
function consequence({ status, kind, lines }: MemoDocument): string {
  if (status === 'pending') return 'It is not posted. Its number is not reused.'
  const goods = lines.some(({ pieces }) => pieces > 0)
    ? ' The returned goods leave stock again.'
    : ''
  return kind === 'credit'
    ? `The credit is reversed.${goods} The number is not reused.`
    : 'The charge is reversed. The number is not reused.'
}

/** Approves a memo. */
export function ApproveMemo({ project, idempotencyKeys, memo, lastResult }: Props) {
  return (
    <CommandButton
      intent="approve"
      schema={approveMemoSchema}
      version={memo.version}
      project={project}
      idempotencyKey={idempotencyKeys.approve}
      lastResult={ownResult(lastResult, 'approve')}
    >
      Approve
    </CommandButton>
  )
}

/** Cancels a memo after asking for a reason. */
export function CancelMemo({ project, idempotencyKeys, memo, today, lastResult }: Props) {
  const cancelled = ownResult(lastResult, 'cancel')
  return (
    <ReasonDialog
      trigger="Cancel memo"
      title={`Cancel ${memo.memo_no}`}
      body={consequence(memo)}
      open={cancelled !== undefined}
      schema={cancelMemoSchema}
      values={{ intent: 'cancel', version: memo.version }}
      date={memo.status === 'approved' ? today : undefined}
      label="Cancel memo"
      project={project}
      idempotencyKey={idempotencyKeys.cancel}
      lastResult={cancelled}
    />
  )
}
