-- What is pending in a period that is to be closed. See docs/ledgers.md, Closed periods.

create or replace function private.closing_pending(p_project uuid, p_through date)
returns table (kind text, documents bigint, amount numeric, oldest_on date)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'journal.read');
  v_zone text := private.zone_of(p_project);
begin
  return query
  with pending (kind, on_date, amount) as (
    select 'receipts', c.date_collected, c.amount from public.collections c
    where c.project_id = p_project and c.approval_status = 'pending'
    union all
    select 'not_invoiced', b.date_delivered, b.total - b.credited from public.bookings b
    where b.project_id = p_project and b.stage = 'delivered' and b.date_invoiced is null
    union all
    select 'not_delivered', b.date_added, sum(u.amount) from private.undelivered(p_project) u
    join public.bookings b on b.project_id = p_project and b.id = u.booking_id group by b.id, b.date_added
    union all
    select 'not_remitted', c.date_collected, c.amount from public.collections c
    where c.project_id = p_project and c.collector_id is not null and c.remittance_id is null and c.approval_status <> 'cancelled'
      and c.cheque_state is distinct from 'replaced'
    union all
    select 'cheques_due', c.cheque_date, c.amount from public.collections c
    where c.project_id = p_project and c.cheque_state = 'on_hand' and c.approval_status = 'approved'
    union all
    select 'vouchers', v.date_added, v.net_amount from public.vouchers v
    where v.project_id = p_project and v.status in ('pending', 'printed')
    union all
    select 'memos', m.on_date, m.amount from public.memos m where m.project_id = p_project and m.status = 'pending'
    union all
    select 'purchases', p.date_added, p.total_cost from public.purchases p
    where p.project_id = p_project and p.status = 'active' and p.delivery_date is null
    union all
    select 'write_offs', b.on_date, sum(round(i.stock_value * l.quantity / nullif(i.on_hand, 0), 2)) from public.bad_orders b
    join public.bad_order_lines l on l.project_id = p_project and l.record_id = b.id
    join public.inventory i on i.project_id = p_project and i.product_id = l.product_id
    where b.project_id = p_project and b.status = 'pending' group by b.id, b.on_date
    union all
    select 'counts', c.counted_on, (select sum(k.cost) from private.count_costs(p_project, c.id) k) from public.stock_counts c
    where c.project_id = p_project and c.count_status = 'submitted'
    union all
    select 'warehouse_requests', r.date_added, null from public.warehouse_requests r
    where r.project_id = p_project and r.request_status = 'pending'
    union all
    select 'product_edits', (r.created_at at time zone v_zone)::date, null from public.product_edit_requests r
    where r.project_id = p_project and r.request_status = 'pending'
    union all
    select 'cash', e.on_date, least(e.amount, e.held - e.newer) from (
      select c.on_date, c.amount, c.kept as held,
        coalesce(sum(c.amount) over (order by c.on_date desc, c.id desc rows between unbounded preceding and 1 preceding), 0) as newer
      from (
        -- Cash that left the office was the oldest that was there.
        select m.id, m.on_date, m.amount, sum(m.amount) over () as kept from public.money_entries m
        where m.project_id = p_project and m.place = 'office'
      ) c where c.amount > 0
    ) e where e.newer < e.held
    union all
    select 'cheques_deposited', d.on_date, c.amount from public.collections c
    cross join lateral (
      select max(e.on_date) as on_date from public.cheque_events e
      where e.project_id = p_project and e.collection_id = c.id and e.event = 'deposited') d
    where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved' and c.cheque_state = 'deposited'
  )
  select k.kind, count(p.kind),
    case when k.kind not in ('warehouse_requests', 'product_edits') then coalesce(sum(p.amount), 0.00) end, min(p.on_date)
  from unnest('{receipts,not_invoiced,not_delivered,not_remitted,cheques_due,vouchers,memos,purchases,write_offs,counts,warehouse_requests,'
    'product_edits,cash,cheques_deposited}'::text[])
    with ordinality k (kind, position)
  left join pending p on p.kind = k.kind and (p_through is null or p.on_date <= p_through)
  group by k.kind, k.position order by k.position;
end $$;
select private.expose('closing_pending');
comment on function public.closing_pending is
  'Lists what is pending until a day, one row per kind: number of documents, their amount in the project''s currency, and the oldest day. '
  'kind: receipts (not approved), not_invoiced (delivered bookings), not_delivered (validated bookings, the open amount), not_remitted '
  '(receipts of collectors), cheques_due (on hand), vouchers (not released, net), memos (not approved), purchases (without delivery date), '
  'write_offs (of bad orders, not approved, at moving average), counts (submitted, the variance at moving average), '
  'warehouse_requests and product_edits (not decided; without amount), and for information cash (entries of cash at the office that is not '
  'deposited, the oldest taken as deposited first) and cheques_deposited (not cleared). It reads all rows regardless of the caller''s '
  'scope. Errors: 42501 without journal.read.';
