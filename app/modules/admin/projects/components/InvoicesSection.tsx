import { formatMoney, money } from '~/platform/values/money'
import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { OpenBookings } from '~/ui/OpenBookings'
import { MoneyField, TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the settings of invoices and memos. */
export function InvoicesSection(props: SectionProps) {
  const { settings, currency, pendingBookings } = props.project
  const limit = settings.memo_approval_above
  const [form, fields] = useCommandForm({
    id: 'invoices',
    schema: SECTION_SCHEMAS.invoices,
    lastResult: props.lastResult,
    defaultValue: {
      vat_percent: String(settings.vat_percent),
      prices_include_vat: settings.prices_include_vat,
      memo_approval_above: limit ? formatMoney(money(limit)) : '',
    },
  })
  return (
    <SectionForm {...props} section="invoices" form={form}>
      <FormGrid>
        <TextField
          field={fields.vat_percent}
          label="VAT rate (%)"
          hint="0 when no VAT is charged. A booking keeps the rate that it was saved with."
          inputMode="decimal"
          autoComplete="off"
          controlClass="figures"
          className="sm:col-span-2"
        />
        <MoneyField
          field={fields.memo_approval_above}
          label={`Approval of memos above (${currency})`}
          hint="0 = every memo; blank = none."
          className="sm:col-span-2"
        />
      </FormGrid>
      <div className="mt-4">
        <CheckField
          field={fields.prices_include_vat}
          label="Prices include VAT"
          hint="Otherwise VAT comes on top of AgentSRP and of costs. Counts for lines that are entered from then on; amounts of vouchers always include it."
        />
      </div>
      <OpenBookings count={pendingBookings} of={{ stage: 'pending' }} link={props.own} />
    </SectionForm>
  )
}
