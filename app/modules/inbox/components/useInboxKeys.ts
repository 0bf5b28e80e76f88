import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { ctrlEnterSaves } from '~/ui/keyboard'
import { useNextRow } from '~/ui/useNextRow'

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
const ACTS: Record<string, string> = { a: 'approve', r: 'reject' }
/** The link of a document, which has the cursor while keys decide about it. */
const LINK = '[data-document]'
/** Not the hidden one that Enter presses. */
const BUTTON = "button:not([tabindex='-1'])"
const FIELD = 'textarea, input:not([type=hidden])'

interface Keys {
  list: RefObject<HTMLUListElement>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * The inbox by the keyboard: arrows (or J and K) go from document to document, A approves, R rejects,
 * Enter opens. Letters count only while the cursor is on a document. When one is decided and leaves,
 * the cursor goes to the one that takes its place.
 */
export function useInboxKeys(ids: readonly string[]): Keys {
  const list = useRef<HTMLUListElement>(null)
  useNextRow(ids, { box: list, row: 'li', target: LINK })
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>(LINK) ?? [])]

  // Nothing has the cursor yet: the first arrow goes to the first document.
  useEffect(() => {
    const begin = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'ArrowDown' || document.activeElement !== document.body) return
      const first = list.current?.querySelector<HTMLElement>(LINK)
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    document.addEventListener('keydown', begin)
    return () => document.removeEventListener('keydown', begin)
  }, [])

  return {
    list,
    onKeyDown(event) {
      const target = event.target as HTMLElement
      if (target.closest('dialog')) return ctrlEnterSaves(event)
      if (event.ctrlKey || event.metaKey || event.altKey || !target.matches(LINK)) return
      const step = STEPS[event.key]
      const act = ACTS[event.key.toLowerCase()]
      if (step) {
        event.preventDefault()
        links()[links().indexOf(target) + step]?.focus()
      } else if (act) {
        const place = target.closest('li')?.querySelector(`[data-act=${act}]`)
        const button = place?.querySelector<HTMLElement>(BUTTON)
        if (!button) return
        event.preventDefault()
        button.click()
        place?.querySelector<HTMLElement>('dialog')?.querySelector<HTMLElement>(FIELD)?.focus()
      }
    },
  }
}
