import { memo, useEffect, useRef, useState } from 'react'
import { formatQuantity } from '~/platform/values/quantity'
import { cx } from '~/ui/classes'
import { CONTROL } from '~/ui/Field'
import { Quantity } from '~/ui/Figures'
import { enteredPieces, entryOf, type SheetLine } from '../sheet'

interface Props {
  line: SheetLine
  /** The user's input before the server sent the form back. */
  typed?: string
  error?: string
  /** True when another user counted the line meanwhile. */
  conflict?: boolean
}

/** Shows one line of the sheet, with the field for its counted quantity. */
export const EntryRow = memo(function EntryRow({ line, typed, error, conflict }: Props) {
  const { key, caseConfig } = line
  const stored = entryOf(line.counted, caseConfig)
  const id = `now-${key}`
  const [text, setText] = useState(typed ?? stored)
  const [was, setWas] = useState(stored)
  const input = useRef<HTMLInputElement>(null)
  // A save may bring a new stored figure for this line. The field takes it over when the user did
  // not change the line or counted the same. Other input stays, and is reported as a conflict
  // before it replaces the other user's figure.
  useEffect(() => {
    const field = input.current
    if (!field || was === stored) return
    const mine = enteredPieces(field.value, caseConfig)
    const same = mine === enteredPieces(stored, caseConfig)
    if (same || mine === enteredPieces(was, caseConfig)) {
      field.value = stored
      setText(stored)
    }
    if (same || mine === enteredPieces(was, caseConfig) || conflict) setWas(stored)
  }, [stored, was, conflict, caseConfig])
  const pieces = enteredPieces(text, caseConfig)
  const message =
    error ??
    (conflict
      ? `Another user counted ${stored || 'nothing'}; save again to keep yours.`
      : undefined)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5">
      <label htmlFor={id} className="min-w-0 basis-full sm:flex-1 sm:basis-0">
        <span className="font-medium">{line.description}</span>
        <span className="ml-2 text-xs whitespace-nowrap text-muted">
          {line.materialCode}
          {caseConfig > 1 ? ` · ${caseConfig} pcs/case` : ''}
        </span>
      </label>
      {line.expected === null ? null : (
        <span className="w-32 text-right text-muted">
          <span className="text-xs sm:sr-only">Book quantity</span>
          <Quantity pieces={line.expected} caseConfig={caseConfig} />
        </span>
      )}
      <div className="flex flex-1 items-center gap-3 sm:flex-none">
        <input type="hidden" name={`was.${key}`} value={was} />
        <input
          ref={input}
          id={id}
          name={`now.${key}`}
          defaultValue={typed ?? stored}
          onChange={(event) => setText(event.currentTarget.value)}
          data-count
          // The telephone keypad has digits and +.
          inputMode="tel"
          autoComplete="off"
          placeholder={caseConfig > 1 ? 'cs + pc' : 'pc'}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          className={cx(CONTROL, 'figures w-36! text-right')}
        />
        <span className="scripted-only figures w-32 text-xs text-muted">
          {pieces === null || pieces === undefined ? '' : `= ${formatQuantity(pieces, caseConfig)}`}
        </span>
      </div>
      {message ? (
        <p
          id={`${id}-error`}
          className="basis-full text-xs font-medium text-danger sm:text-right"
          aria-live="polite"
        >
          {message}
        </p>
      ) : null}
    </li>
  )
})
