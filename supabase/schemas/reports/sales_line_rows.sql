-- Level line of the report of sales: one row for each line of a booking and day.

create or replace function private.sales_line_rows(p_project uuid, p_filters jsonb, p_from date, p_to date)
returns table (level text, row_key text, manager_id uuid, manager_name text, agent_id uuid, agent_name text, item text, product_id uuid,
  booking_id uuid, customer_id uuid, customer_name text, store_name text, month text, on_date date, figures jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  ask record := private.report_filters(p_filters);
  v_scope record := private.sales_scope(p_project, p_filters);
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
begin
  if not v_scope.allowed then return; end if;
  return query
  with chosen as materialized (
    select l.* from private.lines_of(p_project, p_filters, v_scope.agents, p_from, p_to) l
  ), booked as materialized (
    -- The lines of a booking lie beside each other in one index; by their own ids they would be looked up one by one.
    select k.id, k.line_no, k.agent_srp, k.agent_srp_pieces, b.so_no
    from (select distinct c.booking_id from chosen c) c
    join public.bookings b on b.project_id = p_project and b.id = c.booking_id
    join public.booking_lines k on k.project_id = p_project and k.booking_id = c.booking_id
  ), page as materialized (
    select k.* from (
      select c.*, b.agent_srp, b.agent_srp_pieces, (case v_sort when 'name' then ''
        else to_char(1e14 + case when c.cancelled then 0 when v_sort = 'net' then -c.net else c.net end, 'FM000000000000000.00') end
        || concat_ws(E'\x1f', c.on_date, b.so_no, coalesce(to_char(b.line_no, 'FM00000'), c.line_id::text))) collate "C" as row_key
      from chosen c left join booked b on b.id = c.line_id) k
    where private.on_page(k.row_key, ask.after, ask.before)
    order by case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit
  )
  select 'line', p.row_key, m.manager_id, coalesce(w.display_name, 'Former manager'), b.agent_id, coalesce(a.display_name, 'Former agent'),
    g.description, p.product_id, b.id,
    b.customer_id, b.customer_name, b.store_name, null::text, p.on_date,
    jsonb_build_object('material_code', g.material_code, 'so_no', b.so_no, 'invoice_no', b.invoice_no, 'stage', b.stage,
      'case_config', p.case_config, 'agent_srp', p.agent_srp, 'agent_srp_pieces', p.agent_srp_pieces, 'lines', 1)
    || case when p.cancelled then jsonb_build_object('cs', 0, 'pcs', 0, 'pieces', 0, 'litres', 0.000, 'free', 0, 'gross', 0.00,
        'discount', 0.00, 'returns', 0.00, 'allowances', 0.00, 'net', 0.00, 'cancelled', p.gross - p.discount, 'average', null,
        'bookings', 0, 'customers', 0)
      else jsonb_build_object('cs', p.cs, 'pcs', case when p_filters ->> 'units' = 'cases'
          then private.case_millionths(p.pieces, p.case_config) else p.pcs end,
        'pieces', p.pieces, 'litres', p.millilitres * 0.001, 'free', p.free,
        'gross', p.gross, 'discount', p.discount, 'returns', p.gross - p.discount - p.allowances - p.net,
        'allowances', p.allowances, 'net', p.net, 'cancelled', 0.00,
        'average', case when p.sold then round(p.net, 2) end, 'bookings', p.sold::int, 'customers', p.sold::int) end
    || jsonb_build_object('net_of_vat', case when not p.cancelled then p.net - p.vat end)
    || case when v_costs and not p.cancelled then jsonb_build_object('cost', p.cost, 'margin', p.net - p.vat - p.cost,
        'margin_percent', round((p.net - p.vat - p.cost) * 100 / nullif(p.net - p.vat, 0), 2))
      else '{"cost": null, "margin": null, "margin_percent": null}' end
  from page p
  join public.bookings b on b.project_id = p_project and b.id = p.booking_id
  left join public.products g on g.project_id = p_project and g.id = p.product_id
  left join public.memberships m on m.project_id = p_project and m.user_id = b.agent_id
  left join public.profiles a on a.user_id = b.agent_id
  left join public.profiles w on w.user_id = m.manager_id
  order by case when ask.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function private.sales_line_rows is
  'Returns the lines of a page of report_sales, of some days, with what is known of their bookings and products. Only bookings that the '
  'caller may read.';

grant execute on function private.sales_line_rows to authenticated;
