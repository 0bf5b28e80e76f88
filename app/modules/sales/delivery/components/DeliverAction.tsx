import { ownResult } from '~/platform/forms/own-result'
import { formatQuantity } from '~/platform/values/quantity'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { FormActions } from '~/ui/FormGrid'
import { PostingDateField } from '~/ui/PostingDateField'
import { SelectField } from '~/ui/SelectField'
import { SubmitButton } from '~/ui/SubmitButton'
import { QuantityField } from '~/ui/TextField'
import { ActionFields } from '../../components/ActionFields'
import type { BookingActionProps } from '../../components/action-props'
import { deliverPartSchema, deliverSchema } from '../../schema'

interface Props extends BookingActionProps {
  date: string
}

/** Delivers all open pieces. */
export function DeliverAction({
  project,
  idempotencyKey,
  version,
  lastResult,
  date,
  ...props
}: Props & { secondary?: boolean }) {
  const [form, fields] = useCommandForm({
    id: 'deliver',
    schema: deliverSchema,
    lastResult: ownResult(lastResult, 'deliver'),
    defaultValue: { date },
  })
  return (
    <CommandForm form={form} project={project} idempotencyKey={idempotencyKey}>
      <ActionFields intent="deliver" version={version} />
      <PostingDateField field={fields.date} label="Delivery date" />
      <FormActions>
        <SubmitButton variant={props.secondary ? 'secondary' : 'primary'} className="w-full">
          Mark delivered
        </SubmitButton>
      </FormActions>
    </CommandForm>
  )
}

interface PartProps extends Props {
  lines: readonly { id: string; description: string; caseConfig: number; open: number }[]
}

const REMAINDERS = [
  { value: 'keep', label: 'Backorder the rest' },
  { value: 'release', label: 'Cancel the rest' },
]

/** Delivers pieces per line; the rest stays reserved or is released. */
export function DeliverPartAction({
  project,
  idempotencyKey,
  version,
  lastResult,
  date,
  lines,
}: PartProps) {
  const own = ownResult(lastResult, 'deliver-part')
  const [form, fields] = useCommandForm({
    id: 'deliver-part',
    schema: deliverPartSchema,
    lastResult: own,
    defaultValue: {
      date,
      remainder: 'keep',
      lines: lines.map((line) => ({
        line_id: line.id,
        quantity: line.open > 0 ? formatQuantity(line.open, line.caseConfig) : '',
      })),
    },
  })
  const list = fields.lines.getFieldList()
  return (
    <details id="short" open={own !== undefined} className="mt-4 border-t border-line pt-3">
      <summary className="cursor-pointer font-medium text-accent">Partial delivery</summary>
      <CommandForm
        form={form}
        project={project}
        idempotencyKey={idempotencyKey}
        className="mt-3 flex flex-col gap-3"
      >
        <ActionFields intent="deliver-part" version={version} />
        {list.map((item, index) => {
          const line = lines[index]
          const { line_id, quantity } = item.getFieldset()
          return (
            <div key={line?.id}>
              <input type="hidden" name={line_id.name} value={line?.id} />
              {line && line.open > 0 ? (
                <QuantityField
                  field={quantity}
                  label={`${line.description} (${formatQuantity(line.open, line.caseConfig)} open)`}
                  caseConfig={line.caseConfig}
                />
              ) : null}
            </div>
          )
        })}
        <p id={fields.lines.errorId} className="text-xs font-medium text-danger empty:hidden">
          {fields.lines.errors?.join(' ')}
        </p>
        <SelectField field={fields.remainder} label="Undelivered goods" options={REMAINDERS} />
        <PostingDateField field={fields.date} label="Delivery date" />
        <SubmitButton variant="secondary">Save partial delivery</SubmitButton>
      </CommandForm>
    </details>
  )
}
