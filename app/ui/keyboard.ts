import type { KeyboardEvent } from 'react'

const FIELDS = 'input:not([type=hidden]), select, textarea'

/**
 * Moves from field to field by Enter in a form's head, so that Enter does not save half a booking.
 * An open picker picks and goes on on its own.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !target.matches(FIELDS)) return
  if (target.matches('textarea')) return
  event.preventDefault()
  goOn(target)
}

/** Tells whether Enter passes a field by: it is seldom changed, or has the value that the page proposed for it. */
export function isPassedBy(field: HTMLElement): boolean {
  const { seldom, passed, proposed } = field.dataset
  if (seldom !== undefined) return true
  return Boolean(passed && proposed && (field as HTMLInputElement).value === proposed)
}

/** Moves the focus from a field to the next one of its form that is to be filled. */
export function goOn(target: HTMLElement): void {
  const form = target.closest('form')
  // A field that the style sheet hides takes no focus.
  const shown = (field: HTMLElement) =>
    field === target || (field.getClientRects().length > 0 && !isPassedBy(field))
  const fields = [...(form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])].filter(shown)
  enter(fields[fields.indexOf(target) + 1])
}

/**
 * Moves the focus into a field as Tab does: its content is selected, so that typing replaces it.
 */
export function enter(field: HTMLElement | undefined): void {
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Saves by Ctrl+Enter (⌘ Enter) from every field; with Shift a new form begins, where the form has a button for that. */
export function ctrlEnterSaves(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  const form = (event.target as HTMLElement).closest('form')
  const another = form?.querySelector<HTMLButtonElement>('button[name=then][value=another]')
  form?.requestSubmit(event.shiftKey ? another : undefined)
}
