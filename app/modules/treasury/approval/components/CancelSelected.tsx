import type { FieldMetadata } from '@conform-to/react'
import { type Money as Amount, formatMoney } from '~/platform/values/money'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'

interface Props<F extends Record<string, unknown>> {
  reason: FieldMetadata<string | undefined, F, string[]>
  /** The number of selected receipts; null when it is only known after the form is sent. */
  chosen: number | null
  /** The sum of the selected receipts. */
  sum: Amount
  currency: string
  /** True to show the dialog open again with its errors. */
  open: boolean
}

/**
 * Asks for the one reason that applies to all selected receipts. It lies inside the form of the
 * queue.
 */
export function CancelSelected<F extends Record<string, unknown>>(props: Props<F>) {
  const { reason, chosen, sum, currency, open } = props
  const many = chosen ? `${chosen} ${chosen === 1 ? 'receipt' : 'receipts'}` : 'selected receipts'
  return (
    <ConfirmDialog
      trigger="Cancel…"
      title={chosen ? `Cancel ${many}, ${formatMoney(sum, currency)}` : `Cancel ${many}`}
      body="They will not be posted; CR numbers are not reused."
      open={open}
    >
      {({ body, close }) => (
        <>
          {body}
          <TextAreaField field={reason} label="Reason" />
          <FormActions>
            <SubmitButton variant="danger" name="intent" value="cancel">
              Cancel {many}
            </SubmitButton>
            {close}
          </FormActions>
        </>
      )}
    </ConfirmDialog>
  )
}
