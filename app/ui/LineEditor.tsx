import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { Button } from './Button'
import { Kbd } from './Kbd'
import { type LineAmount, type LineChoice, type LineFields, LineRow } from './LineRow'
import { type ProductOption, readLine, totalOf } from './lines'
import { useLineKeys } from './useLineKeys'

interface Props<L, F extends Record<string, unknown>, P extends ProductOption> {
  form: FormMetadata<F, string[]>
  /** The list field, whose items have `product_id`, `quantity` and the amount columns. */
  lines: FieldMetadata<L[], F, string[]>
  products: readonly P[]
  source?: string
  /** Amount columns by field name. The line's amount is the first one times the quantity. */
  amounts: readonly LineAmount[]
  /** The name of the field for the discount of a line; without it lines have none. */
  discount?: string
  /** A field of each line with few choices. */
  choice?: LineChoice
  /** Called with the total whenever it changes, for live panels. */
  onTotal?: (total: Amount) => void
  /** Returns a note below a line about the values typed in it. */
  note?: (product: P, value: (name: string) => string | undefined) => ReactNode
  /** Called for Enter in an empty last line: the lines are complete. */
  onDone?: () => void
}

/**
 * Edits the lines of a purchase or booking: product, cases and pieces, prices, amount. Enter goes
 * to the next field and, after the last, to a new line. Without scripts "Add line" and "Remove" are
 * sent to the action as conform intents.
 */
export function LineEditor<
  L,
  F extends Record<string, unknown>,
  P extends ProductOption = ProductOption,
>(props: Props<L, F, P>) {
  const { form, lines, products, source, amounts, discount, choice, onTotal, note, onDone } = props
  const [picked, setPicked] = useState<Record<string, P>>({})
  const list = lines.getFieldList()
  const read = list.map((line) => {
    const fields = (line as unknown as { getFieldset(): LineFields }).getFieldset()
    const id = fields.product_id?.value
    const product = id ? (picked[id] ?? products.find((option) => option.id === id)) : undefined
    const price = fields[amounts[0]?.name ?? '']?.value
    return {
      key: line.key,
      fields,
      product,
      ...readLine({
        product,
        quantity: fields.quantity?.value,
        price,
        discount: discount && fields[discount]?.value,
      }),
    }
  })
  const total = totalOf(read.map((line) => line.amount))
  useEffect(() => onTotal?.(total), [onTotal, total])

  const insert = form.insert.getButtonProps({ name: lines.name })
  const keys = useLineKeys(list.length, (target, row) => {
    // The values come from the page, not from the state: two quick Enters can be faster than a
    // render.
    const typed = [...(row?.querySelectorAll<HTMLInputElement>('input, select') ?? [])]
    const begun = read.length < 2 || typed.some((field) => field.value)
    if (!onDone || begun || !row?.contains(target)) return false
    onDone()
    return true
  })

  return (
    <div {...keys}>
      <div className="flex flex-col gap-3 sm:gap-0.5">
        {read.map(({ key, ...line }, index) => (
          <div key={key ?? index}>
            <LineRow
              {...line}
              index={index}
              {...{ products, source, amounts, discount, choice }}
              remove={form.remove.getButtonProps({ name: lines.name, index })}
              // The option is one of the products or comes from the same source, so it is a
              // product.
              onPick={(option) => setPicked((now) => ({ ...now, [option.id]: option as P }))}
            />
            {note && line.product ? note(line.product, (name) => line.fields[name]?.value) : null}
          </div>
        ))}
      </div>
      <p id={lines.errorId} className="mt-2 text-xs font-medium text-danger empty:hidden">
        {lines.errors?.join(' ')}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3 border-t border-line pt-3">
        <Button {...insert} type="submit" data-add>
          <Plus aria-hidden className="size-4" />
          Add line
        </Button>
        <span className="scripted-only mr-auto hidden text-xs text-muted sm:block">
          <Kbd>Enter</Kbd> moves to the next field or line
        </span>
      </div>
    </div>
  )
}
