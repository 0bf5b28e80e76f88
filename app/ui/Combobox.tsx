import { useActionData } from '@remix-run/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { NameSearch, Option, Picks } from '~/platform/forms/choices'
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
  onPick?: (option: O | null) => void
}

/**
 * Picks one of many choices by typing: arrow keys move, Enter selects and goes on to the next
 * field, Escape closes. The server
 * renders a native select, with a field for a name where the page does not carry all choices;
 * browsers without scripts keep them.
 */
export function Combobox<O extends Option>(props: Props<O>) {
  const hydrated = useHydrated()
  const answer = useActionData() as { picks?: Picks } | null | undefined
  const picks = answer?.picks
  const known = new Set(props.options.map(({ id }) => id))
  const chosen = picks?.chosen.find(({ id }) => id === props.defaultValue && !known.has(id))
  // The page's own choices have more to them; this one is only named.
  const options = chosen ? [chosen as O, ...props.options] : props.options
  const nameSearch = props.nameSearch ?? picks?.searches[props.name]
  if (hydrated) return <Enhanced {...props} options={options} />
  return <NativePicker {...props} options={options} nameSearch={nameSearch} />
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
  const { found, note, waiting } = useFound(options, source, text)
  // Enter or Tab came before the server's answer to this text: its first choice is taken when it is there.
  const [wanted, setWanted] = useState<string | null>(null)
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
      setActive((index) => Math.max(0, Math.min(found.length - 1, index + step)))
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
        onBlur={() => setText((now) => (now !== null && now === wanted ? now : null))}
        onChange={(event) => {
          const value = event.currentTarget.value
          // Typing after a choice begins a new search; it is not a part of the chosen name.
          const behind = text === null && picked && value.startsWith(picked.label)
          const typed = behind ? value.slice(picked.label.length) : value
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
