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
          hint="0 when no VAT is charged. Bookings use the rate at the time of saving."
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
          hint="Otherwise VAT is added to unit prices and costs. Applies to lines entered from then on; voucher amounts always include VAT."
        />
      </div>
      <OpenBookings count={pendingBookings} of={{ stage: 'pending' }} link={props.own} />
    </SectionForm>
  )
}
