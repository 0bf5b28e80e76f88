import type { KeyboardEvent } from 'react'

const FIELDS = 'input:not([type=hidden]), select, textarea'

/**
 * In a form's head Enter goes on to the next field instead of saving half a booking. Open pickers
 * keep their Enter to themselves.
 */
export function enterGoesOn(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !target.matches(FIELDS)) return
  if (target.matches('textarea')) return
  event.preventDefault()
  const form = target.closest('form')
  const fields = [...(form?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
  enter(fields[fields.indexOf(target) + 1])
}

/** The cursor goes into a field as with Tab: what is there is marked, so that typing replaces it. */
export function enter(field: HTMLElement | undefined): void {
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Ctrl+Enter (⌘ Enter) saves from every field. */
export function ctrlEnterSaves(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  ;(event.target as HTMLElement).closest('form')?.requestSubmit()
}
