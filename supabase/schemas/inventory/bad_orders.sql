-- Bad orders: goods that cannot be sold any more stand apart from sellable stock until they are written off.
-- See docs/domain.md, Stock, and docs/decisions/0038.

create or replace function private.least_bad_orders(p_project uuid, p_product uuid, p_date date) returns bigint
language sql stable security definer set search_path = '' as $$
  select least(i.bad_order, coalesce((
    select min(i.bad_order - x.later) from (
      select sum(sum(m.quantity)) over (order by m.on_date desc) as later from public.stock_movements m
      where m.project_id = p_project and m.product_id = p_product and m.on_date > p_date and m.stock_state = 'bad_order'
      group by m.on_date) x), i.bad_order))
  from public.inventory i where i.project_id = p_project and i.product_id = p_product
$$;
comment on function private.least_bad_orders is
  'Returns the smallest number of pieces of a product that were among the bad orders at the end of a day or of any later one.';

create or replace function private.expect_in_stock(p_record public.bad_orders) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_line record;
begin
  for v_line in
    select l.line_no, l.quantity, p.description, case p_record.kind when 'to_bad_order' then i.available
      else private.least_bad_orders(l.project_id, l.product_id, p_record.on_date) end as pieces
    from public.bad_order_lines l
    join public.inventory i on i.project_id = l.project_id and i.product_id = l.product_id
    join public.products p on p.project_id = l.project_id and p.id = l.product_id
    where l.project_id = p_record.project_id and l.record_id = p_record.id order by l.line_no
  loop
    if v_line.pieces < v_line.quantity then
      perform private.refuse('insufficient_stock', format(case p_record.kind when 'to_bad_order' then 'Only %s pieces of %s are available.'
        else 'Only %s pieces of %s are among the bad orders on this date and since.' end, greatest(v_line.pieces, 0), v_line.description),
          format('lines[%s].quantity', v_line.line_no - 1));
    end if;
  end loop;
end $$;
comment on function private.expect_in_stock is
  'Raises insufficient_stock, at its line, for a record of more pieces than there are. The caller has locked the stock.';

create or replace function private.post_bad_order(p_record public.bad_orders) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_products uuid[];
  v_pieces int[];
  v_states text[];
  v_costs numeric[];
begin
  select array_agg(l.product_id order by l.product_id), array_agg(l.quantity order by l.product_id) into v_products, v_pieces
  from public.bad_order_lines l where l.project_id = p_record.project_id and l.record_id = p_record.id;
  v_states := array_fill(case p_record.kind when 'to_bad_order' then 'sellable' else 'bad_order' end, array[cardinality(v_products)]);
  select array_agg(-m.cost order by m.id) into v_costs
  from private.post_stock(p_record.project_id,
    case p_record.kind when 'write_off' then 'write_off' else 'transfer' end, 'bad_orders', p_record.id,
    p_record.on_date, v_products,
    array(select -x.pieces from unnest(v_pieces) with ordinality x (pieces, n) order by x.n), p_states => v_states) m;
  if p_record.kind = 'write_off' then return; end if;
  -- The pieces keep their cost.
  v_states := array_fill(case p_record.kind when 'to_bad_order' then 'bad_order' else 'sellable' end, array[cardinality(v_products)]);
  perform private.post_stock(p_record.project_id, 'transfer', 'bad_orders', p_record.id, p_record.on_date, v_products, v_pieces,
    v_costs, p_states => v_states);
end $$;
comment on function private.post_bad_order is
  'Posts a record to the stock ledger: a move between stocks at the cost of its pieces, or a write-off at the moving average.';

