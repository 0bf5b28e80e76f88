-- Report of invoices: what it lists.

create or replace function private.changed_invoices(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, entry text, on_date date, gross numeric, discount numeric, credited numeric, due numeric,
  vat numeric, exempt numeric, zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
language plpgsql stable set search_path = '' as $$
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
    select b.*, b.approval_status = 'cancelled' as voided,
      coalesce(s.amount, 0) as amount, coalesce(s.vat, 0) as vat, coalesce(s.exempt, 0) as exempt, coalesce(s.zero_rated, 0) as zero_rated,
      coalesce(s.later, 0) as later, coalesce(s.later_vat, 0) as later_vat, coalesce(s.later_exempt, 0) as later_exempt,
      coalesce(s.later_zero_rated, 0) as later_zero_rated
    from public.bookings b
    left join sums s on s.booking_id = b.id and b.credited <> 0
    where b.project_id = p_project and b.id = any (p_bookings)
  )
  select i.id, 'invoice', i.date_invoiced, i.total + i.discount, i.discount, case when i.voided then i.total else i.credited end,
    i.total - i.amount + i.later, i.vat_amount - i.vat + i.later_vat, i.exempt_amount - i.exempt + i.later_exempt,
    i.zero_rated_amount - i.zero_rated + i.later_zero_rated, i.collected, case when i.voided then 0.00 else i.balance end, 0.00
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
  where i.voided;
end $$;
comment on function private.changed_invoices is
  'Returns the rows of invoices that are not as they were issued (see report_invoice): an invoice stays on its day as it was issued, '
  'and what is released or cancelled later is an opposite row of its own day. due: what the invoice said. Runs with the caller''s '
  'rights.';

create or replace function private.invoice_entries(p_project uuid, p_from date, p_to date, p_agent uuid, p_customer uuid, p_paid text,
  p_delivered text, p_renumbered boolean, p_others boolean)
returns table (booking_id uuid, entry text, on_date date, agent_id uuid, customer_id uuid, invoice_no text, taxed boolean,
  renumbered boolean, delivered boolean, gross numeric, discount numeric, credited numeric, due numeric, vat numeric, exempt numeric,
  zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with chosen as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed, b.invoice_no_changed_at is not null as renumbered,
      b.date_delivered is not null as delivered
    from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null and (p_others or not b.is_opening)
      and (p_agent is null or b.agent_id = p_agent) and (p_customer is null or b.customer_id = p_customer)
      and (p_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (p_paid = 'paid')))
      and (p_delivered is null or (b.date_delivered is not null) = (p_delivered = 'yes'))
      and (not p_renumbered or b.invoice_no_changed_at is not null)
  )
  -- Most invoices are as they were issued, and no more is read than their own row.
  select b.id, 'invoice', b.date_invoiced, b.agent_id, b.customer_id, b.invoice_no, b.taxed, b.renumbered, b.delivered,
    b.total + b.discount, b.discount, b.credited, b.total, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.collected, b.balance, 0.00
  from chosen b where b.date_invoiced between p_from and p_to and b.credited = 0 and b.approval_status <> 'cancelled'
  union all
  select b.id, x.entry, x.on_date, b.agent_id, b.customer_id, b.invoice_no, b.taxed, b.renumbered, b.delivered, x.gross, x.discount,
    x.credited, x.due, x.vat, x.exempt, x.zero_rated, x.collected, x.balance, x.cancelled
  from private.changed_invoices(p_project, array(
    select b.id from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
      and b.date_invoiced between p_from and p_to
    union
    select k.booking_id from public.booking_credits k
    where k.project_id = p_project and k.after_invoice and k.on_date between p_from and p_to
    union
    select e.booking_id from public.receivable_entries e join public.bookings b on b.project_id = p_project and b.id = e.booking_id
    where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between p_from and p_to and b.stage = 'cancelled')) x
  join chosen b on b.id = x.booking_id
  where x.on_date between p_from and p_to;
end $$;
comment on function private.invoice_entries is
  'Returns the invoices of a period (p_others: debit memos and opening balances too) and what was released or cancelled in it, with the '
  'filters of the report of invoices. Runs with the caller''s rights.';

grant execute on function private.changed_invoices, private.invoice_entries to authenticated;
