import { amountOf, PART_LABELS } from '../data/receipts'
import type { ReceiptPart } from '../data/written'
import { Button, Field } from '../ui/controls'

interface Props {
  parts: readonly ReceiptPart[]
  /** Returns what is wrong with a field: `parts[1].amount`. */
  problem(field: string): string | undefined
  /** Today, which a cheque has as its date at first. */
  day: string
  change(parts: ReceiptPart[]): void
}

export const emptyPart = (type: ReceiptPart['type'], day: string): ReceiptPart => ({
  ...{ id: crypto.randomUUID(), type, amount: '', bank: '', no: '' },
  date: type === 'cheque' ? day : '',
})

/** The parts of a receipt: cash, cheques, transfers, withholding certificates. */
export function ReceiptParts({ parts, problem, day, change }: Props) {
  const set = (at: number, changed: Partial<ReceiptPart>) =>
    change(parts.map((part, place) => (place === at ? { ...part, ...changed } : part)))
  return (
    <>
      <ol className="flex flex-col gap-2">
        {parts.map((part, at) => (
          <li key={part.id} className="rounded-lg bg-surface p-3">
            <Part
              part={part}
              named={parts.length > 1 ? ` of part ${at + 1}` : ''}
              problem={(field) => problem(`parts[${at}].${field}`)}
              set={(changed) => set(at, changed)}
            />
            {parts.length > 1 ? (
              <Button
                wide
                className="mt-2"
                onClick={() => change(parts.filter((_, place) => place !== at))}
              >
                Remove {PART_LABELS[part.type].toLowerCase()}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2">
        {(['cash', 'cheque', 'bank_transfer', 'withholding'] as const).map((type) => (
          <Button key={type} onClick={() => change([...parts, emptyPart(type, day)])}>
            Add {PART_LABELS[type].toLowerCase()}
          </Button>
        ))}
      </div>
    </>
  )
}

interface PartProps {
  part: ReceiptPart
  named: string
  problem(field: string): string | undefined
  set(changed: Partial<ReceiptPart>): void
}

function Part({ part, named, problem, set }: PartProps) {
  const { type } = part
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">{PART_LABELS[type]}</legend>
      <Field
        label={`Amount${named}`}
        inputMode="decimal"
        value={part.amount}
        error={problem('amount')}
        hint={part.amount && !amountOf(part) ? 'Such as 1,500.00' : undefined}
        onChange={({ target }) => set({ amount: target.value })}
      />
      {type === 'cheque' ? (
        <>
          <Field
            label={`Bank${named}`}
            value={part.bank}
            maxLength={200}
            error={problem('cheque_bank')}
            onChange={({ target }) => set({ bank: target.value })}
          />
          <Field
            label={`Cheque no.${named}`}
            inputMode="numeric"
            value={part.no}
            maxLength={40}
            error={problem('cheque_no')}
            onChange={({ target }) => set({ no: target.value })}
          />
          <Field
            label={`Date of the cheque${named}`}
            type="date"
            value={part.date}
            error={problem('cheque_date')}
            onChange={({ target }) => set({ date: target.value })}
          />
        </>
      ) : null}
      {type === 'bank_transfer' || type === 'withholding' ? (
        <Field
          label={`${type === 'withholding' ? 'Certificate no.' : 'Reference no.'}${named}`}
          value={part.no}
          maxLength={40}
          error={problem('reference_no')}
          onChange={({ target }) => set({ no: target.value })}
        />
      ) : null}
    </fieldset>
  )
}
