import type { SecondPersonRule } from '~/platform/request/context'
import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** The rules of a second person, in the order of the work: name and what the rule asks. */
const RULES: Record<SecondPersonRule, { label: string; hint: string }> = {
  credit_lines: {
    label: 'Raised credit lines need a second person',
    hint: 'Who gave a customer its credit line, or raised it, cannot validate a booking that needs that line; somebody else who validates bookings has to.',
  },
  credit_override: {
    label: 'Overrides and prices need a second person',
    hint: "Who entered or edited a booking cannot let it pass the customer's credit line or the price floor. Who set the first live SRP of a product, or lowered it, cannot validate a booking that relies on it.",
  },
  product_edits: {
    label: 'Product edits are decided by a second person',
    hint: 'Who asked to correct a purchase line cannot approve or reject that; another General Manager or Owner has to.',
  },
  receipts: {
    label: 'Receipts are approved by a second person',
    hint: 'Who recorded or collected a receipt cannot approve it, nor cancel it once it is approved; somebody else who decides collections has to.',
  },
  vouchers: {
    label: 'Vouchers are approved by a second person',
    hint: 'Who wrote or edited a voucher cannot approve it; somebody else who approves vouchers has to.',
  },
  payee_accounts: {
    label: 'Account numbers of payees are confirmed by a second person',
    hint: 'A voucher that carries an account number is printed and released once somebody else than who entered or changed that number has confirmed it.',
  },
}

/** Edits which decisions need a second person. */
export function DutiesSection(props: SectionProps) {
  const rules = props.project.settings.maker_checker
  const [form, fields] = useCommandForm({
    id: 'duties',
    schema: SECTION_SCHEMAS.duties,
    lastResult: props.lastResult,
    defaultValue: Object.fromEntries(
      Object.keys(RULES).map((rule) => [
        `${rule}_maker_checker`,
        // A rule that the settings do not name holds.
        rules[rule as SecondPersonRule] ?? true,
      ]),
    ),
  })
  return (
    <SectionForm {...props} section="duties" form={form}>
      <p className="mb-4 max-w-prose text-muted">
        Switch a rule off only where one person does all of that work. The audit trail tells who did
        it, and when.
      </p>
      <div className="flex flex-col gap-4">
        {Object.entries(RULES).map(([rule, { label, hint }]) => (
          <CheckField
            key={rule}
            field={fields[`${rule as SecondPersonRule}_maker_checker`]}
            label={label}
            hint={hint}
          />
        ))}
      </div>
    </SectionForm>
  )
}
