import { z } from 'zod/mini'
import { numberField } from '~/platform/forms/fields'
import { WEEKS } from '~/platform/values/weeks'

/** Customers that the form offers at once. */
export const MOST_OFFERED = 200

/** The most stops of a route; the database has the same limit. */
const MOST_STOPS = 200

const PLACE = 'Enter the place on the route, or leave it blank.'

/** The customers of an agent, with the place of those that are on the route of a weekday. */
export const routeSchema = z.object({
  agent_id: z.uuid({ error: 'Choose an agent.' }),
  weekday: z.int({ error: 'Choose a day of the week.' }),
  seen: z.string(),
  stops: z
    .array(
      z.object({
        customer_id: z.uuid({ error: 'Reload the page.' }),
        place: z.optional(numberField({ missing: PLACE, outside: PLACE, min: 1, max: 9999 })),
        weeks: z.enum(WEEKS, { error: 'Every week, odd or even weeks.' }),
      }),
    )
    .check(
      z.refine(
        (rows) => rows.filter(({ place }) => place !== undefined).length <= MOST_STOPS,
        `At most ${MOST_STOPS} stops.`,
      ),
    ),
})

type Sent = z.output<typeof routeSchema>['stops'][number]

/** Returns the rows with a place in their order, each with its number in the form. */
export function placed<Row extends Pick<Sent, 'place'>>(rows: readonly Row[]) {
  return rows
    .map((row, index) => ({ ...row, index }))
    .filter(({ place }) => place !== undefined)
    .sort((one, other) => one.place! - other.place! || one.index - other.index)
}

/** Returns the field of the form for one of the database, which knows the rows with a place alone. */
export function fieldOfRow(field: string, rows: readonly Sent[]): string {
  return field.replace(/^stops\[(\d+)\]\.customer_id$/, (_, at) => {
    const row = placed(rows)[Number(at)]
    return row ? `stops[${row.index}].place` : 'stops'
  })
}