create or replace function private.create_bad_order(p_project uuid, p_idempotency_key uuid, p_record jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.write');
  v_done jsonb;
  v_lines jsonb := private.read_list(p_record, 'lines', 200);
  v_item record;
  v_path text;
  v_pieces int;
  v_products uuid[] := '{}';
  v_quantities int[] := '{}';
  v_product uuid;
  v public.bad_orders;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'create_bad_order', p_record);
  if v_done is not null then return v_done; end if;
  v.kind := private.read_text(p_record, 'kind', true);
  if v.kind not in ('to_bad_order', 'to_sellable', 'write_off') then
    perform private.invalid('kind', 'Choose what happens to the goods.');
  end if;
  v.reason := private.read_text(p_record, 'reason', true, p_max => 400);
  v.on_date := private.posting_date(p_project, private.read_date(p_record, 'on_date'), 'on_date');
  if v_lines = '[]' then perform private.invalid('lines', 'Choose at least one product.'); end if;
  for v_item in select e.value, e.ordinality - 1 as no from jsonb_array_elements(v_lines) with ordinality e loop
    v_path := format('lines[%s].', v_item.no);
    v_product := private.read_uuid(v_item.value, 'product_id', true, v_path);
    v_pieces := private.read_pieces(v_item.value, 'quantity', true, v_path);
    if v_pieces = 0 then perform private.invalid(v_path || 'quantity', 'Enter a quantity above zero.'); end if;
    if v_product = any (v_products) then perform private.invalid(v_path || 'product_id', 'This product is here twice.'); end if;
    if not exists (select from public.products p where p.project_id = p_project and p.id = v_product) then
      perform private.invalid(v_path || 'product_id', 'Choose a product.');
    end if;
    v_products := v_products || v_product;
    v_quantities := v_quantities || v_pieces;
  end loop;
  perform private.lock_stock(p_project, v_products);
  perform private.lock_closing(p_project);
  update public.projects set bad_order_count = bad_order_count + 1 where id = p_project
  returning 'BO-' || lpad(bad_order_count::text, 6, '0') into v.record_no;
  insert into public.bad_orders (project_id, record_no, kind, on_date, reason, status, approved_by, approved_at)
  values (p_project, v.record_no, v.kind, v.on_date, v.reason, case v.kind when 'write_off' then 'pending' else 'approved' end,
    case when v.kind <> 'write_off' then auth.uid() end, case when v.kind <> 'write_off' then now() end)
  returning * into v;
  insert into public.bad_order_lines (project_id, record_id, line_no, product_id, quantity)
  select p_project, v.id, l.line_no, l.product_id, l.quantity
  from unnest(v_products, v_quantities) with ordinality l (product_id, quantity, line_no);
  perform private.expect_in_stock(v);
  if v.status = 'approved' then perform private.post_bad_order(v); end if;
  return private.complete_command(p_idempotency_key,
    jsonb_build_object('id', v.id, 'version', v.version, 'record_no', v.record_no, 'status', v.status));
end $$;
select private.expose('create_bad_order');
comment on function public.create_bad_order is
  'Moves pieces between sellable stock and bad orders, at once, or asks to write bad orders off. p_record: {kind (to_bad_order | '
  'to_sellable | write_off), on_date (empty: today), reason, lines: [{product_id, quantity (pieces)}]}. Returns {id, version, record_no, '
  'status}. Errors: 42501, insufficient_stock, not_in_future, period_closed, 22023 per field.';

create or replace function private.lock_write_off(p_project uuid, p_record uuid, p_version int) returns public.bad_orders
language plpgsql security definer set search_path = '' as $$
declare v public.bad_orders;
begin
  select * into v from public.bad_orders r where r.project_id = p_project and r.id = p_record for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.status <> 'pending' then perform private.refuse('wrong_state', format('%s is %s.', v.record_no, v.status)); end if;
  return v;
end $$;
comment on function private.lock_write_off is
  'Locks and returns a write-off that waits for approval. Raises P0002, stale_version or wrong_state.';

create or replace function private.approve_write_off(p_project uuid, p_idempotency_key uuid, p_record uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_done jsonb;
  v public.bad_orders;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'approve_write_off', jsonb_build_array(p_record, p_version));
  if v_done is not null then return v_done; end if;
  v := private.lock_write_off(p_project, p_record, p_version);
  if v.created_by = auth.uid() and private.needs_second_person(p_project, 'write_offs') then
    perform private.refuse('maker_checker', format('You entered %s: another user who approves counts has to approve it.', v.record_no));
  end if;
  perform private.lock_stock(p_project,
    array(select l.product_id from public.bad_order_lines l where l.project_id = p_project and l.record_id = v.id));
  v.on_date := private.open_day(p_project, v.on_date);
  perform private.expect_in_stock(v);
  perform private.post_bad_order(v);
  update public.bad_orders set status = 'approved', on_date = v.on_date, approved_by = auth.uid(), approved_at = now()
  where project_id = p_project and id = v.id returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version, 'status', v.status));
end $$;
select private.expose('approve_write_off');
comment on function public.approve_write_off is
  'Approves a write-off: its pieces leave the bad orders on its date, or today when that is in a closed period; by another user than who '
  'entered it, unless the project allows that (setting maker_checker.write_offs). Returns {id, version, status}. Errors: 42501, P0002, '
  'stale_version, wrong_state, maker_checker, insufficient_stock.';

