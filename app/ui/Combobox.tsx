import { useFetcher } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { cx } from './classes'
import { CONTROL } from './Field'
import { useHydrated } from './useHydrated'

/** One choice of a picker; `detail` is its second line, in gray (address, stock, price). */
export interface Option {
  id: string
  label: string
  detail?: string
}

interface Props<O extends Option> {
  id: string
  name: string
  form?: string
  /**
   * The choices that the server sent. The native select of browsers without scripts has only these.
   */
  options: readonly O[]
  /**
   * The resource route that answers `{ options }` for `?q=`. Without it the choices are filtered in
   * the browser.
   */
  source?: string
  defaultValue?: string
  placeholder?: string
  invalid?: boolean
  describedBy?: string
  onPick?: (option: O | null) => void
}

const SHOWN = 50
const DEBOUNCE_MS = 200

/**
 * Picks one of many choices by typing: arrow keys move, Enter selects, Escape closes. The server
 * renders a native select, which stays in browsers without scripts.
 */
export function Combobox<O extends Option>(props: Props<O>) {
  const hydrated = useHydrated()
  if (hydrated) return <Enhanced {...props} />
  const { id, name, form, options, defaultValue, placeholder, invalid, describedBy } = props
  return (
    <select
      {...{ id, name, form, defaultValue }}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      className={CONTROL}
    >
      <option value="">{placeholder ?? 'Choose…'}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.detail ? `${option.label} · ${option.detail}` : option.label}
        </option>
      ))}
    </select>
  )
}

function Enhanced<O extends Option>(props: Props<O>) {
  const { id, name, form, options, source, placeholder, invalid, describedBy, onPick } = props
  const listId = useId()
  const hidden = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<O | null>(
    () => options.find((option) => option.id === props.defaultValue) ?? null,
  )
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const { found, note } = useFound(options, source, text)
  const open = text !== null
  const current = found[Math.min(active, found.length - 1)]

  const pick = (option: O | null) => {
    setPicked(option)
    setText(null)
    onPick?.(option)
    if (!hidden.current) return
    // The value is set before the event, so that conform validates the new choice.
    hidden.current.value = option?.id ?? ''
    hidden.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setText('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((index) => Math.max(0, Math.min(found.length - 1, index + step)))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      event.stopPropagation()
      if (current) pick(current)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setText(null)
    } else if (event.key === 'Tab' && open && text && current) {
      pick(current)
    }
  }
  return (
    <div className="relative">
      <input ref={hidden} type="hidden" name={name} form={form} value={picked?.id ?? ''} readOnly />
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${listId}-${current.id}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        placeholder={picked?.label ?? placeholder ?? 'Type to search…'}
        title={picked?.label}
        value={text ?? picked?.label ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setText((now) => now ?? '')}
        onBlur={() => setText(null)}
        onChange={(event) => {
          const typed = event.currentTarget.value
          // Emptying the box clears the choice.
          if (typed === '' && picked) pick(null)
          setActive(0)
          setText(typed)
        }}
        onKeyDown={onKeyDown}
        className={CONTROL}
      />
      {open ? <OptionList {...{ listId, found, note, current, pick }} /> : null}
    </div>
  )
}

function OptionList<O extends Option>(props: {
  listId: string
  found: readonly O[]
  note: string | null
  current: O | undefined
  pick: (option: O) => void
}) {
  const { listId, found, note, current, pick } = props
  useEffect(() => {
    if (current)
      document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, current])
  return (
    <div className="absolute z-30 mt-1 max-h-72 w-full min-w-64 overflow-auto rounded-lg border border-line bg-surface p-1 shadow-float">
      {/* The input keeps the focus and handles the keys; the list only marks the active option. */}
      <div id={listId} role="listbox" aria-label="Choices">
        {found.map((option) => (
          <div
            key={option.id}
            id={`${listId}-${option.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === current}
            onPointerDown={(event) => {
              event.preventDefault()
              pick(option)
            }}
            className={cx('rounded px-2.5 py-1.5', option === current && 'bg-accent-soft')}
          >
            {option.label}
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

/**
 * Returns the choices for the typed words, each of which must occur; from the source when there is
 * one. The note says why there are none, or not all.
 */
function useFound<O extends Option>(
  options: readonly O[],
  source: string | undefined,
  text: string | null,
): { found: readonly O[]; note: string | null } {
  const { load, data, state } = useFetcher<{ options: O[] }>()
  useEffect(() => {
    if (!source || !text) return
    const joint = source.includes('?') ? '&' : '?'
    const timer = setTimeout(
      () => load(`${source}${joint}q=${encodeURIComponent(text)}`),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [source, text, load])
  const found = useMemo(() => {
    if (text === null) return []
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = (option: O) => {
      const haystack = `${option.label} ${option.detail ?? ''}`.toLowerCase()
      return words.every((word) => haystack.includes(word))
    }
    const here = options.filter(matches)
    const known = new Set(here.map((option) => option.id))
    const there = words.length
      ? ((data as { options: O[] } | null | undefined)?.options ?? []).filter(
          (option) => !known.has(option.id) && matches(option),
        )
      : []
    return [...here, ...there].slice(0, SHOWN)
  }, [options, data, text])
  // A null answer comes from `aside` (platform/browser/optional-client-loader.ts) when no answer arrived, which
  // differs from an empty result.
  const failed = source !== undefined && text !== '' && data === null && state === 'idle'
  if (failed) return { found, note: 'The search did not answer. Type on to try again.' }
  const none = state === 'idle' ? 'Nothing found.' : 'Searching…'
  return { found, note: found.length === 0 ? none : null }
}
