import { formatMoney, money } from '~/platform/values/money'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { MoneyField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the amount above which vouchers need approval. */
export function VouchersSection(props: SectionProps) {
  const { settings, currency } = props.project
  const limit = settings.voucher_approval_above
  const [form, fields] = useCommandForm({
    id: 'vouchers',
    schema: SECTION_SCHEMAS.vouchers,
    lastResult: props.lastResult,
    defaultValue: {
      voucher_approval_above: limit ? formatMoney(money(limit)) : '',
    },
  })
  return (
    <SectionForm {...props} section="vouchers" form={form}>
      <FormGrid>
        <MoneyField
          field={fields.voucher_approval_above}
          label={`Approval above (${currency})`}
          hint="Vouchers with a larger total require approval before printing and release. 0 = every voucher; blank = none."
          className="sm:col-span-2"
        />
      </FormGrid>
    </SectionForm>
  )
}
