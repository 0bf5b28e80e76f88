import { getInputProps, type SubmissionResult } from '@conform-to/react'
import { formatPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { LinkButton } from '~/ui/Button'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions, FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { TextAreaField } from '~/ui/TextAreaField'
import { TextField } from '~/ui/TextField'
import type { EditLine } from '../line.server'
import { requestSchema } from '../schema'

interface Props {
  line: EditLine
  project: string
  idempotencyKey: string
  /** The address of the purchase record. */
  record: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** Asks for the figure to correct, its new value and the reason. */
export function RequestForm({ line, project, idempotencyKey, record, lastResult }: Props) {
  const [form, fields] = useCommandForm({
    id: 'request-edit',
    schema: requestSchema,
    lastResult,
  })
  const { quantity, caseConfig, cost, prodSrp } = line
  const plain = `Such as 96.25/cs or 8.50/pc. Default: per ${line.priceUnit}`
  const item = fields.item_to_edit.value
  const live = fields.is_change_live_srp
  const { key, ...liveInput } = getInputProps(live, { type: 'checkbox' })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <FormGrid>
        <SelectField
          field={fields.item_to_edit}
          label="Value to correct"
          empty="Choose…"
          options={[
            { value: 'quantity', label: `Quantity, ${formatQuantity(quantity, caseConfig)}` },
            { value: 'cost', label: `Cost, ${formatPrice(cost, line)}` },
            {
              value: 'prod_srp',
              label: prodSrp ? `SRP, ${formatPrice(prodSrp, line)}` : 'SRP, none',
            },
          ]}
        />
        <TextField
          field={fields.what_edit}
          label="Correct value"
          autoComplete="off"
          controlClass="figures text-right"
          hint={
            item === 'quantity'
              ? 'Cases and pieces, such as 3 cs + 5 pc'
              : item
                ? plain
                : 'Cases and pieces, or a price such as 96.25/cs'
          }
        />
        {/* The checkbox is for an SRP only. Without scripts it is always there, and the action
            refuses it elsewhere. */}
        {item && item !== 'prod_srp' ? null : (
          <div className="sm:pt-5 lg:col-span-2">
            <label className="flex min-h-9 max-sm:min-h-10 items-center gap-2">
              <input key={key} {...liveInput} className="size-4 accent-accent" />
              Make the new SRP the current SRP too (now {formatPrice(line.liveSrp, line)})
            </label>
            <p id={live.errorId} className="text-xs font-medium text-danger empty:hidden">
              {live.errors?.join(' ')}
            </p>
          </div>
        )}
      </FormGrid>
      <div className="mt-3.5 max-w-xl">
        <TextAreaField field={fields.reason} label="Reason" rows={2} />
      </div>
      <FormActions>
        <SubmitButton>Send request</SubmitButton>
        <LinkButton to={record} variant="ghost">
          Cancel
        </LinkButton>
      </FormActions>
    </CommandForm>
  )
}
