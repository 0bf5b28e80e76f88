-- Import of the stock that a company begins with, and of what it cost. See docs/decisions/0074.

create function private.opening_stock_sheet(p_project uuid, p_rows jsonb)
returns table (no int, value jsonb, code text, product_id uuid, description text, moved boolean)
language sql stable security definer set search_path = '' as $$
  select x.ordinality::int, x.value, k.code, p.id, p.description,
    coalesce((i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, i.adjusted, i.stock_value) <> (0, 0, 0, 0, 0, 0), false)
  from jsonb_array_elements(p_rows) with ordinality x
  cross join lateral (select lower(btrim(coalesce(x.value ->> 'material_code', ''))) as code) k
  left join public.products p on p.project_id = p_project and lower(p.material_code) = k.code
  left join public.inventory i on i.project_id = p_project and i.product_id = p.id
$$;
comment on function private.opening_stock_sheet is
  'Reads the rows of an opening stock sheet with the product of each. moved: the product has pieces, or had some that its ledger does not cancel out.';

create function private.opening_stock_cell_errors(p_row jsonb, p_no int, p_today date, p_closed_through date) returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_pieces text := btrim(coalesce(p_row ->> 'quantity', ''));
  v_cost text := btrim(coalesce(p_row ->> 'cost', ''));
  v_for text := btrim(coalesce(p_row ->> 'cost_pieces', ''));
  v_day text := btrim(coalesce(p_row ->> 'on_date', ''));
begin
  if v_pieces !~ '^[0-9]{1,8}$' or v_pieces::int not between 1 and 10000000 then
    return next private.row_error(p_no, 'quantity', 'Enter whole pieces: between 1 and 10,000,000.');
    v_pieces := null;
  end if;
  if v_cost !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then
    return next private.row_error(p_no, 'cost', 'Enter an amount such as 1234.50.');
    v_cost := null;
  end if;
  if v_for <> '' and (v_for !~ '^[0-9]{1,6}$' or v_for::int not between 1 and 100000) then
    return next private.row_error(p_no, 'cost_pieces', 'Enter the pieces that the cost is for: 1 or more.');
  elsif private.line_amount(v_cost::numeric, coalesce(nullif(v_for, '')::int, 1), v_pieces::int) >= 1e12 then
    return next private.row_error(p_no, 'cost', 'The amount is too large.');
  end if;
  if not private.is_day(v_day) then
    return next private.row_error(p_no, 'on_date', 'Enter a date as MM/DD/YYYY.');
  elsif v_day::date not between date '1990-01-01' and p_today then
    return next private.row_error(p_no, 'on_date', 'Between 1990 and today.');
  elsif v_day::date <= p_closed_through then
    return next private.row_error(p_no, 'on_date', format('The books are closed through %s.', to_char(p_closed_through, 'MM/DD/YYYY')));
  end if;
end $$;
comment on function private.opening_stock_cell_errors is 'Returns the errors in the cells of one row of an opening stock sheet, apart from its code: {row (from 1), field, message}.';

create function private.opening_stock_errors(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as materialized (select * from private.opening_stock_sheet(p_project, p_rows)),
  errors as (
    select private.opening_stock_cell_errors(s.value, s.no, private.business_date(p_project), private.closed_through(p_project)) as error from s
    union all
    select private.row_error(s.no, 'material_code', case when s.code = '' then 'Fill this in.' when s.product_id is null then 'No product has this code.'
      else format('%s has moved already. Correct its stock by a count.', s.description) end)
    from s where s.product_id is null or s.moved
    union all
    select private.row_error(r.no, 'material_code', format('Also in row %s.', r.first)) from (
      select s.no, min(s.no) over (partition by s.code) as first from s where s.code <> '') r
    where r.no <> r.first
  )
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]') from errors e
$$;
comment on function private.opening_stock_errors is 'Returns all errors of an opening stock sheet: [{row (from 1), field, message}].';

