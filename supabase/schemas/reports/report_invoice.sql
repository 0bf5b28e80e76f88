-- Report of invoices: invoices, their releases and cancellations, by themselves and in groups.

create or replace function private.invoice_page_days(p_project uuid, p_filters jsonb, out first_day date, out last_day date)
language plpgsql stable security invoker set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  f record := private.invoice_filters(p_filters);
  v_end date;
begin
  first_day := greatest(page.first_day, page.after_day);
  last_day := least(page.last_day, page.before_day);
  if page.row_limit is null then return; end if;
  -- The invoices come in the order of their days, so that reading ends with the page. Rows of the day where the last page ended come on
  -- top.
  select case when page.before is null then max(x.on_date) else min(x.on_date) end into v_end
  from (
    select b.date_invoiced as on_date from public.bookings b
    where b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
      and (first_day is null or b.date_invoiced >= first_day) and (last_day is null or b.date_invoiced <= last_day)
      and (page.after_day is null or b.date_invoiced > page.after_day) and (page.before_day is null or b.date_invoiced < page.before_day)
      and (f.agent_id is null or b.agent_id = f.agent_id) and (f.customer_id is null or b.customer_id = f.customer_id)
      and (f.paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (f.paid = 'paid')))
      and (f.delivered is null or (b.date_delivered is not null) = (f.delivered = 'yes'))
      and (not f.renumbered or b.invoice_no_changed_at is not null)
    order by case when page.before is null then b.date_invoiced end, case when page.before is not null then b.date_invoiced end desc
    limit page.row_limit
  ) x having count(*) = page.row_limit;
  if page.before is null then last_day := least(last_day, v_end); else first_day := greatest(first_day, v_end); end if;
end $$;
comment on function private.invoice_page_days is
  'Returns the days of a page of invoices that is sorted by day: it begins where the last page ended, and ends with the day that '
  'completes it. Runs with the caller''s rights.';

create or replace function private.invoice_page(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (row_key text, booking_id uuid, entry text, on_date date, agent_id uuid)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  page record := private.report_filters(p_filters);
  f record := private.invoice_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
begin
  return query
  with asked as not materialized (
    select b.* from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (f.agent_id is null or b.agent_id = f.agent_id) and (f.customer_id is null or b.customer_id = f.customer_id)
      and (f.paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (f.paid = 'paid')))
      and (f.delivered is null or (b.date_delivered is not null) = (f.delivered = 'yes'))
      and (not f.renumbered or b.invoice_no_changed_at is not null)
  ), found as materialized (
    -- Most invoices are as they were issued, and no more is read than their own row.
    select b.id, 'invoice' as entry, b.date_invoiced as on_date, b.agent_id, b.customer_id, b.invoice_no, b.total + b.discount as gross,
      b.balance
    from asked b where b.date_invoiced between p_from and p_to and b.credited = 0 and b.approval_status <> 'cancelled'
    union all
    select b.id, x.entry, x.on_date, b.agent_id, b.customer_id, b.invoice_no, x.gross, x.balance
    from private.changed_invoices(p_project, private.moved_invoices(p_project, p_from, p_to)) x join asked b on b.id = x.booking_id
    where x.on_date between p_from and p_to
  ), named as (
    select f.*, case p_level when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id)
      when 'grouped' then f.on_date::text end as above
    from found f left join public.profiles w on p_level = 'grouped_agent' and w.user_id = f.agent_id
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, f.agent_id, (case p_level when 'grouped_agent' then f.above || E'\x1f0' || f.on_date
      when 'grouped' then f.above || E'\x1f0'
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key
          when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
            when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00')
          else '' end end
      || E'\x1f' || to_char(length(f.invoice_no), 'FM00') || f.invoice_no || E'\x1f' || f.id
      || case f.entry when 'invoice' then '' else f.on_date || f.entry end) collate "C" as row_key
    from named f
    left join public.customers c on p_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    union all
    -- A group with a single row needs no subtotal.
    select null, null, case p_level when 'grouped' then min(f.on_date) end, case p_level
      when 'grouped_agent' then min(f.agent_id::text)::uuid end,
      (f.above || E'\x1f1') collate "C"
    from named f where f.above is not null group by f.above having count(*) > 1
  )
  select k.row_key, k.id, k.entry, k.on_date, k.agent_id from keyed k
  where (page.after is null or k.row_key > page.after collate "C") and (page.before is null or k.row_key < page.before collate "C")
  order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit;
