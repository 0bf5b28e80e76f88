import { Link, useSearchParams } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { useContext } from 'react'
import { withoutCursor } from '~/platform/request/first-page'
import {
  AHEAD_PERIODS,
  PAST_PERIODS,
  periodIn,
  periodLabel,
  withPeriod,
} from '~/platform/values/periods'
import { FilterDate } from './FilterBar'
import { Filter, PartOf } from './FilterPart'
import { Menu, MenuLink } from './Menu'
import { useToday } from './Today'

interface Props {
  /** The names of the days, such as "Booked" for "Booked from" and "Booked to". */
  what?: string
  /** The label of the first day where it says more. */
  fromLabel?: string
  /** The names in the address begin with it, such as `delivered_`. */
  prefix?: string
  /** The days that apply while the address has none. */
  initial?: { from?: string; to?: string }
  /** True where days lie ahead of today, such as those of cheques: a week or month is whole then. */
  ahead?: boolean
}

/**
 * Filters by a period: two days, and the usual periods as links, which work without scripts. A saved view keeps such a period
 * by its name, so that "Last month" is that of the day on which the view is opened.
 */
export function FilterPeriod({ what, fromLabel, prefix = '', initial, ahead }: Props) {
  const [params] = useSearchParams()
  const part = useContext(PartOf)
  const today = useToday()
  const chosen = today && periodIn(params, prefix, today)
  const from = `${prefix}from`
  const to = `${prefix}to`
  if (part === 'chip' && chosen)
    return (
      <Filter
        name={`${prefix}period`}
        also={[from, to]}
        label={what ?? 'Period'}
        chosen={periodLabel(chosen)}
      >
        {null}
      </Filter>
    )
  const days = (
    <>
      <FilterDate
        name={from}
        label={fromLabel ?? (what ? `${what} from` : 'From')}
        defaultValue={initial?.from}
      />
      <FilterDate name={to} label={what ? `${what} to` : 'To'} defaultValue={initial?.to} />
    </>
  )
  if (part === 'chip' || !today) return days
  const ids: readonly string[] = ahead ? AHEAD_PERIODS : PAST_PERIODS
  const choices = ids.map((id) => ({
    id,
    to: `?${withPeriod(withoutCursor(params), prefix, id, today)}`,
  }))
  const kept = chosen ? <input type="hidden" name={`${prefix}period`} value={chosen} /> : null
  if (part === 'line')
    return (
      <>
        {kept}
        <Menu
          label={
            <>
              {chosen ? periodLabel(chosen) : 'Period'}
              <ChevronDown aria-hidden className="size-3.5 text-muted" />
            </>
          }
          side="left"
        >
          {choices.map((choice) => (
            <MenuLink key={choice.id} to={choice.to} preventScrollReset>
              {periodLabel(choice.id)}
            </MenuLink>
          ))}
        </Menu>
        {days}
      </>
    )
  return (
    <div className="min-w-0 basis-full sm:max-w-none! sm:basis-112">
      {kept}
      <div className="mb-1 flex flex-wrap gap-x-3">
        {choices.map((choice) => (
          <Link
            key={choice.id}
            to={choice.to}
            preventScrollReset
            aria-current={choice.id === chosen || undefined}
            className="flex min-h-6 items-center text-xs text-accent hover:underline aria-[current]:font-semibold max-sm:min-h-10"
          >
            {periodLabel(choice.id)}
          </Link>
        ))}
      </div>
      <div className="flex gap-2">{days}</div>
    </div>
  )
}
