import {
  type Money as Amount,
  addMoney,
  fromCents,
  money,
  parseMoney,
  toCents,
} from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { DateField, MoneyField, TextField } from '~/ui/TextField'
import { MODES } from '../modes'
import type { VoucherFields } from './voucher-fields'

interface Props {
  fields: VoucherFields
  banks: readonly { value: string; label: string }[]
  /** The next blank cheque of the chosen account. */
  nextCheque: string | undefined
  currency: string
}

/**
 * Edits the payment. Account and cheque are visible while the mode of payment needs them. The style
 * sheet decides this, so that it works without scripts.
 */
export function Payment({ fields, banks, nextCheque, currency }: Props) {
  const { total, net } = sums(fields)
  return (
    <>
      <FormGrid>
        <SelectField field={fields.mode_of_payment} label="Mode of payment" options={MODES} />
        <MoneyField
          field={fields.ewt_amount}
          label={`Withholding tax, EWT (${currency})`}
          hint="Deducted from payment."
        />
        <div className="sm:col-span-2 [form:has(option[value=cash]:checked)_&]:hidden">
          <SelectField
            field={fields.bank_id}
            label="Bank account"
            options={banks}
            empty="Choose…"
            hint="Paying account."
          />
        </div>
        <div className="hidden gap-x-4 gap-y-3.5 sm:col-span-2 sm:grid-cols-2 lg:col-start-3 [form:has(option[value=cheque]:checked)_&]:grid">
          <TextField
            field={fields.cheque_no}
            label="Cheque no."
            hint={nextCheque ? `Next blank cheque: ${nextCheque}` : undefined}
            list="next-cheque"
            autoComplete="off"
          />
          <datalist id="next-cheque">{nextCheque ? <option value={nextCheque} /> : null}</datalist>
          <DateField field={fields.cheque_date} label="Cheque date" hint="Default: voucher date." />
        </div>
      </FormGrid>
      <dl
        aria-live="polite"
        className="scripted-only mt-4 flex flex-wrap justify-end gap-x-8 gap-y-1 border-t border-line pt-3"
      >
        <Sum label="Total" value={total} />
        <Sum label="Net amount payable" value={net} />
      </dl>
    </>
  )
}

function Sum({ label, value }: { label: string; value: Amount }) {
  return (
    <div className="flex items-baseline gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-base font-semibold">
        <Money value={value} />
      </dd>
    </div>
  )
}

/** Returns the sum of the lines that parse, and the net amount to pay. */
function sums(fields: VoucherFields): { total: Amount; net: Amount } {
  const amounts = fields.lines.getFieldList().map((line) => {
    const { amount } = line.getFieldset()
    return (amount.value && parseMoney(amount.value)) || money(0)
  })
  const total = addMoney(...amounts)
  const withheld = (fields.ewt_amount.value && parseMoney(fields.ewt_amount.value)) || money(0)
  return { total, net: fromCents(toCents(total) - toCents(withheld)) }
}
