import { Form, Link, useNavigation, useSearchParams, useSubmit } from '@remix-run/react'
import { Search } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import type { ListOrder } from '~/platform/db/orders'
import { COLUMNS } from '~/platform/request/list-columns'
import { formatDate } from '~/platform/values/dates'
import { formatMoment, parseMoment, toLocalTime } from '~/platform/values/moments'
import { Button } from './Button'
import { cx } from './classes'
import { CONTROL } from './Field'
import { ArrangeColumns, FilterColumns, type ListColumn } from './FilterColumns'
import { Filter, isChanged, PartOf, Popout, SHORT_FIELD, useFollowed, useSlash } from './FilterPart'
import { orderChoices } from './list-order'
import { toFirstRow } from './row-keys'
import { SavedViews } from './SavedViews'
import { Spinner } from './Spinner'
import { type BuiltInView, ViewChips } from './ViewChips'

interface Props {
  /** The placeholder of the search box (`?q=`); absent when the list has none. */
  search?: string
  /** The filters: FilterSelect, FilterDate and so on. */
  children?: ReactNode
  /** Filters that stand in the line themselves, such as the grouping of a report. */
  lead?: ReactNode
  /** The columns of the list, of which the optional ones are offered at the end of the line. */
  columns?: readonly ListColumn[]
  /** The order of the list, which is a choice among the filters, as a phone has no headers. */
  order?: ListOrder
  /** The name under which views of this list or report are saved; absent when it has none. */
  views?: string
  /**
   * True where the columns are those of the table, so that the reader hides and orders them; `levels` where those of several levels
   * are kept together, which begin with different ones.
   */
  arrange?: boolean | 'levels'
  /** Views that the list has by itself, as links in the line. */
  presets?: readonly BuiltInView[]
  /** Names in the address that are no filters and stay, such as the tab. */
  keep?: readonly string[]
}

const DEBOUNCE_MS = 300

/**
 * Filters a list by the address, so that a list can be shared and reloaded. One line has the
 * search, what is chosen, and "Add filter". With scripts a filter applies at once; without them, by
 * its button.
 */
