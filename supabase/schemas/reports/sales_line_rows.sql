-- Level line of the report of sales: one row for each line of a booking and day.

create or replace function private.sales_line_days(p_project uuid, p_filters jsonb, p_agents uuid[], out first_day date, out last_day date)
language plpgsql stable security definer set search_path = '' as $$
declare
  ask record := private.report_filters(p_filters);
  v_added boolean := coalesce(p_filters ->> 'basis' = 'added', false);
  v_forward boolean := ask.before is null;
  v_end date;
begin
  first_day := greatest(ask.first_day, ask.after_day, '-infinity');
  last_day := least(ask.last_day, ask.before_day, 'infinity');
  if coalesce(p_filters ->> 'sort', 'name') <> 'name' or ask.row_limit is null
     or p_filters ?| '{product_id,category1,category2,category3}' then return; end if;
  -- The day that completes the page. Lines of the cursor's own day are added.
  select case when v_forward then min(y.on_date) else max(y.on_date) end into v_end
  from (
    select x.on_date, sum(x.lines) over (order by case when v_forward then x.on_date end, x.on_date desc) as lines
    from (
      select l.on_date, count(*) as lines
      from (
        select l.* from private.sales_lines l where not v_added and l.project_id = p_project and l.on_date between first_day and last_day
        union all
        select l.* from private.order_lines l where v_added and l.project_id = p_project and l.on_date between first_day and last_day
          and (ask.cancelled or not l.cancelled)) l
      where (p_agents is null or l.agent_id = any (p_agents)) and (ask.customer_id is null or l.customer_id = ask.customer_id)
        and (ask.after_day is null or l.on_date > ask.after_day) and (ask.before_day is null or l.on_date < ask.before_day)
      group by l.on_date) x) y
  where y.lines >= ask.row_limit;
  if v_forward then last_day := least(last_day, v_end); else first_day := greatest(first_day, v_end); end if;
end $$;
comment on function private.sales_line_days is
  'Returns the days of one page of lines: an Excel file of a year then reads each part from its own days. Without filters of products.';

create or replace function private.sales_line_page(p_project uuid, p_filters jsonb)
returns table (row_key text, line private.sales_lines, so_no text, agent_srp numeric, agent_srp_pieces int)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ask record := private.report_filters(p_filters);
  v_scope record := private.sales_scope(p_project, p_filters);
  v_days record := private.sales_line_days(p_project, p_filters, v_scope.agents);
  v_agents uuid[] := v_scope.agents;
  v_added boolean := coalesce(p_filters ->> 'basis' = 'added', false);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_categories boolean := coalesce(p_filters ?| '{category1,category2,category3}', false);
begin
  if not v_scope.allowed then return; end if;
  return query
  with lines as not materialized (
    select l from private.sales_lines l
    where not v_added and l.project_id = p_project and l.on_date between v_days.first_day and v_days.last_day
    union all
    select row(l.*)::private.sales_lines from private.order_lines l
    where v_added and l.project_id = p_project and l.on_date between v_days.first_day and v_days.last_day
      and (ask.cancelled or not l.cancelled)
  ), chosen as materialized (
    select (x.l).booking_id, (x.l).line_id, (x.l).on_date, x.l,
      case when (x.l).cancelled then 0.00 else (x.l).net end as net
    from lines x
    where (v_agents is null or (x.l).agent_id = any (v_agents)) and (ask.customer_id is null or (x.l).customer_id = ask.customer_id)
      and (ask.product_id is null or (x.l).product_id = ask.product_id)
      and (not v_categories or (private.in_category((x.l).category1, p_filters ->> 'category1')
        and private.in_category((x.l).category2, p_filters ->> 'category2')
        and private.in_category((x.l).category3, p_filters ->> 'category3')))
  ), booked as materialized (
    -- The lines of a booking lie beside each other in one index; by their own ids they would be looked up one by one.
    select k.id, k.line_no, k.agent_srp, k.agent_srp_pieces, b.so_no
    from (select distinct c.booking_id from chosen c) c
    join public.bookings b on b.project_id = p_project and b.id = c.booking_id
    join public.booking_lines k on k.project_id = p_project and k.booking_id = c.booking_id
  ), keyed as (
    select (case v_sort when 'net' then to_char(1e14 - c.net, 'FM000000000000000.00')
        when 'drop' then to_char(1e14 + c.net, 'FM000000000000000.00') else '' end
        || concat_ws(E'\x1f', c.on_date, b.so_no, to_char(b.line_no, 'FM00000'))) collate "C" as row_key,
      c.l, b.so_no, b.agent_srp, b.agent_srp_pieces
    from chosen c left join booked b on b.id = c.line_id
  )
  select k.* from keyed k
  where (ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C")
  order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit;
end $$;
comment on function private.sales_line_page is
  'Returns the lines of a page of report_sales by their keys. It checks the scope of bookings, not who may read costs.';

create or replace function private.sales_line_rows(p_project uuid, p_filters jsonb)
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid,
  booking_id uuid, customer_id uuid, customer_name text, store_name text, month text, on_date date, figures jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
begin
  return query
  with page as materialized (
    select p.row_key, (p.line).*, p.so_no, p.agent_srp, p.agent_srp_pieces, row_number() over () as place
    from private.sales_line_page(p_project, p_filters) p
  ), team as materialized (
    select m.user_id, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id,
      coalesce(w.display_name, 'Former manager') as manager_name
    from public.memberships m
    left join public.profiles a on a.user_id = m.user_id
    left join public.profiles w on w.user_id = m.manager_id
    where m.project_id = p_project
  )
  select 'line', p.row_key, t.manager_id, t.manager_name, b.agent_id, t.agent_name, g.description, p.product_id, b.id,
    b.customer_id, b.customer_name, b.store_name, null::text, p.on_date,
    jsonb_build_object('material_code', g.material_code, 'so_no', b.so_no, 'invoice_no', b.invoice_no, 'stage', b.stage,
      'case_config', p.case_config, 'agent_srp', p.agent_srp, 'agent_srp_pieces', p.agent_srp_pieces, 'lines', 1)
    || case when p.cancelled then jsonb_build_object('cs', 0, 'pcs', 0, 'pieces', 0, 'litres', 0.000, 'free', 0, 'gross', 0.00,
        'discount', 0.00, 'returns', 0.00, 'net', 0.00, 'cancelled', p.gross - p.discount, 'average', null, 'bookings', 0, 'customers', 0)
      else jsonb_build_object('cs', p.cs, 'pcs', p.pcs, 'pieces', p.pieces, 'litres', p.millilitres * 0.001, 'free', p.free,
        'gross', p.gross, 'discount', p.discount, 'returns', p.gross - p.discount - p.net, 'net', p.net, 'cancelled', 0.00,
        'average', case when p.sold then round(p.net, 2) end, 'bookings', p.sold::int, 'customers', p.sold::int) end
    || case when v_costs and not p.cancelled then jsonb_build_object('cost', p.cost, 'margin', p.net - p.vat - p.cost,
        'margin_percent', round((p.net - p.vat - p.cost) * 100 / nullif(p.net - p.vat, 0), 2))
      else '{"cost": null, "margin": null, "margin_percent": null}' end
  from page p
  join public.bookings b on b.project_id = p_project and b.id = p.booking_id
  left join public.products g on g.project_id = p_project and g.id = p.product_id
  left join team t on t.user_id = b.agent_id
  order by p.place;
end $$;
comment on function private.sales_line_rows is
  'Returns the lines of a page of report_sales with what is known of their bookings and products. Only bookings that the caller may read.';

grant execute on function private.sales_line_rows(uuid, jsonb) to authenticated;
