import { row, rows } from '../../../app/platform/db/command.server.ts'
import { fromCents, money, toCents } from '../../../app/platform/values/money.ts'
import { DEMO_ID } from '../people.ts'
import { loadRoutes } from '../routes.ts'
import type { Now } from './run.ts'

/** The first numbers of the booklets, of a series that the years have not reached. */
const BOOKLETS: readonly [login: string, first: number][] = [
  ['agent', 70_001],
  ['collector', 70_051],
]

/**
 * Prepares what people of the field find on their phones: an agent the route of the day, a booklet of CR numbers each who collects, and
 * a manager with a limit two bookings to approve, one over the credit limit and one below the price floor.
 */
export async function prepareField(now: Now): Promise<void> {
  const { run, ids } = now
  await planRoute(now)
  for (const [login, first] of BOOKLETS)
    await run('finance-admin', 'assign_booklet', `booklet of ${login}`, {
      p_booklet: {
        user_id: ids.get(login),
        first_no: `CR-${first}`,
        last_no: `CR-${first + 49}`,
      },
    })
  await run('general-manager', 'set_approval_limit', 'limit of manager', {
    p_user: ids.get('manager')!,
    p_limit: '250000.00',
  })
  await askManager(now)
}

/** The stores of the agent that are visited today, area by area. */
async function planRoute({ desk, ids }: Now): Promise<void> {
  const finance = await desk('finance-admin')
  const stores = rows(
    await finance
      .from('customers')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('agent_id', ids.get('agent')!)
      .eq('approval_status', 'approved')
      .order('area')
      .order('sort_key')
      .limit(8),
  )
  await loadRoutes(
    finance,
    ids.get('agent')!,
    stores.map(({ id }) => id),
  )
}

/** Books as the agent what only an approval lets through. */
async function askManager({ desk, run }: Now): Promise<void> {
  const agent = await desk('agent')
  const limited = rows(
    await agent
      .from('customers')
      .select('id')
      .eq('project_id', DEMO_ID)
      .eq('approval_status', 'approved')
      .gt('credit_line', 0)
      .order('credit_line')
      .order('id')
      .limit(2),
  )
  const goods = row(
    await agent
      .from('inventory')
      .select('product_id, current_srp, current_srp_pieces, products!inner(case_config)')
      .eq('project_id', DEMO_ID)
      .gt('available', 500)
      .gt('current_srp', 0)
      .order('product_id')
      .limit(1)
      .single(),
  )
  const { current_srp, current_srp_pieces, products } = goods
  const pieces = products.case_config ?? 12
  const srp = toCents(money(current_srp))
  const line = (quantity: number, cents: bigint) => ({
    ...{ product_id: goods.product_id, quantity },
    ...{ agent_srp: fromCents(cents), agent_srp_pieces: current_srp_pieces },
  })
  const [over, low] = limited
  const { credit_left } = row(
    await agent.rpc('customer_position', { p_project: DEMO_ID, p_customer: over!.id }).single(),
  )
  // One case more than the rest of the credit limit pays.
  const left = credit_left === null ? 0n : toCents(money(credit_left))
  const cases = left > 0n ? (left * BigInt(current_srp_pieces)) / (srp * BigInt(pieces)) + 1n : 1n
  await run('agent', 'create_booking', 'over the limit', {
    p_booking: {
      customer_id: over!.id,
      remarks: 'The store opens a second branch',
      lines: [line(Number(cases) * pieces, srp)],
    },
  })
  await run('agent', 'create_booking', 'below the floor', {
    p_booking: {
      customer_id: low!.id,
      remarks: 'Matches the price of the store across the street',
      lines: [line(pieces, (srp * 6n) / 10n)],
    },
  })
}
