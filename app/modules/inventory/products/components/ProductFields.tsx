import type { FieldMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import { paths } from '~/paths'
import type { Option } from '~/platform/forms/choices'
import { VAT_CLASS_OPTIONS } from '~/platform/values/vat'
import { FormGrid } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { PriceField } from '~/ui/PriceField'
import { SelectField } from '~/ui/SelectField'
import { QuantityField, TextField } from '~/ui/TextField'
import { SupplierField } from '../../suppliers/components/SupplierField'
import type { productSchema } from '../schema'
import { BelowCostHint } from './BelowCost'
import { CategoryField } from './CategoryField'
import { ColorField } from './ColorField'

type Values = z.input<typeof productSchema>

/** The product that already uses the material code of a refused form. */
export interface CodeTaken {
  id: string
  description: string
}

interface Props {
  fields: {
    [K in keyof Values]-?: FieldMetadata<Values[K], Values, string[]>
  }
  categories: readonly [string[], string[], string[]]
  suppliers: readonly Option[]
  taken: CodeTaken | null | undefined
  /**
   * The current SRP of an existing product. It is not edited here, but may be below the new cost.
   */
  liveSrp?: string
  /** Says which bookings other categories touch. */
  touched?: ReactNode
}

/** Shows all fields of a product: name and categories, packing, prices. */
export function ProductFields(props: Props) {
  const { fields, categories, suppliers, taken, liveSrp, touched } = props
  const cost = fields.def_cost.value
  const caseConfig = Number(fields.case_config.value) || 1
  const priceUnit = fields.price_unit.value === 'case' ? 'case' : 'piece'
  const packing = { caseConfig, priceUnit } as const
  const plain = `Per ${priceUnit}`
  return (
    <FormGrid>
      <TextField
        field={fields.description}
        label="Product name"
        autoFocus
        className="lg:col-span-2"
      />
      <TextField
        field={fields.material_code}
        label="Material code"
        autoComplete="off"
        hint={
          taken ? (
            <>
              Used by{' '}
              <Link
                to={paths.inventory.product(taken.id)}
                className="font-medium text-accent hover:underline"
              >
                {taken.description}
              </Link>
              .
            </>
          ) : undefined
        }
      />
      <SupplierField field={fields.supplier} isNew={fields.new_supplier} options={suppliers} />
      <CategoryField field={fields.category1} label="Category 1" options={categories[0]} />
      <CategoryField field={fields.category2} label="Category 2" options={categories[1]} />
      <CategoryField field={fields.category3} label="Category 3" options={categories[2]} />
      {liveSrp === undefined ? null : (
        <div>
          <PostingDateField
            field={fields.category_from}
            label="New categories effective from"
            hint="Sales from this date move to the new categories. Blank = today"
          />
          {touched}
        </div>
      )}
      <TextField field={fields.unit_of_measure} label="Unit of measure" />
      <TextField
        field={fields.case_config}
        label="Pcs/case"
        inputMode="numeric"
        hint="Enter 1 if sold by piece"
      />
      <TextField field={fields.liters_per_case} label="Liters/case" inputMode="decimal" />
      <SelectField
        field={fields.price_unit}
        label="Price unit"
        options={[
          { value: 'piece', label: 'Piece' },
          { value: 'case', label: 'Case' },
        ]}
        hint="For prices entered without /pc or /cs"
      />
      <SelectField
        field={fields.vat_class}
        label="VAT class"
        options={VAT_CLASS_OPTIONS}
        hint="Of sales to VATable customers"
      />
      <PriceField
        packing={packing}
        field={fields.def_cost}
        label="Default cost"
        hint={
          <>
            {plain}
            <BelowCostHint price="Current SRP" value={liveSrp} cost={cost} packing={packing} />
          </>
        }
      />
      <PriceField
        packing={packing}
        field={fields.def_srp}
        label="Default SRP"
        hint={
          <>
            {liveSrp === undefined ? `${plain}; initial selling price` : plain}
            <BelowCostHint
              price="Default SRP"
              value={fields.def_srp.value}
              cost={cost}
              packing={packing}
            />
          </>
        }
      />
      <QuantityField
        field={fields.reorder_level}
        label="Reorder level"
        caseConfig={caseConfig}
        hint="Alert when available stock falls below this. Blank = no alert"
      />
      <ColorField
        field={fields.selected_color}
        label="Color"
        className="sm:col-span-2 lg:col-span-3"
      />
    </FormGrid>
  )
}
