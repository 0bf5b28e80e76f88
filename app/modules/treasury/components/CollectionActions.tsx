import type { SubmissionResult } from '@conform-to/react'
import { ownResult } from '~/platform/forms/own-result'
import { CommandButton } from '~/ui/CommandButton'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { approveSchema, cancelReceiptSchema } from '../schema'
import { PayBack } from './PayBack'

interface Props {
  project: string
  /** One idempotency key for each action. */
  idempotencyKeys: { approve: string; cancel: string; payBack: string }
  collection: {
    crNo: string
    status: string
    version: number
    type: string
    collectorId: string | null
    remittanceId: string | null
    cheque: { state: string | null } | null
    paidBack: object | null
    parts: readonly { cheque: { state: string } | null; paidBack: boolean }[]
  }
  banks: readonly { value: string; label: string }[]
  today: string
  lastResult: SubmissionResult<string[]> | undefined
  /** True when the reader recorded or collected it, so that another user approves it. */
  byAnother: boolean
}

/**
 * The cheque states in which a receipt can be cancelled. A deposited cheque is returned instead, so
 * that its history stays (invariant 7).
 */
const CANCELLABLE = [null, 'on_hand']

/** Returns whether the money of a receipt is at the office or in an account. The database checks again. */
function arrived({ type, collectorId, remittanceId, cheque }: Props['collection']): boolean {
  if (type === 'cheque') return cheque?.state === 'cleared'
  if (type === 'cash') return collectorId === null || remittanceId !== null
  return type === 'bank_transfer'
}

/** Approves a receipt that waits for it. */
export function ApproveCollection({ project, idempotencyKeys, collection, ...props }: Props) {
  if (collection.status !== 'pending' || props.byAnother) return null
  return (
    <CommandButton
      intent="approve"
      schema={approveSchema}
      version={collection.version}
      project={project}
      idempotencyKey={idempotencyKeys.approve}
      lastResult={ownResult(props.lastResult, 'approve')}
    >
      Approve
    </CommandButton>
  )
}

/** Shows the buttons to pay back and cancel that the state allows. */
export function CollectionActions(props: Props) {
  const { project, idempotencyKeys, collection, lastResult, byAnother } = props
  const cancelled = ownResult(lastResult, 'cancel')
  if (collection.status === 'cancelled' || collection.paidBack) return null
  const approved = collection.status === 'approved'
  // A receipt is cancelled whole or not at all.
  const cancellable = collection.parts.every(
    ({ cheque, paidBack }) => CANCELLABLE.includes(cheque?.state ?? null) && !paidBack,
  )
  return (
    <>
      {approved && !byAnother && arrived(collection) ? (
        <PayBack
          {...{ project, collection, banks: props.banks, today: props.today }}
          idempotencyKey={idempotencyKeys.payBack}
          lastResult={ownResult(lastResult, 'pay-back')}
        />
      ) : null}
      {cancellable && !(approved && byAnother) ? (
        <ReasonDialog
          trigger="Cancel receipt"
          title={`Cancel receipt ${collection.crNo}`}
          body={
            approved
              ? 'The bookings it paid are open again. The CR number is not reused.'
              : 'It will not be posted. The CR number is not reused.'
          }
          open={cancelled !== undefined}
          schema={cancelReceiptSchema}
          values={{ intent: 'cancel', version: collection.version }}
          date={props.today}
          label="Cancel receipt"
          project={project}
          idempotencyKey={idempotencyKeys.cancel}
          lastResult={cancelled}
        />
      ) : null}
    </>
  )
}
