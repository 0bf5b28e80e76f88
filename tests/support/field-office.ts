import { weekdayOf } from '../../app/platform/values/weeks.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import type { connect } from './warm-servers.ts'

type Owner = ReturnType<typeof connect>

/** Gives a customer or a booking to another agent. */
export async function setAgent(
  owner: Owner,
  table: 'customers' | 'bookings',
  id: string,
  email: string,
): Promise<void> {
  await owner.unsafe(
    `update public.${table} set agent_id = (select user_id from public.profiles where email = $2) where id = $1`,
    [id, email],
  )
}

/** Takes a product, by its name, out of what is sold, or back. */
export async function setProduct(owner: Owner, name: string, status: 'active' | 'inactive') {
  await owner.unsafe(
    'update public.products set status = $3 where project_id = $1 and description = $2',
    [DEMO_ID, name, status],
  )
}

/** Makes a customer the only stop of its agent on the weekday of a day. */
export async function setRoute(owner: Owner, customer: string, day: string): Promise<void> {
  await owner.unsafe('delete from public.routes where project_id = $1', [DEMO_ID])
  await owner.unsafe(
    `insert into public.routes (project_id, agent_id, weekday, customer_id, place, from_date)
     select project_id, agent_id, $2, id, 1, $3 from public.customers where id = $1`,
    [customer, weekdayOf(day), day],
  )
}
