import { paths } from '~/paths'
import {
  FilterAmount,
  FilterBar,
  FilterCheck,
  FilterCount,
  FilterDate,
  FilterMoment,
  FilterSelect,
  FilterTyped,
} from '~/ui/FilterBar'
import { FilterPeriod } from '~/ui/FilterPeriod'
import { FilterPicker } from '~/ui/FilterPicker'
import {
  folderOf,
  isSearched,
  type ReportColumn,
  type ReportDefinition,
  type ReportFilter,
  type ReportProject,
  SEARCHED,
} from '../definition'
import { appliesTo, splitFilters } from '../filters'
import type { ReportData } from '../load.server'
import { columnKey } from '../shown'

type Data = Pick<
  ReportData,
  'agents' | 'heading' | 'lists' | 'permissions' | 'pickers' | 'settings' | 'view'
>

interface Props {
  report: ReportDefinition
  data: Data
  columns: readonly ReportColumn[]
}

/** Shows the filters that a report defines; their values are in the address. */
export function ReportFilters({ report, data, columns }: Props) {
  const { level } = data.view
  const project = { timeZone: data.heading.timeZone, settings: data.settings }
  const { atHand, more } = splitFilters(report.filters.filter((one) => appliesTo(one, level)))
  const listed = columns
    .filter((column) => !column.figureOnly)
    .map((column) => ({
      key: columnKey(column),
      header: column.header,
      optional: column.extra,
      inMatrix: Boolean(column.of),
    }))
  // The last day of a period stands with the first.
  const end = report.filters.find(isEnd)
  const show = (filter: ReportFilter) =>
    filter === end ? null : <Filter key={filter.name} {...{ filter, end, data, project }} />
  return (
    <FilterBar
      columns={listed}
      views={folderOf(report)}
      arrange="levels"
      lead={
        <>
          <FilterSelect name="level" label="Group by" options={report.levels} all={null} />
          {atHand.map(show)}
        </>
      }
    >
      {more.length > 0 ? more.map(show) : null}
    </FilterBar>
  )
}

type DateFilter = Extract<ReportFilter, { kind: 'date' }>

const isEnd = (filter: ReportFilter): filter is DateFilter =>
  filter.kind === 'date' && filter.name === 'to'

const CUSTOMERS = paths.customers.options

interface FilterProps {
  filter: ReportFilter
  /** The last day of the period of which `from` is the first. */
  end?: DateFilter
  data: Data
  project: ReportProject
}

function Filter({ filter, end, data, project }: FilterProps) {
  const { name, label } = filter
  switch (filter.kind) {
    case 'date':
      if (name === 'from')
        return (
          <FilterPeriod initial={{ from: filter.initial(project), to: end?.initial(project) }} />
        )
      return <FilterDate name={name} label={label} defaultValue={filter.initial(project)} />
    case 'choice':
      return <FilterSelect name={name} label={label} options={filter.options(project)} all={null} />
    case 'agent':
      return <FilterSelect name={name} label={label} options={data.agents} />
    case 'customer':
      return (
        <FilterPicker
          {...{ name, label }}
          choices={data.pickers[name]}
          // The search refuses readers who may not read customers.
          source={data.permissions.includes('customers.read') ? CUSTOMERS : undefined}
        />
      )
    case 'list':
      if (isSearched(filter.of))
        return (
          <FilterPicker
            {...{ name, label }}
            choices={data.pickers[name]}
            source={SEARCHED[filter.of]}
          />
        )
      return <FilterSelect name={name} label={label} options={data.lists[name] ?? []} />
    case 'amount':
      return <FilterAmount name={name} label={label} />
    case 'count':
      return <FilterCount name={name} label={label} initial={filter.initial} />
    case 'moment':
      return <FilterMoment name={name} label={label} timeZone={project.timeZone} />
    case 'typed':
      return <FilterTyped name={name} label={label} />
    case 'flag':
      return <FilterCheck name={name} label={label} />
  }
}
