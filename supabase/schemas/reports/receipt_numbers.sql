-- CR numbers that are missing or used twice.

-- First and last number of a period are read from this index alone.
create index collections_numbered_idx on public.collections
  (project_id, cr_date, private.invoice_series(cr_no), private.invoice_serial(cr_no)) include (cr_no)
  where not from_archive and part_no = 1;

create or replace function private.receipt_numbers(p_project uuid, p_from date, p_to date)
returns table (kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date,
  before_no text, after_no text, collection_id uuid, reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  perform private.authorize(p_project, 'reports.collection');
  return query
  -- Materialized, series and serial are taken from the index and not computed again.
  with dated as materialized (
    select private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial from public.collections c
    where c.project_id = p_project and not c.from_archive and c.part_no = 1 and c.cr_date between v_from and v_to
  ), bounds as (
    select d.series, min(d.serial) as first, max(d.serial) as last from dated d where d.serial is not null group by d.series
  ), ranges as materialized (
    -- From the number before the first of the period to the one after its last
    select b.series, coalesce(x.before, b.first) as first, coalesce(x.behind, b.last) as last
    from bounds b
    cross join lateral (select
      (select max(private.invoice_serial(c.cr_no)) from public.collections c
        where c.project_id = p_project and not c.from_archive and c.part_no = 1
          and private.invoice_series(c.cr_no) = b.series and private.invoice_serial(c.cr_no) < b.first) as before,
      (select min(private.invoice_serial(c.cr_no)) from public.collections c
        where c.project_id = p_project and not c.from_archive and c.part_no = 1
          and private.invoice_series(c.cr_no) = b.series and private.invoice_serial(c.cr_no) > b.last) as behind) x
  ), written as materialized (
    select c.id, private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial, c.cr_no as no, c.cr_date as on_date
    from ranges r
    join public.collections c on c.project_id = p_project and not c.from_archive and c.part_no = 1
      and private.invoice_series(c.cr_no) = r.series and private.invoice_serial(c.cr_no) between r.first and r.last
  ), placed as (
    select w.*, lag(w.serial) over n as before, lag(w.no) over n as before_no, lead(w.serial) over n as behind
    from written w window n as (partition by w.series order by w.serial, w.id)
  ), own as (
    select p.*, p.serial - p.before - 1 as gap from placed p
    where p.on_date between v_from and v_to and (p.serial > p.before + 1 or p.serial in (p.before, p.behind))
  ), waiting as materialized (
    -- Numbers behind the last used one of a booklet in use wait for their receipts.
    select b.series, range_agg(int8range(coalesce(u.last + 1, b.first_serial), b.last_serial, '[]')) as numbers
    from public.booklets b
    cross join lateral (select max(private.invoice_serial(c.cr_no)) as last from public.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = b.series
        and private.invoice_serial(c.cr_no) between b.first_serial and b.last_serial) u
    where b.project_id = p_project and b.state = 'in_use' and coalesce(u.last, b.first_serial - 1) < b.last_serial group by b.series
  ), gaps as (
    select o.series, o.no, o.before_no, o.on_date, lower(g.part) as first, upper(g.part) - 1 as last, upper(g.part) - lower(g.part) as gap
    from own o
    left join waiting w on w.series = o.series
    cross join lateral unnest(int8multirange(int8range(o.before + 1, o.serial)) - coalesce(w.numbers, '{}')) g (part)
    where o.gap > 0
  )
  -- A booklet has fifty numbers: a gap of fifty or more is another booklet and not missing receipts.
  select case when g.gap >= 50 then 'booklet' else 'missing' end, g.series, g.first, private.invoice_no_like(g.no, g.first),
    case when g.gap > 1 then private.invoice_no_like(g.no, g.last) end, case when g.gap < 50 then g.gap end, g.on_date,
    g.before_no, g.no, null::uuid,
    (select string_agg(distinct s.reason, '; ') from public.skipped_numbers s
      join public.booklets b on b.project_id = s.project_id and b.id = s.booklet_id
      where s.project_id = p_project and b.series = g.series and s.first_serial <= g.last and s.last_serial >= g.first)
  from gaps g
  union all
  select 'duplicate', o.series, o.serial, o.no, null, 1, o.on_date, null, null, o.id, null
  from own o where o.serial in (o.before, o.behind);
end $$;
comment on function private.receipt_numbers is
  'Returns CR numbers of a period (by CR date) to check: missing (first_no to last_no, when several, between before_no and after_no; '
  'in the period of the number after them), booklet (fifty or more in one gap: a step to another booklet, which missing does not '
  'count) and duplicate (the same number in two spellings, such as CR-0007 and CR 7). Of all agents and customers; what archiving '
  'settled on paper has no CR number. What is behind the last used number of a booklet in use (booklets) is not missing; reason: why a '
  'number of a booklet was skipped. Errors: 42501.';

grant execute on function private.receipt_numbers to authenticated;
