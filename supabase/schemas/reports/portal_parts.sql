-- Figures of a portal, one call for each part of the page. The figures are those of the reports.

create or replace function private.net_sales(p_project uuid, p_days daterange, p_basis text default 'delivery',
  p_by_customer boolean default false)
returns table (on_date date, agent_id uuid, customer_id uuid, net numeric, sold boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope record := private.sales_scope(p_project, jsonb_build_object('basis', p_basis));
  v_agents uuid[] := v_scope.agents;
begin
  if not v_scope.allowed then return; end if;
  return query
  with lines as not materialized (
    select e.on_date, e.agent_id, e.customer_id, e.amount, e.pieces, case when e.kind = 'delivery' then e.pieces end as delivered, e.free
    from public.sales_entries e
    where p_basis = 'delivery' and e.project_id = p_project and e.on_date >= lower(p_days) and e.on_date < upper(p_days)
    union all
    select l.on_date, l.agent_id, l.customer_id, l.net, 1, 1, not l.sold
    from private.booked_lines(p_project, lower(p_days), upper(p_days) - 1, v_agents, null) l where p_basis = 'added' and not l.cancelled
  )
  select l.on_date, case when p_by_customer then l.agent_id end, case when p_by_customer then l.customer_id end, sum(l.amount),
    coalesce(sum(l.delivered) filter (where not l.free), 0) > 0
  from lines l where v_agents is null or l.agent_id = any (v_agents)
  group by 1, 2, 3
  -- A corrected date leaves an entry and its opposite on the old day.
  having sum(l.pieces) <> 0 or sum(l.amount) <> 0 or sum(l.delivered) <> 0;
end $$;
comment on function private.net_sales is
  'Returns the net sales of some days by day, with p_by_customer also by agent and customer, as report_sales has them; sold: something '
  'was sold. p_basis: the day is that of the delivery or of the booking (added). Of the bookings that the caller may read, and nothing '
  'without stock.read. Errors: 22023.';

create or replace function private.collected_by_day(p_project uuid, p_from date, p_to date)
returns table (on_date date, collected numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'reports.collection') is null then return; end if;
  return query
  -- A receipt that is cancelled on its own day adds up to nothing.
  select e.on_date, -sum(e.amount) from public.receivable_entries e
  where e.project_id = p_project and e.collection_id is not null and e.on_date between p_from and p_to
    -- A settlement by an archive is no money.
    and e.kind <> 'archived' and (e.kind <> 'cancelled' or e.collection_id not in (
      select c.id from public.collections c where c.project_id = p_project and c.from_archive and c.approval_status = 'cancelled'))
  group by e.on_date having sum(e.amount) <> 0;
end $$;
comment on function private.collected_by_day is
  'Returns what customers'' receipts brought on each day of a period by collection date, as report_collection has it, without its levels '
  'and columns. Nothing without reports.collection.';

create or replace function private.read_period(p_period jsonb) returns daterange
language sql immutable set search_path = '' as $$
  select case when f.day <= t.day then daterange(f.day, t.day, '[]') else 'empty' end
  from private.read_date(p_period, 'from', true) f (day), private.read_date(p_period, 'to', true) t (day)
$$;
comment on function private.read_period is 'Reads a period {from, to}, both days included. Errors: 22023.';

create or replace function public.portal_sales(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_days datemultirange;
begin
  perform private.authorize(p_project, 'reports.sales');
  select coalesce(range_agg(private.read_period(p.value)), '{}') into v_days
  from jsonb_array_elements(private.read_list(p_filters, 'days', 3)) p;
  return (
    with periods as materialized (
      select p.recent, d.days, case when c.earlier_from is not null then daterange(c.earlier_from, c.earlier_to, '[]') end as before
      from (values (false, p_filters -> 'month'), (true, p_filters -> 'recent')) p (recent, period)
      cross join lateral private.read_period(p.period) d (days)
      cross join lateral private.comparison_period(lower(d.days), upper(d.days) - 1, null) c
    ), cells as materialized (
      select n.* from (select v_days + range_agg(p.days) + coalesce(range_agg(p.before), '{}') as days from periods p) a
      cross join lateral unnest(a.days) d (days)
      cross join lateral private.net_sales(p_project, d.days, coalesce(p_filters ->> 'basis', 'delivery'), true) n
    ), sold as materialized (
      select p.recent, c.agent_id, c.customer_id, coalesce(sum(c.net) filter (where c.on_date <@ p.days), 0.00) as net,
        coalesce(sum(c.net) filter (where c.on_date <@ p.before), 0.00) as previous,
        coalesce(bool_or(c.sold) filter (where c.on_date <@ p.days), false) as bought
      from periods p join cells c on c.on_date <@ p.days or c.on_date <@ p.before group by p.recent, c.agent_id, c.customer_id
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
      select r.recent, r.place, (select to_jsonb(f) from (select r.customer_id as id, r.name, r.store_name, r.net, r.previous, r.bought)
        f) as buyer
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
        select c.on_date, sum(c.net) as net from cells c where c.on_date <@ v_days group by c.on_date) d), '{}'),
      'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', a.agent_id, 'name', a.name, 'net', a.net, 'previous', a.previous)
        order by concat_ws(E'\x1f', private.sort_key(a.name), a.agent_id) collate "C"), '[]') from agents a),
      'best', (select coalesce(jsonb_agg(t.buyer order by t.place), '[]') from ten t where not t.recent),
      'falling', (select coalesce(jsonb_agg(t.buyer order by t.place), '[]') from ten t where t.recent)));
