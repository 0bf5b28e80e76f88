import { CheckField } from '~/ui/CheckField'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { TextField } from '~/ui/TextField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the rules of validation. */
export function CreditSection(props: SectionProps) {
  const { settings } = props.project
  const [form, fields] = useCommandForm({
    id: 'credit',
    schema: SECTION_SCHEMAS.credit,
    lastResult: props.lastResult,
    defaultValue: {
      price_floor_percent: String(settings.price_floor_percent ?? 70),
      allow_back_orders: settings.allow_back_orders,
    },
  })
  return (
    <SectionForm {...props} section="credit" form={form}>
      <FormGrid>
        <TextField
          field={fields.price_floor_percent}
          label="Price floor (% of current SRP)"
          inputMode="decimal"
          autoComplete="off"
          hint="A lower price requires an override by a General Manager or Owner, with a reason. Free goods always do, also when this is 0."
          className="sm:col-span-2"
        />
      </FormGrid>
      <div className="mt-4 flex flex-col gap-4">
        <CheckField
          field={fields.allow_back_orders}
          label="Allow back-orders"
          hint="Bookings can be validated beyond available stock and delivered once goods are on hand."
        />
      </div>
    </SectionForm>
  )
}
