import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Plus, X } from 'lucide-react'
import { VAT_CLASS_OPTIONS } from '~/platform/values/vat'
import { Button } from '~/ui/Button'
import { cx } from '~/ui/classes'
import { Kbd } from '~/ui/Kbd'
import { SelectField } from '~/ui/SelectField'
import { MoneyField, TextField } from '~/ui/TextField'
import { useLineKeys } from '~/ui/useLineKeys'
import type { VoucherFields } from './voucher-fields'

type Line = NonNullable<ReturnType<VoucherFields['lines']['getFieldList']>>[number]

interface Props {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'insert' | 'remove'>
  lines: VoucherFields['lines']
  costCenters: readonly { value: string; label: string }[]
}

/**
 * Edits the lines of a voucher: description, cost center, amount. Enter moves to the next field
 * and, after the last one, to a new line. Without scripts "Add line" and "Remove" are sent to the
 * action.
 */
export function LinesEditor({ form, lines, costCenters }: Props) {
  const list = lines.getFieldList()
  const keys = useLineKeys(list.length)
  const insert = form.insert.getButtonProps({ name: lines.name as never })
  return (
    <div {...keys}>
      <div className="flex flex-col gap-3 sm:gap-1.5">
        {list.map((line, index) => (
          <LineRow
            key={line.key}
            {...{ line, index, costCenters }}
            remove={form.remove.getButtonProps({ name: lines.name as never, index })}
          />
        ))}
      </div>
      <p id={lines.errorId} className="mt-2 text-xs font-medium text-danger empty:hidden">
        {lines.errors?.join(' ')}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button {...insert} type="submit" data-add>
          <Plus aria-hidden className="size-4" />
          Add line
        </Button>
        <span className="scripted-only hidden text-xs text-muted sm:block">
          <Kbd>Enter</Kbd> moves to the next field or line
        </span>
      </div>
    </div>
  )
}

interface RowProps {
  line: Line
  index: number
  costCenters: Props['costCenters']
  remove: ReturnType<Props['form']['remove']['getButtonProps']>
}

/** Shows one line: a row on a screen, a small card on a phone. */
function LineRow({ line, index, costCenters, remove }: RowProps) {
  const fields = (line as FieldMetadata<Record<string, string>>).getFieldset() as Record<
    'description' | 'cost_center_id' | 'vat_class' | 'amount',
    FieldMetadata<string, Record<string, unknown>, string[]>
  >
  const first = index === 0
  return (
    <fieldset
      data-line
      className={cx(
        'flex flex-wrap items-start gap-2 rounded-lg border border-line p-3 sm:flex-nowrap sm:border-0 sm:p-0',
        'sm:[&_label]:sr-only',
        first && 'sm:[&_label]:not-sr-only sm:[&_label]:mb-1',
      )}
    >
      <legend className="sr-only">Line {index + 1}</legend>
      <TextField
        field={fields.description}
        label="Particulars"
        autoComplete="off"
        className="w-full min-w-0 sm:w-auto sm:flex-1"
      />
      <SelectField
        field={fields.cost_center_id}
        label="Cost center"
        options={costCenters}
        empty="None"
        className="w-full min-w-0 sm:w-56"
      />
      <SelectField
        field={fields.vat_class}
        label="VAT"
        options={VAT_CLASS_OPTIONS}
        empty="Not shown"
        className="w-[calc(50%-0.25rem)] min-w-0 sm:w-32"
      />
      <MoneyField
        field={fields.amount}
        label="Amount"
        className="min-w-0 flex-1 sm:w-36 sm:flex-none"
      />
      <button
        {...remove}
        type="submit"
        aria-label={`Remove line ${index + 1}`}
        className={cx(
          'mt-5 flex size-9 max-sm:size-10 shrink-0 items-center justify-center rounded-md text-muted hover:bg-danger-soft hover:text-danger',
          !first && 'sm:mt-0',
        )}
      >
        <X aria-hidden className="size-4" />
      </button>
    </fieldset>
  )
}
