CREATE OR REPLACE FUNCTION known.changed_invoices(p_project uuid, p_bookings uuid[])
 RETURNS TABLE(booking_id uuid, entry text, on_date date, gross numeric, discount numeric, credited numeric, due numeric, vat numeric, exempt numeric, zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  -- One plan is right for any few bookings, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when cardinality(p_bookings) > 50 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with released as materialized (
    select y.* from known.released_goods(p_project, p_bookings) y
  ), invoices as materialized (
    select b.id, b.date_invoiced, b.total, b.discount, b.credited, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.collected, b.balance, b.approval_status = 'cancelled' as cancelled,
      r.amount, r.vat, r.exempt, r.zero_rated, r.later, r.later_vat, r.later_exempt, r.later_zero_rated
    from known.bookings b
    left join (
      select y.booking_id, sum(y.amount) as amount, sum(y.vat) as vat, sum(y.exempt) as exempt, sum(y.zero_rated) as zero_rated,
        coalesce(sum(y.amount) filter (where y.after_invoice), 0) as later, coalesce(sum(y.vat) filter (where y.after_invoice), 0) as later_vat,
        coalesce(sum(y.exempt) filter (where y.after_invoice), 0) as later_exempt, coalesce(sum(y.zero_rated) filter (where y.after_invoice), 0) as later_zero_rated
      from released y group by y.booking_id) s on s.booking_id = b.id and b.credited <> 0
    cross join lateral (
      select coalesce(s.amount, 0) as amount, coalesce(s.vat, 0) as vat, coalesce(s.exempt, 0) as exempt, coalesce(s.zero_rated, 0) as zero_rated, coalesce(s.later, 0) as later,
        coalesce(s.later_vat, 0) as later_vat, coalesce(s.later_exempt, 0) as later_exempt, coalesce(s.later_zero_rated, 0) as later_zero_rated) r
    where b.project_id = p_project and b.id = any (p_bookings)
  )
  select i.id, 'invoice', i.date_invoiced, i.total + i.discount, i.discount, case when i.cancelled then i.total else i.credited end,
    i.total - i.amount + i.later, i.vat_amount - i.vat + i.later_vat, i.exempt_amount - i.exempt + i.later_exempt, i.zero_rated_amount - i.zero_rated + i.later_zero_rated,
    i.collected, case when i.cancelled then 0.00 else i.balance end, 0.00
  from invoices i
  union all
  select i.id, 'release', greatest(y.on_date, i.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat), -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
  from released y join invoices i on i.id = y.booking_id where y.after_invoice and i.later > 0 group by i.id, 3
  union all
  select i.id, 'cancellation', e.on_date, i.later - i.total - i.discount, -i.discount, i.later - i.total, i.amount - i.total,
    i.vat - i.vat_amount, i.exempt - i.exempt_amount, i.zero_rated - i.zero_rated_amount, 0.00, 0.00, i.total - i.amount
  from invoices i
  cross join lateral (
    select max(e.on_date) as on_date from known.receivable_entries e where e.project_id = p_project and e.booking_id = i.id and e.kind = 'cancelled' having count(*) > 0) e
  where i.cancelled;
end $function$;

CREATE OR REPLACE FUNCTION known.invoice_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, booking_id uuid, new_no text, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.invoice');
  -- Sorting is off here: there are more numbers than the plan expects, and to sort them takes longer than to hash them.
  return query
  with changes as materialized (
    select c.id, private.invoice_series(c.old_no) as series, private.invoice_serial(c.old_no) as serial, c.old_no as no, c.old_date as on_date,
      c.booking_id, c.new_no, c.reason
    from known.invoice_changes c where c.project_id = p_project and c.old_no <> c.new_no
  ), given_up as materialized (
    -- A changed number that no invoice has now, in any spelling
    select distinct on (c.series, c.serial, case when c.serial is null then c.no end) c.* from changes c
    where not exists (select from known.bookings b where b.project_id = p_project and b.invoice_no = c.no)
      and not exists (select from known.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = c.series and private.invoice_serial(b.invoice_no) = c.serial)
    order by c.series, c.serial, case when c.serial is null then c.no end, c.id desc
  ), known as not materialized (
    -- A changed number is explained and is no gap. The others are read from their index, which includes series and serial.
    select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial, b.invoice_no as no, b.date_invoiced as on_date
    from known.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
    union all
    select g.series, g.serial, g.no, g.on_date from given_up g
  ), dated as materialized (
    -- Without offset the serial would be computed again and not taken from the index.
    select d.series, min(d.first) as first, max(d.last) as last
    from (
      select n.series, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial from known.bookings b
        where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to) offset 0) n
      group by n.series
      union all
      select g.series, g.serial, g.serial from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)) d
    where d.first is not null group by d.series
  ), ranges as materialized (
    -- From the number before the first of the period to its last. The invoices define where a series begins and ends, so that a wrong number outside opens no gap.
    select d.series,
      greatest((select min(private.invoice_serial(b.invoice_no)) from known.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series),
        coalesce((select max(private.invoice_serial(b.invoice_no)) from known.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series
            and private.invoice_serial(b.invoice_no) < d.first), d.first)) as first,
      least((select max(private.invoice_serial(b.invoice_no)) from known.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series), d.last) as last
    from dated d
  ), blocks as materialized (
    -- Blocks of 64 numbers: one that has each number needs no further look. before is the number before a block.
    select r.series, k.block, bit_or(k.numbers) = -1 as complete, min(k.first) as first, max(k.last) as last, lag(max(k.last)) over w as before
    from ranges r
    cross join lateral (
      select n.serial >> 6 as block, bit_or(1::bigint << (n.serial & 63)::int) as numbers, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_serial(b.invoice_no) as serial from known.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = r.series and private.invoice_serial(b.invoice_no) >= r.first and private.invoice_serial(b.invoice_no) <= r.last offset 0) n
      group by 1
      union all
      select g.serial >> 6, 1::bigint << (g.serial & 63)::int, g.serial, g.serial from given_up g where g.series = r.series and g.serial >= r.first and g.serial <= r.last) k
    group by r.series, k.block
    window w as (partition by r.series order by k.block)
  ), gaps as (
    select b.series, k.serial, k.no, k.on_date, lag(k.serial) over w as before, lag(k.no) over w as before_no
    from blocks b
    cross join lateral (select x.serial, x.no, x.on_date from known x where x.series = b.series and x.serial >= coalesce(b.before, b.first) and x.serial <= b.last offset 0) k
    where not b.complete or b.before < b.first - 1
    window w as (partition by b.series, b.block order by k.serial, k.no)
  )
  select 'missing', g.series, g.before + 1, private.invoice_no_like(g.no, g.before + 1), case when g.serial > g.before + 2 then private.invoice_no_like(g.no, g.serial - 1) end,
    g.serial - g.before - 1, g.on_date, g.before_no, g.no, null::uuid, null, null
  from gaps g where g.serial > g.before + 1 and (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null, b.id, null, b.cancel_reason
  from known.bookings b where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled'
    and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to);
