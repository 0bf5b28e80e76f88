CREATE OR REPLACE FUNCTION private.post_archived_credits(p_booking public.bookings)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with posted as (
    select coalesce(sum(e.amount), 0) as amount, min(e.on_date) as opened_on, max(e.due_date) as due_date from public.receivable_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
  ), credits as (
    select k.*, sum(k.amount) over () as credited, sum(k.amount) over (order by k.id desc) as newest from public.booking_credits k
    where k.project_id = p_booking.project_id and k.booking_id = p_booking.id
  ), missing as (
    -- Older credits were taken off what the archive opened. Those of one command all have the same sign.
    select max(c.id) as since from credits c, posted p
    where p.amount <> p_booking.total - c.credited and c.newest = p.amount - (p_booking.total - c.credited)
  )
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id, due_date, amount, cleared_amount)
  select p_booking.project_id, x.on_date, x.kind, p_booking.customer_id, p_booking.agent_id, p_booking.id, c.memo_id, p.due_date, -sum(c.amount), -sum(c.amount)
  from credits c
  join missing m on c.id >= m.since
  cross join posted p
  cross join lateral (select greatest(c.on_date, p.opened_on) as on_date,
    case when c.kind = 'credit_memo' and c.line_id is not null then 'allowance' else c.kind end as kind) x
  group by x.on_date, x.kind, c.memo_id, p.due_date having sum(c.amount) <> 0 order by x.on_date
$function$;

CREATE OR REPLACE FUNCTION private.post_invoice(p_booking public.bookings)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_booking.date_invoiced is null and p_booking.booking_status <> 'active' then
    perform private.post_archived_credits(p_booking);
    return;
  end if;
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id, due_date, amount, cleared_amount)
  select p_booking.project_id, x.on_date, x.kind, p_booking.customer_id, p_booking.agent_id, p_booking.id, x.memo_id, x.due_date, sum(x.amount), sum(x.amount)
  from (
    select coalesce(p_booking.opening_date, p_booking.date_invoiced) as on_date,
      case when p_booking.is_debit_memo then 'debit_memo' when p_booking.is_opening then 'opening' else 'invoice' end as kind,
      (select m.id from public.memos m where p_booking.is_debit_memo and m.project_id = p_booking.project_id and m.booking_id = p_booking.id) as memo_id,
      p_booking.date_due as due_date, p_booking.total as amount
    where p_booking.date_invoiced is not null
    union all
    -- A credit before the invoice counts from the invoice on.
    select greatest(k.on_date, coalesce(p_booking.opening_date, p_booking.date_invoiced)), case when k.kind = 'credit_memo' and k.line_id is not null then 'allowance' else k.kind end, k.memo_id, p_booking.date_due, -k.amount
    from public.booking_credits k
    where p_booking.date_invoiced is not null and k.project_id = p_booking.project_id and k.booking_id = p_booking.id
    union all
    select e.on_date, e.kind, e.memo_id, e.due_date, -e.amount
    from public.receivable_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
  ) x
  group by x.on_date, x.kind, x.memo_id, x.due_date having sum(x.amount) <> 0 order by sum(x.amount) > 0, x.on_date;
end $function$;

COMMENT ON FUNCTION "private"."post_archived_credits"(public.bookings) IS 'Posts the newest credits of a booking that was archived without an invoice, as far as they are not posted: each on its day, not before the archive. What the archive opened stays.';

COMMENT ON FUNCTION "private"."post_invoice"(public.bookings) IS 'Posts the invoice of a booking and its credits to the receivables ledger, as far as they are not posted: total on the invoice date, or the opening date of an invoice from before, each credit on its day. Without an invoice, only the credits of a booking that is archived.';

REVOKE ALL ON FUNCTION "private"."post_archived_credits"(public.bookings) FROM PUBLIC;

-- By hand: archives whose entry was taken back by a later memo are opened again, and what the memos changed is posted.
do $$
declare
  v_taken_back public.receivable_entries;
  v_booking public.bookings;
begin
  for v_taken_back in
    select e.* from public.receivable_entries e
    join public.bookings b on b.project_id = e.project_id and b.id = e.booking_id and b.date_invoiced is null and b.booking_status <> 'active'
    where e.kind = 'archived' and e.collection_id is null and e.amount < 0 order by e.project_id, e.id
  loop
    insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
    values (v_taken_back.project_id, private.open_day(v_taken_back.project_id, v_taken_back.on_date), 'archived', v_taken_back.customer_id,
      v_taken_back.agent_id, v_taken_back.booking_id, v_taken_back.due_date, -v_taken_back.amount, -v_taken_back.cleared_amount);
  end loop;
  for v_booking in
    select b.* from public.bookings b
    where b.date_invoiced is null and b.booking_status <> 'active'
      and exists (select from public.booking_credits k where k.project_id = b.project_id and k.booking_id = b.id and k.memo_id is not null)
    order by b.project_id, b.id
  loop
    perform private.post_archived_credits(v_booking);
  end loop;
end $$;
