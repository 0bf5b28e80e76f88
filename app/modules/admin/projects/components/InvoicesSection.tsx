import { formatMoney, money } from '~/platform/values/money'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { MoneyField, TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the settings of invoices and memos. */
export function InvoicesSection(props: SectionProps) {
  const { settings, currency } = props.project
  const limit = settings.memo_approval_above
  const [form, fields] = useCommandForm({
    id: 'invoices',
    schema: SECTION_SCHEMAS.invoices,
    lastResult: props.lastResult,
    defaultValue: {
      vat_percent: String(settings.vat_percent),
      memo_approval_above: limit ? formatMoney(money(limit)) : '',
    },
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
        <MoneyField
          field={fields.memo_approval_above}
          label={`Approval of memos above (${currency})`}
          hint="0: every memo; empty: none."
          className="sm:col-span-2"
        />
      </FormGrid>
    </SectionForm>
  )
}