end $function$;

CREATE OR REPLACE FUNCTION known.report_invoice(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date, renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text, gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric, first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint, invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint, unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'on'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_end date;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
  v_changed uuid[] := '{}';
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

  if v_level = 'numbers' then
    return query
    with found as (
      select n.*, (n.series || E'\x1f' || to_char(coalesce(n.serial, 0), 'FM0000000000000000') || E'\x1f' || n.first_no) collate "C" as row_key
      from known.invoice_numbers(p_project, ask.first_day, ask.last_day) n
    )
    select 'numbers', f.row_key, f.kind, b.id, b.so_no, f.first_no, f.on_date, null::date, null::date, null::date,
      null::date, b.agent_id, null, b.customer_id, b.customer_name, b.store_name, null, null, null,
      null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric, null::numeric,
      f.first_no, f.last_no, f.before_no, f.after_no, f.new_no, f.reason, f.numbers,
      null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
      null::bigint, case when f.kind = 'missing' then f.numbers else 0 end, case when f.kind = 'missing' then 0 else 1 end::bigint, null::bigint,
      null::numeric, null::numeric, null::bigint
    from found f left join known.bookings b on b.project_id = p_project and b.id = f.booking_id
    where (ask.after is null or f.row_key > ask.after collate "C") and (ask.before is null or f.row_key < ask.before collate "C")
    order by case when ask.before is null then f.row_key end, f.row_key desc limit ask.row_limit;
    return;
  end if;

  -- A page sorted by day begins at the day where the last one ended.
  if v_level in ('grouped', 'unnumbered') or (v_level = 'invoice' and v_sort = 'date') then
    ask.first_day := greatest(ask.first_day, ask.after_day);
    ask.last_day := least(ask.last_day, ask.before_day);
  end if;
  -- It ends with the day that completes it: releases and cancellations of these days are further rows.
  if v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date') then
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The invoices come in this order, so that reading ends with the page.
      select b.date_invoiced as on_date from known.bookings b
      where ask.row_limit is not null and b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or b.date_invoiced > ask.after_day) and (ask.before_day is null or b.date_invoiced < ask.before_day)
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
      order by case when ask.before is null then b.date_invoiced end, case when ask.before is not null then b.date_invoiced end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- For these short lists one plan is right for all periods, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_level <> 'unnumbered' and (v_from > '-infinity' or v_to < 'infinity') then
    v_moved := array(
      select k.booking_id from known.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from known.receivable_entries e join known.bookings b on b.project_id = p_project and b.id = e.booking_id
      where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between v_from and v_to and b.stage = 'cancelled');
  end if;
  -- Most invoices are as they were issued, and no more is read than their own row. The others are taken together.
  if v_level <> 'unnumbered' then
    v_changed := array(
      select b.id from known.bookings b
      where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
        and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)));
  end if;
  perform set_config('plan_cache_mode', 'force_custom_plan', true);

  if v_level = 'total' then
    -- Unless everything is counted there are few parts, which the plan does not expect: to sort the invoices takes longer than to hash them.
    perform set_config('enable_sort', (v_for = '')::text, true);
    return query
    with asked as not materialized (
      select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from known.bookings b
      where b.project_id = p_project and b.invoice_no is not null
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
    ), parts as materialized (
      -- Days, agents and customers are only told apart where they are counted. Of an invoice that is as it was issued nothing is credited or cancelled.
      select b.taxed, length(b.invoice_no) as digits, case when v_for in ('', 'day', 'month') then b.date_invoiced end as on_date,
        case when v_for in ('', 'agent') then b.agent_id end as agent_id, case when v_for in ('', 'customer') then b.customer_id end as customer_id,
        sum(b.total) as net, sum(b.discount) as discount, 0.00 as credited, sum(b.total) as due, sum(b.vat_amount) as vat, sum(b.exempt_amount) as exempt, sum(b.zero_rated_amount) as zero_rated,
        sum(b.total) - sum(b.balance) as collected, sum(b.balance) as balance, 0.00 as cancelled, count(*) as listed, min(b.invoice_no collate "C") as first_no, max(b.invoice_no collate "C") as last_no,
        count(*) as invoices, count(b.invoice_no_changed_at) as renumbered, count(*) filter (where b.date_delivered is null) as undelivered
      from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed) group by 1, 2, 3, 4, 5
      union all
      select b.taxed, length(b.invoice_no), case when v_for in ('', 'day', 'month') then x.on_date end,
        case when v_for in ('', 'agent') then b.agent_id end, case when v_for in ('', 'customer') then b.customer_id end,
        sum(x.gross - x.discount), sum(x.discount), sum(x.credited), sum(x.due), sum(x.vat), sum(x.exempt), sum(x.zero_rated),
        sum(x.collected), sum(x.balance), sum(x.cancelled), count(*), min(b.invoice_no collate "C") filter (where x.entry = 'invoice'), max(b.invoice_no collate "C") filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice'), count(b.invoice_no_changed_at) filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice' and b.date_delivered is null)
      from known.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
      where x.on_date between v_from and v_to group by 1, 2, 3, 4, 5
    ), whole as (
      select coalesce(sum(p.net), 0.00) as net, coalesce(sum(p.discount), 0.00) as discount, coalesce(sum(p.credited), 0.00) as credited,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00) as vatable, coalesce(sum(p.vat), 0.00) as vat,
        coalesce(sum(p.exempt), 0.00) as exempt, coalesce(sum(p.zero_rated), 0.00) as zero_rated,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00) as untaxed,
        coalesce(sum(p.collected), 0.00) as collected, coalesce(sum(p.balance), 0.00) as balance, coalesce(sum(p.cancelled), 0.00) as cancelled,
        coalesce(sum(p.invoices), 0)::bigint as invoices, coalesce(sum(p.renumbered), 0)::bigint as renumbered, coalesce(sum(p.undelivered), 0)::bigint as undelivered,
        coalesce(sum(p.listed), 0)::bigint as listed, count(distinct p.on_date) as days, count(distinct p.agent_id) as agents, count(distinct p.customer_id) as customers,
        count(distinct to_char(p.on_date, 'YYYY-MM')) as months
      from parts p
    )
    select v_level, '', null, null::uuid, null, null, null::date, null::date, null::date, null::date,
      null::date, null::uuid, null, null::uuid, null, null, null, null, null,
      w.net + w.discount, w.discount, w.net, w.credited, w.vatable, w.vat, w.exempt, w.zero_rated, w.untaxed, w.collected, w.balance, w.cancelled, u.waiting,
      (select p.first_no from parts p where p.first_no is not null order by p.digits, p.first_no limit 1),
      (select p.last_no from parts p where p.last_no is not null order by p.digits desc, p.last_no desc limit 1),
      null, null, null, null, n.missing + n.voided, w.invoices, w.renumbered, w.undelivered,
      case when v_for in ('', 'day') then w.days end, case when v_for in ('', 'agent') then w.agents end, case when v_for in ('', 'customer') then w.customers end,
      case when v_for in ('', 'month') then w.months end, u.unnumbered, n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, w.listed
    from whole w
    cross join (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from known.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between v_from and v_to and b.approval_status like 'approved%'
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)) u
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
      from known.invoice_numbers(p_project, ask.first_day, ask.last_day) x) n
    cross join (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from known.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
        and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m;
    return;
  end if;

  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from known.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
  ), issued as not materialized (
    select b.id, b.so_no, 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
      b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
    union all
    select b.id, b.so_no, x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
      x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from known.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
    where v_level <> 'unnumbered' and x.on_date between v_from and v_to
  ), found as materialized (
    select s.id, s.entry, true as numbered, s.entry = 'invoice' as issued, s.on_date, s.net + s.discount as gross, s.discount, s.net, s.credited,
      case when s.taxed then s.due - s.vat - s.exempt - s.zero_rated else 0.00 end as vatable, s.vat, s.exempt, s.zero_rated,
      case when s.taxed then 0.00 else s.due - s.vat - s.exempt - s.zero_rated end as untaxed,
      s.collected, s.balance, s.cancelled, 0.00 as waiting, s.invoice_no, s.so_no, s.agent_id, s.customer_id,
      case when s.entry = 'invoice' then s.invoice_no_changed_at end as renumbered_at, s.date_delivered,
      case v_level when 'day' then s.on_date::text when 'grouped' then s.on_date::text when 'month' then to_char(s.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text end as bundle
    from issued s where v_level <> 'unnumbered'
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from known.bookings b
    where b.project_id = p_project and v_level = 'unnumbered' and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, count(*) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered
    from found f where v_level not in ('invoice', 'unnumbered') group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id || case when f.issued then '' else f.on_date || f.entry end) collate "C" as row_key
    from found f
    left join known.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join known.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, null, null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join known.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join known.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where not v_singly or s.listed > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when not f.issued then f.entry when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' when f.id is not null then 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (f.renumbered_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
    case when v_level = 'month' then s.bundle end,
    coalesce(f.gross, s.gross), coalesce(f.discount, s.discount), coalesce(f.net, s.net), coalesce(f.credited, s.credited), coalesce(f.vatable, s.vatable),
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated), coalesce(f.untaxed, s.untaxed),
    coalesce(f.collected, s.collected), coalesce(f.balance, s.balance), coalesce(f.cancelled, s.cancelled), coalesce(f.waiting, s.waiting),
    s.first_no, s.last_no, null, null, null, b.cancel_reason, null::bigint,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    null::bigint, null::bigint, null::bigint, null::bigint, coalesce((not f.numbered)::int, 0)::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.bundle = p.bundle
  left join known.bookings b on b.project_id = p_project and b.id = p.id
  left join known.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join known.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join private.customers_at_issue(p_project, array(select x.id from page x where x.id is not null and v_level <> 'unnumbered')) o on o.booking_id = p.id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION private.changed_invoices(p_project uuid, p_bookings uuid[])
 RETURNS TABLE(booking_id uuid, entry text, on_date date, gross numeric, discount numeric, credited numeric, due numeric, vat numeric, exempt numeric, zero_rated numeric, collected numeric, balance numeric, cancelled numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  -- One plan is right for any few bookings, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when cardinality(p_bookings) > 50 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with released as materialized (
    select y.* from private.released_goods(p_project, p_bookings) y
  ), invoices as materialized (
    select b.id, b.date_invoiced, b.total, b.discount, b.credited, b.vat_amount, b.exempt_amount, b.zero_rated_amount, b.collected, b.balance, b.approval_status = 'cancelled' as cancelled,
      r.amount, r.vat, r.exempt, r.zero_rated, r.later, r.later_vat, r.later_exempt, r.later_zero_rated
    from public.bookings b
    left join (
      select y.booking_id, sum(y.amount) as amount, sum(y.vat) as vat, sum(y.exempt) as exempt, sum(y.zero_rated) as zero_rated,
        coalesce(sum(y.amount) filter (where y.after_invoice), 0) as later, coalesce(sum(y.vat) filter (where y.after_invoice), 0) as later_vat,
        coalesce(sum(y.exempt) filter (where y.after_invoice), 0) as later_exempt, coalesce(sum(y.zero_rated) filter (where y.after_invoice), 0) as later_zero_rated
      from released y group by y.booking_id) s on s.booking_id = b.id and b.credited <> 0
    cross join lateral (
      select coalesce(s.amount, 0) as amount, coalesce(s.vat, 0) as vat, coalesce(s.exempt, 0) as exempt, coalesce(s.zero_rated, 0) as zero_rated, coalesce(s.later, 0) as later,
        coalesce(s.later_vat, 0) as later_vat, coalesce(s.later_exempt, 0) as later_exempt, coalesce(s.later_zero_rated, 0) as later_zero_rated) r
    where b.project_id = p_project and b.id = any (p_bookings)
  )
  select i.id, 'invoice', i.date_invoiced, i.total + i.discount, i.discount, case when i.cancelled then i.total else i.credited end,
    i.total - i.amount + i.later, i.vat_amount - i.vat + i.later_vat, i.exempt_amount - i.exempt + i.later_exempt, i.zero_rated_amount - i.zero_rated + i.later_zero_rated,
    i.collected, case when i.cancelled then 0.00 else i.balance end, 0.00
  from invoices i
  union all
  select i.id, 'release', greatest(y.on_date, i.date_invoiced), -sum(y.amount), 0.00, -sum(y.amount), -sum(y.amount), -sum(y.vat), -sum(y.exempt), -sum(y.zero_rated), 0.00, 0.00, 0.00
  from released y join invoices i on i.id = y.booking_id where y.after_invoice and i.later > 0 group by i.id, 3
  union all
  select i.id, 'cancellation', e.on_date, i.later - i.total - i.discount, -i.discount, i.later - i.total, i.amount - i.total,
    i.vat - i.vat_amount, i.exempt - i.exempt_amount, i.zero_rated - i.zero_rated_amount, 0.00, 0.00, i.total - i.amount
  from invoices i
  cross join lateral (
    select max(e.on_date) as on_date from public.receivable_entries e where e.project_id = p_project and e.booking_id = i.id and e.kind = 'cancelled' having count(*) > 0) e
  where i.cancelled;
end $function$;

CREATE OR REPLACE FUNCTION private.invoice_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, booking_id uuid, new_no text, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.invoice');
  -- Sorting is off here: there are more numbers than the plan expects, and to sort them takes longer than to hash them.
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
  ), known as not materialized (
    -- A changed number is explained and is no gap. The others are read from their index, which includes series and serial.
    select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial, b.invoice_no as no, b.date_invoiced as on_date
    from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
    union all
    select g.series, g.serial, g.no, g.on_date from given_up g
  ), dated as materialized (
    -- Without offset the serial would be computed again and not taken from the index.
    select d.series, min(d.first) as first, max(d.last) as last
    from (
      select n.series, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial from public.bookings b
        where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to) offset 0) n
      group by n.series
      union all
      select g.series, g.serial, g.serial from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)) d
    where d.first is not null group by d.series
  ), ranges as materialized (
    -- From the number before the first of the period to its last. The invoices define where a series begins and ends, so that a wrong number outside opens no gap.
    select d.series,
      greatest((select min(private.invoice_serial(b.invoice_no)) from public.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series),
        coalesce((select max(private.invoice_serial(b.invoice_no)) from public.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series
            and private.invoice_serial(b.invoice_no) < d.first), d.first)) as first,
      least((select max(private.invoice_serial(b.invoice_no)) from public.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series), d.last) as last
    from dated d
  ), blocks as materialized (
    -- Blocks of 64 numbers: one that has each number needs no further look. before is the number before a block.
    select r.series, k.block, bit_or(k.numbers) = -1 as complete, min(k.first) as first, max(k.last) as last, lag(max(k.last)) over w as before
    from ranges r
    cross join lateral (
      select n.serial >> 6 as block, bit_or(1::bigint << (n.serial & 63)::int) as numbers, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_serial(b.invoice_no) as serial from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = r.series and private.invoice_serial(b.invoice_no) >= r.first and private.invoice_serial(b.invoice_no) <= r.last offset 0) n
      group by 1
      union all
      select g.serial >> 6, 1::bigint << (g.serial & 63)::int, g.serial, g.serial from given_up g where g.series = r.series and g.serial >= r.first and g.serial <= r.last) k
    group by r.series, k.block
    window w as (partition by r.series order by k.block)
  ), gaps as (
    select b.series, k.serial, k.no, k.on_date, lag(k.serial) over w as before, lag(k.no) over w as before_no
    from blocks b
    cross join lateral (select x.serial, x.no, x.on_date from known x where x.series = b.series and x.serial >= coalesce(b.before, b.first) and x.serial <= b.last offset 0) k
    where not b.complete or b.before < b.first - 1
    window w as (partition by b.series, b.block order by k.serial, k.no)
  )
  select 'missing', g.series, g.before + 1, private.invoice_no_like(g.no, g.before + 1), case when g.serial > g.before + 2 then private.invoice_no_like(g.no, g.serial - 1) end,
    g.serial - g.before - 1, g.on_date, g.before_no, g.no, null::uuid, null, null
  from gaps g where g.serial > g.before + 1 and (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null, b.id, null, b.cancel_reason
  from public.bookings b where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled'
    and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to);