create or replace function private.cancel_write_off(p_project uuid, p_idempotency_key uuid, p_record uuid, p_version int, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := case when private.scope_of(p_project, 'counts.decide') is null then private.authorize(p_project, 'counts.write') end;
  v_reason text := private.read_reason(p_reason);
  v_done jsonb;
  v public.bad_orders;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_write_off', jsonb_build_array(p_record, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  select * into v from public.bad_orders r where r.project_id = p_project and r.id = p_record for no key update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.kind <> 'write_off' or v.status = 'cancelled' then
    perform private.refuse('wrong_state', format('%s is %s.', v.record_no, v.status));
  end if;
  if v.status = 'approved' then
    if private.scope_of(p_project, 'counts.decide') is null then
      perform private.forbid('Your role does not have permission to cancel an approved write-off.');
    end if;
    perform private.lock_stock(p_project,
      array(select l.product_id from public.bad_order_lines l where l.project_id = p_project and l.record_id = v.id));
    -- The pieces come back at the cost at which they left.
    perform private.post_stock(p_project, 'write_off', 'bad_orders', v.id, private.business_date(p_project), m.products, m.pieces, m.costs,
      p_states => m.states)
    from (
      select array_agg(e.product_id order by e.product_id) as products, array_agg(-e.quantity order by e.product_id) as pieces,
        array_agg(-e.cost order by e.product_id) as costs, array_agg(e.stock_state order by e.product_id) as states
      from public.stock_movements e where e.project_id = p_project and e.source_table = 'bad_orders' and e.source_id = v.id) m;
  end if;
  update public.bad_orders set status = 'cancelled', cancelled_by = auth.uid(), cancelled_at = now(), cancel_reason = v_reason
  where project_id = p_project and id = v.id returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version, 'status', v.status));
end $$;
select private.expose('cancel_write_off');
comment on function public.cancel_write_off is
  'Cancels a write-off with a reason: a pending one, or an approved one (who approves counts), whose pieces come back among the bad orders '
  'today at the cost at which they left. Its number stays. Returns {id, version, status}. Errors: 42501, P0002, stale_version, '
  'wrong_state, period_closed, 22023 reason.';

create or replace function public.bad_order_list(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, id uuid, record_no text, kind text, on_date date, reason text, status text,
  products bigint, pieces bigint, cost numeric,
  created_by uuid, approved_by uuid, count bigint)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_kind text := p_filters ->> 'kind';
  v_status text := p_filters ->> 'status';
  v_search text := private.search_text(private.read_text(p_filters, 'search'));
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_limit int := least(coalesce(private.read_int(p_filters, 'limit'), 100), 500);
  v_order text := private.read_order(p_filters, '{-on,on,no}');
  v_by text := ltrim(v_order, '-');
  v_reverse boolean := (v_order like '-%') <> (p_filters ? 'before');
  v_n numeric; v_t text; v_id uuid;
begin
  select p.n, p.t, p.id into v_n, v_t, v_id from private.read_place(p_filters) p;
  if private.scope_of(p_project, 'stock.movements') is null then perform private.forbid(); end if;
  return query
  with found as materialized (
    select r.*, case v_by when 'on' then r.on_date - date '2000-01-01' else 0 end as n,
      case v_by when 'no' then r.record_no else '' end as t
    from public.bad_orders r
    where r.project_id = p_project and (v_kind is null or r.kind = v_kind) and (v_status is null or r.status = v_status)
      and (v_search is null or position(v_search in private.search_text(r.record_no || ' ' || r.reason)) > 0)
      and (v_product is null
        or exists (select from public.bad_order_lines l where l.project_id = p_project and l.record_id = r.id and l.product_id = v_product))
  ), page as (
    select f.* from found f
    where v_id is null or case when v_reverse then (f.n, f.t, f.id) < (v_n, v_t, v_id) else (f.n, f.t, f.id) > (v_n, v_t, v_id) end
    order by case when v_reverse then -f.n else f.n end,
      case when not v_reverse then f.t end, case when v_reverse then f.t end desc,
      case when not v_reverse then f.id end, case when v_reverse then f.id end desc
    limit v_limit
  )
  select p.n || '~' || p.t, p.id, p.record_no, p.kind, p.on_date, p.reason, p.status, l.products, l.pieces, c.cost, p.created_by,
    p.approved_by, (select count(*) from found)
  from page p
  cross join lateral (select count(*) as products, sum(x.quantity)::bigint as pieces
    from public.bad_order_lines x where x.project_id = p_project and x.record_id = p.id) l
  left join lateral (select w.cost from private.write_off_costs(p_project, p.id) w) c on true
  order by case when v_reverse then -p.n else p.n end,
    case when not v_reverse then p.t end, case when v_reverse then p.t end desc,
    case when not v_reverse then p.id end, case when v_reverse then p.id end desc;
end $$;
comment on function public.bad_order_list is
  'Lists records of bad orders. p_filters: {kind, status, search (number or reason), product_id, sort: on or no, with a minus before it '
  'for descending (the default is -on, newest first), limit (100), after or before: {n, t, id}, where sort_key is "n~t"}. With before the '
  'rows come last first. cost: what an approved write-off took off the value of the stock; null without costs.read. count: of all that the '
  'filters find. Errors: 42501, 22023.';

create or replace function private.write_off_costs(p_project uuid, p_record uuid) returns table (cost numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'costs.read') is null then return; end if;
  return query select -sum(m.cost) from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'bad_orders' and m.source_id = p_record and m.kind = 'write_off';
end $$;
comment on function private.write_off_costs is
  'Returns what a write-off took off the value of the stock, null before it is approved; no row without costs.read.';

grant execute on function private.write_off_costs(uuid, uuid), public.bad_order_list(uuid, jsonb) to authenticated;
