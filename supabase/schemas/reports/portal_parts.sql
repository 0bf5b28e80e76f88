-- Figures of a portal, one call for each part of the page. The figures are those of the reports.

create or replace function private.net_sales(p_project uuid, p_from date, p_to date)
returns table (on_date date, agent_id uuid, customer_id uuid, net numeric, sold boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope record := private.sales_scope(p_project, '{}');
  v_agents uuid[] := v_scope.agents;
begin
  if not v_scope.allowed then return; end if;
  return query
  select e.on_date, e.agent_id, e.customer_id, sum(e.amount),
    coalesce(sum(e.pieces) filter (where e.kind = 'delivery' and not e.free), 0) > 0
  from public.sales_entries e
  where e.project_id = p_project and e.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
    and (v_agents is null or e.agent_id = any (v_agents))
  group by e.on_date, e.agent_id, e.customer_id
  -- A corrected date leaves an entry and its opposite on the old day.
  having sum(e.pieces) <> 0 or sum(e.amount) <> 0 or sum(e.pieces) filter (where e.kind = 'delivery') <> 0;
end $$;
comment on function private.net_sales is
  'Returns the net sales of a period by delivery date, agent and customer, as report_sales has them; sold: something was sold. Of the '
  'bookings that the caller may read, and nothing without stock.read.';

create or replace function private.net_by_day(p_project uuid, p_from date, p_to date)
returns table (on_date date, net numeric)
language sql stable security invoker set search_path = '' as $$
  select n.on_date, sum(n.net) from private.net_sales(p_project, p_from, p_to) n group by n.on_date
$$;
comment on function private.net_by_day is
  'Returns the net sales of each day of a period by delivery date, as report_sales has them. Runs with the caller''s rights.';

create or replace function private.collected_by_day(p_project uuid, p_from date, p_to date)
returns table (on_date date, collected numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query
  -- A receipt that is cancelled on its own day adds up to nothing.
  select e.on_date, -sum(e.amount) from public.receivable_entries e
  where e.project_id = p_project and e.collection_id is not null and e.on_date between p_from and p_to
  group by e.on_date having sum(e.amount) <> 0;
end $$;
comment on function private.collected_by_day is
  'Returns what customers'' receipts brought on each day of a period by collection date, as report_collection has it, without its levels '
  'and columns. Nothing without reports.collection.';

create or replace function private.collected_by_agent(p_project uuid, p_from date, p_to date)
returns table (agent_id uuid, agent_name text, collected numeric)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with found as (
    select c.agent_id, e.amount
    from private.counted_receipts(p_project, 'collected', p_from, p_to, null) e
    join public.collections c on c.project_id = p_project and c.id = e.collection_id
    union all
    -- A pending receipt counts on no day, and its agent is listed.
    select c.agent_id, 0.00 from public.collections c
    where c.project_id = p_project and c.approval_status = 'pending' and (p_from is null or c.date_collected >= p_from)
      and (p_to is null or c.date_collected <= p_to)
  )
  select f.agent_id, coalesce(w.display_name, 'Former agent'), sum(f.amount)
  from found f left join public.profiles w on w.user_id = f.agent_id
  group by f.agent_id, w.display_name order by concat_ws(E'\x1f', lower(coalesce(w.display_name, 'Former agent')), f.agent_id) collate "C";
end $$;
comment on function private.collected_by_agent is
  'Returns what customers'' receipts brought in a period by collection date and by their agent, by name, as report_collection has it. Runs '
  'with the caller''s rights; nothing without reports.collection but agents of pending receipts.';

create or replace function private.sold_in(p_project uuid, p_filters jsonb)
returns table (agent_id uuid, customer_id uuid, net numeric, previous numeric, bought boolean)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_from date := private.read_date(p_filters, 'from', true);
  v_to date := private.read_date(p_filters, 'to', true);
  v_earlier record := private.comparison_period(v_from, v_to, null);
begin
  return query
  select c.agent_id, c.customer_id, coalesce(sum(c.net) filter (where c.now), 0.00), coalesce(sum(c.net) filter (where not c.now), 0.00),
    coalesce(sum(c.bookings) filter (where c.now) > 0, false)
  from (
    select true as now, n.* from private.sales_sums(p_project, p_filters, v_from, v_to, 'customer', 'all') n
    union all
    select false, e.* from private.sales_sums(p_project, p_filters, v_earlier.earlier_from, v_earlier.earlier_to, 'customer', 'all') e
    where v_earlier.earlier_from is not null) c
  group by c.agent_id, c.customer_id;
end $$;
comment on function private.sold_in is
  'Returns what report_sales says of a period by agent and customer: net, that of the period before, and whether anything was sold '
  '(bought). p_filters: {basis, from, to}. Runs with the caller''s rights. Errors: 22023.';

create or replace function private.portal_periods(p_filters jsonb, p_days jsonb, out month_from date, out month_to date,
  out before_month_from date, out before_month_to date, out recent_from date, out recent_to date, out before_recent_from date,
  out before_recent_to date, out first_day date, out last_day date, out once boolean, out days_read datemultirange, out other_days jsonb)
language plpgsql stable security invoker set search_path = '' as $$
declare v_period jsonb;
begin
  month_from := private.read_date(p_filters -> 'month', 'from', true);
  month_to := private.read_date(p_filters -> 'month', 'to', true);
  recent_from := private.read_date(p_filters -> 'recent', 'from', true);
  recent_to := private.read_date(p_filters -> 'recent', 'to', true);
  select c.earlier_from, c.earlier_to into before_month_from, before_month_to
  from private.comparison_period(month_from, month_to, null) c;
  select c.earlier_from, c.earlier_to into before_recent_from, before_recent_to
  from private.comparison_period(recent_from, recent_to, null) c;
  first_day := least(month_from, before_month_from, recent_from, before_recent_from);
  last_day := greatest(month_to, recent_to);
  once := coalesce(p_filters ->> 'basis', 'delivery') = 'delivery' and last_day - first_day < 100;
  days_read := '{}';
  other_days := '[]';
  for v_period in select e.value from jsonb_array_elements(p_days) e loop
    if once and private.read_date(v_period, 'from', true) >= first_day and private.read_date(v_period, 'to', true) <= last_day
       and private.read_date(v_period, 'from') <= private.read_date(v_period, 'to') then
      days_read := days_read + datemultirange(daterange(private.read_date(v_period, 'from'), private.read_date(v_period, 'to'), '[]'));
    else
      other_days := other_days || jsonb_build_array(v_period);
    end if;
  end loop;
end $$;
comment on function private.portal_periods is
  'Reads the periods of portal_sales and those before them. once: they have most days in common, so that each day from first_day to '
  'last_day is read once; days_read: the days of p_days among them; other_days: those of its periods that are read apart. Errors: 22023.';

create or replace function public.portal_sales(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_basis jsonb := jsonb_build_object('basis', coalesce(p_filters ->> 'basis', 'delivery'));
  v_periods jsonb := private.read_list(p_filters, 'days', 3);
  v record;
begin
  if private.scope_of(p_project, 'reports.sales') is null then perform private.forbid(); end if;
  v := private.portal_periods(p_filters, v_periods);
  return (
    with cells as materialized (
      select n.* from private.net_sales(p_project, v.first_day, v.last_day) n where v.once
    ), summed as (
      select c.agent_id, c.customer_id,
        sum(c.net) filter (where c.on_date between v.month_from and v.month_to) as net,
        sum(c.net) filter (where c.on_date between v.before_month_from and v.before_month_to) as previous,
        bool_or(c.sold) filter (where c.on_date between v.month_from and v.month_to) as bought,
        sum(c.net) filter (where c.on_date between v.recent_from and v.recent_to) as recent_net,
        sum(c.net) filter (where c.on_date between v.before_recent_from and v.before_recent_to) as recent_previous,
        bool_or(c.sold) filter (where c.on_date between v.recent_from and v.recent_to) as recent_bought
      from cells c group by c.agent_id, c.customer_id
    ), sold as materialized (
      select p.recent, s.agent_id, s.customer_id, coalesce(p.net, 0.00) as net, coalesce(p.previous, 0.00) as previous,
        coalesce(p.bought, false) as bought
      from summed s
      cross join lateral (values (false, s.net, s.previous, s.bought),
        (true, s.recent_net, s.recent_previous, s.recent_bought)) p (recent, net, previous, bought)
      where p.net is not null or p.previous is not null
      union all
      select false, s.* from private.sold_in(p_project, v_basis || (p_filters -> 'month')) s where not v.once
      union all
      select true, s.* from private.sold_in(p_project, v_basis || (p_filters -> 'recent')) s where not v.once
    ), buyers as (
      select s.recent, s.customer_id, sum(s.net) as net, sum(s.previous) as previous, bool_or(s.bought) as bought
      from sold s group by s.recent, s.customer_id
    ), first as (
      -- Customers with equal figures come too: their names decide below.
      (select b.* from buyers b where not b.recent order by b.net desc fetch first 10 rows with ties)
      union all
      (select b.* from buyers b where b.recent order by b.previous - b.net desc fetch first 10 rows with ties)
    ), ranked as (
      select b.*, c.name, c.store_name, row_number() over (partition by b.recent
        order by case when b.recent then b.previous - b.net else b.net end desc, concat_ws(E'\x1f', c.sort_key, c.id) collate "C") as place
      from first b left join public.customers c on c.project_id = p_project and c.id = b.customer_id
    ), ten as (
      select r.recent, r.place, jsonb_build_object('id', r.customer_id, 'name', r.name, 'store_name', r.store_name, 'net', r.net,
        'previous', r.previous, 'bought', r.bought) as buyer
      from ranked r where r.place <= 10
    ), agents as (
      select s.agent_id, case when m.user_id is not null then coalesce(f.display_name, 'Former agent') end as name,
        sum(s.net) as net, sum(s.previous) as previous
      from sold s
      left join public.memberships m on m.project_id = p_project and m.user_id = s.agent_id
      left join public.profiles f on f.user_id = m.user_id
      where not s.recent group by s.agent_id, m.user_id, f.display_name
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_object_agg(d.on_date, d.net) from (
          select c.on_date, sum(c.net) as net from cells c where c.on_date <@ v.days_read group by c.on_date
          union all
          select s.on_date, s.net from jsonb_array_elements(v.other_days) p
          cross join lateral private.net_by_day(p_project, private.read_date(p.value, 'from', true),
            private.read_date(p.value, 'to', true)) s
          where v_basis ->> 'basis' = 'delivery'
          union all
          select r.on_date, (r.figures ->> 'net')::numeric from jsonb_array_elements(v.other_days) p
          cross join lateral public.report_sales(p_project, v_basis || p.value || '{"level": "day", "against": "none"}') r
          where v_basis ->> 'basis' <> 'delivery') d), '{}'),
      'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', a.agent_id, 'name', a.name, 'net', a.net, 'previous', a.previous)
        order by concat_ws(E'\x1f', lower(a.name), a.agent_id) collate "C"), '[]') from agents a),
      'best', (select coalesce(jsonb_agg(t.buyer order by t.place), '[]') from ten t where not t.recent),
      'falling', (select coalesce(jsonb_agg(t.buyer order by t.place), '[]') from ten t where t.recent)));
