import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, TextField } from '~/ui/TextField'
import { ActFields } from '../../components/ActFields'
import { type ActForm, ownResult } from '../../components/own-result'
import { invoiceSchema } from '../../schema'

interface Props extends ActForm {
  invoiceNo: string | null
  date: string
  secondary?: boolean
}

/** Sets or changes the invoice number and date. */
export function InvoiceAct({ project, op, version, lastResult, ...props }: Props) {
  const { invoiceNo, date, secondary } = props
  const [form, fields] = useCommandForm({
    id: 'invoice',
    schema: invoiceSchema,
    lastResult: ownResult(lastResult, 'invoice'),
    defaultValue: { invoice_no: invoiceNo ?? '', date },
  })
  return (
    <CommandForm form={form} project={project} op={op}>
      <ActFields intent="invoice" version={version} />
      <div className="grid grid-cols-2 gap-3">
        <TextField field={fields.invoice_no} label="Invoice no." autoComplete="off" />
        <DateField field={fields.date} label="Invoice date" />
      </div>
      <FormActions>
        <SubmitButton variant={secondary ? 'secondary' : 'primary'} className="w-full">
          {invoiceNo ? 'Change invoice' : 'Set invoice'}
        </SubmitButton>
      </FormActions>
    </CommandForm>
  )
}
