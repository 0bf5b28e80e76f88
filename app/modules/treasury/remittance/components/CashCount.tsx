import type { FieldMetadata } from '@conform-to/react'
import { denominationText } from '~/platform/values/denominations'
import { type Money as Amount, multiplyMoney } from '~/platform/values/money'
import { Money } from '~/ui/Figures'
import { enterGoesOn } from '~/ui/keyboard'
import { TextField } from '~/ui/TextField'

export interface CashLine {
  key: string | undefined
  value: Amount
  pieces: number
  fields: { value: FieldMetadata<string>; count: FieldMetadata<string | undefined> }
}

/** Edits the number of each note and coin; Enter moves down the column. */
export function CashCount({ lines }: { lines: readonly CashLine[] }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter moves between the fields inside
    <div onKeyDown={enterGoesOn} className="px-4 py-1">
      {lines.map(({ key, value, pieces, fields }) => {
        const text = denominationText(value)
        return (
          <div key={key} className="flex items-start gap-2 border-b border-line py-1">
            <span className="figures w-14 py-2 text-right">{text}</span>
            <span aria-hidden className="py-2 text-muted">
              ×
            </span>
            <input type="hidden" name={fields.value.name} value={value} />
            <TextField
              field={fields.count}
              label={`${text} × qty`}
              hideLabel
              inputMode="numeric"
              autoComplete="off"
              controlClass="figures text-right"
              className="w-24"
            />
            <span className="scripted-only flex-1 py-2 text-right">
              {pieces > 0 ? <Money value={multiplyMoney(value, pieces)} /> : null}
            </span>
          </div>
        )
      })}
    </div>
  )
}
