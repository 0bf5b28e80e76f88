import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Option } from '~/platform/forms/choices'
import { cx } from './classes'

interface Props<O extends Option> {
  listId: string
  found: readonly O[]
  /** Says why there are no choices, or not all of them. */
  note: string | null
  current: O | undefined
  pick: (option: O) => void
  /** The typed name as an option that adds it, with the word for what it becomes. */
  fresh?: O
  noun?: string
}

const EDGE = 8

/** Moves a list that opened beyond the side of the screen back onto it, and the page to its end. */
function bringIntoView(list: HTMLElement) {
  const over = list.getBoundingClientRect().right + EDGE - document.documentElement.clientWidth
  if (over > 0) list.style.translate = `${-over}px`
  list.scrollIntoView({ block: 'nearest' })
}

/** The open list of a picker. */
export function OptionList<O extends Option>(props: Props<O>) {
  const { listId, found, note, current, pick, fresh, noun } = props
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (list.current) bringIntoView(list.current)
  }, [])
  useEffect(() => {
    if (current) document.getElementById(`${listId}-current`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, current])
  return (
    <div
      ref={list}
      className="absolute z-30 mt-1 max-h-72 w-full min-w-64 overflow-auto rounded-lg border border-line bg-surface p-1 shadow-float"
    >
      {/* The input keeps the focus and the keys; the list only points at the active option. */}
      <div id={listId} role="listbox" aria-label="Choices">
        {(fresh ? [...found, fresh] : found).map((option) => (
          <div
            key={option === fresh ? '' : option.id}
            id={option === current ? `${listId}-current` : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={option === current}
            onPointerDown={(event) => {
              event.preventDefault()
              pick(option)
            }}
            className={cx(
              'rounded-md px-2.5 py-1.5 max-sm:py-2.5',
              option === current && 'bg-accent-soft',
              option === fresh && 'font-medium text-accent',
            )}
          >
            {option === fresh ? `Add “${option.label}” as a new ${noun}` : option.label}
            {option.detail ? (
              <span className="block text-xs text-muted">{option.detail}</span>
            ) : null}
          </div>
        ))}
      </div>
      {note ? (
        <p role="status" className="px-2.5 py-2 text-muted">
          {note}
        </p>
      ) : null}
    </div>
  )
}
