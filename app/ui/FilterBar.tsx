import { Form, Link, useNavigation, useSearchParams, useSubmit } from '@remix-run/react'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { parseMoment, toLocalTime } from '~/platform/values/moments'
import { Button } from './Button'
import { cx } from './classes'
import { CONTROL } from './Field'
import { Spinner } from './Spinner'

interface Props {
  /** The placeholder of the search box (`?q=`); absent when the list has none. */
  search?: string
  /** The filters: FilterSelect, FilterDate and so on. */
  children?: ReactNode
  /** Names in the address that are no filters and stay, such as the tab. */
  keep?: readonly string[]
}

const DEBOUNCE_MS = 300

const SUMMARY =
  'flex min-h-9 items-center gap-1.5 rounded-md border border-edge bg-surface px-3 hover:bg-sunken'

/**
 * Filters a list by the address, so that a list can be shared and reloaded. With scripts it applies
 * itself while typing; without them, by its button.
 */
export function FilterBar({ search, children, keep = [] }: Props) {
  const [params] = useSearchParams()
  const kept = keep.flatMap((name) => params.getAll(name).map((value) => [name, value]))
  const filtered = [...params].some(([name, value]) => value && !keep.includes(name))
  const submit = useSubmit()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  // Filters that were chosen before the scripts loaded are applied after loading.
  const first = useRef(true)
  useEffect(() => {
    const controls = [...(form.current?.elements ?? [])]
    if (first.current && controls.some(isChanged)) submit(form.current, { replace: true })
    first.current = false
  }, [submit])
  const sought = params.get('q') ?? ''
  const box = useFollowed<HTMLInputElement>(sought)
  const searching = navigation.state === 'loading' && navigation.location.search !== ''
  const apply = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form.current && submit(form.current, { replace: true }), delay)
  }
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      className="flex flex-wrap items-end gap-2 border-b border-line p-3 print:hidden"
      onChange={(event) => apply(event.target instanceof HTMLInputElement ? DEBOUNCE_MS : 0)}
      onSubmit={() => clearTimeout(timer.current)}
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {search ? (
        <div className="relative w-full sm:w-72">
          <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted">
            {searching ? <Spinner /> : <Search aria-hidden className="size-4" />}
          </span>
          <input
            ref={box}
            type="search"
            name="q"
            aria-label={search}
            placeholder={search}
            defaultValue={sought}
            autoComplete="off"
            className={cx(CONTROL, 'pl-8')}
          />
        </div>
      ) : null}
      {children}
      <Button type="submit" className="scriptless-only">
        Apply
      </Button>
      {filtered ? (
        <Link
          to={`?${new URLSearchParams(kept)}`}
          className="px-2 py-2 text-xs font-medium text-accent hover:underline"
        >
          Clear
        </Link>
      ) : null}
    </Form>
  )
}

/** Returns whether a control differs from its value when the page loaded. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement)
    return [...control.options].some(
      ({ defaultSelected, selected }) => defaultSelected && !selected,
    )
  if (!(control instanceof HTMLInputElement)) return false
  // A date input shows an invalid date of the address as empty.
  if (/^date/.test(control.type) && control.value === '') return false
  return control.type === 'checkbox'
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue
}

/**
 * Returns a ref to a control that follows the address when a link changes it (Clear, a drill-down),
 * but not while the user is in it.
 */
function useFollowed<E extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const element = useRef<E>(null)
  const followed = useRef(value)
  useEffect(() => {
    const control = element.current
    if (followed.current === value) return
    followed.current = value
    if (!control || control === document.activeElement) return
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === control.value
    else control.value = value
  }, [value])
  return element
}

