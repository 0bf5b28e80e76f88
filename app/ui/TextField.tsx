import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { type ComponentProps, useState } from 'react'
import { formatMoney, parseMoney } from '~/platform/values/money'
import { formatQuantity, parseQuantity } from '~/platform/values/quantity'
import { cx } from './classes'
import { CONTROL, Field, type FieldTexts } from './Field'

type Bag = Record<string, unknown>

interface Props<S, F extends Bag, E> extends FieldTexts {
  field: FieldMetadata<S, F, E>
}

type Native = Pick<
  ComponentProps<'input'>,
  | 'placeholder'
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'readOnly'
  | 'list'
  | 'min'
  | 'title'
  | 'onChange'
>

interface TextProps<S, F extends Bag, E> extends Props<S, F, E>, Native {
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url' | 'number' | 'date'
  controlClass?: string
  onBlur?: ComponentProps<'input'>['onBlur']
}

/** Edits one line of text; the base of the other one-line fields. */
export function TextField<S, F extends Bag, E>(props: TextProps<S, F, E>) {
  const {
    field,
    type = 'text',
    label,
    hint,
    hintAt,
    hideLabel,
    className,
    controlClass,
    ...native
  } = props
  const { key, ...input } = getInputProps(field, {
    type,
    ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
  })
  return (
    <Field
      id={field.id}
      errorId={field.errorId}
      errors={field.errors as string[] | undefined}
      required={field.required}
      {...{ label, hint, hintAt, hideLabel, className }}
    >
      <input key={key} {...input} {...native} className={cx(CONTROL, controlClass)} />
    </Field>
  )
}

/** Edits a calendar day, `YYYY-MM-DD` in the form data. Schema: `dateField`. */
export function DateField<S, F extends Bag, E>(props: Props<S, F, E> & Native) {
  return <TextField {...props} type="date" controlClass="figures" />
}

/** Edits an amount, formatted as "1,234.50" when it loses the focus. Schema: `moneyField`. */
export function MoneyField<S, F extends Bag, E>(props: Props<S, F, E> & Native) {
  return (
    <TextField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      controlClass="figures text-right"
      onBlur={(event) => {
        const amount = parseMoney(event.currentTarget.value)
        if (amount) event.currentTarget.value = formatMoney(amount)
      }}
    />
  )
}

/**
 * Edits a quantity in cases and pieces: takes "3 cs + 5 pc", "3+5" or "41", and shows the result
 * below. Schema: `quantityField`; the action calls `parseQuantity(text, caseConfig)`.
 */
export function QuantityField<S, F extends Bag, E>(
  props: Props<S, F, E> & Native & { caseConfig?: number },
) {
  const { caseConfig, onChange, ...rest } = props
  const [text, setText] = useState(String(props.field.initialValue ?? ''))
  const pieces = caseConfig ? parseQuantity(text, caseConfig) : null
  const reading =
    pieces === null || !caseConfig || caseConfig === 1
      ? null
      : `= ${formatQuantity(pieces, caseConfig)} (${pieces} pc)`
  return (
    <TextField
      {...rest}
      // In a row there is no room for it: there the field shows it when it loses the focus.
      hint={rest.hintAt ? null : (reading ?? rest.hint)}
      title={reading ?? undefined}
      onBlur={({ currentTarget }) => {
        if (rest.hintAt && pieces !== null && caseConfig)
          currentTarget.value = formatQuantity(pieces, caseConfig)
      }}
      placeholder={props.placeholder ?? (caseConfig === 1 ? 'pc' : 'cs + pc')}
      autoComplete="off"
      controlClass="figures text-right"
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}
