import { type KeyboardEvent, useEffect, useRef } from 'react'
import { enter, isPassedBy } from './keyboard'

/** The fields to which Enter goes; those that it passes by are reached by Tab. */
const FIELDS = 'input:not([type=hidden], [data-seldom]), select:not([data-seldom])'

/**
 * Moves by Enter in the lines of a document to the next field and, after the last, to a new line,
 * whose first field takes the focus. Lines are `[data-line]`; the button that adds one is
 * `[data-add]`.
 *
 * @param count The number of lines.
 * @param isDone Called first: returns true when it has handled Enter.
 */
export function useLineKeys(
  count: number,
  isDone?: (target: HTMLElement, last: Element | undefined) => boolean,
) {
  const box = useRef<HTMLDivElement>(null)
  const added = useRef(false)
  // A line that Enter added takes the focus once it is rendered.
  useEffect(() => {
    if (!added.current || count === 0) return
    added.current = false
    const rows = box.current?.querySelectorAll('[data-line]')
    rows?.[rows.length - 1]?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [count])
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.key !== 'Enter' || target.tagName === 'BUTTON') return
    event.preventDefault()
    const inputs = [...(box.current?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
    if (isDone?.(target, [...(box.current?.querySelectorAll('[data-line]') ?? [])].at(-1))) return
    const next = inputs.find(
      (field) =>
        target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING &&
        !isPassedBy(field),
    )
    if (next) return enter(next)
    added.current = true
    box.current?.querySelector<HTMLButtonElement>('[data-add]')?.click()
  }
  return { ref: box, onKeyDown }
}
