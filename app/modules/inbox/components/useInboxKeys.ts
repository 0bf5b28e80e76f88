import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { ctrlEnterSaves } from '~/ui/keyboard'
import { useNextRow } from '~/ui/useNextRow'

const STEPS: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
const INTENTS_BY_KEY: Record<string, string> = { a: 'approve', r: 'reject' }
/** The link of a document. It has the focus while keys decide the document. */
const LINK = '[data-document]'
/** Excludes the hidden button that Enter presses. */
const BUTTON = "button:not([tabindex='-1'])"
const FIELD = 'textarea, input:not([type=hidden])'

interface Keys {
  list: RefObject<HTMLUListElement>
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * Adds keys to the inbox: arrows (or J and K) move between documents, A approves, R rejects, Enter
 * opens. Letters work only while a document has the focus. When a document is decided and leaves
 * the list, the focus goes to the next one.
 */
export function useInboxKeys(ids: readonly string[]): Keys {
  const list = useRef<HTMLUListElement>(null)
  useNextRow(ids, { box: list, row: 'li', target: LINK })
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>(LINK) ?? [])]

  // While nothing has the focus, the first arrow moves to the first document.
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
      const intent = INTENTS_BY_KEY[event.key.toLowerCase()]
      if (step) {
        event.preventDefault()
        links()[links().indexOf(target) + step]?.focus()
      } else if (intent) {
        const container = target.closest('li')?.querySelector(`[data-intent=${intent}]`)
        const button = container?.querySelector<HTMLElement>(BUTTON)
        if (!button) return
        event.preventDefault()
        button.click()
        container?.querySelector<HTMLElement>('dialog')?.querySelector<HTMLElement>(FIELD)?.focus()
      }
    },
  }
}
