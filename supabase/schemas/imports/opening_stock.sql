-- Import of the stock that a company begins with, and of what it cost. See docs/decisions/0013.

create or replace function private.opening_stock_sheet(p_project uuid, p_rows jsonb)
returns table (no int, value jsonb, code text, product_id uuid, description text, case_config int, moved boolean)
language sql stable security definer set search_path = '' as $$
  select x.ordinality::int, x.value, k.code, p.id, p.description, p.case_config,
    coalesce((i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, i.adjusted, i.stock_value) <> (0, 0, 0, 0, 0, 0), false)
  from jsonb_array_elements(p_rows) with ordinality x
  cross join lateral (select lower(btrim(coalesce(x.value ->> 'material_code', ''))) as code) k
  left join public.products p on p.project_id = p_project and lower(p.material_code) = k.code
  left join public.inventory i on i.project_id = p_project and i.product_id = p.id
$$;
comment on function private.opening_stock_sheet is
  'Reads the rows of an opening stock sheet with the product of each. moved: the product has pieces, or had some that its ledger does not '
  'cancel out.';

create or replace function private.opening_cost(p_row jsonb, p_case int) returns numeric
language sql immutable set search_path = '' as $$
  select private.line_amount(private.sheet_price(p_row ->> 'cost'), private.sheet_pieces(p_row ->> 'cost', p_case, 'piece'),
    private.cell(p_row, 'quantity')::int)
$$;
comment on function private.opening_cost is
  'Returns what the pieces of a row cost: its cost is for a piece, a case (624/cs) or so many pieces (624/12).';

create or replace function private.check_opening_stock_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as materialized (select * from private.opening_stock_sheet(p_project, p_rows)),
  errors as (
    select private.cell_problems(p_rows,
      '[["quantity", "pieces", true, 0], ["cost", "price", true, 0], ["on_date", "day", true, 0]]') as error
    union all
    select private.day_problems(p_project, p_rows, 'on_date')
    union all
    select private.row_error(s.no, 'cost', 'The amount is too large.') from s
    where private.cell_problem(s.value ->> 'quantity', 'pieces', true, 0) is null
      and private.cell_problem(s.value ->> 'cost', 'price', true, 0) is null
      and case when s.product_id is not null then private.opening_cost(s.value, s.case_config) end >= 1e12
    union all
    select private.row_error(s.no, 'material_code',
      case when s.code = '' then 'Fill this in.' when s.product_id is null then 'No product has this code.'
      else format('%s has moved already. Correct its stock by a count.', s.description) end)
    from s where s.product_id is null or s.moved
    union all
    select private.row_error(r.no, 'material_code', format('Also in row %s.', r.first)) from (
      select s.no, min(s.no) over (partition by s.code) as first from s where s.code <> '') r
    where r.no <> r.first
  )
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]') from errors e
$$;
comment on function private.check_opening_stock_sheet is 'Returns all errors of an opening stock sheet: [{row (from 1), field, message}].';

create or replace function private.lock_opening_stock_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$
  select private.lock_stock(p_project,
    array(select s.product_id from private.opening_stock_sheet(p_project, p_rows) s where s.product_id is not null))
$$;

create or replace function private.write_opening_stock_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.post_stock(p_project, 'adjustment', 'imports', p_import, o.on_date, o.products, o.pieces, o.costs)
  from (
    select private.cell(s.value, 'on_date')::date as on_date, array_agg(s.product_id order by s.product_id) as products,
      array_agg(private.cell(s.value, 'quantity')::int order by s.product_id) as pieces,
      array_agg(private.opening_cost(s.value, s.case_config) order by s.product_id) as costs
    from private.opening_stock_sheet(p_project, p_rows) s group by 1 order by 1) o;
  return '[]';
end $$;

create or replace function private.undo_opening_stock(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_used text;
begin
  -- The stock is locked first, also against a count sheet that is being made, so that nothing can follow meanwhile.
  perform from public.inventory i
  where i.project_id = p_project and i.product_id in (select m.product_id from public.stock_movements m
    where m.project_id = p_project and m.source_table = 'imports' and m.source_id = p_import)
  order by i.product_id for update;
  select p.description into v_used
  from public.stock_movements m
  join public.products p on p.project_id = m.project_id and p.id = m.product_id
  join public.inventory i on i.project_id = m.project_id and i.product_id = m.product_id
  join public.imports x on x.project_id = m.project_id and x.id = m.source_id
  where m.project_id = p_project and m.source_table = 'imports' and m.source_id = p_import and (i.available < m.quantity
    or exists (select from public.stock_movements o
      where o.project_id = p_project and o.product_id = m.product_id and o.id > m.id and o.source_id <> p_import)
    or exists (select from public.stock_count_lines l join public.stock_counts c on c.project_id = l.project_id and c.id = l.count_id
      where l.project_id = p_project and l.product_id = m.product_id and c.count_status <> 'cancelled' and c.sheet_at >= x.created_at))
  order by p.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state',
      format('%s has been bought, sold, reserved or counted since. Correct its stock by a count instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(m.on_date), '') from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'imports' and m.source_id = p_import;
  perform private.post_stock(p_project, 'adjustment', 'imports', p_import, o.on_date, o.products, o.pieces, o.costs)
  from (
    select m.on_date, array_agg(m.product_id order by m.product_id) as products, array_agg(-m.quantity order by m.product_id) as pieces,
      array_agg(-m.cost order by m.product_id) as costs
    from public.stock_movements m where m.project_id = p_project and m.source_table = 'imports' and m.source_id = p_import
    group by m.on_date order by m.on_date) o;
end $$;
comment on function private.undo_opening_stock is
  'Posts the opposite of an import of opening stock, on its own days, as if it had never been there. Refuses once a product moved, was '
  'reserved or counted since (wrong_state), and one of a closed day (period_closed).';

select private.add_import_kind('opening_stock', 'purchases.write',
  'Posts the stock that products have from before, with what it cost, all or none. Cells: material_code, quantity (pieces), cost (5.25 for '
  'a piece, 624/cs for a case, 624/12 for twelve pieces), on_date (the opening date); only products that have not moved yet. Posted to the '
  'stock ledger on its date against the account of opening balances.');