end $$;
comment on function private.invoice_page is
  'Returns the keys of a page of invoices, their releases and cancellations, and of subtotals: these have no booking, but their day or '
  'agent. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.invoice_rows(p_project uuid, p_bookings uuid[])
returns table (booking_id uuid, entry text, on_date date, kind text, so_no text, invoice_no text, agent_id uuid, customer_id uuid,
  gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare v_zone text := private.zone_of(p_project);
begin
  return query
  with asked as materialized (
    select b.id, b.so_no, b.invoice_no, b.agent_id, b.customer_id, b.customer_name, b.store_name, b.date_added, b.date_due, b.date_invoiced,
      b.date_delivered, b.stage, b.is_opening, b.cancel_reason, b.invoice_no_changed_at, coalesce(b.vat_percent, 0) > 0 as taxed,
      b.credited <> 0 or b.approval_status = 'cancelled' as changed, b.total, b.discount, b.credited, b.vat_amount, b.exempt_amount,
      b.zero_rated_amount, b.collected, b.balance
    from public.bookings b where b.project_id = p_project and b.id = any (p_bookings)
  ), entries as (
    select b.id, 'invoice' as entry, b.date_invoiced as on_date, b.total + b.discount as gross, b.discount, b.credited, b.total as due,
      b.vat_amount as vat, b.exempt_amount as exempt, b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled
    from asked b where not b.changed
    union all
    select x.* from private.changed_invoices(p_project, array(select b.id from asked b where b.changed)) x
  ), names as materialized (
    select o.booking_id, o.names from private.customers_at_issue(p_project, p_bookings) o
  )
  select b.id, e.entry, e.on_date, case when not i.issued then e.entry when b.stage = 'cancelled' then 'cancelled'
      when b.is_opening then 'opening' else 'invoice' end, b.so_no, b.invoice_no, b.agent_id, b.customer_id, e.gross, e.gross - e.discount,
        e.balance,
    jsonb_build_object('agent_name', coalesce(w.display_name, 'Former agent'), 'customer_name', b.customer_name,
      'store_name', coalesce(b.store_name, c.store_name), 'tin_no', case when o.names ? 'tin_no' then o.names ->> 'tin_no'
        else c.tin_no end,
      'business_style', case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
      'date_added', b.date_added, 'date_due', b.date_due, 'date_delivered', b.date_delivered, 'reason', b.cancel_reason,
      'renumbered_on', case when i.issued then (b.invoice_no_changed_at at time zone v_zone)::date end,
      'discount', e.discount, 'credited', e.credited, 'vatable', case when b.taxed then i.rest else 0.00 end, 'vat', e.vat,
      'exempt', e.exempt, 'zero_rated', e.zero_rated, 'untaxed', case when b.taxed then 0.00 else i.rest end, 'collected', e.collected,
      'cancelled', e.cancelled, 'first_no', null, 'last_no', null, 'invoices', i.issued::int,
      'renumbered', (i.issued and b.invoice_no_changed_at is not null)::int, 'undelivered', (i.issued and b.date_delivered is null)::int)
  from entries e
  join asked b on b.id = e.id
  cross join lateral (select e.entry = 'invoice' as issued, e.due - e.vat - e.exempt - e.zero_rated as rest) i
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  left join public.profiles w on w.user_id = b.agent_id
  left join names o on o.booking_id = b.id;
end $$;
comment on function private.invoice_rows is
  'Returns these invoices, their releases and cancellations with what a row says of them; TIN and business style are those of the day '
  'of issue. Runs with the caller''s rights.';

create or replace function private.invoice_sums(p_project uuid, p_filters jsonb, p_by text, p_whole boolean, p_from date, p_to date)
returns table (day date, party uuid, groups bigint, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare f record := private.invoice_filters(p_filters);
begin
  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed, length(b.invoice_no) as digits,
      case p_by when 'agent' then b.agent_id when 'customer' then b.customer_id end as party
    from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (f.agent_id is null or b.agent_id = f.agent_id) and (f.customer_id is null or b.customer_id = f.customer_id)
      and (f.paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (f.paid = 'paid')))
      and (f.delivered is null or (b.date_delivered is not null) = (f.delivered = 'yes'))
      and (not f.renumbered or b.invoice_no_changed_at is not null)
  ), parts as materialized (
    select b.taxed, b.digits, case p_by when 'day' then b.date_invoiced
      when 'month' then date_trunc('month', b.date_invoiced::timestamp)::date end as day,
      b.party, sum(b.total) as net, sum(b.discount) as discount, 0.00 as credited, sum(b.total) as due, sum(b.vat_amount) as vat,
      sum(b.exempt_amount) as exempt, sum(b.zero_rated_amount) as zero_rated, sum(b.total) - sum(b.balance) as collected, sum(b.balance)
        as balance,
      0.00 as cancelled, count(*) as listed, min(b.invoice_no collate "C") as first_no, max(b.invoice_no collate "C") as last_no,
      count(*) as invoices, count(b.invoice_no_changed_at) as renumbered, count(*) filter (where b.date_delivered is null) as undelivered
    from asked b where b.date_invoiced between p_from and p_to and b.credited = 0 and b.approval_status <> 'cancelled' group by 1, 2, 3, 4
    union all
    select b.taxed, b.digits, case p_by when 'day' then x.on_date when 'month' then date_trunc('month', x.on_date::timestamp)::date end,
      b.party, x.gross - x.discount, x.discount, x.credited, x.due, x.vat,
      x.exempt, x.zero_rated, x.collected, x.balance,
      x.cancelled, 1, i.no, i.no,
      i.issued, case when b.invoice_no_changed_at is not null then i.issued else 0 end, case when b.date_delivered is null then i.issued
        else 0 end
    from private.changed_invoices(p_project, private.moved_invoices(p_project, p_from, p_to)) x
    join asked b on b.id = x.booking_id
    cross join lateral (select case x.entry when 'invoice' then b.invoice_no end as no, (x.entry = 'invoice')::int as issued) i
    where x.on_date between p_from and p_to
  )
  select p.day, p.party, count(distinct (p.day, p.party)), coalesce(sum(p.listed), 0)::bigint, coalesce(sum(p.net + p.discount), 0.00),
    coalesce(sum(p.net), 0.00), coalesce(sum(p.balance), 0.00), jsonb_build_object(
      'discount', coalesce(sum(p.discount), 0.00), 'credited', coalesce(sum(p.credited), 0.00),
      'vatable', coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00), 'vat', coalesce(sum(p.vat), 0.00),
      'exempt', coalesce(sum(p.exempt), 0.00), 'zero_rated', coalesce(sum(p.zero_rated), 0.00),
      'untaxed', coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00),
      'collected', coalesce(sum(p.collected), 0.00), 'cancelled', coalesce(sum(p.cancelled), 0.00),
      'first_no', (array_agg(p.first_no order by p.digits, p.first_no) filter (where p.first_no is not null))[1],
      'last_no', (array_agg(p.last_no order by p.digits desc, p.last_no desc) filter (where p.last_no is not null))[1],
      'invoices', coalesce(sum(p.invoices), 0), 'renumbered', coalesce(sum(p.renumbered), 0), 'undelivered',
        coalesce(sum(p.undelivered), 0))
  from parts p group by grouping sets ((p.day, p.party), ()) having (grouping(p.day, p.party) <> 0) = p_whole;
