-- Report of invoices: invoices, their releases and cancellations, one by one and in groups.

create or replace function private.invoice_sums(p_project uuid, p_filters jsonb, p_by text, p_whole boolean, p_from date, p_to date)
returns table (day date, party uuid, groups bigint, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare f record := private.invoice_filters(p_filters);
begin
  return query
  select p.day, p.party, count(distinct p.day) + count(distinct p.party), count(*), coalesce(sum(p.gross), 0.00),
    coalesce(sum(p.gross - p.discount), 0.00), coalesce(sum(p.balance), 0.00), jsonb_build_object(
      'discount', coalesce(sum(p.discount), 0.00), 'credited', coalesce(sum(p.credited), 0.00),
      'vatable', coalesce(sum(p.rest) filter (where p.taxed), 0.00), 'vat', coalesce(sum(p.vat), 0.00),
      'exempt', coalesce(sum(p.exempt), 0.00), 'zero_rated', coalesce(sum(p.zero_rated), 0.00),
      'untaxed', coalesce(sum(p.rest) filter (where not p.taxed), 0.00), 'collected', coalesce(sum(p.collected), 0.00),
      'cancelled', coalesce(sum(p.cancelled), 0.00),
      -- A shorter number comes before a longer one.
      'first_no', substr(min(p.no), 3), 'last_no', substr(max(p.no), 3), 'invoices', count(p.no),
      'renumbered', count(p.no) filter (where p.renumbered), 'undelivered', count(p.no) filter (where not p.delivered))
  from (
    select e.*, e.due - e.vat - e.exempt - e.zero_rated as rest,
      case e.entry when 'invoice' then (to_char(length(e.invoice_no), 'FM00') || e.invoice_no) collate "C" end as no,
      case p_by when 'day' then e.on_date when 'month' then date_trunc('month', e.on_date::timestamp)::date end as day,
      case p_by when 'agent' then e.agent_id when 'customer' then e.customer_id end as party
    from private.invoice_entries(p_project, p_from, p_to, f.agent_id, f.customer_id, f.paid, f.delivered, f.renumbered) e) p
  group by grouping sets ((p.day, p.party), ()) having (grouping(p.day, p.party) <> 0) = p_whole;
end $$;
comment on function private.invoice_sums is
  'Returns the sums of invoices of a period by p_by: day, month (its first day), agent or customer (party), or with p_whole of all of '
  'them, with their number in groups. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.invoice_groups(p_project uuid, p_filters jsonb, p_level text, p_from date, p_to date)
returns table (level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, month text,
  agent_id uuid, customer_id uuid, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare page record := private.report_filters(p_filters);
begin
  return query
  with keyed as (
    select s.*, (case p_filters ->> 'sort' when 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end
      || case p_level when 'day' then s.day::text when 'month' then to_char(s.day, 'YYYY-MM')
        else concat_ws(E'\x1f', case p_level when 'agent' then lower(n.agent_name) else c.sort_key end, s.party) end)
      collate "C" as row_key,
      case p_level when 'agent' then jsonb_build_object('agent_name', n.agent_name)
        when 'customer' then jsonb_build_object('customer_name', c.name, 'store_name', c.store_name, 'tin_no', c.tin_no,
          'business_style', c.business_style) else '{}' end as named
    from private.invoice_sums(p_project, p_filters, p_level, false, p_from, p_to) s
    left join public.profiles w on p_level = 'agent' and w.user_id = s.party
    left join public.customers c on p_level = 'customer' and c.project_id = p_project and c.id = s.party
    cross join lateral (select coalesce(w.display_name, 'Former agent') as agent_name) n
  )
  select p_level, k.row_key, null, null::uuid, null, null, case p_level when 'day' then k.day end,
    case p_level when 'month' then to_char(k.day, 'YYYY-MM') end, case p_level when 'agent' then k.party end,
    case p_level when 'customer' then k.party end, k.listed, k.gross, k.net, k.balance, k.figures || k.named
  from keyed k
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
declare
  page record := private.report_filters(p_filters);
  f record := private.invoice_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_zone text := private.zone_of(p_project);
begin
  return query
  with found as (
    select e.*, e.entry = 'invoice' as issued, e.due - e.vat - e.exempt - e.zero_rated as rest, g.above,
      row_number() over (partition by g.above) as place, count(*) over (partition by g.above) as of_group
    from private.invoice_entries(p_project, p_from, p_to, f.agent_id, f.customer_id, f.paid, f.delivered, f.renumbered) e
    left join public.profiles w on p_level = 'grouped_agent' and w.user_id = e.agent_id
    cross join lateral (
      select case p_level when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), e.agent_id)
        when 'grouped' then e.on_date::text end as above) g
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select e.*, x.is_sum, (case when x.is_sum then e.above || E'\x1f1' else
        case p_level when 'grouped_agent' then e.above || E'\x1f0' || e.on_date when 'grouped' then e.above || E'\x1f0'
          else case v_sort when 'date' then e.on_date::text when 'customer' then c.sort_key
            when 'gross' then to_char(1e14 - e.gross, 'FM000000000000000.00')
            when 'balance' then to_char(1e14 - e.balance, 'FM000000000000000.00') else '' end end
        || E'\x1f' || to_char(length(e.invoice_no), 'FM00') || e.invoice_no || E'\x1f' || e.booking_id
        || case when e.issued then '' else e.on_date || e.entry end end) collate "C" as row_key
    from found e
    left join public.customers c on p_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = e.customer_id
    -- A group with a single row needs no subtotal.
    join (values (false), (true)) x (is_sum) on not x.is_sum or (e.above is not null and e.place = 1 and e.of_group > 1)
  ), page as materialized (
    select k.* from keyed k
    where (page.after is null or k.row_key > page.after collate "C") and (page.before is null or k.row_key < page.before collate "C")
    order by case when page.before is null then k.row_key end, k.row_key desc limit page.row_limit
  ), sums as (
    select s.*
    from private.invoice_sums(p_project, p_filters, case p_level when 'grouped' then 'day' else 'agent' end, false, p_from, p_to) s
    where exists (select from page k where k.is_sum)
  ), names as materialized (
    select o.booking_id, o.names
    from private.customers_at_issue(p_project, array(select distinct k.booking_id from page k where not k.is_sum)) o
  )
  select case when k.is_sum then 'subtotal' else 'invoice' end, k.row_key, case when k.is_sum then null when not k.issued then k.entry
      when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' else 'invoice' end, b.id, b.so_no, b.invoice_no,
    case when not k.is_sum or p_level = 'grouped' then k.on_date end, null, a.id, b.customer_id, coalesce(s.listed, 1),
    coalesce(s.gross, k.gross), coalesce(s.net, k.gross - k.discount), coalesce(s.balance, k.balance),
    -- Texts and dates are null in sums.
    jsonb_build_object('agent_name', case when a.id is not null then coalesce(w.display_name, 'Former agent') end,
      'customer_name', b.customer_name, 'store_name', coalesce(b.store_name, c.store_name),
      'tin_no', case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end,
      'business_style', case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
      'date_added', b.date_added, 'date_due', b.date_due, 'date_delivered', b.date_delivered, 'reason', b.cancel_reason,
      'renumbered_on', case when k.issued then (b.invoice_no_changed_at at time zone v_zone)::date end)
    || coalesce(s.figures, jsonb_build_object('discount', k.discount, 'credited', k.credited, 'vatable',
      case when k.taxed then k.rest else 0.00 end, 'vat', k.vat, 'exempt', k.exempt, 'zero_rated', k.zero_rated, 'untaxed',
      case when k.taxed then 0.00 else k.rest end, 'collected', k.collected, 'cancelled', k.cancelled, 'first_no', null, 'last_no', null,
      'invoices', k.issued::int, 'renumbered', (k.issued and k.renumbered)::int, 'undelivered', (k.issued and not k.delivered)::int))
  from page k
  cross join lateral (select case when not k.is_sum or p_level = 'grouped_agent' then k.agent_id end as id) a
  left join sums s on k.is_sum and (s.day = k.on_date or s.party = a.id)
  left join public.bookings b on not k.is_sum and b.project_id = p_project and b.id = k.booking_id
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  left join public.profiles w on w.user_id = a.id
  left join names o on o.booking_id = b.id
  order by case when page.before is null then k.row_key end, k.row_key desc;
