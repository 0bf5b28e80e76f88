CREATE OR REPLACE FUNCTION known.invoice_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, booking_id uuid, new_no text, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
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
    select d.series, min(d.first) as first, max(d.last) as last from (
      select n.series, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial from known.bookings b
        where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and b.date_invoiced between v_from and v_to offset 0) n group by n.series
      union all
      select g.series, g.serial, g.serial from given_up g where g.on_date between v_from and v_to) d
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
  from gaps g where g.serial > g.before + 1 and g.on_date between v_from and v_to
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where g.on_date between v_from and v_to
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null, b.id, null, b.cancel_reason
  from known.bookings b where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled' and b.date_invoiced between v_from and v_to;
end $function$;

CREATE OR REPLACE FUNCTION known.receipt_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, collection_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  perform private.authorize(p_project, 'reports.collection');
  return query
  -- Numbers are read from their index, which includes series and serial: from the number before the first of the period to the one after its last.
  -- Sorting is off here: there are more numbers than the plan expects, and to sort them takes longer than to hash them.
  with asked as materialized (
    select s.series, min(s.serial) as first, max(s.serial) as last
    from (select private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial from known.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and c.cr_date between v_from and v_to
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) s
    where s.serial is not null group by s.series
  ), ranges as materialized (
    select a.series,
      coalesce((select max(private.invoice_serial(c.cr_no)) from known.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) < a.first), a.first) as first,
      coalesce((select min(private.invoice_serial(c.cr_no)) from known.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) > a.last), a.last) as last
    from asked a
  ), blocks as materialized (
    -- Blocks of 64 numbers: one that has each number once needs no further look. before and behind are the numbers around a block.
    select r.series, k.block, k.complete, k.first, k.last, lag(k.last) over w as before, lead(k.first) over w as behind
    from ranges r
    cross join lateral (
      select n.serial >> 6 as block, count(*) = 64 and bit_or(1::bigint << (n.serial & 63)::int) = -1 as complete, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_serial(c.cr_no) as serial from known.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and private.invoice_series(c.cr_no) = r.series and private.invoice_serial(c.cr_no) between r.first and r.last offset 0) n
      group by 1) k
    window w as (partition by r.series order by k.block)
  ), used as (
    select n.id, b.series, n.serial, n.no, n.on_date, n.serial between b.first and b.last as is_own, lag(n.serial) over w as before, lag(n.no) over w as before_no, lead(n.serial) over w as behind
    from blocks b
    cross join lateral (
      select c.id, private.invoice_serial(c.cr_no) as serial, c.cr_no as no, c.cr_date as on_date from known.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = b.series and private.invoice_serial(c.cr_no) between coalesce(b.before, b.first) and coalesce(b.behind, b.last) offset 0) n
    where not b.complete or b.before < b.first - 1
    window w as (partition by b.series, b.block order by n.serial, n.id)
  ), dated as (
    select u.* from used u where u.is_own and u.on_date between v_from and v_to
  )
  -- A booklet has fifty numbers: a gap of fifty or more is another booklet and not missing receipts.
  select case when d.serial - d.before - 1 >= 50 then 'booklet' else 'missing' end, d.series, d.before + 1, private.invoice_no_like(d.no, d.before + 1),
    case when d.serial > d.before + 2 then private.invoice_no_like(d.no, d.serial - 1) end,
    case when d.serial - d.before - 1 < 50 then d.serial - d.before - 1 end, d.on_date, d.before_no, d.no, null::uuid
  from dated d where d.serial > d.before + 1
  union all
  select 'duplicate', d.series, d.serial, d.no, null, 1, d.on_date, null, null, d.id
  from dated d where d.serial in (d.before, d.behind);
end $function$;

CREATE OR REPLACE FUNCTION private.invoice_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, booking_id uuid, new_no text, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
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
    select d.series, min(d.first) as first, max(d.last) as last from (
      select n.series, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial from public.bookings b
        where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and b.date_invoiced between v_from and v_to offset 0) n group by n.series
      union all
      select g.series, g.serial, g.serial from given_up g where g.on_date between v_from and v_to) d
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
  from gaps g where g.serial > g.before + 1 and g.on_date between v_from and v_to
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where g.on_date between v_from and v_to
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null, b.id, null, b.cancel_reason
  from public.bookings b where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled' and b.date_invoiced between v_from and v_to;
end $function$;

CREATE OR REPLACE FUNCTION private.receipt_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, collection_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  perform private.authorize(p_project, 'reports.collection');
  return query
  -- Numbers are read from their index, which includes series and serial: from the number before the first of the period to the one after its last.
  -- Sorting is off here: there are more numbers than the plan expects, and to sort them takes longer than to hash them.
  with asked as materialized (
    select s.series, min(s.serial) as first, max(s.serial) as last
    from (select private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial from public.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and c.cr_date between v_from and v_to
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) s
    where s.serial is not null group by s.series
  ), ranges as materialized (
    select a.series,
      coalesce((select max(private.invoice_serial(c.cr_no)) from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) < a.first), a.first) as first,
      coalesce((select min(private.invoice_serial(c.cr_no)) from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) > a.last), a.last) as last
    from asked a
  ), blocks as materialized (
    -- Blocks of 64 numbers: one that has each number once needs no further look. before and behind are the numbers around a block.
    select r.series, k.block, k.complete, k.first, k.last, lag(k.last) over w as before, lead(k.first) over w as behind
    from ranges r
    cross join lateral (
      select n.serial >> 6 as block, count(*) = 64 and bit_or(1::bigint << (n.serial & 63)::int) = -1 as complete, min(n.serial) as first, max(n.serial) as last
      from (select private.invoice_serial(c.cr_no) as serial from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and private.invoice_series(c.cr_no) = r.series and private.invoice_serial(c.cr_no) between r.first and r.last offset 0) n
      group by 1) k
    window w as (partition by r.series order by k.block)
  ), used as (
    select n.id, b.series, n.serial, n.no, n.on_date, n.serial between b.first and b.last as is_own, lag(n.serial) over w as before, lag(n.no) over w as before_no, lead(n.serial) over w as behind
    from blocks b
    cross join lateral (
      select c.id, private.invoice_serial(c.cr_no) as serial, c.cr_no as no, c.cr_date as on_date from public.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = b.series and private.invoice_serial(c.cr_no) between coalesce(b.before, b.first) and coalesce(b.behind, b.last) offset 0) n
    where not b.complete or b.before < b.first - 1
    window w as (partition by b.series, b.block order by n.serial, n.id)
  ), dated as (
    select u.* from used u where u.is_own and u.on_date between v_from and v_to
  )
  -- A booklet has fifty numbers: a gap of fifty or more is another booklet and not missing receipts.
  select case when d.serial - d.before - 1 >= 50 then 'booklet' else 'missing' end, d.series, d.before + 1, private.invoice_no_like(d.no, d.before + 1),
    case when d.serial > d.before + 2 then private.invoice_no_like(d.no, d.serial - 1) end,
    case when d.serial - d.before - 1 < 50 then d.serial - d.before - 1 end, d.on_date, d.before_no, d.no, null::uuid
  from dated d where d.serial > d.before + 1
  union all
  select 'duplicate', d.series, d.serial, d.no, null, 1, d.on_date, null, null, d.id
  from dated d where d.serial in (d.before, d.behind);
end $function$;
