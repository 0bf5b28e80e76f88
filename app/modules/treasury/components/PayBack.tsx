import type { SubmissionResult } from '@conform-to/react'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { ConfirmDialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { OFFICE, payBackSchema } from '../schema'

interface Props {
  project: string
  idempotencyKey: string
  collection: { crNo: string; version: number }
  /** The company's active bank accounts. */
  banks: readonly { value: string; label: string }[]
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Pays the money of a receipt back to the customer, in a dialog. */
export function PayBack(props: Props) {
  const { project, idempotencyKey, collection, banks, today, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'pay-back',
    schema: payBackSchema,
    lastResult,
    defaultValue: { paid_on: today },
  })
  return (
    <ConfirmDialog
      trigger="Pay back"
      title={`Pay receipt ${collection.crNo} back`}
      body="The whole amount is paid back to the customer; the bookings that it paid are open again. Earlier entries stay in the books."
      open={Boolean(lastResult)}
    >
      {({ body, close }) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <input type="hidden" name="intent" value="pay-back" />
          <input type="hidden" name="version" value={collection.version} />
          {body}
          <div className="grid gap-3.5">
            <PostingDateField field={fields.paid_on} label="Paid back on" />
            <SelectField
              field={fields.paid_from}
              label="Paid from"
              options={[{ value: OFFICE, label: 'Cash on hand' }, ...banks]}
              empty="Choose…"
            />
            <TextField
              field={fields.paid_back_no}
              label="Number"
              hint="Number of the cheque, transfer or signed voucher."
            />
            <TextAreaField field={fields.reason} label="Reason" rows={2} />
          </div>
          <FormActions>
            <SubmitButton variant="danger">Pay back</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </ConfirmDialog>
  )
}
