import type { SubmissionResult } from '@conform-to/react'
import { ReasonDialog } from '~/ui/ReasonDialog'
import { cancelPurchaseSchema } from '../schema'

interface Props {
  purchase: { kind: string; version: number }
  today: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/**
 * Asks for a reason, then cancels the record. The dialog stays open with the error when the goods
 * are no longer available.
 */
export function CancelPurchase({ purchase, today, project, idempotencyKey, lastResult }: Props) {
  const body =
    purchase.kind === 'supplier_return'
      ? 'The goods return to stock.'
      : `The goods leave stock again, unless they are sold or reserved.${
          purchase.kind === 'return_in' ? ' The credit memo of the customer is cancelled too.' : ''
        }`
  return (
    <ReasonDialog
      trigger="Cancel purchase"
      title="Cancel purchase"
      body={`${body} The purchase, its lines and the current SRPs stay; pending corrections are rejected. This cannot be undone.`}
      open={lastResult?.status === 'error'}
      schema={cancelPurchaseSchema}
      values={{ version: purchase.version }}
      date={today}
      label="Cancel purchase"
      {...{ project, idempotencyKey, lastResult }}
    />
  )
}