create function private.import_opening_stock(p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_done jsonb;
  v_rows jsonb := private.read_list(p_import, 'rows', 10000);
  v_count int := jsonb_array_length(v_rows);
  v_errors jsonb;
  v_import public.imports;
begin
  if v_count = 0 then perform private.invalid('rows', 'The sheet has no rows.'); end if;
  -- This comes first, so that a sheet that is sent again is not compared with its own imported rows.
  if p_check is not true then
    v_done := private.begin_command(p_project, p_idempotency_key, 'import_opening_stock', p_import);
    if v_done is not null then return v_done; end if;
    perform private.lock_stock(p_project, array(select s.product_id from private.opening_stock_sheet(p_project, v_rows) s where s.product_id is not null));
  end if;
  v_errors := private.opening_stock_errors(p_project, v_rows);
  if p_check or v_errors <> '[]' then
    -- Nothing was written, so that a corrected sheet may come under the same key.
    perform private.abandon_command(p_idempotency_key);
    return jsonb_build_object('rows', v_count, 'errors', v_errors);
  end if;
  insert into public.imports (project_id, kind, file_name, row_count)
  values (p_project, 'opening_stock', coalesce(private.read_text(p_import, 'file_name'), 'Pasted rows'), v_count) returning * into v_import;
  insert into public.stock_movements (project_id, product_id, kind, quantity, cost, on_date, source_table, source_id)
  select p_project, s.product_id, 'adjustment', q.pieces,
    private.line_amount(private.read_money(s.value, 'cost', true), private.read_price_pieces(s.value, 'cost_pieces'), q.pieces),
    private.read_date(s.value, 'on_date'), 'imports', v_import.id
  from private.opening_stock_sheet(p_project, v_rows) s
  cross join lateral (select private.read_pieces(s.value, 'quantity', true) as pieces) q
  order by s.product_id;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_import.id, 'version', v_import.version, 'rows', v_count, 'errors', '[]'::jsonb));
end $$;
create function public.import_opening_stock(p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean default false) returns jsonb
language sql security invoker set search_path = '' as $$ select private.import_opening_stock(p_project, p_idempotency_key, p_import, p_check) $$;
comment on function public.import_opening_stock is
  'Posts the stock that products have from before, with what it cost, all or none. p_import: {file_name, rows: [{material_code, quantity (pieces), cost, cost_pieces (the pieces that the cost is for; 1 when empty), on_date (the opening date)}]}, texts, at most 10,000; only products that have not moved yet. Posted to the stock ledger on its date against the account of opening balances. Answers {rows, errors: [{row (from 1), field, message}]}; with errors, or p_check, nothing is written; otherwise {id, version} of the import too. Errors: 42501, 22023 rows.';

create function private.undo_opening_stock(p_project uuid, p_import uuid) returns void
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
    or exists (select from public.stock_movements o where o.project_id = p_project and o.product_id = m.product_id and o.id > m.id and o.source_id <> p_import)
    or exists (select from public.stock_count_lines l join public.stock_counts c on c.project_id = l.project_id and c.id = l.count_id
      where l.project_id = p_project and l.product_id = m.product_id and c.count_status <> 'cancelled' and c.sheet_at >= x.created_at))
  order by p.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('%s has been bought, sold, reserved or counted since. Correct its stock by a count instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(m.on_date), '') from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'imports' and m.source_id = p_import;
  insert into public.stock_movements (project_id, product_id, kind, quantity, cost, on_date, source_table, source_id)
  select p_project, m.product_id, 'adjustment', -m.quantity, -m.cost, m.on_date, 'imports', p_import
  from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'imports' and m.source_id = p_import order by m.product_id;
end $$;
comment on function private.undo_opening_stock is
  'Posts the opposite of an import of opening stock, on its own days, as if it had never been there. Refuses once a product moved, was reserved or counted since (wrong_state), and one of a closed day (period_closed).';

grant execute on function
  private.import_opening_stock(uuid, uuid, jsonb, boolean), public.import_opening_stock(uuid, uuid, jsonb, boolean)
to authenticated;
