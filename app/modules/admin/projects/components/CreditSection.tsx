import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the rules of validation and of overrides. */
export function CreditSection(props: SectionProps) {
  const { settings } = props.project
  const [form, fields] = useCommandForm({
    id: 'credit',
    schema: SECTION_SCHEMAS.credit,
    lastResult: props.lastResult,
    defaultValue: {
      price_floor_percent: String(settings.price_floor_percent ?? 70),
      allow_back_orders: settings.allow_back_orders,
      credit_override_maker_checker: settings.maker_checker.credit_override,
      credit_lines_maker_checker: settings.maker_checker.credit_lines,
    },
  })
  return (
    <SectionForm {...props} section="credit" form={form}>
      <FormGrid>
        <TextField
          field={fields.price_floor_percent}
          label="Price floor (% of the live SRP)"
          inputMode="decimal"
          autoComplete="off"
          hint="A booking with a lower price is validated only when a General Manager or Owner overrides it, with a reason. Free goods always need that, also when this is 0."
          className="sm:col-span-2"
        />
      </FormGrid>
      <div className="mt-4 flex flex-col gap-4">
        <CheckField
          field={fields.allow_back_orders}
          label="Allow back-orders"
          hint="A booking can be validated for more than is available; it still cannot be delivered before the goods are on hand."
        />
        <CheckField
          field={fields.credit_override_maker_checker}
          label="Overrides need a second person"
          hint="Who entered or edited a booking cannot let it pass the customer's credit line or the price floor, nor validate a price below the floor of before after lowering the live SRP; somebody else with that right has to."
        />
        <CheckField
          field={fields.credit_lines_maker_checker}
          label="Raised credit lines need a second person"
          hint="Who gave a customer its credit line, or raised it, cannot validate a booking that needs that line; somebody else with that right has to."
        />
      </div>
    </SectionForm>
  )
}
