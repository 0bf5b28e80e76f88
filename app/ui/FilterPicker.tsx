import { useSearchParams } from '@remix-run/react'
import { useId, useRef } from 'react'
import { Combobox, type Option } from './Combobox'

/** Filters by one of many choices (a customer), found by typing; inside a FilterBar. */
export function FilterPicker({
  name,
  label,
  options,
  source,
}: {
  name: string
  label: string
  options: readonly Option[]
  source?: string
}) {
  const [params] = useSearchParams()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const value = params.get(name) ?? ''
  return (
    <div
      ref={box}
      className="min-w-44 flex-1 text-xs text-muted sm:w-52 sm:flex-none"
      // Typing only searches the choices. The list reloads when one is selected.
      onChange={(event) => event.stopPropagation()}
    >
      <label htmlFor={id}>{label}</label>
      <div className="mt-0.5 text-ink">
        <Combobox
          key={value}
          {...{ id, name, options, source }}
          defaultValue={value}
          placeholder="All"
          // The delay lets the picker write the id into its field first.
          onPick={() => setTimeout(() => box.current?.closest('form')?.requestSubmit())}
        />
      </div>
    </div>
  )
}
