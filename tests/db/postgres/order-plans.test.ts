import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { planOf } from '../../support/plans.ts'

const fixture = testFixture()

/** Purchases and vouchers of two companies. */
beforeAll(async () => {
  for (const [project, user] of [
    [fixture.a, fixture.role['special access 1']],
    [fixture.b, fixture.staffB],
  ]) {
    await fixture.db.sql(
      `insert into public.purchases (project_id, po_no, supplier, date_added, kind, total_cost, created_by)
       select $1::uuid, 'PO-' || n, 'Supplier ' || n % 300, date '2025-01-01' + n / 20, 'purchase', n % 700, $2::uuid
       from generate_series(1, 3000) n`,
      [project, user],
    )
    await fixture.db.sql(
      `with payee as (
         insert into public.payees (project_id, fname) values ($1::uuid, 'Payee of all') returning id)
       insert into public.vouchers (project_id, voucher_no, payee_id, date_added, pay_to, mode_of_payment, total, created_by)
       select $1::uuid, n, payee.id, date '2025-01-01' + n / 20, 'Payee ' || n % 300, 'cash', 1 + n % 700, $2::uuid
       from payee, generate_series(1, 3000) n`,
      [project, user],
    )
  }
  await fixture.db.sql('analyze public.purchases, public.vouchers')
})
/** Rows without lines would break the books. */
afterAll(async () => {
  await fixture.db.sql(`do $$ begin
    set local session_replication_role = replica;
    delete from public.purchases;
    delete from public.vouchers;
  end $$`)
})

describe('the orders of a list', () => {
  it.each([
    ['purchases', 'date_added desc, id desc', 'purchases_list_idx'],
    ['purchases', 'po_no, id', 'purchases_order_idx'],
    ['purchases', 'supplier, id', 'purchases_supplier_idx'],
    ['purchases', 'total_key desc, id desc', 'purchases_total_idx'],
    ['vouchers', 'date_added desc, id desc', 'vouchers_list_idx'],
    ['vouchers', 'voucher_no desc', 'vouchers_voucher_no_key'],
    ['vouchers', 'pay_to, id', 'vouchers_pay_to_idx'],
    ['vouchers', 'total_key desc, id desc', 'vouchers_total_idx'],
    ['warehouse_requests', 'request_no', 'warehouse_requests_no_key'],
    ['collections', 'cr_no, part_no', 'collections_cr_no_key'],
  ])('%s by %s follow an index', async (table, order, index) => {
    const user =
      fixture.role[table === 'vouchers' ? 'expenses and disbursements' : 'special access 1']
    const plan = await planOf(
      fixture.db,
      user,
      `select * from public.${table} where project_id = '${fixture.a}' order by ${order} limit 51`,
    )
    expect(plan).toContain(index)
    expect(plan).not.toMatch(/(?<!Incremental )Sort {2}/)
  })
})