/** Filters by a few choices; the empty one is "all". */
export function FilterSelect({
  name,
  label,
  options,
  all = 'All',
}: {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  all?: string | null
}) {
  const [params] = useSearchParams()
  // The first choice is the default of a filter without "all".
  const value = params.get(name) ?? (all === null ? (options[0]?.value ?? '') : '')
  const select = useFollowed<HTMLSelectElement>(value)
  return (
    <label className="min-w-28 flex-1 text-xs text-muted sm:max-w-44 sm:flex-none">
      {label}
      <select ref={select} name={name} defaultValue={value} className={cx(CONTROL, 'mt-0.5')}>
        {all === null ? null : <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Filters by day. */
export function FilterDate({
  name,
  label,
  defaultValue = '',
}: {
  name: string
  label: string
  defaultValue?: string
}) {
  const [params] = useSearchParams()
  const value = params.get(name) ?? defaultValue
  const input = useFollowed<HTMLInputElement>(value)
  return (
    <label className="min-w-36 flex-1 text-xs text-muted sm:flex-none">
      {label}
      <input
        ref={input}
        type="date"
        name={name}
        defaultValue={value}
        className={cx(CONTROL, 'figures mt-0.5')}
      />
    </label>
  )
}

/** Filters by a past moment, in the time of the project. */
export function FilterMoment({
  name,
  label,
  timeZone,
}: {
  name: string
  label: string
  timeZone: string
}) {
  const [params] = useSearchParams()
  const moment = parseMoment(params.get(name) ?? '', timeZone)
  const value = moment ? toLocalTime(moment, timeZone).slice(0, 19) : ''
  const input = useFollowed<HTMLInputElement>(value)
  return (
    <label className="min-w-48 flex-1 text-xs text-muted sm:flex-none">
      {label}
      <input
        ref={input}
        type="datetime-local"
        name={name}
        step={value.length > 16 ? 1 : undefined}
        defaultValue={value}
        className={cx(CONTROL, 'figures mt-0.5')}
      />
    </label>
  )
}

/** Filters by a typed amount. */
export function FilterAmount(props: { name: string; label: string }) {
  return <FilterTyped {...props} inputMode="decimal" placeholder="0.00" />
}

/**
 * Filters by a typed whole number, such as of days; `initial` applies while the address has none.
 */
export function FilterCount(props: { name: string; label: string; initial?: number }) {
  const { initial, ...rest } = props
  return <FilterTyped {...rest} inputMode="numeric" defaultValue={initial?.toString()} />
}

interface TypedProps {
  name: string
  label: string
  inputMode?: 'decimal' | 'numeric'
  placeholder?: string
  defaultValue?: string
}

/** Filters by typed text, such as the whole number of a document. */
export function FilterTyped({ name, label, defaultValue = '', ...input }: TypedProps) {
  const [params] = useSearchParams()
  const value = params.get(name) ?? defaultValue
  const element = useFollowed<HTMLInputElement>(value)
  return (
    <label className="min-w-28 flex-1 text-xs text-muted sm:flex-none">
      {label}
      <input
        ref={element}
        name={name}
        autoComplete="off"
        defaultValue={value}
        className={cx(CONTROL, 'figures mt-0.5 sm:w-32')}
        {...input}
      />
    </label>
  )
}

/** Filters by yes or no. */
export function FilterCheck({ name, label }: { name: string; label: string }) {
  const [params] = useSearchParams()
  const value = params.get(name) === '1' ? '1' : ''
  const input = useFollowed<HTMLInputElement>(value)
  return (
    <label className="flex min-h-9 items-center gap-2 px-1">
      <input
        ref={input}
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={value === '1'}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}

/** Returns how many of these names have a value in the address. */
export function useFilters(names: readonly string[]): number {
  const [params] = useSearchParams()
  return names.filter((name) => params.get(name)).length
}

/**
 * Hides rare filters. They open on demand and when one of them has a value. Only the user closes
 * them, because a user who empties the last one may type another value.
 */
export function FilterMore({ chosen, children }: { chosen: number; children: ReactNode }) {
  const [open, setOpen] = useState(chosen > 0)
  return (
    <details
      open={open || chosen > 0}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="open:order-last open:w-full"
    >
      <summary className={cx(SUMMARY, 'w-fit')}>
        More filters
        {chosen > 0 ? <span className="figures text-muted">{chosen}</span> : null}
      </summary>
      <div className="mt-2 flex flex-wrap items-end gap-2">{children}</div>
    </details>
  )
}

/** Chooses the additional columns of a list, each by its `value` under `show` in the address. */
export function FilterColumns({
  options,
}: {
  options: readonly { value: string; label: string }[]
}) {
  const [params] = useSearchParams()
  const shown = params.getAll('show')
  return (
    <details className="relative">
      <summary className={SUMMARY}>
        Columns
        {shown.length > 0 ? <span className="figures text-muted">+{shown.length}</span> : null}
      </summary>
      <fieldset className="absolute right-0 z-30 mt-1 min-w-48 rounded-lg border border-line bg-surface p-2 shadow-float">
        <legend className="sr-only">Columns to show</legend>
        {options.map(({ value, label }) => (
          <FilterColumn key={value} {...{ value, label }} shown={shown.includes(value)} />
        ))}
      </fieldset>
    </details>
  )
}

function FilterColumn(props: { value: string; label: string; shown: boolean }) {
  const { value, label, shown } = props
  const input = useFollowed<HTMLInputElement>(shown ? value : '')
  return (
    <label className="flex min-h-9 items-center gap-2 px-1">
      <input
        ref={input}
        type="checkbox"
        name="show"
        value={value}
        defaultChecked={shown}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}