end $$;
comment on function private.invoice_sums is
  'Returns the sums of invoices of a period by p_by: day, month (its first day), agent or customer (party), or with p_whole of all of '
  'them, with their number in groups. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.invoice_groups(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (row_key text, day date, party uuid, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare page record := private.report_filters(p_filters);
begin
  return query
  with keyed as (
    select (case p_filters ->> 'sort' when 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end
      || case p_level when 'day' then s.day::text when 'month' then to_char(s.day, 'YYYY-MM')
        else concat_ws(E'\x1f', case p_level when 'agent' then n.agent_key else c.sort_key end, s.party) end) collate "C" as row_key,
      s.day, s.party, s.listed, s.gross, s.net, s.balance, case p_level when 'agent' then s.figures
        || jsonb_build_object('agent_name', n.agent_name)
        when 'customer' then s.figures || jsonb_build_object('customer_name', c.name, 'store_name', c.store_name, 'tin_no', c.tin_no,
          'business_style', c.business_style)
        else s.figures end as figures
    from private.invoice_sums(p_project, p_filters, p_level, false, p_from, p_to) s
    left join public.profiles w on p_level = 'agent' and w.user_id = s.party
    left join public.customers c on p_level = 'customer' and c.project_id = p_project and c.id = s.party
    cross join lateral (
      select coalesce(w.display_name, 'Former agent') as agent_name, lower(coalesce(w.display_name, 'Former agent')) as agent_key) n
  )
  select k.* from keyed k
  where (page.after is null or k.row_key > page.after collate "C") and (page.before is null or k.row_key < page.before collate "C")
  order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit;
