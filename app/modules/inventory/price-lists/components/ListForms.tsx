import type { SubmissionResult } from '@conform-to/react'
import { type ReactNode, useState } from 'react'
import { paths } from '~/paths'
import type { Option } from '~/platform/forms/choices'
import { ownResult } from '~/platform/forms/own-result'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { Dialog } from '~/ui/Dialog'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import type { ProductOption } from '~/ui/lines'
import { OpenBookings } from '~/ui/OpenBookings'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { PriceField } from '~/ui/PriceField'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, MoneyField, TextField } from '~/ui/TextField'
import type { PriceList } from '../queries.server'
import { categoryPriceSchema, priceListSchema, productPriceSchema, repriceSchema } from '../schema'
import { ListFields } from './ListFields'

interface Props {
  list: PriceList
  products: readonly ProductOption[]
  categoryChoices: readonly Option[]
  today: string
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

interface FormProps extends Props {
  /** Says which bookings keep their prices. */
  touched: ReactNode
}

/** Holds the forms of a price list: a price, a percentage of a category, all prices, the list itself. */
export function ListForms({ pending, ...lists }: Props & { pending: number }) {
  const touched = (
    <OpenBookings count={pending} of={{ stage: 'pending', price_list: lists.list.id }} />
  )
  const props = { ...lists, touched }
  return (
    <>
      <Panel title="Set a price" className="mb-4">
        {/* A saved price makes a new form. */}
        <PriceForm key={`${props.list.version} ${props.products.length}`} {...props} />
      </Panel>
      <div className="mb-4 flex flex-wrap gap-2">
        {props.categoryChoices.length > 0 ? <CategoryDialog {...props} /> : null}
        <RepriceDialog {...props} />
        <DetailsDialog {...props} />
      </div>
    </>
  )
}

/** The values that every form of the page sends. */
function Sent({ intent, version }: { intent: string; version: number }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}

function PriceForm({ list, products, today, project, idempotencyKey, ...props }: FormProps) {
  const [picked, setPicked] = useState<ProductOption | null>(null)
  const [form, fields] = useCommandForm({
    id: 'list-price',
    schema: productPriceSchema,
    lastResult: ownResult(props.lastResult, 'price'),
    defaultValue: { valid_from: today },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <Sent intent="price" version={list.version} />
      <FormGrid>
        <PickerField
          field={fields.product_id}
          label="Product"
          options={products}
          source={paths.inventory.priceProducts}
          onPick={setPicked}
        />
        <PriceField
          field={fields.price}
          label="Price"
          packing={picked ?? undefined}
          hint="Blank removes the product from this list"
        />
        <MoneyField field={fields.floor} label="Price floor" hint="Blank = list floor" />
        <DateField field={fields.valid_from} label="From" />
      </FormGrid>
      {props.touched}
      <FormActions>
        <SubmitButton>Set price</SubmitButton>
      </FormActions>
    </CommandForm>
  )
}

function CategoryDialog(props: FormProps) {
  const { list, categoryChoices, today, project, idempotencyKey } = props
  const lastResult = ownResult(props.lastResult, 'category')
  const [form, fields] = useCommandForm({
    id: 'list-category',
    schema: categoryPriceSchema,
    lastResult,
    defaultValue: { valid_from: today },
  })
  return (
    <Dialog
      trigger="Category price adjustment"
      title="Category price adjustment"
      open={lastResult?.error !== undefined}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <Sent intent="category" version={list.version} />
          <div className="grid gap-4">
            <PickerField field={fields.category} label="Category" options={categoryChoices} />
            <TextField
              field={fields.percent}
              label="On the current SRP (%)"
              inputMode="text"
              autoComplete="off"
              controlClass="figures"
              hint="-5 = five percent lower. Blank removes the category from this list"
            />
            <DateField field={fields.valid_from} label="From" />
          </div>
          {props.touched}
          <FormActions>
            <SubmitButton>Save percentage</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}

function RepriceDialog({ list, today, project, idempotencyKey, ...props }: FormProps) {
  const lastResult = ownResult(props.lastResult, 'reprice')
  const [form, fields] = useCommandForm({
    id: 'list-reprice',
    schema: repriceSchema,
    lastResult,
    defaultValue: { valid_from: today },
  })
  return (
    <Dialog
      trigger="Schedule price change"
      title="Schedule price change"
      open={lastResult?.error !== undefined}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <Sent intent="reprice" version={list.version} />
          <p className="mb-4 text-muted">
            Product prices and floors in effect the day before are changed by the percentage. Prices
            already entered for this date and category adjustments do not change.
          </p>
          <div className="grid gap-4">
            <DateField field={fields.valid_from} label="From" />
            <TextField
              field={fields.percent}
              label="Change (%)"
              autoComplete="off"
              controlClass="figures"
              hint="3 = three percent higher, -3 = lower. Blank = same prices"
            />
          </div>
          {props.touched}
          <FormActions>
            <SubmitButton>Save new prices</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}

function DetailsDialog({ list, project, idempotencyKey, ...props }: FormProps) {
  const lastResult = ownResult(props.lastResult, 'details')
  const [form, fields] = useCommandForm({
    id: 'list-details',
    schema: priceListSchema,
    lastResult,
    defaultValue: {
      name: list.name,
      valid_from: list.validFrom,
      is_default: list.isDefault,
      floor_percent: list.floorPercent ?? '',
      status: list.status,
    },
  })
  return (
    <Dialog
      trigger="Edit price list"
      title={`Change ${list.name}`}
      open={lastResult?.error !== undefined}
    >
      {(close) => (
        <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
          <Sent intent="details" version={list.version} />
          <ListFields fields={fields} />
          {props.touched}
          <FormActions>
            <SubmitButton>Save price list</SubmitButton>
            {close}
          </FormActions>
        </CommandForm>
      )}
    </Dialog>
  )
}
