import type { SubmissionResult } from '@conform-to/react'
import { STOCK_STATES } from '~/modules/inventory/bad-orders/labels'
import { paths } from '~/paths'
import { formatQuantity } from '~/platform/values/quantity'
import { LinkButton } from '~/ui/Button'
import { ChoiceCards } from '~/ui/ChoiceCards'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { QuantityField } from '~/ui/TextField'
import type { BookingDocument } from '../../document.server'
import { mostOf } from '../ask'
import { REQUEST_KINDS, type RequestKind } from '../kinds'
import { warehouseRequestSchema } from '../schema'

interface Props {
  booking: BookingDocument
  kinds: readonly RequestKind[]
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Requests a hold of a booking, or pieces of its lines. */
export function WarehouseRequestForm({
  booking,
  kinds,
  project,
  idempotencyKey,
  lastResult,
}: Props) {
  const [form, fields] = useCommandForm({
    id: 'ask',
    schema: warehouseRequestSchema,
    lastResult,
    defaultValue: {
      kind: kinds.length === 1 ? kinds[0] : undefined,
      lines: booking.lines.map((line) => ({
        ...{ line_id: line.id, quantity: '' },
        stock_state: 'sellable' as const,
      })),
    },
  })
  const list = fields.lines.getFieldList()
  const choices = REQUEST_KINDS.filter(({ value }) => kinds.includes(value))
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <ChoiceCards
        field={fields.kind}
        legend="Request type"
        groups={[{ label: 'For the goods of this booking', choices }]}
      />
      <fieldset className="mt-5">
        <legend className="text-sm font-semibold">Quantities</legend>
        <p className="mb-3 text-xs text-muted">
          For reductions and returns. A hold applies to the whole booking.
        </p>
        <div className="grid gap-3 sm:grid-cols-2">
          {booking.lines.map((line, index) => {
            const item = list[index]?.getFieldset()
            if (!item) return null
            return (
              <div key={line.id}>
                <input type="hidden" name={item.line_id.name} value={line.id} />
                <QuantityField
                  field={item.quantity}
                  label={line.description}
                  caseConfig={line.caseConfig}
                />
                {kinds.includes('take_back') ? (
                  <SelectField
                    field={item.stock_state}
                    label="Return goods to"
                    options={STOCK_STATES}
                    className="mt-2"
                  />
                ) : null}
                <p className="mt-1 text-xs text-muted">{most(line)}</p>
              </div>
            )
          })}
        </div>
        <p id={fields.lines.errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
          {fields.lines.errors?.join(' ')}
        </p>
      </fieldset>
      <div className="mt-5 max-w-xl">
        <TextAreaField field={fields.reason} label="Reason" rows={2} />
      </div>
      <FormActions>
        <SubmitButton>Send request</SubmitButton>
        <LinkButton to={paths.sales.booking(booking.id)} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}

function most(line: BookingDocument['lines'][number]): string {
  const { reduce, take_back } = mostOf(line)
  return `Can be reduced: ${formatQuantity(reduce, line.caseConfig)}. Can be returned: ${formatQuantity(take_back, line.caseConfig)}.`
}
