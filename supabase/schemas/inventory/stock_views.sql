-- Reading stock: the list of products, movements of a period, and the running balance of a product.
-- See docs/domain.md, invariant 5.

create or replace function public.product_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, material_code text, description text, supplier text, category1 text, category2 text, category3 text,
  unit_of_measure text, case_config int, liters_per_case numeric, status text, price_unit text, def_cost numeric, def_cost_pieces int,
  def_srp numeric, def_srp_pieces int, selected_color text, current_srp numeric, current_srp_pieces int, on_hand int, reserved int,
  available int, reorder_level int, below_reorder boolean, below_cost boolean)
language sql stable set search_path = '' as $$
  select * from private.filtered_products(p_project, p_filters, least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000))
$$;
comment on function public.product_list is
  'A page of products with price and stock. p_filters: those of inventory_totals; sort name (the default), code, srp, cost, on_hand, '
  'reserved or available, with a minus before it for descending; limit; after or before: {n, t, id}, where a row''s sort_key is "n~t". '
  'With before the rows come last first. Supplier, default cost and below_cost are null without costs.read, and neither filter nor order '
  'the rows. Rows are those that the caller may read. Errors: 22023.';

create or replace function private.stock_period_movements(p_project uuid, p_from date, p_to date)
returns table (product_id uuid, purchased bigint, supplier_returned bigint, returned bigint, used bigint, adjusted bigint, since bigint,
  later bigint, bad_later bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  return query
  -- The query counts backwards from the pieces on hand now, so that only movements since the first day are read.
  select m.product_id,
    coalesce(sum(m.quantity) filter (where m.kind = 'purchase'), 0)::bigint,
    -coalesce(sum(m.quantity) filter (where m.kind = 'supplier_return'), 0)::bigint,
    coalesce(sum(m.quantity) filter (where m.kind in ('return_in', 'return_credit')), 0)::bigint,
    -coalesce(sum(m.quantity) filter (where m.kind = 'issue'), 0)::bigint,
    coalesce(sum(m.quantity) filter (where m.kind in ('adjustment', 'write_off')), 0)::bigint, sum(m.quantity)::bigint,
    coalesce(sum(m.quantity) filter (where m.kind = 'later'), 0)::bigint,
    coalesce(sum(m.quantity) filter (where m.kind = 'later' and m.stock_state = 'bad_order'), 0)::bigint
  from (
    select m.product_id, m.stock_state, case when m.on_date <= p_to then m.kind else 'later' end as kind, sum(m.quantity) as quantity
    from public.stock_movements m where m.project_id = p_project and m.on_date >= p_from group by 1, 2, 3) m
  group by m.product_id;
end $$;
comment on function private.stock_period_movements is
  'Returns the movements of a period in pieces, both days included, for each product that moved since the first day. since: movements from '
  'the first day until now, so that on hand - since = opening; later: movements after the last day, so that on hand - later = ending; '
  'bad_later: those of bad orders. Runs with the caller''s rights.';

create or replace function public.inventory_actual(p_project uuid, p_filters jsonb default '{}')
returns table (product_id uuid, material_code text, description text, sort_key text, category1 text, supplier text, case_config int,
  liters_per_case numeric, def_cost numeric, def_cost_pieces int, current_srp numeric, current_srp_pieces int, below_reorder boolean,
  opening bigint, purchased bigint, supplier_returned bigint, returned bigint, used bigint, adjusted bigint, ending bigint,
  litres numeric, products bigint)
language plpgsql stable set search_path = '' as $$
declare
  v_from date := coalesce(private.read_date(p_filters, 'from'), date '1990-01-01');
  v_to date := coalesce(private.read_date(p_filters, 'to'), date '9999-12-31');
  v_limit int := least(coalesce(private.read_int(p_filters, 'limit'), 1000), 1000);
  v_costs boolean := private.scope_of(p_project, 'costs.read') is not null;
begin
  perform private.authorize(p_project, 'stock.movements');
  if v_to < v_from then perform private.invalid('to', 'The end date is before the start date.'); end if;
  return query
  with figures as (
    select f.*, f.on_hand - coalesce(m.since, 0) as opening, coalesce(m.purchased, 0) as purchased,
      coalesce(m.supplier_returned, 0) as supplier_returned,
      coalesce(m.returned, 0) as returned, coalesce(m.used, 0) as used, coalesce(m.adjusted, 0) as adjusted,
      f.on_hand - coalesce(m.later, 0) as ending
    from private.filtered_products(p_project, p_filters) f
    left join private.stock_period_movements(p_project, v_from, v_to) m on m.product_id = f.id
    where p_filters ->> 'supplier' is null or f.supplier = p_filters ->> 'supplier'
  ), kept as (
    select * from figures x
    where not (select private.read_boolean(p_filters, 'non_zero'))
      or x.opening <> 0 or x.ending <> 0 or x.purchased <> 0 or x.supplier_returned <> 0 or x.returned <> 0
      or x.used <> 0 or x.adjusted <> 0
  )
  select k.id, k.material_code, k.description, k.sort_key, k.category1, k.supplier, k.case_config, k.liters_per_case, k.def_cost,
    k.def_cost_pieces, k.current_srp, k.current_srp_pieces,
    k.below_reorder, k.opening, k.purchased, k.supplier_returned, k.returned, k.used, k.adjusted, k.ending,
    k.ending * k.liters_per_case / k.case_config, 1::bigint
  from kept k
  where p_filters ->> 'level' is distinct from 'total'
    and (p_filters #>> '{after,id}' is null
      or (k.sort_key, k.id) > (p_filters #>> '{after,sort_key}', (select private.read_uuid(p_filters -> 'after', 'id'))))
  union all
  select null, null, null, null, null, null, null, null,
    case when v_costs then coalesce(sum(private.line_amount(k.def_cost, k.def_cost_pieces, k.ending)), 0) end, null::int,
    coalesce(sum(private.line_amount(k.current_srp, k.current_srp_pieces, k.ending)), 0), null::int, null,
    coalesce(sum(k.opening), 0)::bigint, coalesce(sum(k.purchased), 0)::bigint, coalesce(sum(k.supplier_returned), 0)::bigint,
    coalesce(sum(k.returned), 0)::bigint, coalesce(sum(k.used), 0)::bigint, coalesce(sum(k.adjusted), 0)::bigint,
    coalesce(sum(k.ending), 0)::bigint, coalesce(sum(k.ending * k.liters_per_case / k.case_config), 0), count(*)
  from kept k having p_filters ->> 'level' = 'total'
  order by 4, 1 limit v_limit;
end $$;
comment on function public.inventory_actual is
  'Stock of a period in pieces, a row for each product by name: opening + purchased - supplier_returned + returned - used + adjusted = '
  'ending, however the period is split. p_filters: {from, to (both inclusive), supplier, non_zero, limit, after: {sort_key, id}}, and '
  'those of inventory_totals; level total returns one row for all products that match, with def_cost and '
  'current_srp holding the value of the ending stock at default cost and live SRP, and products their number; liters of the ending stock. '
  'Supplier, default cost and its value are null without costs.read. Rows are those that the caller may read. Errors: 42501, 22023.';

create or replace function public.product_ledger(p_project uuid, p_product uuid, p_filters jsonb default '{}')
returns table (id bigint, on_date date, created_at timestamptz, kind text, stock_state text, quantity int, balance bigint,
  source_table text, source_id uuid, document text, created_by uuid)
language plpgsql stable set search_path = '' as $$
declare
  v_from date := coalesce(private.read_date(p_filters, 'from'), date '1990-01-01');
  v_to date := coalesce(private.read_date(p_filters, 'to'), date '9999-12-31');
begin
  perform private.authorize(p_project, 'stock.movements');
  return query
  with ledger as (
    select m.id, m.on_date, m.created_at, m.created_by, m.kind, m.stock_state, m.quantity, m.source_table, m.source_id,
      sum(m.quantity) over (order by m.on_date, m.id) as running
    from public.stock_movements m where m.project_id = p_project and m.product_id = p_product and m.on_date <= v_to
  )
  select l.id, l.on_date, l.created_at, l.kind, l.stock_state, l.quantity, l.running, l.source_table, l.source_id,
    case l.source_table
      when 'purchases' then (select d.po_no from public.purchases d where d.project_id = p_project and d.id = l.source_id)
      when 'bookings' then (select d.so_no from public.bookings d where d.project_id = p_project and d.id = l.source_id)
      when 'stock_counts' then (select d.title from public.stock_counts d where d.project_id = p_project and d.id = l.source_id)
      when 'warehouse_requests' then (
        select d.request_no from public.warehouse_requests d where d.project_id = p_project and d.id = l.source_id)
      when 'products' then (select case when d.id = p_product then n.material_code else d.material_code end from public.products d
        left join public.products n on n.project_id = p_project and n.id = d.merged_into where d.project_id = p_project
        and d.id = l.source_id)
      when 'bad_orders' then (select d.record_no from public.bad_orders d where d.project_id = p_project and d.id = l.source_id)
      when 'imports' then (select d.file_name from public.imports d where d.project_id = p_project and d.id = l.source_id)
      when 'memos' then (select d.memo_no from public.memos d where d.project_id = p_project and d.id = l.source_id) end, l.created_by
  from ledger l
  where l.on_date >= v_from
    and (p_filters #>> '{before,id}' is null
      or (l.on_date, l.id) < ((select private.read_date(p_filters -> 'before', 'on_date')),
        (select private.read_number(p_filters -> 'before', 'id')::bigint)))
  order by l.on_date desc, l.id desc limit least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000);
end $$;
comment on function public.product_ledger is
  'A product''s stock ledger, newest first, in pieces: each movement in sellable stock or among the bad orders, with the balance of both '
  'after it and the number of its document (null where the caller may not read that). p_filters: {from, to, limit, before: {on_date, id}}. '
  'Rows are those that the caller may read. Errors: 42501.';

grant execute on function private.stock_period_movements to authenticated;