end $function$;

CREATE OR REPLACE FUNCTION public.report_invoice(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, date_added date, date_due date, date_delivered date, renumbered_on date, agent_id uuid, agent_name text, customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, month text, gross numeric, discount numeric, net numeric, credited numeric, vatable numeric, vat numeric, exempt numeric, zero_rated numeric, untaxed numeric, collected numeric, balance numeric, cancelled numeric, waiting numeric, first_no text, last_no text, before_no text, after_no text, new_no text, reason text, numbers bigint, invoices bigint, renumbered bigint, undelivered bigint, days bigint, agents bigint, customers bigint, months bigint, unnumbered bigint, missing bigint, voided bigint, number_rows bigint, memos numeric, memos_vat numeric, listed bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_sort TO 'on'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_paid text := nullif(p_filters ->> 'paid', '');
  v_delivered text := nullif(p_filters ->> 'delivered', '');
  v_for text := coalesce(p_filters ->> 'for', '');
  v_renumbered boolean := private.read_boolean(p_filters, 'renumbered');
  v_zone text := private.zone_of(p_project);
  v_singly boolean;
  v_end date;
  v_from date;
  v_to date;
  v_moved uuid[] := '{}';
  v_changed uuid[] := '{}';
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
      null::numeric, null::numeric, null::bigint
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
  -- It ends with the day that completes it: releases and cancellations of these days are further rows.
  if v_level = 'grouped' or (v_level = 'invoice' and v_sort = 'date') then
    select case when ask.before is null then max(x.on_date) else min(x.on_date) end into v_end
    from (
      -- The invoices come in this order, so that reading ends with the page.
      select b.date_invoiced as on_date from public.bookings b
      where ask.row_limit is not null and b.project_id = p_project and b.date_invoiced is not null and b.invoice_no is not null
        and (ask.first_day is null or b.date_invoiced >= ask.first_day) and (ask.last_day is null or b.date_invoiced <= ask.last_day)
        -- Rows of the day where the last page ended are added.
        and (ask.after_day is null or b.date_invoiced > ask.after_day) and (ask.before_day is null or b.date_invoiced < ask.before_day)
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
      order by case when ask.before is null then b.date_invoiced end, case when ask.before is not null then b.date_invoiced end desc limit ask.row_limit
    ) x having count(*) = ask.row_limit;
    if ask.before is null then ask.last_day := least(ask.last_day, v_end); else ask.first_day := greatest(ask.first_day, v_end); end if;
  end if;
  v_from := coalesce(ask.first_day, '-infinity');
  v_to := coalesce(ask.last_day, 'infinity');
  -- For these short lists one plan is right for all periods, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', 'force_generic_plan', true);
  -- Invoices of other days, of which goods were released or which were cancelled within the period
  if v_level <> 'unnumbered' and (v_from > '-infinity' or v_to < 'infinity') then
    v_moved := array(
      select k.booking_id from public.booking_credits k where k.project_id = p_project and k.after_invoice and k.on_date between v_from and v_to
      union
      select e.booking_id from public.receivable_entries e join public.bookings b on b.project_id = p_project and b.id = e.booking_id
      where e.project_id = p_project and e.kind = 'cancelled' and e.on_date between v_from and v_to and b.stage = 'cancelled');
  end if;
  -- Most invoices are as they were issued, and no more is read than their own row. The others are taken together.
  if v_level <> 'unnumbered' then
    v_changed := array(
      select b.id from public.bookings b
      where b.project_id = p_project and b.invoice_no is not null and (b.credited <> 0 or b.approval_status = 'cancelled')
        and (b.date_invoiced between v_from and v_to or b.id = any (v_moved)));
  end if;
  perform set_config('plan_cache_mode', 'force_custom_plan', true);

  if v_level = 'total' then
    -- Unless everything is counted there are few parts, which the plan does not expect: to sort the invoices takes longer than to hash them.
    perform set_config('enable_sort', (v_for = '')::text, true);
    return query
    with asked as not materialized (
      select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from public.bookings b
      where b.project_id = p_project and b.invoice_no is not null
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
        and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
        and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
        and (not v_renumbered or b.invoice_no_changed_at is not null)
    ), parts as materialized (
      -- Days, agents and customers are only told apart where they are counted. Of an invoice that is as it was issued nothing is credited or cancelled.
      select b.taxed, length(b.invoice_no) as digits, case when v_for in ('', 'day', 'month') then b.date_invoiced end as on_date,
        case when v_for in ('', 'agent') then b.agent_id end as agent_id, case when v_for in ('', 'customer') then b.customer_id end as customer_id,
        sum(b.total) as net, sum(b.discount) as discount, 0.00 as credited, sum(b.total) as due, sum(b.vat_amount) as vat, sum(b.exempt_amount) as exempt, sum(b.zero_rated_amount) as zero_rated,
        sum(b.total) - sum(b.balance) as collected, sum(b.balance) as balance, 0.00 as cancelled, count(*) as listed, min(b.invoice_no collate "C") as first_no, max(b.invoice_no collate "C") as last_no,
        count(*) as invoices, count(b.invoice_no_changed_at) as renumbered, count(*) filter (where b.date_delivered is null) as undelivered
      from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed) group by 1, 2, 3, 4, 5
      union all
      select b.taxed, length(b.invoice_no), case when v_for in ('', 'day', 'month') then x.on_date end,
        case when v_for in ('', 'agent') then b.agent_id end, case when v_for in ('', 'customer') then b.customer_id end,
        sum(x.gross - x.discount), sum(x.discount), sum(x.credited), sum(x.due), sum(x.vat), sum(x.exempt), sum(x.zero_rated),
        sum(x.collected), sum(x.balance), sum(x.cancelled), count(*), min(b.invoice_no collate "C") filter (where x.entry = 'invoice'), max(b.invoice_no collate "C") filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice'), count(b.invoice_no_changed_at) filter (where x.entry = 'invoice'),
        count(*) filter (where x.entry = 'invoice' and b.date_delivered is null)
      from private.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
      where x.on_date between v_from and v_to group by 1, 2, 3, 4, 5
    ), whole as (
      select coalesce(sum(p.net), 0.00) as net, coalesce(sum(p.discount), 0.00) as discount, coalesce(sum(p.credited), 0.00) as credited,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where p.taxed), 0.00) as vatable, coalesce(sum(p.vat), 0.00) as vat,
        coalesce(sum(p.exempt), 0.00) as exempt, coalesce(sum(p.zero_rated), 0.00) as zero_rated,
        coalesce(sum(p.due - p.vat - p.exempt - p.zero_rated) filter (where not p.taxed), 0.00) as untaxed,
        coalesce(sum(p.collected), 0.00) as collected, coalesce(sum(p.balance), 0.00) as balance, coalesce(sum(p.cancelled), 0.00) as cancelled,
        coalesce(sum(p.invoices), 0)::bigint as invoices, coalesce(sum(p.renumbered), 0)::bigint as renumbered, coalesce(sum(p.undelivered), 0)::bigint as undelivered,
        coalesce(sum(p.listed), 0)::bigint as listed, count(distinct p.on_date) as days, count(distinct p.agent_id) as agents, count(distinct p.customer_id) as customers,
        count(distinct to_char(p.on_date, 'YYYY-MM')) as months
      from parts p
    )
    select v_level, '', null, null::uuid, null, null, null::date, null::date, null::date, null::date,
      null::date, null::uuid, null, null::uuid, null, null, null, null, null,
      w.net + w.discount, w.discount, w.net, w.credited, w.vatable, w.vat, w.exempt, w.zero_rated, w.untaxed, w.collected, w.balance, w.cancelled, u.waiting,
      (select p.first_no from parts p where p.first_no is not null order by p.digits, p.first_no limit 1),
      (select p.last_no from parts p where p.last_no is not null order by p.digits desc, p.last_no desc limit 1),
      null, null, null, null, n.missing + n.voided, w.invoices, w.renumbered, w.undelivered,
      case when v_for in ('', 'day') then w.days end, case when v_for in ('', 'agent') then w.agents end, case when v_for in ('', 'customer') then w.customers end,
      case when v_for in ('', 'month') then w.months end, u.unnumbered, n.missing, n.voided, n.number_rows, m.memos, m.memos_vat, w.listed
    from whole w
    cross join (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from public.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between v_from and v_to and b.approval_status like 'approved%'
        and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)) u
    cross join (
      select coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0)::bigint as missing, count(*) filter (where x.kind <> 'missing') as voided, count(*) as number_rows
      from private.invoice_numbers(p_project, ask.first_day, ask.last_day) x) n
    cross join (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from public.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between v_from and v_to
        and (ask.agent_id is null or e.agent_id = ask.agent_id) and (ask.customer_id is null or e.customer_id = ask.customer_id)) m;
    return;
  end if;

  return query
  with asked as not materialized (
    select b.*, coalesce(b.vat_percent, 0) > 0 as taxed from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
      and (v_paid is null or (b.approval_status <> 'cancelled' and (b.balance = 0) = (v_paid = 'paid')))
      and (v_delivered is null or (b.date_delivered is not null) = (v_delivered = 'yes'))
      and (not v_renumbered or b.invoice_no_changed_at is not null)
  ), issued as not materialized (
    select b.id, b.so_no, 'invoice' as entry, b.date_invoiced as on_date, b.total as net, b.discount, b.credited, b.total as due, b.vat_amount as vat, b.exempt_amount as exempt,
      b.zero_rated_amount as zero_rated, b.collected, b.balance, 0.00 as cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from asked b where b.date_invoiced between v_from and v_to and b.id <> all (v_changed)
    union all
    select b.id, b.so_no, x.entry, x.on_date, x.gross - x.discount, x.discount, x.credited, x.due, x.vat, x.exempt,
      x.zero_rated, x.collected, x.balance, x.cancelled, b.taxed, b.invoice_no, b.agent_id, b.customer_id, b.invoice_no_changed_at, b.date_delivered
    from private.changed_invoices(p_project, v_changed) x join asked b on b.id = x.booking_id
    where v_level <> 'unnumbered' and x.on_date between v_from and v_to
  ), found as materialized (
    select s.id, s.entry, true as numbered, s.entry = 'invoice' as issued, s.on_date, s.net + s.discount as gross, s.discount, s.net, s.credited,
      case when s.taxed then s.due - s.vat - s.exempt - s.zero_rated else 0.00 end as vatable, s.vat, s.exempt, s.zero_rated,
      case when s.taxed then 0.00 else s.due - s.vat - s.exempt - s.zero_rated end as untaxed,
      s.collected, s.balance, s.cancelled, 0.00 as waiting, s.invoice_no, s.so_no, s.agent_id, s.customer_id,
      case when s.entry = 'invoice' then s.invoice_no_changed_at end as renumbered_at, s.date_delivered,
      case v_level when 'day' then s.on_date::text when 'grouped' then s.on_date::text when 'month' then to_char(s.on_date, 'YYYY-MM')
        when 'agent' then s.agent_id::text when 'grouped_agent' then s.agent_id::text when 'customer' then s.customer_id::text end as bundle
    from issued s where v_level <> 'unnumbered'
    union all
    -- Deliveries without an invoice count on the day of delivery.
    select b.id, 'unnumbered', false, false, b.date_delivered, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, b.total, null, b.so_no,
      b.agent_id, b.customer_id, null, b.date_delivered, null
    from public.bookings b
    where b.project_id = p_project and v_level = 'unnumbered' and b.date_invoiced is null and b.date_delivered between v_from and v_to
      and b.approval_status like 'approved%'
      and (ask.agent_id is null or b.agent_id = ask.agent_id) and (ask.customer_id is null or b.customer_id = ask.customer_id)
  ), summed as (
    select f.bundle, count(*) as listed, min(f.on_date) as on_date, min(f.agent_id::text)::uuid as agent_id, min(f.customer_id::text)::uuid as customer_id,
      coalesce(sum(f.gross), 0.00) as gross, coalesce(sum(f.discount), 0.00) as discount, coalesce(sum(f.net), 0.00) as net, coalesce(sum(f.credited), 0.00) as credited,
      coalesce(sum(f.vatable), 0.00) as vatable, coalesce(sum(f.vat), 0.00) as vat, coalesce(sum(f.exempt), 0.00) as exempt,
      coalesce(sum(f.zero_rated), 0.00) as zero_rated, coalesce(sum(f.untaxed), 0.00) as untaxed, coalesce(sum(f.collected), 0.00) as collected,
      coalesce(sum(f.balance), 0.00) as balance, coalesce(sum(f.cancelled), 0.00) as cancelled, coalesce(sum(f.waiting), 0.00) as waiting,
      substr(min((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as first_no,
      substr(max((to_char(length(f.invoice_no), 'FM00') || f.invoice_no) collate "C") filter (where f.issued), 3) as last_no,
      count(*) filter (where f.issued) as invoices, count(f.renumbered_at) as renumbered,
      count(*) filter (where f.issued and f.date_delivered is null) as undelivered
    from found f where v_level not in ('invoice', 'unnumbered') group by f.bundle
  ), keyed as (
    -- In the row key the rows of a group have a 0 after the group's name and its subtotal has a 1, so that the subtotal comes last.
    select f.id, f.entry, f.on_date, null::text as bundle, (case v_level
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id, '0' || f.on_date)
        when 'grouped' then concat_ws(E'\x1f', f.on_date, '0')
        when 'unnumbered' then f.on_date::text
        else case v_sort when 'date' then f.on_date::text when 'customer' then c.sort_key when 'gross' then to_char(1e14 - f.gross, 'FM000000000000000.00')
          when 'balance' then to_char(1e14 - f.balance, 'FM000000000000000.00') else '' end end
      || E'\x1f' || to_char(coalesce(length(f.invoice_no), 0), 'FM00') || coalesce(f.invoice_no, f.so_no) || E'\x1f' || f.id || case when f.issued then '' else f.on_date || f.entry end) collate "C" as row_key
    from found f
    left join public.profiles w on v_level = 'grouped_agent' and w.user_id = f.agent_id
    left join public.customers c on v_level = 'invoice' and v_sort = 'customer' and c.project_id = p_project and c.id = f.customer_id
    where v_singly
    union all
    select null, null, null, s.bundle, (case when v_singly then '' when v_sort = 'gross' then to_char(1e14 - s.gross, 'FM000000000000000.00')
        when v_sort = 'balance' then to_char(1e14 - s.balance, 'FM000000000000000.00') else '' end || case v_level
        when 'grouped' then concat_ws(E'\x1f', s.bundle, '1')
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle)
        when 'grouped_agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), s.bundle, '1')
        when 'customer' then concat_ws(E'\x1f', c.sort_key, s.bundle)
        else coalesce(s.bundle, '') end) collate "C"
    from summed s
    left join public.profiles w on v_level in ('agent', 'grouped_agent') and w.user_id = s.agent_id
    left join public.customers c on v_level = 'customer' and c.project_id = p_project and c.id = s.customer_id
    -- A group with a single row needs no subtotal.
    where not v_singly or s.listed > 1
  ), page as (
    select k.* from keyed k
    where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select case when v_singly then case when p.id is null then 'subtotal' when v_level = 'unnumbered' then v_level else 'invoice' end else v_level end, p.row_key,
    case when not f.issued then f.entry when b.stage = 'cancelled' then 'cancelled' when b.is_opening then 'opening' when f.id is not null then 'invoice' end,
    b.id, b.so_no, b.invoice_no, case when f.id is not null then f.on_date when v_level in ('day', 'grouped') then s.on_date end,
    b.date_added, b.date_due, b.date_delivered, (f.renumbered_at at time zone v_zone)::date,
    coalesce(b.agent_id, case when v_level in ('agent', 'grouped_agent') then s.agent_id end),
    case when p.id is not null or v_level in ('agent', 'grouped_agent') then coalesce(w.display_name, 'Former agent') end,
    coalesce(b.customer_id, case when v_level = 'customer' then s.customer_id end), coalesce(b.customer_name, c.name), coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end,
    case when v_level = 'month' then s.bundle end,
    coalesce(f.gross, s.gross), coalesce(f.discount, s.discount), coalesce(f.net, s.net), coalesce(f.credited, s.credited), coalesce(f.vatable, s.vatable),
    coalesce(f.vat, s.vat), coalesce(f.exempt, s.exempt), coalesce(f.zero_rated, s.zero_rated), coalesce(f.untaxed, s.untaxed),
    coalesce(f.collected, s.collected), coalesce(f.balance, s.balance), coalesce(f.cancelled, s.cancelled), coalesce(f.waiting, s.waiting),
    s.first_no, s.last_no, null, null, null, b.cancel_reason, null::bigint,
    coalesce(s.invoices, f.issued::int), coalesce(s.renumbered, (f.renumbered_at is not null)::int), coalesce(s.undelivered, (f.issued and f.date_delivered is null)::int),
    null::bigint, null::bigint, null::bigint, null::bigint, coalesce((not f.numbered)::int, 0)::bigint, null::bigint, null::bigint, null::bigint, null::numeric, null::numeric, coalesce(s.listed, f.numbered::int)
  from page p
  left join found f on f.id = p.id and f.entry = p.entry and f.on_date = p.on_date
  left join summed s on p.id is null and s.bundle = p.bundle
  left join public.bookings b on b.project_id = p_project and b.id = p.id
  left join public.customers c on c.project_id = p_project and c.id = case when b.customer_id is not null then b.customer_id when v_level = 'customer' then s.customer_id end
  left join public.profiles w on w.user_id = case when b.agent_id is not null then b.agent_id when v_level in ('agent', 'grouped_agent') then s.agent_id end
  left join private.customers_at_issue(p_project, array(select x.id from page x where x.id is not null and v_level <> 'unnumbered')) o on o.booking_id = p.id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $function$;
