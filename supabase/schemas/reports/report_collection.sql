-- Report of customers' receipts: a page of receipts, of groups or of numbers, and the total.

create or replace function private.collection_page(p_project uuid, p_filters jsonb, p_level text)
returns table (level text, row_key text, kind text, collection_id uuid, on_date date, customer_id uuid, customer_name text,
  store_name text, agent_id uuid, agent_name text, collected numeric, listed bigint, receipts bigint, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
declare
  filters record := private.report_filters(p_filters);
  v_sort text := coalesce(p_filters ->> 'sort', 'date');
  v_listed boolean := p_level in ('receipt', 'grouped', 'grouped_drr');
begin
  return query
  with lines as materialized (
    select row_number() over () as n, l.*, coalesce(w.display_name, 'Former agent') as agent_name, u.name as customer_name, u.store_name,
      u.sort_key, t.name as paid_by, case p_level
        when 'agent' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), l.agent_id)
        when 'grouped' then concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), l.agent_id, l.on_date)
        when 'customer' then concat_ws(E'\x1f', u.sort_key, l.customer_id) when 'day' then l.on_date::text
        when 'month' then to_char(l.on_date, 'YYYY-MM') when 'type' then t.position::text
        when 'receipt' then null else coalesce('0' || l.drr_no, '1') end as bundle
    from private.collection_lines(p_project, private.collection_page_filters(p_project, p_filters, p_level)) l
    left join public.profiles w on p_level in ('agent', 'grouped') and w.user_id = l.agent_id
    left join public.customers u on 'customer' in (p_level, v_sort) and u.project_id = p_project and u.id = l.customer_id
    left join private.payment_types() t on p_level = 'type' and t.type = l.collection_type
  ), summed as (
    -- A group with a single row needs no subtotal.
    select l.bundle, min(l.n) as first, min(l.drr_date) as drr_date, round(avg(l.days_to_clear), 1) as days, sum(l.amount) as collected,
      count(*) as listed, count(*) filter (where l.part = 'receipt') as receipts
    from lines l where p_level <> 'receipt' group by l.bundle having not v_listed or count(*) > 1
  ), keyed as (
    -- A group's rows have a 0 after its name and its subtotal has a 1, so that the subtotal comes last.
    select l.n, null as bundle, (case p_level
        when 'grouped' then l.bundle || E'\x1f0'
        when 'grouped_drr' then concat_ws(E'\x1f', l.bundle, '0', l.on_date)
        else case v_sort when 'date' then l.on_date::text when 'customer' then l.sort_key
          when 'amount' then to_char(1e14 - case l.part when 'receipt' then l.amount_apart else l.amount end, 'FM000000000000000.00')
          else '' end end
      || concat_ws(E'\x1f', '', case when v_sort = 'cr_no' then to_char(length(l.cr_no), 'FM00') end, l.cr_no,
        case l.part when 'receipt' then '0' else l.part end, l.on_date, l.collection_id)) collate "C" as row_key
    from lines l where v_listed
    union all
    select null, s.bundle, case when v_listed then s.bundle || E'\x1f1'
      else concat(case v_sort when 'amount' then to_char(1e14 - s.collected, 'FM000000000000000.00') end, s.bundle) end
    from summed s
  ), page as materialized (
    select k.* from keyed k
    where private.on_page(k.row_key, filters.after, filters.before)
    order by case when filters.before is null then k.row_key end, k.row_key desc limit filters.row_limit
  ), own as materialized (
    select p.row_key, l.* from page p join lines l on l.n = p.n
  ), figures as (
    select x.bundle, jsonb_object_agg(x.figure, x.amount) as figures from (
      select l.bundle, x.figure, sum(x.amount) as amount
      from lines l cross join lateral (values (l.figure, l.amount), (l.apart, l.amount_apart)) x (figure, amount)
      where l.bundle in (select p.bundle from page p) and x.figure is not null group by 1, 2) x
    group by x.bundle
  ), rows as (
    select 'receipt' as level, o.row_key, d.kind, o.collection_id, o.on_date, d.customer_id, d.customer_name, d.store_name,
      d.agent_id, d.agent_name, o.amount as collected, 1::bigint as listed, (o.part = 'receipt')::int::bigint as receipts,
      d.details || private.collection_figures() || jsonb_build_object('days_to_clear', o.days_to_clear, o.figure, o.amount)
        || case when o.apart is null then '{}' else jsonb_build_object(o.apart, o.amount_apart) end as figures
    from own o
    join private.collection_details(p_project, array(select x.collection_id from own x), array(select x.part from own x),
      array(select x.on_date from own x)) d on d.collection_id = o.collection_id and d.part = o.part and d.on_date = o.on_date
    union all
    select case when v_listed then 'subtotal' else p_level end, p.row_key, null, null,
      case when p_level in ('grouped', 'day') then l.on_date end, case p_level when 'customer' then l.customer_id end,
      case p_level when 'customer' then l.customer_name end, case p_level when 'customer' then l.store_name end,
      case when p_level in ('grouped', 'agent') then l.agent_id end, case when p_level in ('grouped', 'agent') then l.agent_name end,
      s.collected, s.listed, s.receipts,
      case when v_listed then private.no_details() else '{}' end || private.collection_figures() || f.figures
        || jsonb_build_object('days_to_clear', s.days)
        || case when p_level = 'month' then jsonb_build_object('month', s.bundle)
          when p_level = 'type' then jsonb_build_object('collection_type', l.collection_type, 'paid_by', l.paid_by)
          when p_level in ('drr', 'grouped_drr') then jsonb_build_object('drr_no', l.drr_no, 'drr_date', s.drr_date) else '{}' end
    from page p join summed s on s.bundle = p.bundle join figures f on f.bundle = p.bundle join lines l on l.n = s.first
  )
  select r.* from rows r order by case when filters.before is null then r.row_key end, r.row_key desc;
