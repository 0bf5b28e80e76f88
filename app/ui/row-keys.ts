import { type KeyboardEvent as ReactKeyboardEvent, useEffect } from 'react'

/** The rows of lists that the keyboard reaches: each has the link of its row. */
const ROW = 'main tbody [data-row]'

/** Goes to the first row of the page's list by the down arrow, such as from its search box. */
export function toFirstRow(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>) {
  if (event.key !== 'ArrowDown') return
  const row = document.querySelector<HTMLElement>(ROW)
  if (!row) return
  event.preventDefault()
  row.focus()
}

/** Goes to the first row of the page's list by the down arrow, when nothing on the page has the focus yet. */
export function useFirstRow(listed: boolean) {
  useEffect(() => {
    if (!listed) return
    const seek = (event: KeyboardEvent) => {
      const nowhere = (event.target as Element).matches?.('body, main')
      if (nowhere && !event.defaultPrevented) toFirstRow(event)
    }
    document.addEventListener('keydown', seek)
    return () => document.removeEventListener('keydown', seek)
  }, [listed])
}

/**
 * Moves between rows by the arrow keys; Space selects the row that has the focus, and Ctrl+Enter does what the button
 * below the list does with the selected ones.
 */
export function moveByRow(event: ReactKeyboardEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  const row = target.closest('tr')
  if (!row || target.matches('input:not([type=checkbox]), select, textarea')) return
  const box = row.querySelector<HTMLInputElement>('input[type=checkbox]')
  if (event.key === ' ' && target.matches('[data-row]')) {
    if (!box) return
    event.preventDefault()
    box.click()
  } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    const button = [...(box?.form?.elements ?? [])].find((one) =>
      one.matches('[type=submit]:not([aria-hidden])'),
    )
    if (!button) return
    event.preventDefault()
    ;(button as HTMLElement).click()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
    const focus = next?.querySelector<HTMLElement>('[data-row], a, input')
    if (!focus) return
    event.preventDefault()
    focus.focus()
  }
}
