import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import type { z } from 'zod/mini'
import { COLLECTION_TYPES, collectionType } from '~/modules/receivables/collection-types'
import { money } from '~/platform/values/money'
import { Button } from '~/ui/Button'
import { cx } from '~/ui/classes'
import { Money } from '~/ui/Figures'
import { FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { MoneyField, TextField } from '~/ui/TextField'
import { allocatedTotal } from '../allocate'
import { MOST_PARTS, type receiptFields } from '../receipt-schema'
import { AccountField } from './AccountField'
import { ChequeFields } from './ChequeFields'

type Part = z.input<typeof receiptFields.parts>[number]
type Parts = FieldMetadata<Part[], Record<string, unknown>, string[]>

interface Props {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'insert' | 'remove'>
  parts: Parts
  /** The company's active bank accounts, for transfers. */
  banks: readonly { value: string; label: string }[]
  currency: string
}

const TYPES = COLLECTION_TYPES.map((value) => ({ value, label: collectionType(value) }))

/** Returns the amounts of a form's parts as they are typed. */
export const amountsOf = (parts: Parts) =>
  parts.getFieldList().map((part) => part.getFieldset().amount.value)

/**
 * Edits the parts of a receipt, each with the fields of its type. Without scripts "Add part" and
 * "Remove" are sent to the action, and what was typed comes back.
 */
export function PartsEditor({ form, parts, banks, currency }: Props) {
  const list = parts.getFieldList()
  const several = list.length > 1
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(list.length)
  // A part that was added takes the focus.
  useEffect(() => {
    if (list.length > shown.current)
      box.current?.querySelector<HTMLElement>('fieldset:last-of-type input')?.focus()
    shown.current = list.length
  }, [list.length])
  const insert = form.insert.getButtonProps({
    name: parts.name as never,
    defaultValue: { collection_type: 'cheque' } as never,
  })
  return (
    <div ref={box} className="mb-3.5">
      {list.map((part, index) => {
        const fields = part.getFieldset()
        const remove = form.remove.getButtonProps({ name: parts.name as never, index })
        return (
          <fieldset
            key={part.key}
            className={cx(several && 'mb-3 rounded-lg border border-line p-3')}
          >
            <legend className="sr-only">Payment {index + 1}</legend>
            {several ? (
              // Above the fields, where no error that appears below one moves the button away.
              <div className="mb-1 flex items-center justify-between">
                <span aria-hidden className="text-xs font-semibold text-muted">
                  Payment {index + 1}
                </span>
                <Button
                  {...remove}
                  type="submit"
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove payment ${index + 1}`}
                >
                  Remove
                </Button>
              </div>
            ) : null}
            <FormGrid>
              <MoneyField field={fields.amount} label={`Amount (${currency})`} />
              <SelectField field={fields.collection_type} label="Type" options={TYPES} />
              <AccountField field={fields.bank_id} banks={banks} />
              <TextField
                field={fields.reference_no}
                label="Reference no."
                hint="Number of the transfer or certificate."
                autoComplete="off"
                className={REFERRED}
              />
            </FormGrid>
            <ChequeFields fields={fields} />
          </fieldset>
        )
      })}
      <p id={parts.errorId} className="mt-2 text-xs font-medium text-danger empty:hidden">
        {parts.errors?.join(' ')}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {list.length < MOST_PARTS ? (
          <Button {...insert} type="submit" size="sm">
            Split payment
          </Button>
        ) : null}
        {several ? (
          <p role="status">
            {list.length} payments, total{' '}
            <strong>
              <Money value={allocatedTotal(amountsOf(parts)) ?? money(0)} currency={currency} />
            </strong>
          </p>
        ) : (
          <p className="text-xs text-muted">Several payment types under one CR number</p>
        )}
      </div>
    </div>
  )
}

// The style sheet shows what a type needs, so that it works without scripts too.
const REFERRED =
  'hidden [fieldset:has(option[value^=bank]:checked)_&]:block [fieldset:has(option[value=withholding]:checked)_&]:block'
