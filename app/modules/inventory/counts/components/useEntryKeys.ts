import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { useLeaveGuard } from '~/ui/useLeaveGuard'

const FIELDS = 'input[data-count]'
const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

const wasOf = (field: HTMLInputElement) =>
  field.form?.elements.namedItem(field.name.replace('now.', 'was.')) as HTMLInputElement | null

const isTouched = (field: HTMLInputElement) => field.value.trim() !== (wasOf(field)?.value ?? '')

/**
 * Adds keyboard entry to the sheet. Enter and the arrows move from line to line, and from the last
 * line to the save button. Ctrl+Enter saves. Untouched lines are not sent. Leaving the page with
 * unsaved input asks first.
 */
export function useEntryKeys(
  { form, save }: { form: RefObject<HTMLFormElement>; save: RefObject<HTMLButtonElement> },
  lines: readonly unknown[],
) {
  const [filled, setFilled] = useState<number | null>(null)
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])]
  const unsaved = () => fields().some(isTouched)
  const count = () => setFilled(fields().filter((field) => field.value.trim() !== '').length)

  useEffect(() => {
    const element = form.current
    if (!element) return
    const leaveOut = ({ formData }: FormDataEvent) => {
      for (const field of element.querySelectorAll<HTMLInputElement>(FIELDS)) {
        if (isTouched(field)) continue
        formData.delete(field.name)
        formData.delete(field.name.replace('now.', 'was.'))
      }
    }
    element.addEventListener('formdata', leaveOut)
    return () => element.removeEventListener('formdata', leaveOut)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines change after each reply
  useEffect(count, [lines])
  useLeaveGuard(unsaved)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      form.current?.requestSubmit(save.current)
      return
    }
    const step = STEPS[event.key]
    if (!step || !target.matches(FIELDS)) return
    event.preventDefault()
    const list = fields()
    const next = list[list.indexOf(target as HTMLInputElement) + step]
    if (next) {
      next.focus()
      next.select()
    } else if (step > 0) form.current?.querySelector<HTMLElement>('[data-save]')?.focus()
  }
  return { onKeyDown, onInput: count, filled }
}
