-- Sums of sales for reports: those of sealed months, and with them the lines of all other days.

create or replace function private.sales_scope(p_project uuid, p_filters jsonb, out allowed boolean, out agents uuid[])
language plpgsql stable security definer set search_path = '' as $$
declare
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_scope text := private.scope_of(p_project, 'bookings.read');
begin
  if coalesce(p_filters ->> 'basis', 'delivery') not in ('delivery', 'added') then
    perform private.invalid('basis', 'Choose a date.');
  end if;
  allowed := v_scope is not null and private.scope_of(p_project, 'stock.read') is not distinct from 'all';
  agents := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
  if v_manager is not null then
    agents := array(
      select m.user_id from public.memberships m
      where m.project_id = p_project and m.manager_id = v_manager and (agents is null or m.user_id = any (agents)));
  end if;
  if v_agent is not null then agents := array(select v_agent where agents is null or v_agent = any (agents)); end if;
end $$;
comment on function private.sales_scope is
  'Returns whether the caller may read sales at all, and of which agents by scope and filters (null = all). Errors: 22023.';

create or replace function private.sales_sums(p_project uuid, p_filters jsonb, p_from date, p_to date, p_part text, p_unit text,
  p_counts boolean default true)
returns setof private.sales_months
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope record := private.sales_scope(p_project, p_filters);
  v_added boolean := coalesce(p_filters ->> 'basis' = 'added', false);
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
  v_summed boolean := not v_added and p_unit <> 'day'
    and (p_part in ('category1', 'category2', 'category3', 'customer') or (p_part = 'product' and v_scope.agents is null))
    and not coalesce(p_filters ?| '{customer_id,product_id,category1,category2,category3}' or p_filters ->> 'units' = 'cases', false);
  v_repeated uuid[];
begin
  if not v_scope.allowed then return; end if;
  if not v_added then
    select greatest(min(e.on_date), p_from), least(max(e.on_date), p_to) into v_from, v_to
    from public.sales_entries e where e.project_id = p_project;
    if v_from is null or v_from > v_to then return; end if;
  end if;
  v_summed := v_summed and exists (select from private.parts_of(p_project, v_from, v_to, not p_counts) p where p.month is not null);
  return query
  with parts as materialized (
    select p.* from private.parts_of(p_project, v_from, v_to, not p_counts) p where v_summed
    union all
    select 1, null, daterange(v_from, v_to, '[]') where not v_summed and coalesce(v_from <= v_to, true)
  ), sums as (
    select p.sign, s.* from parts p
    join private.sales_months s on s.project_id = p_project and s.part = p_part and s.month = p.month
    where v_scope.agents is null or s.agent_id = any (v_scope.agents)
    union all
    select p.sign, s.* from parts p
    cross join lateral private.sum_sales(p_project, lower(p.days), upper(p.days) - 1, p_part,
      case when v_summed then 'month' else p_unit end, v_scope.agents, p_filters, null, v_costs) s
    where p.month is null
  )
  select p_project, s.part, case when p_unit <> 'all' then s.month end as month, s.agent_id, s.customer_id, s.product_id, s.item,
    min(s.case_config), min(s.first_on), max(s.last_on), sum(s.sign * s.lines)::bigint, sum(s.sign * s.bookings)::bigint,
    sum(s.sign * s.visits)::bigint, sum(s.sign * s.skus)::bigint, sum(s.sign * s.cs)::bigint, sum(s.sign * s.pcs)::bigint,
    sum(s.sign * s.pieces)::bigint, sum(s.sign * s.millilitres)::bigint, sum(s.sign * s.free)::bigint,
    sum(case s.sign when 1 then s.gross else -s.gross end), sum(case s.sign when 1 then s.discount else -s.discount end),
    sum(case s.sign when 1 then s.allowances else -s.allowances end), sum(case s.sign when 1 then s.net else -s.net end),
    sum(case s.sign when 1 then s.vat else -s.vat end),
    sum(case s.sign when 1 then s.cost else -s.cost end) filter (where v_costs)
  from sums s group by s.part, 3, s.agent_id, s.customer_id, s.product_id, s.item having sum(s.sign * s.lines) <> 0;
  if not p_counts or v_added or not (v_summed or p_unit = 'month') then return; end if;
  v_repeated := array(
    select distinct e.booking_id from public.sales_entries e
    where e.project_id = p_project and e.further_month and e.on_date between v_from and v_to);
  if v_repeated = '{}' then return; end if;
  -- Bookings that several months count are taken off, below zero.
  return query
  select p_project, p_part, null::date, s.agent_id, s.customer_id, s.product_id, s.item, null::int, null::date, null::date,
    0::bigint, sum(u.sign * s.bookings)::bigint, sum(u.sign * s.visits)::bigint, sum(u.sign * s.skus)::bigint, 0::bigint, 0::bigint,
    0::bigint, 0::bigint, 0::bigint, 0.00, 0.00, 0.00, 0.00, null::numeric, null::numeric
  from (values ('all', 1), ('month', -1)) u (unit, sign)
  cross join lateral private.sum_sales(p_project, v_from, v_to, p_part, u.unit, v_scope.agents, p_filters, v_repeated) s
  group by s.agent_id, s.customer_id, s.product_id, s.item having sum(u.sign * s.skus) <> 0 or sum(u.sign * s.visits) <> 0;
