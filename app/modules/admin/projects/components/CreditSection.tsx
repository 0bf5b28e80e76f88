import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the rules of validation and of credit overrides. */
export function CreditSection(props: SectionProps) {
  const { settings } = props.project
  const [form, fields] = useCommandForm({
    id: 'credit',
    schema: SECTION_SCHEMAS.credit,
    lastResult: props.lastResult,
    defaultValue: {
      allow_back_orders: settings.allow_back_orders,
      credit_override_maker_checker: settings.maker_checker.credit_override,
      credit_lines_maker_checker: settings.maker_checker.credit_lines,
    },
  })
  return (
    <SectionForm {...props} section="credit" form={form}>
      <div className="flex flex-col gap-4">
        <CheckField
          field={fields.allow_back_orders}
          label="Allow back-orders"
          hint="A booking can be validated for more than is available; it still cannot be delivered before the goods are on hand."
        />
        <CheckField
          field={fields.credit_override_maker_checker}
          label="Credit overrides need a second person"
          hint="Who entered a booking cannot let it pass the customer's credit line; somebody else with that right has to."
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
