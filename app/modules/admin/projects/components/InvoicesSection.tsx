import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the settings of printed invoices. */
export function InvoicesSection(props: SectionProps) {
  const [form, fields] = useCommandForm({
    id: 'invoices',
    schema: SECTION_SCHEMAS.invoices,
    lastResult: props.lastResult,
    defaultValue: { vat_percent: String(props.project.settings.vat_percent) },
  })
  return (
    <SectionForm {...props} section="invoices" form={form}>
      <FormGrid>
        <TextField
          field={fields.vat_percent}
          label="VAT in the prices (%)"
          hint="Prices include it; an invoice shows it apart. 0 when no VAT is charged. An invoice keeps the percentage of the day it was numbered."
          inputMode="decimal"
          autoComplete="off"
          controlClass="figures"
          className="sm:col-span-2"
        />
      </FormGrid>
    </SectionForm>
  )
}
