import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { ActionFields } from '../../components/ActionFields'
import type { BookingActionProps } from '../../components/action-props'
import { changeInvoiceSchema, invoiceSchema } from '../schema'

interface Props extends BookingActionProps {
  invoiceNo: string | null
  /** The proposed number while there is no invoice. */
  next: string | null
  date: string
  secondary?: boolean
}

/** Sets the invoice number and date; a change needs a reason. */
export function InvoiceAction({ project, idempotencyKey, version, lastResult, ...props }: Props) {
  const { invoiceNo, next, date, secondary } = props
  const [form, fields] = useCommandForm({
    id: 'invoice',
    schema: invoiceNo === null ? invoiceSchema : changeInvoiceSchema,
    lastResult: ownResult(lastResult, 'invoice'),
    defaultValue: { invoice_no: invoiceNo ?? next ?? '', date },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <ActionFields intent="invoice" version={version} />
      <div className="grid grid-cols-2 gap-3">
        <TextField field={fields.invoice_no} label="Invoice no." autoComplete="off" />
        <PostingDateField field={fields.date} label="Invoice date" />
      </div>
      {invoiceNo === null ? null : (
        <TextAreaField
          field={fields.reason}
          label="Reason for the change"
          rows={2}
          hint="The old number remains in the history."
          className="mt-3"
        />
      )}
      <FormActions>
        <SubmitButton variant={secondary ? 'secondary' : 'primary'} className="w-full">
          {invoiceNo ? 'Change invoice' : 'Assign invoice'}
        </SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
