-- Report of invoices: its filters, and invoices that are not as they were issued.

create or replace function private.invoice_filters(p_filters jsonb,
  out agent_id uuid, out customer_id uuid, out paid text, out delivered text, out renumbered boolean)
language plpgsql immutable set search_path = '' as $$
begin
  agent_id := private.read_uuid(p_filters, 'agent_id');
  customer_id := private.read_uuid(p_filters, 'customer_id');
  paid := nullif(p_filters ->> 'paid', '');
  delivered := nullif(p_filters ->> 'delivered', '');
  renumbered := private.read_boolean(p_filters, 'renumbered');
  if paid not in ('paid', 'unpaid') then perform private.invalid('paid', 'Paid or unpaid.'); end if;
  if delivered not in ('yes', 'no') then perform private.invalid('delivered', 'Yes or no.'); end if;
end $$;
comment on function private.invoice_filters is 'Reads the filters of the report of invoices besides its period. Errors: 22023.';

create or replace function private.moved_invoices(p_project uuid, p_from date, p_to date) returns uuid[]
language plpgsql stable security invoker set search_path = '' as $$
begin
  return array(
    select b.id from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
      and b.date_invoiced between p_from and p_to
    union
    select k.booking_id from public.booking_credits k
    where k.project_id = p_project and k.after_invoice and k.on_date between p_from and p_to
    union
    select e.booking_id from public.receivable_entries e join public.bookings b on b.project_id = p_project and b.id = e.booking_id
    where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between p_from and p_to and b.stage = 'cancelled');
end $$;
comment on function private.moved_invoices is
  'Returns the invoices that are not as they were issued, of this period or with a release or cancellation in it. Runs with the '
  'caller''s rights.';

create or replace function private.changed_invoices(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, entry text, on_date date, gross numeric, discount numeric, credited numeric, due numeric,
  vat numeric, exempt numeric, zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  if cardinality(p_bookings) = 0 then return; end if;
  return query
  with released as materialized (
    select y.* from private.released_goods(p_project, p_bookings) y
  ), sums as (
    select y.booking_id, sum(y.amount) as amount, sum(y.vat) as vat, sum(y.exempt) as exempt, sum(y.zero_rated) as zero_rated,
      sum(y.amount) filter (where y.after_invoice) as later, sum(y.vat) filter (where y.after_invoice) as later_vat,
      sum(y.exempt) filter (where y.after_invoice) as later_exempt, sum(y.zero_rated) filter (where y.after_invoice) as later_zero_rated
    from released y group by y.booking_id
  ), invoices as materialized (
    select b.id, b.date_invoiced, b.total, b.discount, b.credited, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.collected,
      b.balance, b.approval_status = 'cancelled' as cancelled,
      coalesce(s.amount, 0) as amount, coalesce(s.vat, 0) as vat, coalesce(s.exempt, 0) as exempt, coalesce(s.zero_rated, 0) as zero_rated,
      coalesce(s.later, 0) as later, coalesce(s.later_vat, 0) as later_vat, coalesce(s.later_exempt, 0) as later_exempt,
      coalesce(s.later_zero_rated, 0) as later_zero_rated
    from public.bookings b
    left join sums s on s.booking_id = b.id and b.credited <> 0
    where b.project_id = p_project and b.id = any (p_bookings)
  )
  select i.id, 'invoice', i.date_invoiced, i.total + i.discount, i.discount, case when i.cancelled then i.total else i.credited end,
    i.total - i.amount + i.later, i.vat_amount - i.vat + i.later_vat, i.exempt_amount - i.exempt + i.later_exempt,
    i.zero_rated_amount - i.zero_rated + i.later_zero_rated, i.collected, case when i.cancelled then 0.00 else i.balance end, 0.00
  from invoices i
  union all
  select i.id, 'release', greatest(y.on_date, i.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat),
    -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
  from released y join invoices i on i.id = y.booking_id where y.after_invoice and i.later > 0 group by i.id, 3
  union all
  select i.id, 'cancellation', e.on_date, i.later - i.total - i.discount, -i.discount, i.later - i.total, i.amount - i.total,
    i.vat - i.vat_amount, i.exempt - i.exempt_amount, i.zero_rated - i.zero_rated_amount, 0.00, 0.00, i.total - i.amount
  from invoices i
  cross join lateral (
    select max(e.on_date) as on_date from public.receivable_entries e
    where e.project_id = p_project and e.booking_id = i.id and e.kind = 'cancelled' having count(*) > 0) e
  where i.cancelled;
end $$;
comment on function private.changed_invoices is
  'Returns the rows of invoices that are not as they were issued (see report_invoice): an invoice stays on its day as it was issued, '
  'and what is released or cancelled later is an opposite row of its own day. due: what the invoice said. Runs with the caller''s '
  'rights.';

grant execute on function private.invoice_filters(jsonb), private.moved_invoices(uuid, date, date),
  private.changed_invoices(uuid, uuid[]) to authenticated;
