import type { SubmissionResult } from '@conform-to/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { WEEKS, type Weeks } from '~/platform/values/weeks'
import { CommandForm, useCommandForm } from '~/ui/CommandForm'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { CONTROL } from '~/ui/Field'
import { FormActions } from '~/ui/FormGrid'
import { Kbd } from '~/ui/Kbd'
import { SubmitButton } from '~/ui/SubmitButton'
import { moved } from './order'
import { routeSchema } from './schema'
import type { Route, RouteCustomer } from './stops.server'

interface Props {
  agent: { id: string }
  weekday: number
  route: Route
  offered: readonly RouteCustomer[]
  mayChange: boolean
  project: string
  idempotencyKey: string
  lastResult: SubmissionResult<string[]> | undefined
}

const WEEK_LABELS: Record<Weeks, string> = {
  every: 'Every week',
  odd: 'Odd weeks',
  even: 'Even weeks',
}

/** Numbers the stops of a route among the customers of its agent. */
export function StopsForm(props: Props) {
  const { agent, weekday, route, offered, mayChange, lastResult, ...command } = props
  const all = [...route.stops, ...offered]
  const [form, fields] = useCommandForm({
    id: 'route',
    schema: routeSchema,
    lastResult,
    defaultValue: {
      stops: all.map(({ id, place, weeks }) => ({
        customer_id: id,
        place: place === null ? '' : String(place),
        weeks,
      })),
    },
  })
  const lines = fields.stops.getFieldList().map((line) => line.getFieldset())
  const [places, setPlaces] = useState(() =>
    all.map((_, at) => lines[at]?.place.initialValue ?? ''),
  )
  // Rows move when their order is set by the keys, not while a number is typed.
  const [order, setOrder] = useState(() => all.map((_, at) => at))
  const table = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent, at: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    const next = moved(places, order, at, by)
    if (!next) return
    setPlaces(next.places)
    setOrder(next.order)
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`[data-place="${at}"]`)?.focus(),
    )
  }
  const rows = order.flatMap((at) => {
    const [customer, line] = [all[at], lines[at]]
    return customer && line ? [{ at, customer, line }] : []
  })
  return (
    <CommandForm form={form} {...command}>
      <input type="hidden" name="agent_id" value={agent.id} />
      <input type="hidden" name="weekday" value={weekday} />
      <input type="hidden" name="seen" value={route.mark} />
      {route.left.length > 0 ? (
        <p role="status" className="px-4 py-2 text-warn">
          No longer customers of this agent, and off the route when it is saved:{' '}
          {route.left.join(', ')}.
        </p>
      ) : null}
      <div ref={table}>
        <DataTable
          caption="Stops"
          rows={rows}
          rowKey={({ customer }) => customer.id}
          tall
          columns={[
            {
              key: 'place',
              header: 'No.',
              phone: 'amount',
              cell: ({ at, customer, line }) =>
                mayChange ? (
                  <>
                    <input type="hidden" name={line.customer_id.name} value={customer.id} />
                    <input
                      id={line.place.id}
                      name={line.place.name}
                      value={places[at]}
                      data-place={at}
                      inputMode="numeric"
                      autoComplete="off"
                      aria-label={`Place of ${customer.name}`}
                      aria-invalid={line.place.errors ? true : undefined}
                      aria-describedby={line.place.errors ? line.place.errorId : undefined}
                      className={`${CONTROL} figures w-16! text-right`}
                      onChange={({ currentTarget }) =>
                        setPlaces(places.with(at, currentTarget.value))
                      }
                      onKeyDown={(event) => move(event, at)}
                    />
                    <p id={line.place.errorId} className="text-xs text-danger empty:hidden">
                      {line.place.errors?.join(' ')}
                    </p>
                  </>
                ) : (
                  customer.place
                ),
            },
            {
              key: 'customer',
              header: 'Customer',
              phone: 'title',
              cell: ({ customer }) => (
                <>
                  {customer.name}
                  {customer.storeName && customer.storeName !== customer.name ? (
                    <span className="block text-xs text-muted">{customer.storeName}</span>
                  ) : null}
                </>
              ),
            },
            { key: 'area', header: 'Area', phone: 'show', cell: ({ customer }) => customer.area },
            {
              key: 'weeks',
              header: 'Weeks',
              phone: 'line',
              cell: ({ customer, line }) =>
                mayChange ? (
                  <select
                    name={line.weeks.name}
                    defaultValue={line.weeks.initialValue ?? 'every'}
                    aria-label={`Weeks of ${customer.name}`}
                    className={`${CONTROL} w-auto!`}
                  >
                    {WEEKS.map((weeks) => (
                      <option key={weeks} value={weeks}>
                        {WEEK_LABELS[weeks]}
                      </option>
                    ))}
                  </select>
                ) : (
                  WEEK_LABELS[customer.weeks]
                ),
            },
          ]}
          empty={
            <EmptyState line title="No customers">
              Search for another name, or transfer customers to this agent.
            </EmptyState>
          }
        />
      </div>
      {mayChange && rows.length > 0 ? (
        <div className="px-4 pb-4">
          <FormActions>
            <SubmitButton>Save route</SubmitButton>
            <span className="scripted-only text-xs text-muted max-sm:hidden">
              <Kbd>Alt</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> in a number moves the stop
            </span>
          </FormActions>
        </div>
      ) : null}
    </CommandForm>
  )
}