export function FilterBar({
  search,
  children,
  lead,
  columns = [],
  order,
  views,
  arrange = false,
  presets,
  keep = [],
}: Props) {
  const [params] = useSearchParams()
  // The columns of the address are no part of the form where it does not choose them.
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((name) => params.getAll(name).map((value) => [name, value]))
  const kept = valuesOf(keep)
  const hidden = [...kept, ...valuesOf(arrange ? ['show', COLUMNS] : [])]
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
  useSlash(box)
  const searching = navigation.state === 'loading' && navigation.location.search !== ''
  const apply = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form.current && submit(form.current, { replace: true }), delay)
  }
  const filters = (
    <>
      {children}
      {order ? <FilterOrder {...{ order, columns }} /> : null}
    </>
  )
  return (
    <div className="group/bar relative flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1 print:hidden">
      <Form
        ref={form}
        method="get"
        role="search"
        className="contents"
        onChange={(event) => apply(event.target instanceof HTMLInputElement ? DEBOUNCE_MS : 0)}
        onSubmit={() => clearTimeout(timer.current)}
      >
        {hidden.map(([name, value]) => (
          <input key={`${name}${value}`} type="hidden" name={name} value={value} />
        ))}
        {search ? (
          <div className="relative min-w-0 max-sm:basis-full sm:w-84">
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted">
              {searching ? <Spinner /> : <Search aria-hidden className="size-4" />}
            </span>
            <input
              ref={box}
              type="search"
              name="q"
              aria-label={search}
              aria-keyshortcuts="/"
              placeholder={search}
              defaultValue={sought}
              autoComplete="off"
              onKeyDown={toFirstRow}
              className={cx(CONTROL, SHORT_FIELD, 'pl-8 placeholder:text-sm')}
            />
          </div>
        ) : null}
        {lead ? (
          <div
            data-beside-filters
            className="flex-wrap items-center gap-x-2 gap-y-1 max-sm:hidden max-sm:basis-full max-sm:group-has-[.filters[open]]/bar:flex sm:contents"
          >
            <PartOf.Provider value="line">{lead}</PartOf.Provider>
          </div>
        ) : null}
        {presets ? <ViewChips views={presets} kept={kept} /> : null}
        <PartOf.Provider value="chip">{filters}</PartOf.Provider>
        {lead || children || order ? (
          <Popout label="Add filter" inPlace={Boolean(lead)} onPhone={!children && !order}>
            {filters}
            <Button type="submit" className="scriptless-only">
              Apply
            </Button>
          </Popout>
        ) : null}
        {search || lead ? (
          <Button type="submit" size="sm" className="scriptless-only">
            Apply
          </Button>
        ) : null}
        {filtered ? (
          <Link
            to={`?${new URLSearchParams(kept)}`}
            className="px-2 py-1.5 text-xs font-medium text-accent hover:underline max-sm:py-3"
          >
            Clear
          </Link>
        ) : null}
        {!arrange && (columns.length > 0 || views) ? (
          <div className="order-1 -ml-2">
            <FilterColumns columns={columns} />
          </div>
        ) : null}
      </Form>
      <div className="ml-auto flex items-center">
        {views ? <SavedViews list={views} /> : null}
        {arrange && views ? (
          <ArrangeColumns list={views} columns={columns} levels={arrange === 'levels'} />
        ) : null}
      </div>
    </div>
  )
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
  const initial = all === null ? options[0]?.value : ''
  const chosen = value === initial ? null : options.find((option) => option.value === value)?.label
  return (
    <Filter {...{ name, label }} chosen={chosen ?? null}>
      <select ref={select} name={name} defaultValue={value} className={cx(CONTROL, 'mt-0.5')}>
        {all === null ? null : <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Filter>
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
    <Filter {...{ name, label }} chosen={params.get(name) ? formatDate(value) : null}>
      <input
        ref={input}
        type="date"
        name={name}
        defaultValue={value}
        className={cx(CONTROL, 'figures mt-0.5')}
      />
    </Filter>
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
    <Filter {...{ name, label }} chosen={moment ? formatMoment(moment, timeZone) : null}>
      <input
        ref={input}
        type="datetime-local"
        name={name}
        step={value.length > 16 ? 1 : undefined}
        defaultValue={value}
        className={cx(CONTROL, 'figures mt-0.5')}
      />
    </Filter>
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
    <Filter {...{ name, label }} chosen={params.get(name) || null}>
      <input
        ref={element}
        name={name}
        autoComplete="off"
        defaultValue={value}
        className={cx(CONTROL, 'figures mt-0.5')}
        {...input}
      />
    </Filter>
  )
}

/** Filters by yes or no. */
export function FilterCheck({ name, label }: { name: string; label: string }) {
  const [params] = useSearchParams()
  const value = params.get(name) === '1' ? '1' : ''
  const input = useFollowed<HTMLInputElement>(value)
  if (useContext(PartOf) === 'chip')
    return <Filter {...{ name, label, children: null }} chosen={value ? '' : null} />
  return (
    <label className="flex min-h-9 items-center gap-2 px-1 max-sm:min-h-10">
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

/** Keeps a list to one document's own, which the address names; the chip shows whose. */
export function FilterOf({
  name,
  label,
  value,
  chosen,
}: Record<'name' | 'label' | 'value' | 'chosen', string>) {
  if (useContext(PartOf) === 'chip') return <Filter {...{ name, label, chosen, children: null }} />
  return <input type="hidden" name={name} value={value} />
}

/** Chooses the order of a list, as the headers of its columns do. */
function FilterOrder({ order, columns }: { order: ListOrder; columns: readonly ListColumn[] }) {
  const [initial, ...options] = orderChoices(order, columns)
  return <FilterSelect name="sort" label="Sort by" options={options} all={initial?.label} />
}
