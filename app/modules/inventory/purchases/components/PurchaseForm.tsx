import { useCallback, useRef, useState } from 'react'
import { paths } from '~/paths'
import type { Option } from '~/platform/forms/choices'
import { money } from '~/platform/values/money'
import { VAT_CLASS_OPTIONS } from '~/platform/values/vat'
import { LinkButton } from '~/ui/Button'
import { withoutBlankTail } from '~/ui/blank-tail'
import { CheckField } from '~/ui/CheckField'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormFoot } from '~/ui/FormFoot'
import { FormGrid } from '~/ui/FormGrid'
import { SaveKeys } from '~/ui/Kbd'
import { ctrlEnterSaves, enterGoesOn } from '~/ui/keyboard'
import { LineEditor } from '~/ui/LineEditor'
import { Panel } from '~/ui/Panel'
import { PickerField } from '~/ui/PickerField'
import { PostingDateField } from '~/ui/PostingDateField'
import { SaveAndNew } from '~/ui/SaveAndNew'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { DateField, TextField } from '~/ui/TextField'
import { SupplierField } from '../../suppliers/components/SupplierField'
import type { PurchaseAnswer } from '../entry.server'
import { PURCHASE_KINDS } from '../kinds'
import type { PurchaseProduct } from '../prices'
import { purchaseSchema } from '../schema'
import { LineNote } from './LineNote'
import { PasteLines, usePastedRows } from './PasteLines'
import { PurchaseDuplicateWarning } from './PurchaseDuplicateWarning'
import { usePurchaseDuplicates } from './usePurchaseDuplicates'

/** The initial values of a form. A copy of another record has its lines. */
export type PurchaseStart = NonNullable<
  Parameters<typeof useCommandForm<typeof purchaseSchema>>[0]['defaultValue']
>

interface Props {
  project: string
  idempotencyKey: string
  products: readonly PurchaseProduct[]
  suppliers: readonly Option[]
  customers: readonly Option[]
  start: PurchaseStart
  answer: PurchaseAnswer | undefined
}

/** The second price of a line by kind. */
const PRICE_LABELS = {
  purchase: 'New SRP',
  return_in: 'Credit',
  supplier_return: 'SRP',
}

/** The class of a line whose supplier has another one than the product; shown while the VAT is ticked, without scripts too. */
const VAT_CHOICE = {
  name: 'vat_class',
  label: 'VAT class',
  options: VAT_CLASS_OPTIONS,
  empty: 'Product’s',
  className: 'hidden [form:has([name^=with]:checked)_&]:block',
}

/** The form for a purchase: supplier, numbers, lines, with prices to compare. */
export function PurchaseForm({
  project,
  idempotencyKey,
  suppliers,
  customers,
  start,
  answer,
  ...props
}: Props) {
  const [form, fields] = useCommandForm({
    id: 'purchase-add',
    schema: purchaseSchema,
    lastResult: answer?.lastResult,
    defaultValue: answer?.filled ? (answer.lastResult.initialValue as PurchaseStart) : start,
    prepare: withoutBlankTail,
  })
  const pasted = usePastedRows()
  const [total, setTotal] = useState(money(0))
  const save = useRef<HTMLSpanElement>(null)
  const done = useCallback(() => save.current?.querySelector('button')?.focus(), [])
  const duplicates = usePurchaseDuplicates(
    fields.po_no.value,
    fields.invoice_no.value,
    answer?.duplicates ?? [],
  )
  const kind = PURCHASE_KINDS.find(({ value }) => value === fields.kind.value) ?? PURCHASE_KINDS[0]
  const setsPrice = kind.value === 'purchase'
  // Outgoing goods are checked against what is available; incoming goods are not.
  const products =
    kind.value === 'supplier_return'
      ? props.products
      : props.products.map((product) => ({ ...product, available: undefined }))
  return (
    <Panel>
      <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
        <div {...pasted} onKeyDownCapture={ctrlEnterSaves}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter moves between the fields inside */}
          <div onKeyDown={enterGoesOn}>
            <FormGrid>
              <TextField field={fields.po_no} label="PO no." autoFocus autoComplete="off" />
              <SupplierField
                field={fields.supplier}
                isNew={fields.new_supplier}
                options={suppliers}
                className="lg:col-span-2"
              />
              <SelectField
                field={fields.kind}
                label="Type"
                options={PURCHASE_KINDS}
                hint={kind.effect}
              />
              {/* The style sheet shows it for a return from customers, without scripts too. An underscore
                  in a class name stands for a space, so the selector matches the start of the kind. */}
              <div className="hidden lg:col-span-2 [form:has(option[value^=return]:checked)_&]:block">
                <PickerField
                  field={fields.customer_id}
                  label="Customer"
                  options={customers}
                  source={paths.customers.options}
                  hint="A credit memo is created for this customer"
                />
              </div>
              <TextField
                field={fields.invoice_no}
                label="Supplier invoice no."
                autoComplete="off"
              />
              <DateField field={fields.date_added} label="Posting date" />
              <DateField field={fields.invoice_date} label="Invoice date" />
              <PostingDateField
                field={fields.delivery_date}
                label="Delivery date"
                hint="Date received into stock"
              />
            </FormGrid>
          </div>
          <PurchaseDuplicateWarning duplicates={duplicates} field={fields.again} />
          <div className="mt-5">
            <LineEditor
              form={form}
              lines={fields.lines}
              products={products}
              source={paths.inventory.purchaseProducts}
              amounts={[
                { name: 'cost', label: 'Cost' },
                { name: 'prod_srp', label: PRICE_LABELS[kind.value] },
              ]}
              choice={VAT_CHOICE}
              note={(product, value) => (
                <LineNote
                  product={product}
                  cost={value('cost')}
                  srp={value('prod_srp')}
                  setsPrice={setsPrice}
                />
              )}
              onTotal={setTotal}
              onDone={done}
            />
          </div>
          <div className="mt-4">
            <CheckField
              field={fields.with_vat}
              label="The supplier's invoice shows VAT"
              hint="Records input VAT separately. Not for customer returns."
            />
          </div>
          <PasteLines
            text={String(answer?.lastResult.initialValue?.pasted ?? '')}
            errors={answer?.lastResult.error?.pasted ?? undefined}
            hint="One product per row: material code, quantity (3 cs + 5 pc), cost, new SRP. Blank cost = last cost."
          />
        </div>
        <FormFoot total={total}>
          <span ref={save}>
            <SubmitButton>Save {kind.label.toLowerCase()}</SubmitButton>
          </span>
          <SaveAndNew />
          <LinkButton to={paths.inventory.purchases} variant="ghost">
            Cancel
          </LinkButton>
          <SaveKeys does="saves" andNew />
        </FormFoot>
      </CommandForm>
    </Panel>
  )
}
