import { type FieldMetadata, getTextareaProps } from '@conform-to/react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Option } from '~/platform/forms/choices'
import { nameBeingTyped, namesLike } from '~/platform/forms/mentions'
import { CONTROL, Field, type FieldTexts } from './Field'
import { OptionList } from './OptionList'

interface Props<S, F extends Record<string, unknown>, E> extends FieldTexts {
  field: FieldMetadata<S, F, E>
  /** People who may be mentioned. */
  people: readonly { id: string; name: string }[]
  /** The name of the list of people beside the text, which sends a choice without scripts. */
  mention: string
  rows?: number
}

/**
 * Edits a text that mentions people: `@` and the beginning of a name open a list of them, and a list beside the text adds
 * one by a choice. The names stand in the text; without scripts the choice is sent by its own name.
 */
export function MentionField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, people, mention, rows = 3, hint, ...texts } = props
  const { key, ...textarea } = getTextareaProps(field, {
    ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
  })
  const text = useRef<HTMLTextAreaElement>(null)
  const list = useMentionList(text, people)
  const choose = (id: string) => {
    const name = people.find((person) => person.id === id)?.name
    if (!name || !text.current) return
    const { value, selectionStart: at } = text.current
    const gap = at > 0 && !/\s$/.test(value.slice(0, at)) ? ' ' : ''
    insert(text.current, at, at, `${gap}@${name} `)
  }
  return (
    <Field
      id={field.id}
      errorId={field.errorId}
      errors={field.errors as string[] | undefined}
      required={field.required}
      hint={hint}
      {...texts}
    >
      <div className="relative">
        <textarea
          key={key}
          ref={text}
          {...textarea}
          rows={rows}
          className={CONTROL}
          {...list.events}
          aria-autocomplete="list"
          aria-controls={list.found ? list.id : undefined}
          aria-activedescendant={list.found ? `${list.id}-current` : undefined}
        />
        {list.found ? (
          <OptionList
            listId={list.id}
            found={list.found}
            note={null}
            current={list.current}
            pick={list.pick}
          />
        ) : null}
      </div>
      {people.length > 0 ? (
        <label className="mt-2 flex items-center gap-2 text-xs text-muted">
          <span className="shrink-0">Mention</span>
          <select
            name={mention}
            defaultValue=""
            className={`${CONTROL} min-w-0`}
            onChange={(event) => {
              choose(event.currentTarget.value)
              // The name stands in the text now.
              event.currentTarget.value = ''
            }}
          >
            <option value="">No user</option>
            {people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </Field>
  )
}

/** Puts a text into a field as if it was typed, so that the form knows of it. */
function insert(field: HTMLTextAreaElement, from: number, to: number, added: string) {
  field.focus()
  field.setRangeText(added, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The list of people that opens while a name is typed. */
function useMentionList(
  text: { current: HTMLTextAreaElement | null },
  people: readonly { id: string; name: string }[],
) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const options: Option[] = (typed === null ? [] : namesLike(typed, people)).map((person) => ({
    id: person.id,
    label: person.name,
  }))
  const found = options.length > 0 ? options : null
  const current = options[at] ?? options[0]
  const look = () => {
    const { value, selectionStart } = text.current!
    setTyped(nameBeingTyped(value.slice(0, selectionStart)))
    setAt(0)
  }
  const close = () => setTyped(null)
  const pick = ({ label }: Option) => {
    const end = text.current!.selectionStart
    insert(text.current!, end - (typed ?? '').length - 1, end, `@${label} `)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!found) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((at + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && current) pick(current)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return {
    id,
    found,
    current,
    pick,
    events: { onInput: look, onClick: look, onBlur: close, onKeyDown },
  }
}