end $$;
comment on function private.invoice_groups is
  'Returns a page of the sums of invoices by day, month, agent or customer. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.invoice_lines(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, month text,
  agent_id uuid, customer_id uuid, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare v_before boolean := p_filters ->> 'before' is not null;
begin
  return query
  with page as materialized (
    select k.* from private.invoice_page(p_project, p_filters, p_level, p_from, p_to) k
  ), details as materialized (
    select r.* from private.invoice_rows(p_project, array(select distinct k.booking_id from page k where k.booking_id is not null)) r
  ), sums as (
    select s.* from private.invoice_sums(p_project, p_filters, case p_level when 'grouped' then 'day' else 'agent' end, false, p_from,
      p_to) s
    where exists (select from page k where k.booking_id is null)
  ), named as (
    select s.*, case when p_level = 'grouped_agent' then coalesce(w.display_name, 'Former agent') end as agent_name,
      (select jsonb_object_agg(n, null)
        from unnest('{customer_name,store_name,tin_no,business_style,date_added,date_due,date_delivered,reason,renumbered_on}'::text[]) n)
          as none
    from sums s left join public.profiles w on w.user_id = s.party
  )
  select case when r.booking_id is null then 'subtotal' else 'invoice' end, k.row_key, r.kind, r.booking_id, r.so_no, r.invoice_no,
    coalesce(r.on_date, s.day), null, coalesce(r.agent_id, s.party), r.customer_id, coalesce(s.listed, 1),
    coalesce(r.gross, s.gross), coalesce(r.net, s.net), coalesce(r.balance, s.balance),
    coalesce(r.figures, s.none || s.figures || jsonb_build_object('agent_name', s.agent_name))
  from page k
  left join details r on r.booking_id = k.booking_id and r.entry = k.entry and r.on_date = k.on_date
  left join named s on k.booking_id is null and (s.day = k.on_date or s.party = k.agent_id)
  order by case when not v_before then k.row_key end, k.row_key desc;
end $$;
comment on function private.invoice_lines is
  'Returns a page of invoices, releases and cancellations, with subtotals where they are grouped. Runs with the caller''s rights. '
  'Errors: 22023.';

create or replace function private.invoice_total(p_project uuid, p_filters jsonb, p_from date, p_to date)
returns table (listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  f record := private.invoice_filters(p_filters);
  v_for text := coalesce(p_filters ->> 'for', '');
  v_levels text[] := array(select n from unnest('{day,agent,customer,month}'::text[]) n where v_for in (n, ''));
  -- Days, agents, customers and months are only told apart where they are counted.
  v_counts jsonb := coalesce((
    select jsonb_object_agg(n || 's', s.groups) from unnest(v_levels[2:]) n
    cross join lateral private.invoice_sums(p_project, p_filters, n, true, p_from, p_to) s), '{}');
begin
  return query
  select s.listed, s.gross, s.net, s.balance, s.figures || v_counts
    || case when v_levels <> '{}' then jsonb_build_object(v_levels[1] || 's', s.groups) else '{}' end
    || jsonb_build_object('waiting', u.waiting, 'unnumbered', u.bookings, 'numbers', n.missing + n.voided, 'missing', n.missing,
      'voided', n.voided, 'number_rows', n.numbers, 'memos', m.amount, 'memos_vat', m.vat)
  from private.invoice_sums(p_project, p_filters, coalesce(v_levels[1], ''), true, p_from, p_to) s
  cross join (
    select coalesce(sum(b.total), 0.00) as waiting, count(*) as bookings from public.bookings b
    where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between p_from and p_to
      and b.approval_status like 'approved%'
      and (f.agent_id is null or b.agent_id = f.agent_id) and (f.customer_id is null or b.customer_id = f.customer_id)) u
  cross join (
    select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0) as missing, count(*) filter (where x.kind <> 'missing') as voided,
      count(*) as numbers
    from private.invoice_numbers(p_project, p_from, p_to) x) n
  cross join (
    select coalesce(-sum(e.amount), 0.00) as amount, coalesce(-sum(e.vat_amount), 0.00) as vat from public.sales_entries e
    where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between p_from and p_to
      and (f.agent_id is null or e.agent_id = f.agent_id) and (f.customer_id is null or e.customer_id = f.customer_id)) m;
end $$;
comment on function private.invoice_total is
  'Returns the total of the report of invoices, with the count of the rows of the level in for, or of all levels. Runs with the '
  'caller''s rights. Errors: 42501, 22023.';

