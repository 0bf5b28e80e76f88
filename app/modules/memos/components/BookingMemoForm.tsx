import type { SubmissionResult } from '@conform-to/react'
import { STOCK_STATES } from '~/modules/inventory/bad-orders/labels'
import type { BookingDocument } from '~/modules/sales/document.server'
import { paths } from '~/paths'
import { formatMoney } from '~/platform/values/money'
import { formatPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { LinkButton } from '~/ui/Button'
import { ChoiceCards } from '~/ui/ChoiceCards'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { PriceField } from '~/ui/PriceField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { MoneyField, QuantityField } from '~/ui/TextField'
import { bookingMemoSchema } from '../schema'

interface Props {
  booking: BookingDocument
  today: string
  project: string
  currency: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

const CHOICES = [
  {
    value: 'return',
    label: 'Goods returned',
    detail: 'Pieces return to stock at their selling price.',
  },
  {
    value: 'price_allowance',
    label: 'Price allowance',
    detail: 'A price reduction after the sale, by line or amount. No goods are returned.',
  },
  {
    value: 'write_off',
    label: 'Write-off',
    detail: 'An uncollectible balance. Sales do not change.',
  },
  { value: 'other', label: 'Other credit', detail: 'Reduces the balance. Sales do not change.' },
  {
    value: 'undercharge',
    label: 'Undercharge',
    detail: 'The price was too low. A debit memo increases balance, sales and VAT.',
  },
]

/** Writes a memo for a booking: by pieces, by amounts or prices of its lines, or over one amount. */
export function BookingMemoForm(props: Props) {
  const { booking, today, project, currency, idempotencyKey, lastResult } = props
  const [form, fields] = useCommandForm({
    id: 'booking-memo',
    schema: bookingMemoSchema,
    lastResult,
    defaultValue: {
      on_date: today,
      lines: booking.lines.map((line) => ({
        ...{ line_id: line.id, quantity: '', amount: '', price_difference: '' },
        stock_state: 'sellable' as const,
      })),
    },
  })
  const list = fields.lines.getFieldList()
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <ChoiceCards
        field={fields.reason}
        legend="Memo type"
        groups={[{ label: `Balance ${formatMoney(booking.balance, currency)}`, choices: CHOICES }]}
      />
      {booking.lines.length > 0 ? (
        <fieldset className="mt-5">
          <legend className="text-sm font-semibold">Lines</legend>
          <p className="mb-3 text-xs text-muted">
            Pieces returned, the allowance on a line, or pieces and the undercharge, such as 1.00/pc
            or 12.00/cs. Leave blank for a write-off.
          </p>
          <div className="flex flex-col gap-3">
            {booking.lines.map((line, index) => {
              const item = list[index]?.getFieldset()
              if (!item) return null
              return (
                <fieldset key={line.id} className="border-t border-line pt-3">
                  <legend className="sr-only">{line.description}</legend>
                  <input type="hidden" name={item.line_id.name} value={line.id} />
                  <p className="mb-1.5 text-sm">
                    {line.description}
                    <span className="block text-xs text-muted">
                      Delivered and not returned:{' '}
                      {formatQuantity(line.delivered - line.returned, line.caseConfig)} at{' '}
                      {formatPrice(line.agentSrp, line)}
                    </span>
                  </p>
                  <div className="grid max-w-4xl gap-3 sm:grid-cols-2 lg:grid-cols-4">
                    <QuantityField
                      field={item.quantity}
                      label="Pieces"
                      caseConfig={line.caseConfig}
                    />
                    <SelectField
                      field={item.stock_state}
                      label="Return to"
                      options={STOCK_STATES}
                    />
                    <MoneyField field={item.amount} label={`Allowance (${currency})`} />
                    <PriceField
                      field={item.price_difference}
                      packing={line}
                      label={`Undercharge (${currency})`}
                    />
                  </div>
                </fieldset>
              )
            })}
          </div>
          <p
            id={fields.lines.errorId}
            className="mt-1 text-xs font-medium text-danger empty:hidden"
          >
            {fields.lines.errors?.join(' ')}
          </p>
        </fieldset>
      ) : null}
      <div className="mt-5">
        <FormGrid>
          <MoneyField
            field={fields.amount}
            label={`Amount (${currency})`}
            hint="Only without lines: a write-off, or an allowance on the whole booking"
          />
          <PostingDateField field={fields.on_date} label="Date" hint="Today or earlier" />
        </FormGrid>
      </div>
      <div className="mt-3.5 max-w-xl">
        <TextAreaField
          field={fields.note}
          label="Remarks"
          rows={2}
          hint="Required for another credit. Printed on the memo."
        />
      </div>
      <FormActions>
        <SubmitButton>Save memo</SubmitButton>
        <LinkButton to={paths.sales.booking(booking.id)} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}
