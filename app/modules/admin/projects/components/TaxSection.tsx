import { TAX_ADVICE, taxRule, taxSources } from '~/platform/papers/tax-rules'
import { formatDate } from '~/platform/values/dates'
import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits what the tax office reads on invoices. */
export function TaxSection(props: SectionProps) {
  const { settings } = props.project
  const [form, fields] = useCommandForm({
    id: 'tax',
    schema: SECTION_SCHEMAS.tax,
    lastResult: props.lastResult,
    defaultValue: {
      vat_registered: settings.vat_registered,
      branch_code: settings.branch_code ?? '',
      serial_digits: settings.serial_digits ? String(settings.serial_digits) : '',
      invoice_note: settings.invoice_note,
      authority_note: settings.authority_note,
    },
  })
  const half = 'sm:col-span-2'
  return (
    <SectionForm {...props} section="tax" form={form}>
      <p className="mb-4 font-medium">
        {TAX_ADVICE} These apply to invoices that get their number from then on.
      </p>
      <CheckField
        field={fields.vat_registered}
        label="Registered for VAT"
        hint={taxRule('vat_registered')}
      />
      <div className="mt-4">
        <FormGrid>
          <TextField
            field={fields.branch_code}
            label="Branch code"
            hint={`Blank: as in the TIN. 00000 = head office. ${taxRule('branch_code')}`}
            inputMode="numeric"
            autoComplete="off"
            controlClass="figures"
            className={half}
          />
          <TextField
            field={fields.serial_digits}
            label="Digits of invoice numbers"
            hint={`Zeros are put before shorter numbers. Blank: as typed. ${taxRule('serial_digits')}`}
            inputMode="numeric"
            autoComplete="off"
            controlClass="figures"
            className={half}
          />
          <TextAreaField
            field={fields.authority_note}
            label="Authority numbers"
            hint={`Such as an acknowledgement certificate, with its date. ${taxRule('authority_note')}`}
            rows={3}
            className={half}
          />
          <TextAreaField
            field={fields.invoice_note}
            label="Footer text of invoices"
            hint={`Such as interest when overdue. ${taxRule('invoice_note')}`}
            rows={3}
            className={half}
          />
        </FormGrid>
      </div>
      <dl className="mt-4 border-t border-line pt-3 text-xs text-muted">
        {taxSources().map(({ name, title, read }) => (
          <div key={name} className="flex gap-2 py-0.5">
            <dt className="w-24 shrink-0 font-medium">{name}</dt>
            <dd className="min-w-0">{`${title} on ${formatDate(read)}.`}</dd>
          </div>
        ))}
      </dl>
    </SectionForm>
  )
}
