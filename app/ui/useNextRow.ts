import { type RefObject, useEffect, useRef } from 'react'

interface Selectors {
  /** The element that contains the list. */
  box: RefObject<HTMLElement>
  /** The selector of its rows, one per id. */
  row: string
  /** The selector of the element in a row that takes the focus; a row may have none. */
  target: string
}

/**
 * Moves the focus to the next row when the row that had it leaves its list. A focus elsewhere, such
 * as in a filter, stays.
 */
export function useNextRow(ids: readonly string[], { box, row, target }: Selectors): void {
  const before = useRef(ids)
  const shown = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids show which row has left
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id))
    const left = gone >= 0 && ids.some((id) => before.current.includes(id))
    before.current = ids
    if (!left || (document.activeElement ?? document.body) !== document.body) return
    const rows = [...(box.current?.querySelectorAll(row) ?? [])]
    const nearest = [...rows.slice(gone), ...rows.slice(0, gone).reverse()]
    for (const each of nearest) {
      const element = each.querySelector<HTMLElement>(target)
      if (element) return element.focus()
    }
  }, [shown])
}