end $$;
comment on function private.collection_page is
  'Returns a page of the collection report at all levels but numbers and total: receipts, and the sums of groups.';

create or replace function private.collection_total(p_project uuid, p_filters jsonb)
returns table (collected numeric, listed bigint, receipts bigint, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
declare
  filters record := private.report_filters(p_filters);
  v_for text := coalesce(p_filters ->> 'for', '');
  v_singly boolean := v_for in ('grouped', 'grouped_drr', 'receipt', 'numbers');
begin
  -- Without days to clear and with no filter, the sums of sealed months are added up.
  if v_singly and coalesce(p_filters ->> 'basis', 'collected') = 'collected' and not filters.cancelled
    and concat(p_filters ->> 'type', p_filters ->> 'approval', p_filters ->> 'cleared', p_filters ->> 'drr_no',
      filters.agent_id, filters.customer_id) = '' and private.scope_of(p_project, 'collections.read') = 'all' then
    return query
    with sums as (
      select s.figure, s.amount, s.listed, s.receipts from private.receipt_sums(p_project, filters.first_day, filters.last_day) s
      union all
      select 'pending', coalesce(sum(c.amount), 0.00), count(*), count(*) from public.collections c
      where c.project_id = p_project and c.approval_status = 'pending'
        and (filters.first_day is null or c.date_collected >= filters.first_day)
        and (filters.last_day is null or c.date_collected <= filters.last_day)
    ), figures as (
      select s.figure, sum(s.amount) as amount, sum(s.listed) as listed, sum(s.receipts) as receipts from sums s group by s.figure
    )
    select coalesce(sum(f.amount) filter (where f.figure <> 'pending'), 0.00), sum(f.listed)::bigint, sum(f.receipts)::bigint,
      private.collection_figures() || jsonb_object_agg(f.figure, f.amount)
    from figures f;
    return;
  end if;
  return query
  with lines as materialized (
    select l.* from private.collection_lines(p_project, p_filters) l
  )
  select coalesce(sum(l.amount), 0.00), count(*), count(*) filter (where l.part = 'receipt'),
    private.collection_figures() || coalesce((
      select jsonb_object_agg(f.figure, f.amount) from (
        select x.figure, sum(x.amount) as amount from lines l
        cross join lateral (values (l.figure, l.amount), (l.apart, l.amount_apart)) x (figure, amount)
        where x.figure is not null group by x.figure) f), '{}')
    || jsonb_build_object('days_to_clear', case when not v_singly then round(avg(l.days_to_clear), 1) end,
      'days', case when v_for in ('', 'day') then count(distinct l.on_date) end,
      'months', case when v_for in ('', 'month') then count(distinct to_char(l.on_date, 'YYYY-MM')) end,
      'agents', case when v_for in ('', 'agent') then count(distinct l.agent_id) end,
      'customers', case when v_for in ('', 'customer') then count(distinct l.customer_id) end,
      'drrs', case when v_for in ('', 'drr') then count(distinct coalesce(l.drr_no, '')) end,
      'types', case when v_for in ('', 'type') then count(distinct l.collection_type) end)
  from lines l;
end $$;
comment on function private.collection_total is
  'Returns the total of the collection report; of its rows it counts those of the level that "for" names, or of all.';

create or replace function public.report_collection(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, kind text, collection_id uuid, on_date date, customer_id uuid, customer_name text,
  store_name text, agent_id uuid, agent_name text, collected numeric, listed bigint, receipts bigint, figures jsonb)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'receipt');
  filters record;
