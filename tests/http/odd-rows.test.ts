import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { pageReader } from '../support/page-reader.ts'
import { everyScreen } from '../support/screens.ts'
import { hasPostgres, postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { as, page } = pageReader(server)
let owner: ReturnType<typeof connect>

/** A value that no check takes, in one row each: as if it were older than the checks. */
const ODD: readonly [table: string, column: string, value: string][] = [
  ['products', 'def_cost', "'NaN'"],
  ['products', 'def_srp', "'NaN'"],
  ['products', 'created_at', "'infinity'"],
  ['products', 'supplier', "E'odd\\u0001\\u0085\\u202ename'"],
  ['inventory', 'current_srp', "'NaN'"],
  ['customers', 'credit_line', "'NaN'"],
  ['customers', 'date_added', "'infinity'"],
  ['customers', 'address', "repeat('long ', 20000)"],
  ['cost_centers', 'monthly_budget', "'NaN'"],
  ['purchases', 'total_cost', "'NaN'"],
  ['purchases', 'date_added', "'infinity'"],
  ['collections', 'amount', "'NaN'"],
  ['collections', 'created_at', "'infinity'"],
  ['vouchers', 'date_added', "'infinity'"],
  ['bookings', 'remarks', "E'a\\u0001b'"],
]

beforeAll(async () => {
  if (!hasPostgres()) return
  owner = connect(server)
  await owner.unsafe('set session_replication_role = replica')
  for (const [table, column, value] of ODD) {
    const checks = await owner.unsafe<{ name: string }[]>(
      "select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass",
      [`public.${table}`],
    )
    for (const { name } of checks)
      await owner.unsafe(`alter table public.${table} drop constraint "${name}"`)
    await owner.unsafe(
      `update public.${table} set ${column} = ${value} where ctid = (select min(ctid) from public.${table} where project_id = $1)`,
      [DEMO_ID],
    )
  }
}, 60_000)
afterAll(() => owner?.end())

describe.runIf(hasPostgres())('one odd row', () => {
  it('takes no screen down', async () => {
    expect((await everyScreen(server)).length).toBeGreaterThan(60)
  }, 300_000)

  it('is shown beside the others', async () => {
    const { html } = await page('/inventory/product-list')
    const names = await owner.unsafe<{ description: string }[]>(
      'select description from public.products where project_id = $1 order by sort_key limit 5',
      [DEMO_ID],
    )
    for (const { description } of names) expect(html).toContain(description)
    expect(html).toContain('unreadable')
    const budgets = await page('/treasury/masters/cost-centers', 'expenses-and-disbursements')
    expect(budgets.html).toContain('unreadable')
  })

  it.each([
    '/reports_inventory_excel',
    '/reports_customer_masterlist_excel',
    '/reports_purchase_excel',
    '/reports_collection_excel',
    '/reports_ar_excel',
  ])('is in the file %s', async (path) => {
    const response = await (await as('owner')).get(path)
    expect([path, response.status]).toEqual([path, 200])
  })
})