end $$;
comment on function private.invoice_lines is
  'Returns a page of invoices, releases and cancellations, with subtotals where they are grouped; TIN and business style are those of '
  'the day of issue. Runs with the caller''s rights. Errors: 22023.';

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
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_days record;
begin
  if (private.open_report(p_project, p_filters, 'reports.invoice', v_level,
    '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}', v_sort,
    '{date,number,customer,gross,balance}')).known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  perform private.invoice_filters(p_filters);
  v_days := private.page_days(p_project, p_filters, case when (v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date'))
    and not p_filters ?| '{paid,delivered,renumbered}' then 'invoice' end);
  if v_level in ('grouped', 'grouped_agent', 'invoice') then
    return query select r.* from private.invoice_lines(p_project, p_filters, v_level, v_days.first_day, v_days.last_day) r;
  elsif v_level in ('day', 'month', 'agent', 'customer') then
    return query select r.* from private.invoice_groups(p_project, p_filters, v_level, v_days.first_day, v_days.last_day) r;
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
    from private.invoice_total(p_project, p_filters, v_days.first_day, v_days.last_day) r;
  end if;
end $$;
comment on function public.report_invoice is
  'Report of invoices, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.invoice_sums, private.invoice_groups, private.invoice_lines, private.invoice_total,
  public.report_invoice to authenticated;
