import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { approveSchema, cancelSchema } from '../schema'
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

/** Shows the buttons to approve, cancel and pay back that the state allows. */
export function CollectionActions(props: Props) {
  const { project, idempotencyKeys, collection, lastResult, byAnother } = props
  const intent = lastResult?.initialValue?.intent
  const [approve] = useCommandForm({
    id: 'approve',
    schema: approveSchema,
    lastResult: intent === 'approve' ? lastResult : undefined,
  })
  const [cancel, cancelFields] = useCommandForm({
    id: 'cancel',
    schema: cancelSchema,
    lastResult: intent === 'cancel' ? lastResult : undefined,
  })
  if (collection.status === 'cancelled' || collection.paidBack) return null
  const approved = collection.status === 'approved'
  return (
    <>
      {CANCELLABLE.includes(collection.cheque?.state ?? null) && !(approved && byAnother) ? (
        <ConfirmDialog
          trigger="Cancel receipt"
          title={`Cancel receipt ${collection.crNo}`}
          body={
            approved
              ? 'The bookings it paid get their balance back. The CR number stays taken.'
              : 'It will never count. The CR number stays taken.'
          }
          open={intent === 'cancel'}
        >
          {({ body, close }) => (
            <CommandForm form={cancel} project={project} idempotencyKey={idempotencyKeys.cancel}>
              <input type="hidden" name="intent" value="cancel" />
              <input type="hidden" name="version" value={collection.version} />
              {body}
              <TextAreaField field={cancelFields.reason} label="Reason" />
              <FormActions>
                <SubmitButton variant="danger">Cancel it</SubmitButton>
                {close}
              </FormActions>
            </CommandForm>
          )}
        </ConfirmDialog>
      ) : null}
      {approved && !byAnother && arrived(collection) ? (
        <PayBack
          {...{ project, collection, banks: props.banks, today: props.today }}
          idempotencyKey={idempotencyKeys.payBack}
          lastResult={intent === 'pay-back' ? lastResult : undefined}
        />
      ) : null}
      {approved || byAnother ? null : (
        <CommandForm form={approve} project={project} idempotencyKey={idempotencyKeys.approve}>
          <input type="hidden" name="intent" value="approve" />
          <input type="hidden" name="version" value={collection.version} />
          <SubmitButton>Approve</SubmitButton>
        </CommandForm>
      )}
    </>
  )
}