end $$;
comment on function public.portal_sales is
  'Returns what a portal shows of report_sales: {days: {day: net}, agents: [{id, name, net, previous}], best and falling: the ten '
  'customers who buy most in the month, and whose purchases drop most [{id, name, store_name, net, previous, bought (whether anything was '
  'sold in the period)}]}. p_filters: {basis, days: periods whose days are summed, month, recent (the period of falling)}, each period '
  '{from, to}. Errors: 42501, 22023.';

create or replace function public.portal_collections(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare v_periods jsonb := private.read_list(p_filters, 'days', 3);
begin
  if private.scope_of(p_project, 'reports.collection') is null then perform private.forbid(); end if;
  return jsonb_build_object(
    'days', coalesce((select jsonb_object_agg(d.on_date, d.collected) from jsonb_array_elements(v_periods) p
      cross join lateral private.collected_by_day(p_project, private.read_date(p.value, 'from', true),
        private.read_date(p.value, 'to', true)) d), '{}'),
    'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', r.agent_id, 'name', r.agent_name, 'collected', r.collected)), '[]')
      from private.collected_by_agent(p_project, private.read_date(p_filters -> 'month', 'from'),
        private.read_date(p_filters -> 'month', 'to')) r));
end $$;
comment on function public.portal_collections is
  'Returns what a portal shows of report_collection by collection date: {days: {day: collected}, agents: [{id, name, collected}]}. '
  'p_filters: {days: periods whose days are summed, month}, each period {from, to}. Errors: 42501, 22023.';

