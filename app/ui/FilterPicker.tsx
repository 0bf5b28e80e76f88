import { useSearchParams } from '@remix-run/react'
import { useContext, useId, useRef } from 'react'
import type { Choices } from '~/platform/forms/choices'
import { Combobox } from './Combobox'
import { cx } from './classes'
import { Filter, PartOf } from './FilterPart'

/** Filters by one of many choices (a customer), found by typing; inside a FilterBar. */
export function FilterPicker({
  name,
  label,
  choices,
  source,
}: {
  name: string
  label: string
  choices: Choices | undefined
  /** Resource route that searches all of them. */
  source: string | undefined
}) {
  const [params] = useSearchParams()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const value = params.get(name) ?? ''
  const part = useContext(PartOf)
  const option = choices?.options.find((each) => each.id === value)
  if (part === 'chip')
    return (
      <Filter {...{ name, label, children: null }} chosen={value ? (option?.label ?? '') : null} />
    )
  return (
    <div
      ref={box}
      className={cx(
        'text-xs text-muted',
        part === 'control'
          ? 'min-w-44 flex-1'
          : 'flex items-center gap-1.5 [&_:is(input,select)]:min-h-8 [&_:is(input,select)]:py-1 sm:[&_:is(input,select)]:w-32',
      )}
      // Typing only searches the choices. The list reloads when one is selected.
      onChange={(event) => event.stopPropagation()}
    >
      {/* The line of a report has room for the placeholder alone. */}
      <label htmlFor={id} className={part === 'line' ? 'sm:sr-only' : undefined}>
        {label}
      </label>
      {/* Without scripts a field and a list of choices: the line of a report has them side by side. */}
      <div className={cx('mt-0.5 text-ink', part === 'line' && 'sm:flex sm:gap-2 sm:*:mb-0')}>
        <Combobox
          key={value}
          {...{ id, name, source }}
          options={choices?.options ?? []}
          nameSearch={choices?.nameSearch}
          defaultValue={value}
          placeholder={part === 'line' ? `${label}: all` : 'All'}
          // The delay lets the picker write the id into its field first.
          onPick={() => setTimeout(() => box.current?.closest('form')?.requestSubmit())}
        />
      </div>
    </div>
  )
}
