import type { OwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'

/** Writes a number in another way: in lower case, with a space and a full stop. */
const spelled = (number: string) =>
  `lower(left(${number}, -1)) || ' ' || right(${number}, 1) || '.'`

/** Two documents of a table, the second of which gets the number of the first, written in another way. */
const twice = (
  table: string,
  column: string,
  first: string,
  second: string,
  more = '',
) => `update public.${table} set ${column} = ${spelled('f.number')} ${more}
  from (select x.${column} as number, x.* from public.${table} x where x.project_id = v_project and ${first} order by x.id limit 1) f
  where ${table}.project_id = v_project and ${table}.id = (
    select y.id from public.${table} y where y.project_id = v_project and y.id <> f.id and ${second} order by y.id desc limit 1);`

/** Plants in a company of version 1.2.0 what that version took and later ones refuse. */
export const plantDoubles = (sql: OwnerSql, project: string) =>
  sql.script(`do $$
declare
  v_project uuid := '${project}';
  v_agent uuid := (select m.user_id from public.memberships m where m.project_id = v_project and m.role = 'Agent' order by 1 limit 1);
begin
  insert into public.products (project_id, description, material_code) values (v_project, 'Twin', 'TWIN-1'), (v_project, 'Twin', E'TWIN\\u200b-1');
  insert into public.customers (project_id, name, agent_id, approval_status, date_added)
  values (v_project, E'Pe\\u00f1a Twin', v_agent, 'approved', current_date), (v_project, E'Pen\\u0303a Twin', v_agent, 'approved', current_date);
  -- Its own guards are off, as for rows that were loaded past them.
  perform set_config('session_replication_role', 'replica', true);
  ${twice('bookings', 'invoice_no', "x.stage = 'delivered' and not x.is_opening", "y.stage = 'delivered' and not y.is_opening")}
  ${twice(
    'collections',
    'cr_no',
    "x.part_no = 1 and x.approval_status = 'approved'",
    `y.approval_status = 'pending' and y.collection_type <> 'cheque'
      and not exists (select from public.collections z where z.receipt_id = y.receipt_id and z.id <> y.id)`,
  )}
  ${twice(
    'collections',
    'cheque_no',
    "x.cheque_state = 'cleared'",
    "y.cheque_state = 'on_hand' and y.remittance_id is null and y.approval_status <> 'cancelled'",
    `, cheque_bank = lower(f.cheque_bank) || ' '`,
  )}
  ${twice('deposit_slips', 'slip_no', 'true', 'y.bank_id = f.bank_id')}
  ${twice('remittances', 'drr_no', "x.status = 'received'", "y.status = 'received'")}
  update public.collections c set drr_no = r.drr_no from public.remittances r
  where r.project_id = v_project and c.project_id = v_project and c.remittance_id = r.id and c.drr_no <> r.drr_no;
  update public.purchases p set supplier = x.name
  from (select y.id, row_number() over (order by y.id) as n from public.purchases y where y.project_id = v_project) z
  join unnest(array['Twin Trading', '  twin  TRADING', 'Twin Trading.']) with ordinality x (name, n) on x.n = z.n
  where p.project_id = v_project and p.id = z.id;
  insert into public.stock_movements (project_id, product_id, kind, quantity, cost, on_date, source_table, source_id)
  select v_project, (select p.id from public.products p where p.project_id = v_project and p.material_code = 'TWIN-1'), 'adjustment', x.pieces,
    0, current_date - x.ago, 'stock_counts', gen_random_uuid() from (values (-5, 20), (5, 19)) x (pieces, ago);
  perform set_config('session_replication_role', 'origin', true);
  perform private.keep_all_numbers();
end $$`)

/** Runs commands as somebody of the company who has a role. */
const as = (sql: OwnerSql, project: string, role: string, commands: string) =>
  sql.script(`do $$
declare v_project uuid := '${project}';
begin
  perform set_config('request.jwt.claim.sub', m.user_id::text, true),
    set_config('request.jwt.claims', jsonb_build_object('sub', m.user_id, 'role', 'authenticated')::text, true)
  from public.memberships m where m.project_id = v_project and m.role = '${role}' and m.status = 'active' order by m.user_id limit 1;
  ${commands}
end $$`)

/** The later one of two documents that the check of doubles names. */
const later = (table: string, more = 'true') =>
  `public.${table} d where d.project_id = v_project and d.id in (select c.id from private.check_numbers(v_project) c) and ${more}`

/** Merges, renumbers or cancels the doubles, as people do. */
export async function mendDoubles(sql: OwnerSql, project: string): Promise<void> {
  await as(
    sql,
    project,
    'special access 1',
    `perform public.merge_products(v_project, gen_random_uuid(), d.id, d.version, (select g.id from public.products g
       where g.project_id = v_project and g.description = 'Twin' and g.id <> d.id)) from ${later('products')};
     -- Finance recorded them.
     perform public.cancel_collection(v_project, gen_random_uuid(), d.id, d.version, 'Entered twice') from ${later('collections')};`,
  )
  await as(
    sql,
    project,
    'invoice admin',
    `perform public.set_invoice(v_project, gen_random_uuid(), d.id, d.version, 'RENUMBERED-1', null, 'Written twice') from ${later('bookings')};`,
  )
  await as(
    sql,
    project,
    'finance admin',
    `perform public.merge_customers(v_project, gen_random_uuid(), d.id, d.version, (select c.id from public.customers c
       where c.project_id = v_project and c.name like '%Twin' and c.id <> d.id), 'Entered twice') from ${later('customers')};
     perform public.cancel_remittance(v_project, gen_random_uuid(), d.id, d.version, 'Entered twice') from ${later('remittances')};
     perform public.renumber_deposit_slip(v_project, gen_random_uuid(), d.id, d.version, 'RENUMBERED-2', 'Written twice') from ${later('deposit_slips')};`,
  )
}
