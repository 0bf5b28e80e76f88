import { formatMoney, money } from '~/platform/values/money'
import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { MoneyField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the amount above which vouchers need approval, who may approve, and whether accounts are confirmed. */
export function VouchersSection(props: SectionProps) {
  const { settings, currency } = props.project
  const limit = settings.voucher_approval_above
  const [form, fields] = useCommandForm({
    id: 'vouchers',
    schema: SECTION_SCHEMAS.vouchers,
    lastResult: props.lastResult,
    defaultValue: {
      voucher_approval_above: limit ? formatMoney(money(limit)) : '',
      vouchers_maker_checker: settings.maker_checker.vouchers,
      payee_accounts_maker_checker: settings.maker_checker.payee_accounts,
    },
  })
  return (
    <SectionForm {...props} section="vouchers" form={form}>
      <FormGrid>
        <MoneyField
          field={fields.voucher_approval_above}
          label={`Approval above (${currency})`}
          hint="A voucher with a larger total is printed and released once it is approved. 0: every voucher; empty: none."
          className="sm:col-span-2"
        />
      </FormGrid>
      <div className="mt-4 flex flex-col gap-4">
        <CheckField
          field={fields.vouchers_maker_checker}
          label="Vouchers are approved by a second person"
          hint="Who wrote or edited a voucher cannot approve it; somebody else with that right has to."
        />
        <CheckField
          field={fields.payee_accounts_maker_checker}
          label="Account numbers of payees are confirmed by a second person"
          hint="A voucher that carries an account number is printed and released once somebody else than who entered or changed that number has confirmed it."
        />
      </div>
    </SectionForm>
  )
}
