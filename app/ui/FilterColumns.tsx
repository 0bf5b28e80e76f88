import { useRouteLoaderData, useSearchParams } from '@remix-run/react'
import { paths } from '~/paths'
import { Button } from './Button'
import { SUMMARY, useFollowed } from './FilterPart'
import { useDismissed } from './Menu'

/** A column of a list, as its filter bar offers it. */
export interface ListColumn {
  key: string
  header: string
  optional?: boolean
}

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
      <fieldset className="absolute right-0 z-30 mt-1 max-h-[max(12rem,calc(100dvh-20rem))] min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-2 shadow-float">
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
