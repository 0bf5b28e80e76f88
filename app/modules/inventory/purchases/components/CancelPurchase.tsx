import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { cancelPurchaseSchema } from '../schema'

interface Props {
  purchase: { kind: string; version: number }
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/**
 * Asks for a reason, then cancels the record. The dialog stays open with the error when the goods
 * are no longer available.
 */
export function CancelPurchase({ purchase, project, idempotencyKey, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'cancel',
    schema: cancelPurchaseSchema,
    lastResult,
  })
  const body =
    purchase.kind === 'supplier_return'
      ? 'The goods come back into stock.'
      : `The goods leave stock again, if they are neither sold nor reserved.${
          purchase.kind === 'return_in' ? ' The credit memo of the customer is cancelled too.' : ''
        }`
  return (
    <ConfirmDialog
      trigger="Cancel record"
      title="Cancel record"
      body={`${body} The record, its lines and the live prices stay; corrections that wait are rejected. This cannot be undone.`}
      open={lastResult?.status === 'error'}
    >
      {({ body: text, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="version" value={purchase.version} />
          {text}
          <TextAreaField field={fields.reason} label="Reason" rows={2} />
          <FormActions>
            <SubmitButton variant="danger">Cancel this record</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
