import { FilterBar, FilterCheck, FilterDate, FilterSelect } from '~/ui/FilterBar'
import { NO_AREA } from '../filters'
import type { Group } from '../queries.server'

/** The columns that are shown when chosen; the second one only of open deliveries. */
const CHOSEN = [
  { key: 'to', header: 'Deliver to', optional: true },
  { key: 'added', header: 'Booking date', optional: true },
]

interface Props {
  /** Every agent and area with a delivery. */
  choices: readonly Group[]
  /** The day of the deliveries made. */
  on: string | undefined
}

/** Filters by agent and area, and deliveries made by day. */
export function DeliveryFilterBar({ choices, on }: Props) {
  const agents = new Map(choices.map(({ agentId, agent }) => [agentId, agent]))
  const areas = [...new Set(choices.map(({ area }) => area || NO_AREA))].sort()
  return (
    <FilterBar keep={['view']} columns={on ? CHOSEN.slice(0, 1) : CHOSEN} views="delivery">
      <FilterSelect
        name="agent"
        label="Agent"
        options={[...agents].map(([value, label]) => ({ value, label }))}
      />
      <FilterSelect
        name="area"
        label="Area"
        options={areas.map((area) => ({
          value: area,
          label: area === NO_AREA ? 'No area' : area,
        }))}
      />
      {on ? <FilterDate name="on" label="Delivered on" defaultValue={on} /> : null}
      {on ? null : <FilterCheck name="invoiced" label="Invoiced only" />}
    </FilterBar>
  )
}