end $$;
comment on function private.sales_sums is
  'Returns sums of sales of a period (null: without limit) by a part and a unit (private.sum_sales), from sealed months and from the '
  'lines of the other days. They are to be added up; rows without a month take off bookings that several months count, where '
  'bookings are counted (p_counts). Only bookings that the caller may read, and nothing without stock.read. p_filters: see report_sales. '
  'Errors: 22023.';

create or replace function private.sales_buyers(p_project uuid, p_filters jsonb, p_from date, p_to date, p_part text, p_unit text)
returns table (agent_id uuid, item text, month date, customer_id uuid, sold boolean, pieces bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ask record := private.report_filters(p_filters);
  v_scope record := private.sales_scope(p_project, p_filters);
  v_added boolean := coalesce(p_filters ->> 'basis' = 'added', false);
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  if not v_scope.allowed then return; end if;
  return query
  with lines as not materialized (
    select e.on_date, e.agent_id, e.customer_id, e.product_id, e.category1, e.category2, e.category3, e.pieces,
      case e.kind when 'delivery' then e.pieces else 0 end as delivered
    from public.sales_entries e
    where not v_added and e.project_id = p_project and e.on_date between v_from and v_to and e.pieces <> 0 and not e.free
    union all
    select l.on_date, l.agent_id, l.customer_id, l.product_id, l.category1, l.category2, l.category3, l.pieces, l.sold::int
    from private.booked_lines(p_project, v_from, v_to, v_scope.agents, ask.customer_id) l
    where v_added and (l.sold or l.pieces < 0) and not l.cancelled
  )
  select case when not p_part ^@ 'customer' then l.agent_id end, case regexp_replace(p_part, '^(agent|customer)_', '')
      when 'category1' then l.category1 when 'category2' then l.category2 when 'category3' then l.category3
      when 'product' then l.product_id::text end as item,
    case p_unit when 'month' then date_trunc('month', l.on_date::timestamp)::date end as month, l.customer_id,
    sum(l.delivered) > 0, sum(l.pieces)
  from lines l
  where (v_scope.agents is null or l.agent_id = any (v_scope.agents)) and (ask.customer_id is null or l.customer_id = ask.customer_id)
    and (ask.product_id is null or l.product_id = ask.product_id) and private.in_category(l.category1, p_filters ->> 'category1')
    and private.in_category(l.category2, p_filters ->> 'category2') and private.in_category(l.category3, p_filters ->> 'category3')
  -- A corrected date leaves an entry and its opposite on the old day.
  group by 1, 2, 3, 4 having sum(l.delivered) > 0 or sum(l.pieces) <> 0;
end $$;
comment on function private.sales_buyers is
  'Returns who bought what in a period, each once by agent (not in parts of customers), item of the part (private.sum_sales) and month '
  '(unit month; else null): distinct customers do not add up, and are always read from the ledger. sold: something was delivered; '
  'pieces: less what came back. p_filters: see report_sales. Errors: 22023.';

grant execute on function private.sales_sums, private.sales_buyers to authenticated;
