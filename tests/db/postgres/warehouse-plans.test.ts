import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { planOf } from '../../support/plans.ts'
import { postOpeningBalances } from '../../support/receivables.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()

/** Two companies with requests about a hundred bookings each; nearly all are done, ten wait. */
beforeAll(async () => {
  for (const [key, agent, staff] of [
    ['a', fixture.role.Agent, fixture.role.warehouse],
    ['b', fixture.agentB, fixture.staffB],
  ] as const) {
    const customer = await trade(fixture, key).customer()
    await fixture.db.sql(
      `with booked as (
         insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, date_added, approval_status, validated_at,
           invoice_no, date_invoiced, date_delivered, date_due, is_opening, total)
         select $1::uuid, 'OB-' || n, $2::uuid, $3::uuid, 'Store', date '2026-01-01', 'approved', now(),
           'SI-' || n, date '2026-01-01', date '2026-01-01', date '2026-01-01', true, 10
         from generate_series(1, 100) n returning project_id, id, so_no)
       insert into public.warehouse_requests (project_id, request_no, booking_id, so_no, user_id, kind, booking_details, reason,
         request_status, date_added)
       select b.project_id, 'WID' || b.so_no || '-' || n, b.id, b.so_no, $4::uuid, 'hold', '{}', 'Old',
         case when n = 1 and b.so_no like '%0' then 'pending' else 'done' end, date '2026-01-02'
       from booked b, generate_series(1, 40) n`,
      [fixture[key], customer, agent, staff],
    )
    await postOpeningBalances(fixture, fixture[key])
  }
  await fixture.db.sql('analyze public.warehouse_requests')
})

describe('the lists of warehouse requests', () => {
  it.each([
    ['newest', 'order by id desc limit 51', 'warehouse_requests_pkey'],
    [
      'of a status',
      "and request_status = 'pending' order by id desc limit 51",
      'warehouse_requests_list_idx',
    ],
    ['of a booking', "and booking_id = '%' order by id", 'warehouse_requests_booking_idx'],
  ])('%s: by its index', async (_, filter, index) => {
    const query = `select id, request_no from public.warehouse_requests where project_id = '${fixture.a}' ${filter}`
    const plan = await planOf(fixture.db, fixture.role.warehouse, query.replace('%', fixture.a))
    expect(plan).toContain(index)
    expect(plan).not.toContain('Seq Scan on warehouse_requests')
  })
})
