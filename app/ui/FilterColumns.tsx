import { Form, useRouteLoaderData, useSearchParams } from '@remix-run/react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { paths } from '~/paths'
import { withoutCursor } from '~/platform/request/first-page'
import { arranged, COLUMNS } from '~/platform/request/list-columns'
import { Button } from './Button'
import { CONTROL } from './Field'
import { SUMMARY, useFollowed } from './FilterPart'
import { useColumns, useListViews } from './ListViews'
import { useClosedByChoice, useDismissed } from './Menu'
import { SubmitButton } from './SubmitButton'
import { useHydrated } from './useHydrated'

/** A column of a list, as its filter bar offers it. */
export interface ListColumn {
  key: string
  header: string
  optional?: boolean
  selects?: boolean
  /** True for a cell of a matrix, such as a month: its place is kept with the others of its kind. */
  inMatrix?: boolean
}

const POPOVER =
  'absolute right-0 z-30 mt-1 max-h-[max(12rem,calc(100dvh-22rem))] min-w-72 overflow-y-auto rounded-lg border border-line bg-surface p-2 shadow-float'

/**
 * Chooses the optional columns of a list, each by its key under `show` in the address, and the
 * height of all rows.
 */
export function FilterColumns({ columns }: { columns: readonly ListColumn[] }) {
  const [params] = useSearchParams()
  const shown = params.getAll('show')
  const details = useDismissed()
  const options = columns.filter(({ optional }) => optional)
  return (
    <details ref={details} className="relative">
      <summary className={SUMMARY}>
        Columns
        {shown.length > 0 ? <span className="figures text-muted">+{shown.length}</span> : null}
      </summary>
      <fieldset className={POPOVER}>
        <legend className="sr-only">Columns and rows</legend>
        {options.map(({ key, header }) => (
          <FilterColumn key={key} value={key} label={header} shown={shown.includes(key)} />
        ))}
        {options.length > 0 ? (
          <Button type="submit" size="sm" className="scriptless-only">
            Apply
          </Button>
        ) : null}
        <RowHeight />
      </fieldset>
    </details>
  )
}

/**
 * Chooses the columns of a list or report and their order, which are kept for the reader and the list; in a view that names columns,
 * for its address. The first column always stands first. Without scripts a number says the place of each.
 */
export function ArrangeColumns(props: {
  list: string
  columns: readonly ListColumn[]
  levels?: boolean
}) {
  const [params] = useSearchParams()
  const { project, idempotencyKey } = useListViews()
  const { text, show } = useColumns()
  const details = useClosedByChoice()
  const [first, ...columns] = props.columns.filter(({ selects }) => !selects)
  const shown = arranged(columns, text, { show })
  // A hidden one stands where it would be shown.
  const listed = arranged(columns, text, { show: columns.map(({ key }) => key) })
  const action = `${paths.views(props.list)}?${withoutCursor(params)}`
  return (
    <details ref={details} className="relative">
      <summary className={SUMMARY}>Columns</summary>
      <div className={POPOVER}>
        <Form method="post" action={action}>
          <input type="hidden" name="project" value={project} />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <input type="hidden" name="intent" value={COLUMNS} />
          {first && !props.levels ? <input type="hidden" name="first" value={first.key} /> : null}
          <input type="hidden" name="now" value={text ?? ''} />
          <Arrangement
            key={listed.map(({ key }) => key).join()}
            columns={listed}
            shown={shown.map(({ key }) => key)}
          />
          <div className="flex gap-2 pt-1.5 pb-2">
            <SubmitButton size="sm">Apply</SubmitButton>
            {text ? (
              <SubmitButton size="sm" variant="ghost" name="reset" value="1">
                Reset
              </SubmitButton>
            ) : null}
          </div>
        </Form>
        <Form method="post" action={paths.shell.theme}>
          <RowHeight />
        </Form>
      </div>
    </details>
  )
}

interface ArrangementProps {
  /** All columns but the first, in the order of the screen. */
  columns: readonly ListColumn[]
  shown: readonly string[]
}

/** Lists columns with a checkbox and their place. */
function Arrangement({ columns, shown }: ArrangementProps) {
  const hydrated = useHydrated()
  const [order, setOrder] = useState(columns)
  const move = (from: number, to: number) => {
    const next = [...order]
    next.splice(to, 0, ...next.splice(from, 1))
    setOrder(next)
  }
  return (
    <fieldset>
      <legend className="sr-only">Columns and their order</legend>
      {order.map(({ key, header, inMatrix, optional }, index) => (
        <div key={key} className="flex items-center gap-1">
          <input type="hidden" name="all" value={key} />
          {inMatrix ? <input type="hidden" name="cell" value={optional ? `-${key}` : key} /> : null}
          <label className="flex min-h-8 grow items-center gap-2 px-1 max-sm:min-h-10">
            <input
              type="checkbox"
              name="column"
              value={key}
              defaultChecked={shown.includes(key)}
              className="size-4 accent-accent"
            />
            {header}
          </label>
          {hydrated ? (
            <>
              <MoveButton
                label={`Move ${header} up`}
                off={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ChevronUp aria-hidden className="size-4" />
              </MoveButton>
              <MoveButton
                label={`Move ${header} down`}
                off={index === order.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ChevronDown aria-hidden className="size-4" />
              </MoveButton>
            </>
          ) : (
            <input
              type="number"
              name={`place.${key}`}
              min={1}
              max={order.length}
              defaultValue={index + 1}
              aria-label={`Place of ${header}`}
              className={`${CONTROL} figures w-16! min-h-8! py-0.5!`}
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}

function MoveButton(props: {
  label: string
  off: boolean
  onClick: () => void
  children: React.ReactNode
}) {
  const { label, off, onClick, children } = props
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      className="flex size-7 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-30 max-sm:size-10"
    >
      {children}
    </button>
  )
}

const HEIGHTS = [
  ['compact', 'Compact'],
  ['comfortable', 'Comfortable'],
] as const

/** Chooses the height of rows, which a cookie keeps for all lists of this browser. */
function RowHeight() {
  const now = useRouteLoaderData<{ rows?: string | null }>('root')?.rows ?? 'compact'
  return (
    <div className="flex items-center gap-1 border-t border-line pt-1.5 text-xs first-of-type:border-t-0 max-sm:hidden">
      <span className="px-1 text-muted">Rows</span>
      {HEIGHTS.map(([value, label]) => (
        <button
          key={value}
          type="submit"
          name="rows"
          value={value}
          formMethod="post"
          formAction={paths.shell.theme}
          aria-pressed={now === value}
          className="rounded-md px-2 py-1.5 hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function FilterColumn(props: { value: string; label: string; shown: boolean }) {
  const { value, label, shown } = props
  const input = useFollowed<HTMLInputElement>(shown ? value : '')
  return (
    <label className="flex min-h-9 max-sm:min-h-10 items-center gap-2 px-1">
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
