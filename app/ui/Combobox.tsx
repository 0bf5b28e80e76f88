import { useActionData } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { AddsName, NameSearch, Option, Picks } from '~/platform/forms/choices'
import { CONTROL } from './Field'
import { goOn } from './keyboard'
import { NativePicker } from './NativePicker'
import { OptionList } from './OptionList'
import { useFound } from './useFound'
import { useHydrated } from './useHydrated'

interface Props<O extends Option> {
  id: string
  name: string
  form?: string
  /** The choices that the page carries: all of them, or with a source the first ones and the chosen one. */
  options: readonly O[]
  /** Resource route that answers `{ options }` to `?q=`. */
  source?: string
  /** The answer to a name that was typed without scripts; a form's comes with its action's answer. */
  nameSearch?: NameSearch
  defaultValue?: string
  placeholder?: string
  invalid?: boolean
  describedBy?: string
  /** Lets a name that is not among the choices be added; the choices are names then, which are their own ids. */
  adds?: AddsName
  onPick?: (option: O | null) => void
}

const named = (name: string): Option => ({ id: name, label: name })

/**
 * Picks one of many choices by typing: arrow keys move, Enter selects and goes on to the next
 * field, Escape closes. The server
 * renders a native select, with a field for a name where the page does not carry all choices;
 * browsers without scripts keep them. A new name is added by an option of its own, which Enter takes only where an arrow
 * key has gone to it: a typing error adds nothing.
 */
export function Combobox<O extends Option>(props: Props<O>) {
  const hydrated = useHydrated()
  const answer = useActionData() as { picks?: Picks } | null | undefined
  const picks = answer?.picks
  const known = new Set(props.options.map(({ id }) => id))
  const value = props.defaultValue
  const chosen =
    value && !known.has(value)
      ? (picks?.chosen.find(({ id }) => id === value) ?? (props.adds && named(value)))
      : undefined
  // The page's own choices have more to them; this one is only named.
  const options = chosen ? [chosen as O, ...props.options] : props.options
  const nameSearch = props.nameSearch ?? picks?.searches[props.name]
  if (hydrated) return <Enhanced {...props} options={options} />
  return <NativePicker {...props} options={options} nameSearch={nameSearch} />
}

function Enhanced<O extends Option>(props: Props<O>) {
  const { id, name, form, options, source, placeholder, invalid, describedBy, adds, onPick } = props
  const listId = useId()
  const hidden = useRef<HTMLInputElement>(null)
  const flag = useRef<HTMLInputElement>(null)
  const [picked, setPicked] = useState<O | null>(
    () => options.find((option) => option.id === props.defaultValue) ?? null,
  )
  const [text, setText] = useState<string | null>(null)
  const [isNew, setNew] = useState(adds?.isNew === true)
  const [active, setActive] = useState(0)
  const [isOnNew, setOnNew] = useState(false)
  const { found, note, waiting } = useFound(options, source, text)
  // Enter or Tab came before the server's answer to this text: its first choice is taken when it is there.
  const [wanted, setWanted] = useState<string | null>(null)
  const open = text !== null
  const typed = text?.trim() ?? ''
  const isKnown = found.some(({ label }) => label.toLowerCase() === typed.toLowerCase())
  const fresh = adds && typed && !waiting && !isKnown ? (named(typed) as O) : undefined
  const current = fresh && isOnNew ? fresh : found[Math.min(active, found.length - 1)]

  const pick = (option: O | null) => {
    const taken = option !== null && option === fresh
    setPicked(option)
    setNew(taken)
    setText(null)
    onPick?.(option)
    if (!hidden.current) return
    // The values are set before the event, so that conform validates the new choice.
    if (flag.current) flag.current.value = taken ? 'on' : ''
    hidden.current.value = option?.id ?? ''
    hidden.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  useEffect(() => {
    if (wanted === null || waiting) return
    setWanted(null)
    if (wanted !== text) return
    const box = document.activeElement
    if (found[0]) {
      pick(found[0])
      // After Enter the focus is still here; after Tab it has moved.
      if (box instanceof HTMLElement && box.id === id) goOn(box)
    } else if (document.activeElement?.id !== id) setText(null)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setText('')
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = (isOnNew && fresh ? found.length : Math.min(active, found.length)) + step
      setOnNew(step > 0 && next >= found.length && fresh !== undefined)
      setActive(Math.max(0, Math.min(found.length - 1, next)))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      event.stopPropagation()
      if (current) {
        pick(current)
        goOn(event.currentTarget as HTMLElement)
      } else if (waiting) setWanted(text)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setText(null)
    } else if (event.key === 'Tab' && open && text) {
      if (current) pick(current)
      else if (waiting) setWanted(text)
    }
  }
  return (
    <div className="relative">
      <input ref={hidden} type="hidden" name={name} form={form} value={picked?.id ?? ''} readOnly />
      {adds ? (
        <input
          ref={flag}
          type="hidden"
          name={adds.name}
          form={form}
          value={isNew ? 'on' : ''}
          readOnly
        />
      ) : null}
      <input
        id={id}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${listId}-current` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        placeholder={picked?.label ?? placeholder ?? 'Type to search…'}
        title={picked?.label}
        value={text ?? picked?.label ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setText((now) => now ?? '')}
        onBlur={() => setText((now) => (now !== null && now === wanted ? now : null))}
        onChange={(event) => {
          const value = event.currentTarget.value
          // Typing after a choice begins a new search; it is not a part of the chosen name.
          const behind = text === null && picked && value.startsWith(picked.label)
          const rest = behind ? value.slice(picked.label.length) : value
          // Emptying the box clears the choice.
          if (rest === '' && picked) pick(null)
          setActive(0)
          setOnNew(false)
          setText(rest)
        }}
        onKeyDown={onKeyDown}
        className={CONTROL}
      />
      {open ? (
        <OptionList {...{ listId, found, note, current, pick, fresh, noun: adds?.noun }} />
      ) : null}
      {isNew && picked && adds ? (
        <p className="mt-1 text-xs text-muted">New {adds.noun}, added when you save</p>
      ) : null}
    </div>
  )
}
