import { STOCK_COSTS } from '~/modules/inventory/stock/costs'
import { useCommandForm } from '~/ui/CommandForm'
import { FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { SECTION_SCHEMAS } from '../schema'
import { SectionForm, type SectionProps } from './SectionForm'

/** Edits the valuation of stock. */
export function StockSection(props: SectionProps) {
  const [form, fields] = useCommandForm({
    id: 'stock',
    schema: SECTION_SCHEMAS.stock,
    lastResult: props.lastResult,
    defaultValue: { stock_cost: props.project.settings.stock_cost },
  })
  return (
    <SectionForm {...props} section="stock" form={form}>
      <FormGrid>
        <SelectField
          field={fields.stock_cost}
          label="Stock valuation"
          options={Object.entries(STOCK_COSTS).map(([value, label]) => ({ value, label }))}
          hint="The default cost of each product, or the moving average of its purchases. The inventory report can show the other."
          className="sm:col-span-2"
        />
      </FormGrid>
    </SectionForm>
  )
}
