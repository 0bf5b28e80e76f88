-- Report of invoices: invoices of a period, and missing, cancelled and open numbers.

create or replace function private.invoice_numbers(p_project uuid, p_from date, p_to date)
returns table (kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text,
  booking_id uuid, new_no text, reason text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.invoice');
  return query
  with changes as materialized (
    select c.id, private.invoice_series(c.old_no) as series, private.invoice_serial(c.old_no) as serial, c.old_no as no, c.old_date as on_date,
      c.booking_id, c.new_no, c.reason
    from public.invoice_changes c where c.project_id = p_project and c.old_no <> c.new_no
  ), given_up as materialized (
    -- A changed number that no invoice has now, in any spelling
    select distinct on (c.series, c.serial, case when c.serial is null then c.no end) c.* from changes c
    where not exists (select from public.bookings b where b.project_id = p_project and b.invoice_no = c.no)
      and not exists (select from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = c.series and private.invoice_serial(b.invoice_no) = c.serial)
    order by c.series, c.serial, case when c.serial is null then c.no end, c.id desc
  ), known as (
    -- A changed number is explained and is no gap. The others are read from their index, which includes series and serial.
    select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial, b.invoice_no as no, b.date_invoiced as on_date, true as used
    from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
    union all
    select g.series, g.serial, g.no, g.on_date, false from given_up g
  ), ranged as (
    -- The invoices define where a series begins and ends, so that a wrong number outside opens no gap.
    select k.*, min(k.serial) filter (where k.used) over s as first, max(k.serial) filter (where k.used) over s as last
    from known k where k.serial is not null window s as (partition by k.series)
  ), gaps as (
    select r.series, r.serial, r.no, r.on_date, lag(r.serial) over w as before, lag(r.no) over w as before_no
    from ranged r where r.serial between r.first and r.last window w as (partition by r.series order by r.serial)
  )
  select 'missing', g.series, g.before + 1, private.invoice_no_like(g.no, g.before + 1),
    case when g.serial > g.before + 2 then private.invoice_no_like(g.no, g.serial - 1) end,
    g.serial - g.before - 1, g.on_date, g.before_no, g.no, null::uuid, null, null
  from gaps g where g.serial > g.before + 1 and (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null,
    b.id, null, b.cancel_reason
  from public.bookings b
  where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled'
    and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to);
end $$;
comment on function private.invoice_numbers is
  'Returns invoice numbers of a period without an invoice: missing (first_no to last_no, when several, between before_no and after_no; in the period of the number after them), changed (replaced by new_no, with the reason), cancelled (with their booking). It covers all agents and customers. Errors: 42501.';

create or replace function public.report_invoice(p_project uuid, p_filters jsonb default '{}')
returns table (
  level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date,
  renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text,
  gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric,
  first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint,
  invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint,
  unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_total boolean;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'reports.invoice', v_level, '{grouped,grouped_agent,invoice,day,month,agent,customer,numbers,unnumbered,total}', v_sort, '{date,number,customer,gross,balance}');
  if ask.known then
    return query select k.* from known.report_invoice(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_paid not in ('paid', 'unpaid') then perform private.invalid('paid', 'Paid or unpaid.'); end if;
  if v_delivered not in ('yes', 'no') then perform private.invalid('delivered', 'Yes or no.'); end if;
  v_singly := v_level in ('grouped', 'grouped_agent', 'invoice', 'unnumbered');
  v_total := v_level = 'total';

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, (n.series || E'\x1f' || to_char(coalesce(n.serial, 0), 'FM0000000000000000') || E'\x1f' || n.first_no) collate "C" as row_key
      from private.invoice_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, b.id, b.so_no, f.first_no, f.on_date, null::date, null::date, null::date,
      null::date, b.agent_id, null, b.customer_id, b.customer_name, b.store_name, null, null, null,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.new_no, f.reason, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      null::bigint, case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'missing' then 0 else 1 end::bigint, null::bigint,
      null::numeric, null::numeric
    from found f left join public.bookings b on b.project_id = p_project and b.id = f.booking_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level in ('grouped', 'unnumbered') or (v_level = 'invoice' and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;

  return query
  with base as (
    select b.id, true as numbered, b.date_invoiced as on_date, b.approval_status like 'approved%' as counts, b.total, b.discount, b.credited, b.collected, b.balance,
      coalesce(b.vat_percent, 0) as percent, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.invoice_no, b.so_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from public.bookings b
    where b.project_id = p_project and v_level <> 'unnumbered' and b.invoice_no is not null
      and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (ask.cancelled or b.approval_status <> 'cancelled')
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, false, b.date_delivered, true, b.total, b.discount, b.credited, b.collected, b.balance, 0, 0, 0, 0, null, b.so_no, b.agent_id, b.customer_id, null, b.date_delivered
    from public.bookings b
    where b.project_id = p_project and v_level in ('unnumbered', 'total') and b.date_invoiced is null and b.date_delivered is not null
      and b.approval_status like 'approved%'
      and (ask.first_day is null or b.date_delivered >= ask.first_day) and (ask.last_day is null or b.date_delivered <= ask.last_day)
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), found as materialized (
    select b.*, n.owed, n.vat, n.exempt, n.zero_rated, n.owed - n.vat - n.exempt - n.zero_rated as rest,
      case v_level when 'day' then b.on_date::text when 'grouped' then b.on_date::text when 'month' then to_char(b.on_date, 'YYYY-MM')
        when 'agent' then b.agent_id::text when 'grouped_agent' then b.agent_id::text when 'customer' then b.customer_id::text end as bundle
    from base b
    -- What an invoice says is not changed by credit memos: they count on their own day.
    left join lateral (select sum(k.amount) as amount from public.booking_credits k
      where k.project_id = p_project and k.booking_id = b.id and k.kind = 'released' and b.credited <> 0) r on true
    -- "offset 0" keeps the condition before the call, which few invoices need.
    left join lateral (select x.* from private.booking_vat(p_project, b.id) x where r.amount > 0 offset 0) d on true
    cross join lateral (select s.owed * o.one as owed, s.vat * o.one as vat, s.exempt * o.one as exempt, s.zero_rated * o.one as zero_rated
      from (select case when b.counts and b.numbered then 1 else 0 end as one) o,
        (select b.total - coalesce(r.amount, 0) as owed, coalesce(d.vat, b.vat_amount) as vat,
          coalesce(d.exempt, b.exempt_amount) as exempt, coalesce(d.zero_rated, b.zero_rated_amount) as zero_rated) s) n
  ), summed as (
    select f.bundle, grouping(f.bundle) = 1 as whole, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.total + f.discount) filter (where f.counts and f.numbered), 0.00) as gross,
      coalesce(sum(f.discount) filter (where f.counts and f.numbered), 0.00) as discount,
      coalesce(sum(f.credited) filter (where f.counts and f.numbered), 0.00) as credited,
      coalesce(sum(f.rest) filter (where f.percent > 0), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat,
      coalesce(sum(f.exempt), 0.00) as exempt, coalesce(sum(f.zero_rated), 0.00) as zero_rated,
      coalesce(sum(f.rest) filter (where f.percent = 0), 0.00) as untaxed,
      coalesce(sum(f.collected) filter (where f.counts and f.numbered), 0.00) as collected,
      coalesce(sum(f.balance) filter (where f.counts and f.numbered), 0.00) as balance,
      coalesce(sum(f.total) filter (where not f.counts), 0.00) as cancelled,
      coalesce(sum(f.total) filter (where not f.numbered), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C"), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C"), 3) as last_no,
      count(*) filter (where f.numbered) as invoices, count(f.invoice_no_changed_at) as renumbered,
      count(*) filter (where f.numbered and f.counts and f.date_delivered is null) as undelivered,
      count(distinct f.on_date) filter (where v_total and f.numbered) as days, count(distinct f.agent_id) filter (where v_total and f.numbered) as agents,
      count(distinct f.customer_id) filter (where v_total and f.numbered) as customers,
      count(distinct to_char(f.on_date, 'YYYY-MM')) filter (where v_total and f.numbered) as months,
      count(*) filter (where not f.numbered) as unnumbered
    from found f where v_level not in ('invoice', 'unnumbered')
    group by grouping sets ((f.bundle), ())
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.total - f.discount, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join public.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join public.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join public.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single invoice needs no subtotal.
    where s.whole = v_total and (not v_singly or s.invoices > 1)
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when f.id is null then null when not f.numbered then 'unnumbered' when not f.counts then 'cancelled' when b.is_opening then 'opening' else 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (b.invoice_no_changed_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    c.tin_no, c.business_style, case when v_level = 'month' then s.bundle end,
    case when f.id is null then s.gross when f.counts and f.numbered then f.total + f.discount else 0.00 end,
    case when f.id is null then s.discount when f.counts and f.numbered then f.discount else 0.00 end,
    case when f.id is null then s.gross - s.discount when f.counts and f.numbered then f.total else 0.00 end,
    case when f.id is null then s.credited when f.counts and f.numbered then f.credited else 0.00 end,
    case when f.id is null then s.vatable when f.percent > 0 then f.rest else 0.00 end,
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated),
    case when f.id is null then s.untaxed when f.percent = 0 then f.rest else 0.00 end,
    case when f.id is null then s.collected when f.counts and f.numbered then f.collected else 0.00 end,
    case when f.id is null then s.balance when f.counts and f.numbered then f.balance else 0.00 end,
    case when f.id is null then s.cancelled when f.counts then 0.00 else f.total end,
    case when f.id is null then s.waiting when f.numbered then 0.00 else f.total end,
    s.first_no, s.last_no, null, null, null, b.cancel_reason, n.missing + n.voided,
    coalesce(s.invoices, f.numbered::int), coalesce(s.renumbered, (f.invoice_no_changed_at is not null)::int),
    coalesce(s.undelivered, (f.numbered and f.counts and f.date_delivered is null)::int),
    s.days, s.agents, s.customers, s.months, coalesce(s.unnumbered, (not f.numbered)::int), n.missing, n.voided, n.number_rows, m.memos, m.memos_vat
  from page p
  left join found f on f.id = p.id
  left join summed s on p.id is null and s.whole = v_total and (v_total or s.bundle = p.bundle)
  left join public.bookings b on b.project_id = p_project and b.id = p.id
  left join public.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join public.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join lateral (
    select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
    from private.invoice_numbers(p_project, ask.first_day, ask.last_day) x where v_total) n on v_total
  left join lateral (
    select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from public.sales_entries e
    where v_total and e.project_id = p_project and e.kind in ('return', 'allowance')
      and e.on_date between coalesce(ask.first_day, '-infinity') and coalesce(ask.last_day, 'infinity')
      and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m on v_total
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.report_invoice is
  'Report of invoices by invoice date. p_filters: {from, to (of the invoice, both included; of unnumbered: of the delivery), agent_id, customer_id, paid: paid | unpaid, delivered: yes | no, renumbered (only invoices with a changed number), cancelled (true: with cancelled ones), level: invoice | grouped (invoices by day, after several of one its sums: level subtotal) | grouped_agent (by agent and day) | day | month (YYYY-MM) | agent | customer | numbers (kind missing: first_no to last_no; changed; cancelled) | unnumbered (delivered without an invoice; waiting: their totals) | total, sort: date (or name) | number | customer | gross | balance (highest first), not of grouped ones, limit, after or before (row_key; before answers backwards)}. discount: what the discounts of the lines took off, net = gross - discount. gross - discount less what was released undelivered = vatable + vat + exempt + zero_rated + untaxed, as the invoice says: vatable sales without VAT, their VAT, sales by the VAT class of their lines; gross - discount - credited = collected + balance; untaxed: invoices without VAT. memos and memos_vat of the total: returns and allowances of the period by the day of their credit memo, also of earlier invoices, and the VAT in them. Cancelled invoices stand apart in cancelled. missing, voided (changed or cancelled) and number_rows are of the dates alone, whatever else is asked. Errors: 42501, 22023.';

grant execute on function private.invoice_numbers(uuid, date, date), public.report_invoice(uuid, jsonb) to authenticated;