begin
  filters := private.open_report(p_project, p_filters, 'reports.collection', v_level,
    '{grouped,grouped_drr,receipt,agent,customer,day,month,drr,type,numbers,total}', coalesce(p_filters ->> 'sort', 'date'),
    '{date,cr_no,customer,amount}');
  if filters.known then
    return query select k.* from known.report_collection(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if p_filters ->> 'basis' not in ('collected', 'cr', 'drr', 'cleared') then perform private.invalid('basis', 'Choose a date.'); end if;
  if nullif(p_filters ->> 'type', '') not in (select t.type from private.payment_types() t) then
    perform private.invalid('type', 'Choose how it was paid.');
  end if;
  if nullif(p_filters ->> 'approval', '') not in ('pending', 'approved', 'cancelled') then
    perform private.invalid('approval', 'Choose a state.');
  end if;
  if nullif(p_filters ->> 'cleared', '') not in ('yes', 'no') then perform private.invalid('cleared', 'Yes or no.'); end if;

  case v_level
    -- CR numbers that are missing or there twice
    when 'numbers' then return query
      with keyed as (
        select n.*, concat_ws(E'\x1f', n.series, to_char(n.serial, 'FM0000000000000000'), n.kind, n.first_no) collate "C" as row_key
        from private.receipt_numbers(p_project, filters.first_day, filters.last_day) n
      )
      select 'numbers', k.row_key, k.kind, c.id, k.on_date, c.customer_id, u.name, u.store_name, c.agent_id, w.display_name,
        null::numeric, null::bigint, null::bigint, (select to_jsonb(f) from (select k.first_no as cr_no, k.first_no, k.last_no, k.before_no,
          k.after_no, k.numbers, case k.kind when 'missing' then k.numbers else 0 end as missing, (k.kind = 'duplicate')::int as duplicates,
          c.date_collected, c.cr_date, c.drr_no, c.drr_date, c.collection_type, c.approval_status) f)
      from keyed k
      left join public.collections c on c.project_id = p_project and c.id = k.collection_id
      left join public.customers u on u.project_id = p_project and u.id = c.customer_id
      left join public.profiles w on w.user_id = c.agent_id
      where private.on_page(k.row_key, filters.after, filters.before)
      order by case when filters.before is null then k.row_key end, k.row_key desc limit filters.row_limit;
    when 'total' then return query
      select 'total', '', null, null::uuid, null::date, null::uuid, null, null, null::uuid, null, t.collected, t.listed, t.receipts,
        t.figures || jsonb_build_object('missing', n.missing, 'duplicates', n.duplicates, 'number_rows', n.rows,
          'numbers', n.missing + n.duplicates)
      from private.collection_total(p_project, p_filters) t
      cross join (select coalesce(sum(n.numbers) filter (where n.kind = 'missing'), 0) as missing,
          count(*) filter (where n.kind = 'duplicate') as duplicates, count(*) as rows
        from private.receipt_numbers(p_project, filters.first_day, filters.last_day) n) n;
    else return query select g.* from private.collection_page(p_project, p_filters, v_level) g;
  end case;
end $$;
comment on function public.report_collection is
  'Report of customers'' receipts, page by page, with the figures of the receivables ledger. Filters and figures: '
  'docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.collection_page, private.collection_total, public.report_collection to authenticated;
