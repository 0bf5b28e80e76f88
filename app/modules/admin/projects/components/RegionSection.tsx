import type { Option } from '~/platform/forms/choices'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { PickerField } from '~/ui/PickerField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

export interface Regions {
  timeZones: Option[]
  currencies: Option[]
}

/** Edits the time zone, which sets the business date, and the currency. */
export function RegionSection({ regions, ...props }: SectionProps & { regions: Regions }) {
  const { timeZone, currency } = props.project
  const [form, fields] = useCommandForm({
    id: 'region',
    schema: SECTION_SCHEMAS.region,
    lastResult: props.lastResult,
    defaultValue: { time_zone: timeZone, currency },
  })
  return (
    <SectionForm {...props} section="region" form={form}>
      <FormGrid>
        <PickerField
          field={fields.time_zone}
          label="Time zone"
          options={regions.timeZones}
          hint="Sets the business date. Saved dates do not change."
          className="sm:col-span-2"
        />
        <PickerField
          field={fields.currency}
          label="Currency"
          options={regions.currencies}
          hint="Shown with amounts, which are not converted."
          className="sm:col-span-2"
        />
      </FormGrid>
    </SectionForm>
  )
}
