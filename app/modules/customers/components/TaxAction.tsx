import { ownResult } from '~/platform/forms/own-result'
import { VAT_CLASS_OPTIONS } from '~/platform/values/vat'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextField } from '~/ui/TextField'
import type { CustomerDocument } from '../document.server'
import { taxSchema } from '../schema'
import { ActionValues, type CustomerActionProps } from './ActionValues'
import { CustomerDuplicateWarning } from './CustomerDuplicateWarning'
import { useCustomerDuplicates } from './useCustomerDuplicates'

/** Edits TIN, business style and VAT class, and warns of other customers with the same TIN. */
export function TaxAction({
  project,
  idempotencyKey,
  customer,
  answer,
  pending,
}: CustomerActionProps<Pick<CustomerDocument, 'tinNo' | 'businessStyle' | 'vatClass'>> & {
  /** The number of pending bookings. */
  pending: number
}) {
  const lastResult = ownResult(answer?.lastResult, 'tax')
  const [form, fields] = useCommandForm({
    id: 'tax',
    schema: taxSchema,
    lastResult,
    defaultValue: {
      tin_no: customer.tinNo,
      business_style: customer.businessStyle,
      vat_class: customer.vatClass,
    },
  })
  const typed = { id: customer.id, tin: fields.tin_no.value }
  const duplicates = useCustomerDuplicates(typed, lastResult ? (answer?.duplicates ?? []) : [])
  return (
    <Dialog
      trigger="TIN, style and VAT"
      title="TIN, business style and VAT class"
      open={lastResult?.error !== undefined}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <ActionValues intent="tax" version={customer.version} />
          <div className="grid gap-4">
            <TextField
              field={fields.tin_no}
              label="TIN"
              placeholder="000-000-000-000"
              inputMode="numeric"
              hint="9 digits, or 12 with the branch"
            />
            <TextField field={fields.business_style} label="Business style" />
            <SelectField
              field={fields.vat_class}
              label="VAT class"
              options={VAT_CLASS_OPTIONS}
              hint="Exempt and zero-rated customers pay no VAT on any product. Applies to bookings saved from now on."
            />
          </div>
          <CustomerDuplicateWarning
            duplicates={duplicates}
            field={fields.again}
            label="Save anyway"
          />
          <OpenBookings count={pending} of={{ stage: 'pending', customer: customer.id }} />
          <p className="mt-4 text-muted">The old values stay in the finance audit trail.</p>
          <FormActions>
            <SubmitButton>Save</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}