create or replace function public.report_invoice(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, month text,
  agent_id uuid, customer_id uuid, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_from date;
  v_to date;
  opened record;
begin
  opened := private.open_report(p_project, p_filters, 'reports.invoice', v_level,
    '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}',
    coalesce(p_filters ->> 'sort', 'date'), '{date,number,customer,gross,balance}');
  if opened.known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  perform private.invoice_filters(p_filters);
  if v_level = 'grouped' or (v_level = 'invoice' and coalesce(p_filters ->> 'sort', 'date') = 'date') then
    select d.first_day, d.last_day into opened.first_day, opened.last_day from private.invoice_page_days(p_project, p_filters) d;
  end if;
  v_from := coalesce(opened.first_day, '-infinity');
  v_to := coalesce(opened.last_day, 'infinity');

  if v_level in ('grouped', 'grouped_agent', 'invoice') then
    return query select r.* from private.invoice_lines(p_project, p_filters, v_level, v_from, v_to) r;
  elsif v_level in ('day', 'month', 'agent', 'customer') then
    return query
    select v_level, r.row_key, null, null::uuid, null, null, case v_level when 'day' then r.day end,
      case v_level when 'month' then to_char(r.day, 'YYYY-MM') end, case v_level when 'agent' then r.party end,
      case v_level when 'customer' then r.party end, r.listed, r.gross, r.net, r.balance, r.figures
    from private.invoice_groups(p_project, p_filters, v_level, v_from, v_to) r;
  elsif v_level = 'numbers' then
    return query
    select v_level, r.row_key, r.kind, r.booking_id, r.so_no, r.invoice_no, r.on_date, null, r.agent_id, r.customer_id,
      null::bigint, null::numeric, null::numeric, null::numeric, r.figures
    from private.invoice_number_rows(p_project, p_filters) r;
  elsif v_level = 'unnumbered' then
    return query
    select v_level, r.row_key, 'unnumbered', r.booking_id, r.so_no, null, r.on_date, null, r.agent_id, r.customer_id,
      0::bigint, 0.00, 0.00, 0.00, r.figures
    from private.unnumbered_deliveries(p_project, p_filters) r;
  else
    return query
    select v_level, '', null, null::uuid, null, null, null::date, null, null::uuid, null::uuid,
      r.listed, r.gross, r.net, r.balance, r.figures
    from private.invoice_total(p_project, p_filters, v_from, v_to) r;
  end if;
end $$;
comment on function public.report_invoice is
  'Report of invoices by invoice date. p_filters: {from, to (of the invoice, the release or the cancellation, both included; of '
  'unnumbered: of the delivery), agent_id, customer_id, paid: paid | unpaid, delivered: yes | no, renumbered (only invoices with a '
  'changed number), level: invoice | grouped (invoices by day, after several rows of one its sums: level subtotal) | grouped_agent (by '
  'agent and day) | day | month (YYYY-MM) | agent | customer | numbers (kind missing: first_no to last_no; changed; cancelled) | '
  'unnumbered (delivered without an invoice; waiting: their totals) | total, sort: date (or name) | number | customer | gross | balance '
  '(highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. An invoice stays on its day as it '
  'was issued (kind invoice; opening; cancelled: one that was cancelled later). What is released undelivered after its issue (kind '
  'release) and its cancellation (kind cancellation, with the amount in cancelled) are rows of their own day, below zero. discount: '
  'what the discounts of the lines took off, net = gross - discount. gross - discount less what was released undelivered before the '
  'invoice = vatable + vat + exempt + zero_rated + untaxed, as the invoice says: vatable sales without VAT, their VAT, sales by the VAT '
  'class of their lines; untaxed: invoices without VAT. Credited, collected and balance of an invoice are those of today: gross - '
  'discount - credited = collected + balance in every row. tin_no and business_style are those of the day of issue. memos and memos_vat '
  'of the total: returns and allowances of the period by the day of their credit memo, also of earlier invoices, and the VAT in them. '
  'The total counts days, agents, customers and months only for the level in for (without for all of them). listed counts the rows of '
  'invoices, their releases and cancellations. missing, voided (changed or cancelled) and number_rows are of the dates alone, whatever '
  'else is asked. Errors: 42501, 22023.';

grant execute on function private.invoice_page_days(uuid, jsonb), private.invoice_page(uuid, jsonb, text, date, date),
  private.invoice_rows(uuid, uuid[]), private.invoice_sums(uuid, jsonb, text, boolean, date, date),
  private.invoice_groups(uuid, jsonb, text, date, date), private.invoice_lines(uuid, jsonb, text, date, date),
  private.invoice_total(uuid, jsonb, date, date), public.report_invoice(uuid, jsonb) to authenticated;
