-- What is pending in a period that is to be closed. See docs/ledgers.md, Closed periods.

create or replace function private.closing_pending(p_project uuid, p_through date)
returns table (kind text, documents bigint, amount numeric, oldest_on date)
language plpgsql stable security definer set search_path = '' as $$
declare v_scope text := private.authorize(p_project, 'journal.read');
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
  )
  select k.kind, count(p.kind), coalesce(sum(p.amount), 0.00), min(p.on_date)
  from unnest('{receipts,not_invoiced,not_delivered,not_remitted,cheques_due,vouchers,memos,purchases}'::text[]) with ordinality k (kind, position)
  left join pending p on p.kind = k.kind and (p_through is null or p.on_date <= p_through)
  group by k.kind, k.position order by k.position;
end $$;
create or replace function public.closing_pending(p_project uuid, p_through date)
returns table (kind text, documents bigint, amount numeric, oldest_on date)
language sql stable security invoker set search_path = '' as $$ select * from private.closing_pending(p_project, p_through) $$;
comment on function public.closing_pending is
  'Lists what is pending until a day, one row per kind: number of documents, their amount in the project''s currency, and the oldest day. kind: receipts (not approved), not_invoiced (delivered bookings), not_delivered (validated bookings, the open amount), not_remitted (receipts of collectors), cheques_due (on hand), vouchers (not released, net), memos (not approved), purchases (without delivery date). It reads all rows regardless of the caller''s scope. Errors: 42501 without journal.read.';
grant execute on function private.closing_pending(uuid, date), public.closing_pending(uuid, date) to authenticated;
