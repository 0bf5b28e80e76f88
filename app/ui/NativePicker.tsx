import {
  type AddsName,
  describeNameSearch,
  FIRST_CHOICES,
  FOUND_CHOICES,
  type NameSearch,
  type Option,
  searchedName,
  typedName,
} from '~/platform/forms/choices'
import { cx } from './classes'
import { CONTROL } from './Field'

interface Props {
  id: string
  name: string
  form?: string
  options: readonly Option[]
  source?: string
  nameSearch?: NameSearch
  defaultValue?: string
  placeholder?: string
  invalid?: boolean
  describedBy?: string
  adds?: AddsName
}

/**
 * A picker without scripts: a native select. Where it has not all choices, a name or code can be typed instead; the
 * server takes the one that is called so, or shows what contains it. A new name is typed there too, with a tick for it.
 * Where scripts are still to come, the select alone is there, in the room of the picker that takes its place.
 */
export function NativePicker(props: Props) {
  const { id, name, form, source, nameSearch, placeholder, invalid, describedBy, adds } = props
  const found = nameSearch?.options.slice(0, FOUND_CHOICES)
  const options = found?.length ? found : props.options
  const partial = adds || (source !== undefined && (nameSearch || options.length >= FIRST_CHOICES))
  const answerId = `${id}-nameSearch`
  return (
    <>
      {partial ? (
        <input
          type="text"
          name={typedName(name)}
          form={form}
          defaultValue={nameSearch?.typed}
          aria-label="Name or code"
          placeholder={adds ? 'Name, or choose below' : 'Name or code'}
          autoComplete="off"
          className={cx(CONTROL, 'scriptless-only mb-1')}
        />
      ) : null}
      {nameSearch ? (
        <>
          <input type="hidden" name={searchedName(name)} form={form} value={nameSearch.typed} />
          <p id={answerId} role="status" className="mb-1 text-xs font-medium text-danger">
            {describeNameSearch(nameSearch)}
          </p>
        </>
      ) : null}
      <select
        {...{ id, name, form }}
        defaultValue={props.defaultValue}
        aria-invalid={invalid || undefined}
        aria-describedby={nameSearch ? answerId : describedBy}
        className={CONTROL}
      >
        <option value="">{placeholder ?? 'Choose…'}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.detail ? `${option.label} · ${option.detail}` : option.label}
          </option>
        ))}
      </select>
      {adds ? (
        <label className="scriptless-only mt-1.5 flex items-center gap-2.5 font-medium">
          <input
            type="checkbox"
            name={adds.name}
            form={form}
            defaultChecked={adds.isNew}
            className="size-4 accent-accent"
          />
          Add the typed name as a new {adds.noun}
        </label>
      ) : null}
    </>
  )
}