create or replace function public.portal_reach(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
begin
  return (
    with found as materialized (
      select r.level, jsonb_build_object('id', r.agent_id, 'name', r.agent_name) as agent, r.figures -> 'heads' as heads,
        jsonb_build_object('universe', r.figures -> 'universe', 'buyers', r.figures -> 'buyers', 'percent', r.figures -> 'percent',
          'cells', r.figures -> 'cells') as reach
      from public.report_penetration_report(p_project, private.fields_of(p_filters)
        || '{"against": "none", "level": "agent", "with_total": true}') r)
    select jsonb_build_object(
      'agents', (select coalesce(jsonb_agg(f.agent || f.reach), '[]') from found f where f.level = 'agent'),
      'total', (select f.reach || jsonb_build_object('heads', f.heads) from found f where f.level = 'total')));
end $$;
comment on function public.portal_reach is
  'Returns what a portal shows of report_penetration_report: {agents: [{id, name, universe, buyers, percent, cells}], total: {universe, '
  'buyers, percent, cells, heads}}. p_filters: its basis, items, from and to. Errors: 42501, 22023.';

create or replace function public.portal_day(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_day date := private.read_date(p_filters, 'day', true);
  -- Cheques and stock are known only as of now, not as of a past day.
  v_now boolean := v_day = private.business_date(p_project);
begin
  return jsonb_build_object(
    'targets', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.targets_of_month(p_project, to_char(v_day, 'YYYY-MM')) t),
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.agent_id, 'name', r.agent_name, 'balance', r.balance,
        'cleared_balance', r.cleared_balance, 'overdue', r.overdue)), '[]')
      from private.receivables_by_agent(p_project, v_day) r) end,
    'cheques', case when v_now and private.scope_of(p_project, 'collections.read') is not null then (
      select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.cheque_totals(p_project) c) end,
    'stock', case when v_now and private.scope_of(p_project, 'stock.read') is not null then (
      select jsonb_build_object('products', t.products, 'first', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'description', l.description, 'case_config', l.case_config,
          'available', l.available, 'reorder_level', l.reorder_level)), '[]')
        from public.product_list(p_project, '{"below_reorder": true, "limit": 8}') l))
      from public.inventory_totals(p_project, '{"below_reorder": true}') t) end);
end $$;
comment on function public.portal_day is
  'Returns what a portal shows of a day, p_filters {day}: targets (targets_of_month), receivables by agent [{id, name, balance, '
  'cleared_balance, overdue}] (report_ar), and of today only cheques (cheque_totals) and stock {products below their reorder level, first: '
  'eight of them}; each null without its permission. Errors: 42501, 22023.';

grant execute on function private.net_sales(uuid, date, date), private.net_by_day(uuid, date, date),
  private.collected_by_day(uuid, date, date), private.collected_by_agent(uuid, date, date), private.sold_in(uuid, jsonb),
  private.portal_periods(jsonb, jsonb),
  public.portal_sales(uuid, jsonb), public.portal_collections(uuid, jsonb),
  public.portal_reach(uuid, jsonb), public.portal_day(uuid, jsonb) to authenticated;
