import { type RefObject, useEffect, useRef } from 'react'

interface Places {
  /** What holds the list. */
  box: RefObject<HTMLElement>
  /** Finds its rows in there, as many as there are ids. */
  row: string
  /** Finds in a row what takes the cursor; a row may have none. */
  target: string
}

/**
 * When a row is done and leaves its list, the cursor, which was in it, goes to the row that takes its place. Where the
 * cursor is somewhere else, in a filter say, it stays there.
 */
export function useNextRow(ids: readonly string[], { box, row, target }: Places): void {
  const before = useRef(ids)
  const shown = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are what tells of the leaving
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id))
    const left = gone >= 0 && ids.some((id) => before.current.includes(id))
    before.current = ids
    if (!left || (document.activeElement ?? document.body) !== document.body) return
    const rows = [...(box.current?.querySelectorAll(row) ?? [])]
    const nearest = [...rows.slice(gone), ...rows.slice(0, gone).reverse()]
    for (const each of nearest) {
      const place = each.querySelector<HTMLElement>(target)
      if (place) return place.focus()
    }
  }, [shown])
}
