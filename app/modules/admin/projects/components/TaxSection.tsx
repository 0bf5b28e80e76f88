import RULES from '~/platform/papers/tax-rules.json'
import { formatDate } from '~/platform/values/dates'
import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

const SOURCES: Readonly<Record<string, { name: string; title: string; read: string }>> =
  RULES.sources

/** Says what a field is for, and what asks for it. */
function about(field: keyof typeof RULES.rules, more = ''): string {
  const { text, sources } = RULES.rules[field]
  return `${more}${text} (${sources.map((source) => SOURCES[source]!.name).join(', ')})`
}

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
        {RULES.advice}. These apply to invoices that get their number from then on.
      </p>
      <CheckField
        field={fields.vat_registered}
        label="Registered for VAT"
        hint={about('vat_registered')}
      />
      <div className="mt-4">
        <FormGrid>
          <TextField
            field={fields.branch_code}
            label="Branch code"
            hint={about('branch_code', 'Blank: as in the TIN. 00000 = head office. ')}
            inputMode="numeric"
            autoComplete="off"
            controlClass="figures"
            className={half}
          />
          <TextField
            field={fields.serial_digits}
            label="Digits of invoice numbers"
            hint={about('serial_digits', 'Zeros are put before shorter numbers. Blank: as typed. ')}
            inputMode="numeric"
            autoComplete="off"
            controlClass="figures"
            className={half}
          />
          <TextAreaField
            field={fields.authority_note}
            label="Authority numbers"
            hint={about(
              'authority_note',
              'Such as an acknowledgement certificate, with its date. ',
            )}
            rows={3}
            className={half}
          />
          <TextAreaField
            field={fields.invoice_note}
            label="Footer text of invoices"
            hint={about('invoice_note', 'Such as interest when overdue. ')}
            rows={3}
            className={half}
          />
        </FormGrid>
      </div>
      <dl className="mt-4 border-t border-line pt-3 text-xs text-muted">
        {Object.values(SOURCES).map(({ name, title, read }) => (
          <div key={name} className="flex gap-2 py-0.5">
            <dt className="w-24 shrink-0 font-medium">{name}</dt>
            <dd className="min-w-0">{`${title} on ${formatDate(read)}.`}</dd>
          </div>
        ))}
      </dl>
    </SectionForm>
  )
}
