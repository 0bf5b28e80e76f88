-- Report of invoices: missing and voided numbers, and deliveries without an invoice.

-- First and last number of a period are read from the first index, what is not as it was issued from the second.
create index bookings_numbered_idx on public.bookings (project_id, date_invoiced, private.invoice_series(invoice_no),
  private.invoice_serial(invoice_no))
  include (invoice_no)
  where invoice_no is not null and not is_opening;
create index bookings_credited_idx on public.bookings (project_id, date_invoiced)
  where invoice_no is not null and (credited <> 0 or approval_status = 'cancelled');
create index bookings_unnumbered_idx on public.bookings (project_id, date_delivered) where date_invoiced is null
  and date_delivered is not null;
create index receivable_entries_cancelled_idx on public.receivable_entries (project_id, on_date) include (booking_id)
  where kind = 'cancelled';

create or replace function private.invoice_numbers(p_project uuid, p_from date, p_to date)
returns table (kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date,
  before_no text, after_no text, booking_id uuid, new_no text, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  perform private.authorize(p_project, 'reports.invoice');
  return query
  with given_up as materialized (
    -- Changed numbers that no invoice has now, in any spelling, each with its last change
    select distinct on (c.series, c.serial, case when c.serial is null then c.no end)
      c.series, c.serial, c.no, c.on_date, c.booking_id, c.new_no, c.reason
    from (
      select i.id, private.invoice_series(i.old_no) as series, private.invoice_serial(i.old_no) as serial, i.old_no as no,
        i.old_date as on_date, i.booking_id, i.new_no, i.reason
      from public.invoice_changes i where i.project_id = p_project and i.old_no <> i.new_no) c
    where not exists (select from public.bookings b where b.project_id = p_project and b.invoice_no = c.no)
      and not exists (select from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = c.series and private.invoice_serial(b.invoice_no) = c.serial)
    order by c.series, c.serial, case when c.serial is null then c.no end, c.id desc
  ), numbered as not materialized (
    -- Series and serial are read from their index.
    select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial, b.invoice_no as no,
      b.date_invoiced as on_date
    from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
  ), known as not materialized (
    -- A number that was changed, or stands on a further form, is explained and is no gap.
    select n.series, n.serial, n.no, n.on_date from numbered n
    union all
    select g.series, g.serial, g.no, g.on_date from given_up g
    union all
    select f.series, f.serial, f.number, f.date_invoiced from private.form_numbers f where f.project_id = p_project
  ), dated as materialized (
    select k.series, min(k.serial) as first, max(k.serial) as last from known k
    where k.on_date between v_from and v_to and k.serial is not null group by k.series
  ), ranges as materialized (
    -- From the number before the first of the period to its last. The invoices define where a series begins and ends, so that a wrong
    -- number outside opens no gap.
    select d.series,
      greatest((select min(n.serial) from numbered n where n.series = d.series),
        coalesce((select max(n.serial) from numbered n where n.series = d.series and n.serial < d.first), d.first)) as first,
      least((select max(n.serial) from numbered n where n.series = d.series), d.last) as last
    from dated d
  ), gaps as (
    select k.series, k.serial, k.no, k.on_date, lag(k.serial) over w as before, lag(k.no) over w as before_no
    from ranges r join known k on k.series = r.series and k.serial between r.first and r.last
    window w as (partition by k.series order by k.serial, k.no)
  )
  -- A booklet has fifty numbers, as those of receipts.
  select case when x.gap >= 50 then 'booklet' else 'missing' end, g.series, g.before + 1, private.invoice_no_like(g.no, g.before + 1),
    case when x.gap > 1 then private.invoice_no_like(g.no, g.serial - 1) end, case when x.gap < 50 then x.gap end, g.on_date, g.before_no,
    g.no, null::uuid, null, null
  from gaps g cross join lateral (select g.serial - g.before - 1 as gap) x where x.gap > 0 and g.on_date between v_from and v_to
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where g.on_date between v_from and v_to
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced,
    null, null, b.id, null, b.cancel_reason
  from public.bookings b where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled'
    and b.date_invoiced between v_from and v_to;
end $$;
comment on function private.invoice_numbers is
  'Returns invoice numbers of a period without an invoice: missing (first_no to last_no, when several, between before_no and after_no; in '
  'the period of the number after them), booklet (fifty or more in one gap, which missing does not count), changed (replaced by new_no, '
  'with the reason), cancelled (with their booking). It covers all agents and customers. Errors: 42501.';

create or replace function private.numbers_without_invoice(p_project uuid, p_filters jsonb, p_level text)
returns table (number_key text, kind text, booking_id uuid, number text, on_date date, listed bigint, gross numeric, store_name text,
  figures jsonb)
language plpgsql stable set search_path = '' as $$
declare page record := private.report_filters(p_filters);
begin
  if p_level = 'numbers' then
    return query
    select concat_ws(E'\x1f', n.series, to_char(coalesce(n.serial, 0), 'FM0000000000000000'), n.first_no), n.kind, n.booking_id,
      n.first_no, n.on_date, null::bigint, null::numeric, null, (select to_jsonb(f) from (select n.first_no, n.last_no, n.before_no,
        n.after_no, n.new_no, n.reason, n.numbers, case n.kind when 'missing' then n.numbers else 0 end as missing,
        (n.kind in ('changed', 'cancelled'))::int as voided) f)
    from private.invoice_numbers(p_project, page.first_day, page.last_day) n;
    return;
  end if;
  return query
  select concat_ws(E'\x1f', b.date_delivered, b.so_no, b.id), 'unnumbered', b.id, null, b.date_delivered, 0::bigint, 0.00, c.store_name,
    (select to_jsonb(f) from (select coalesce(w.display_name, 'Former agent') as agent_name, c.tin_no, c.business_style, b.date_added,
      b.date_due, b.date_delivered, b.total as waiting, 1 as unnumbered) f)
  from public.bookings b
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  left join public.profiles w on w.user_id = b.agent_id
  where b.project_id = p_project and b.date_invoiced is null and b.approval_status like 'approved%'
    and b.date_delivered between coalesce(page.first_day, '-infinity') and coalesce(page.last_day, 'infinity')
    and (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id);
end $$;
comment on function private.numbers_without_invoice is
  'Returns the numbers of invoices without an invoice (private.invoice_numbers; p_level: numbers), or deliveries without an invoice '
  '(unnumbered) by day, with the figures of their rows. Runs with the caller''s rights. Errors: 42501, 22023.';

grant execute on function private.invoice_numbers, private.numbers_without_invoice to authenticated;
