import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { ASK } from '~/platform/forms/own-result'
import { Button } from './Button'
import { SubmitButton } from './SubmitButton'

/** An act on the selected rows that is confirmed before it is done. */
export interface ConfirmedAct {
  /** The value of `intent` that does it. */
  intent: string
  /** The text of the first button; `verb` unless given. */
  label?: ReactNode
  /** The verb with which the sentence begins, and the text of the second button: "Deliver". */
  verb: string
  danger?: boolean
}

/** The intent of the form around it that waits for its confirmation (CommandForm); null for none. */
export const AskedAct = createContext<string | null>(null)

export const useAsked = () => useContext(AskedAct)

interface Props {
  act: ConfirmedAct
  /** The objects of the act: "9 bookings, PHP 88,170.00, 5 not invoiced, dated 11/28". */
  children: ReactNode
}

/**
 * Says what an act on several documents will do, with the button that does it and one that goes back. The focus comes to the
 * first; Escape goes back. The second press of a double click, and a key that is held, do nothing.
 */
export function ConfirmLine({ act, children }: Props) {
  const line = useRef<HTMLFieldSetElement>(null)
  useEffect(() => line.current?.querySelector('button')?.focus(), [])
  return (
    <fieldset
      ref={line}
      aria-label={`Confirm: ${act.verb}`}
      onKeyDown={byKey}
      className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2"
    >
      <p id={LINE} className="figures font-medium max-sm:basis-full">
        {act.verb} {children}?
      </p>
      <SubmitButton
        name="intent"
        value={act.intent}
        variant={act.danger ? 'danger' : 'primary'}
        aria-describedby={LINE}
        onClick={onceOnly}
      >
        {act.verb}
      </SubmitButton>
      <Button type="submit" name={ASK} value="" formNoValidate data-back="">
        Back
      </Button>
    </fieldset>
  )
}

const LINE = 'confirm-line'

/** Ignores the second press of a double click on the button that stood here before. */
function onceOnly(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

function byKey(event: KeyboardEvent<HTMLElement>) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('[data-back]')?.click()
}

/** Opens the confirmation of an act; a form sent by it is checked and not carried out. */
export function AskButton({
  act,
  ...rest
}: {
  act: ConfirmedAct
  variant?: 'primary' | 'secondary' | 'danger'
}) {
  return (
    <SubmitButton name={ASK} value={act.intent} {...rest}>
      {act.label ?? act.verb}
    </SubmitButton>
  )
}