end $$;
comment on function public.portal_sales is
  'Returns what a portal shows of report_sales: {days: {day: net}, agents: [{id, name, net, previous}], best and falling: the ten '
  'customers who buy most in the month, and whose purchases drop most [{id, name, store_name, net, previous, bought (whether anything was '
  'sold in the period)}]}. p_filters: {basis, days: periods whose days are summed, month, recent (the period of falling)}, each period '
  '{from, to}. Errors: 42501, 22023.';

create or replace function public.portal_collections(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_from date := private.read_date(p_filters -> 'month', 'from');
  v_to date := private.read_date(p_filters -> 'month', 'to');
begin
  perform private.authorize(p_project, 'reports.collection');
  return jsonb_build_object(
    'days', coalesce((select jsonb_object_agg(d.on_date, d.collected) from jsonb_array_elements(private.read_list(p_filters, 'days', 3)) p
      cross join lateral private.collected_by_day(p_project, private.read_date(p.value, 'from', true),
        private.read_date(p.value, 'to', true)) d), '{}'),
    'agents', (select coalesce(jsonb_agg(jsonb_build_object('id', a.agent_id, 'name', a.name, 'collected', a.collected)
      order by concat_ws(E'\x1f', private.sort_key(a.name), a.agent_id) collate "C"), '[]')
      from (
        select f.agent_id, coalesce(w.display_name, 'Former agent') as name, sum(f.amount) as collected
        from (
          select c.agent_id, e.amount from private.counted_receipts(p_project, 'collected', v_from, v_to, null) e
          join public.collections c on c.project_id = p_project and c.id = e.collection_id and not c.from_archive
          union all
          -- A pending receipt counts on no day, and its agent is listed.
          select c.agent_id, 0.00 from public.collections c
          where c.project_id = p_project and c.approval_status = 'pending' and (v_from is null or c.date_collected >= v_from)
            and (v_to is null or c.date_collected <= v_to)) f
        left join public.profiles w on w.user_id = f.agent_id group by f.agent_id, w.display_name) a));
end $$;
comment on function public.portal_collections is
  'Returns what a portal shows of report_collection by collection date: {days: {day: collected}, agents: [{id, name, collected}]}. '
  'p_filters: {days: periods whose days are summed, month}, each period {from, to}. Errors: 42501, 22023.';

create or replace function public.portal_reach(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with found as materialized (
      select r.level, jsonb_build_object('id', r.agent_id, 'name', r.agent_name) as agent, r.figures -> 'heads' as heads,
        jsonb_build_object('universe', r.figures -> 'universe', 'buyers', r.figures -> 'buyers', 'percent', r.figures -> 'percent',
          'cells', r.figures -> 'cells') as reach
      from public.report_penetration_report(p_project, private.fields_of(p_filters)
        || '{"against": "none", "level": "agent", "with_total": true, "reach": true}') r)
    select jsonb_build_object(
      'agents', (select coalesce(jsonb_agg(f.agent || f.reach), '[]') from found f where f.level = 'agent'),
      'total', (select f.reach || jsonb_build_object('heads', f.heads) from found f where f.level = 'total')));
end $$;
comment on function public.portal_reach is
  'Returns what a portal shows of report_penetration_report: {agents: [{id, name, universe, buyers, percent, cells}], total: {universe, '
  'buyers, percent, cells, heads}}. p_filters: its basis, items, from and to. Errors: 42501, 22023.';

create or replace function public.portal_day(p_project uuid, p_filters jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_day date := private.read_date(p_filters, 'day', true);
  -- Cheques and stock are known only as of now, not as of a past day.
  v_now boolean := v_day = private.business_date(p_project);
begin
  return jsonb_build_object(
    'targets', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from public.targets_of_month(p_project, to_char(v_day, 'YYYY-MM')) t),
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then (
      select coalesce(jsonb_agg((select to_jsonb(f) from (select r.agent_id as id, r.agent_name as name, r.balance, r.cleared_balance,
        r.overdue) f)), '[]')
      from private.receivables_by_agent(p_project, v_day) r) end,
    'cheques', case when v_now and private.scope_of(p_project, 'collections.read') is not null then (
      select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.cheque_totals(p_project) c) end,
    'stock', case when v_now and private.scope_of(p_project, 'stock.read') is not null then (
      select jsonb_build_object('products', t.products, 'first', (
        select coalesce(jsonb_agg(to_jsonb(f)), '[]')
        from (select l.id, l.description, l.case_config, l.available, l.reorder_level
          from public.product_list(p_project, '{"below_reorder": true, "limit": 8}') l) f))
      from public.inventory_totals(p_project, '{"below_reorder": true}') t) end);
end $$;
comment on function public.portal_day is
  'Returns what a portal shows of a day, p_filters {day}: targets (targets_of_month), receivables by agent [{id, name, balance, '
  'cleared_balance, overdue}] (report_ar), and of today only cheques (cheque_totals) and stock {products below their reorder level, first: '
  'eight of them}; each null without its permission. Errors: 42501, 22023.';

grant execute on function private.net_sales, private.read_period, private.collected_by_day to authenticated;
