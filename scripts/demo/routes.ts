import type { Db } from '../../app/platform/request/context.ts'
import { sendCommand } from '../../tools/send-command.ts'
import { DEMO_ID } from './people.ts'

/** The mark of a route without stops (`route_of`). */
const NO_STOPS = 'd41d8cd98f00b204'

/** Sets the route of an agent: the same stops on each day of the week, so that there is one for today. */
export async function loadRoutes(finance: Db, agent: string, customers: readonly string[]) {
  const stops = customers.map((customer_id) => ({ customer_id }))
  for (let weekday = 1; weekday <= 7; weekday++)
    await sendCommand(finance, 'save_route', DEMO_ID, `route ${weekday}`, {
      p_route: { agent_id: agent, weekday, seen: NO_STOPS, stops },
    })
}
