-- Bad orders: goods that cannot be sold any more stand apart from sellable stock until they are written off.
-- See docs/domain.md, Stock, and docs/decisions/0038.

create or replace function private.expect_in_stock(p_record public.bad_orders) returns void
language plpgsql set search_path = '' as $$
declare v record;
begin
  select array_agg(l.product_id order by l.line_no) as products, array_agg(l.quantity order by l.line_no) as pieces,
    array_agg(-l.quantity order by l.line_no) as taken, array_agg(l.line_no order by l.line_no) as lines,
    array_agg(case p_record.kind when 'to_bad_order' then 'sellable' else 'bad_order' end) as states
  into v from public.bad_order_lines l where l.project_id = p_record.project_id and l.record_id = p_record.id;
  if p_record.kind = 'to_bad_order' then
    perform private.expect_available(p_record.project_id, v.products, v.pieces, 'Only %2$s pieces of %1$s are available.', v.lines);
  end if;
  perform private.expect_on_days(p_record.project_id, p_record.on_date, v.products, v.taken, v.states, v.lines);
end $$;
comment on function private.expect_in_stock is
  'Raises insufficient_stock, at its line, for a record of more pieces than there are, or were on its date and since. The caller has '
  'locked the stock.';

create or replace function private.post_bad_order(p_record public.bad_orders) returns void
language plpgsql set search_path = '' as $$
declare
  v record;
  v_costs numeric[];
begin
  select array_agg(l.product_id) as products, array_agg(l.quantity) as pieces, array_agg(-l.quantity) as taken,
    array_agg(case p_record.kind when 'to_bad_order' then 'sellable' else 'bad_order' end) as taken_from,
    array_agg(case p_record.kind when 'to_bad_order' then 'bad_order' else 'sellable' end) as moved_to
  into v from (select x.* from public.bad_order_lines x
    where x.project_id = p_record.project_id and x.record_id = p_record.id order by x.product_id) l;
  select array_agg(-m.cost order by m.id) into v_costs
  from private.post_stock(p_record.project_id, case p_record.kind when 'write_off' then 'write_off' else 'transfer' end, 'bad_orders',
    p_record.id, p_record.on_date, v.products, v.taken, p_states => v.taken_from) m;
  if p_record.kind = 'write_off' then return; end if;
  -- The pieces keep their cost.
  perform private.post_stock(p_record.project_id, 'transfer', 'bad_orders', p_record.id, p_record.on_date, v.products, v.pieces,
    v_costs, p_states => v.moved_to);
end $$;
comment on function private.post_bad_order is
  'Posts a record to the stock ledger: a move between stocks at the cost of its pieces, or a write-off at the moving average.';

create or replace function private.create_bad_order(p_project uuid, p_record jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.write');
  v_lines jsonb := private.read_list(p_record, 'lines', 200);
  v_item record;
  v_products uuid[] := '{}';
  v_quantities int[] := '{}';
  v_product uuid;
  v public.bad_orders;
begin
  v.kind := private.read_text(p_record, 'kind', true);
  if v.kind not in ('to_bad_order', 'to_sellable', 'write_off') then
    perform private.invalid('kind', 'Choose what happens to the goods.');
  end if;
  v.reason := private.read_text(p_record, 'reason', true, p_max => 400);
  v.on_date := private.posting_date(p_project, private.read_date(p_record, 'on_date'), 'on_date');
  if v_lines = '[]' then perform private.invalid('lines', 'Choose at least one product.'); end if;
  for v_item in select * from private.items_of(v_lines, 'lines') loop
    v_product := private.read_uuid(v_item.value, 'product_id', true, v_item.path);
    v_quantities := v_quantities || private.read_pieces(v_item.value, 'quantity', v_item.path);
    if v_product = any (v_products) then perform private.invalid(v_item.path || 'product_id', 'This product is entered twice.'); end if;
    if not exists (select from public.products p where p.project_id = p_project and p.id = v_product) then
      perform private.invalid(v_item.path || 'product_id', 'Choose a product.');
    end if;
    v_products := v_products || v_product;
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
  return jsonb_build_object('id', v.id, 'version', v.version, 'record_no', v.record_no, 'status', v.status);
end $$;
select private.expose('create_bad_order');
comment on function public.create_bad_order is
  'Moves pieces between sellable stock and bad orders, at once, or asks to write bad orders off. p_record: {kind (to_bad_order | '
  'to_sellable | write_off), on_date (empty: today), reason, lines: [{product_id, quantity (pieces)}]}. Returns {id, version, record_no, '
  'status}. Errors: 42501, insufficient_stock, not_in_future, period_closed, 22023 per field.';

create or replace function private.lock_write_off(p_project uuid, p_record uuid, p_version int, p_from text[]) returns public.bad_orders
language plpgsql set search_path = '' as $$
declare v public.bad_orders;
begin
  select * into v from public.bad_orders r where r.project_id = p_project and r.id = p_record for no key update;
  perform private.check_version(v.version, p_version);
  if v.kind <> 'write_off' or v.status <> all (p_from) then
    perform private.refuse('wrong_state', format('%s is %s.', v.record_no, v.status));
  end if;
  return v;
end $$;
comment on function private.lock_write_off is
  'Locks and returns a write-off in one of these states. Raises P0002, stale_version or wrong_state.';

create or replace function private.approve_write_off(p_project uuid, p_record uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v public.bad_orders;
begin
  v := private.lock_write_off(p_project, p_record, p_version, '{pending}');
  perform private.expect_second_person(p_project, 'write_offs', array[v.created_by],
    format('You entered %s: another user who approves counts must approve it.', v.record_no));
  perform private.lock_stock(p_project,
    array(select l.product_id from public.bad_order_lines l where l.project_id = p_project and l.record_id = v.id));
  v.on_date := private.open_day(p_project, v.on_date);
  perform private.expect_in_stock(v);
  perform private.post_bad_order(v);
  update public.bad_orders set status = 'approved', on_date = v.on_date, approved_by = auth.uid(), approved_at = now()
  where project_id = p_project and id = v.id returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version, 'status', v.status);
end $$;
select private.expose('approve_write_off');
comment on function public.approve_write_off is
  'Approves a write-off: its pieces leave the bad orders on its date, or today when that is in a closed period; by another user than who '
  'entered it, unless the project allows that (setting maker_checker.write_offs). Returns {id, version, status}. Errors: 42501, P0002, '
  'stale_version, wrong_state, maker_checker, insufficient_stock.';

create or replace function private.cancel_write_off(p_project uuid, p_record uuid, p_version int, p_reason text,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := coalesce(private.scope_of(p_project, 'counts.decide'), private.authorize(p_project, 'counts.write'));
  v_reason text := private.read_reason(p_reason);
  v_date date;
  v public.bad_orders;
begin
  v := private.lock_write_off(p_project, p_record, p_version, '{pending,approved}');
  if v.status = 'approved' then
    if private.scope_of(p_project, 'counts.decide') is null then
      perform private.forbid('Your role does not have permission to cancel an approved write-off.');
    end if;
    v_date := private.posting_date(p_project, p_date, 'date');
    if v_date < v.on_date then perform private.invalid('date', format('%s has a later date.', v.record_no)); end if;
    -- The pieces come back at the cost at which they left.
    perform private.post_stock(p_project, 'write_off', 'bad_orders', v.id, v_date, m.products, m.pieces, m.costs,
      p_states => m.states)
    from (
      select array_agg(e.product_id) as products, array_agg(-e.quantity) as pieces, array_agg(-e.cost) as costs,
        array_agg(e.stock_state) as states
      from (select x.* from public.stock_movements x
        where x.project_id = p_project and x.source_table = 'bad_orders' and x.source_id = v.id order by x.product_id) e) m;
  end if;
  update public.bad_orders set status = 'cancelled', cancelled_by = auth.uid(), cancelled_at = now(), cancel_reason = v_reason
  where project_id = p_project and id = v.id returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version, 'status', v.status);
end $$;
select private.expose('cancel_write_off');
comment on function public.cancel_write_off is
  'Cancels a write-off with a reason: a pending one, or an approved one (who approves counts), whose pieces come back among the bad orders '
  'on p_date (default today, not before the write-off) at the cost at which they left. Its number stays. Returns {id, version, status}. '
  'Errors: 42501, P0002, stale_version, wrong_state, not_in_future, period_closed, 22023 reason, date.';

create or replace function public.bad_order_list(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, id uuid, record_no text, kind text, on_date date, reason text, status text,
  products bigint, pieces bigint, cost numeric,
  created_by uuid, approved_by uuid, count bigint)
language plpgsql stable set search_path = '' as $$
declare
  v_kind text := p_filters ->> 'kind';
  v_status text := p_filters ->> 'status';
  v_search text := private.search_text(private.read_text(p_filters, 'search'));
  v_product uuid := private.read_uuid(p_filters, 'product_id');
  v_limit int := least(coalesce(private.read_int(p_filters, 'limit'), 100), 500);
  v_page record := private.read_page(p_filters, '{-on,on,no}');
begin
  perform private.authorize(p_project, 'stock.movements');
  return query
  with found as materialized (
    select r.*, k.n, k.t, row_number() over (order by k.n, k.t, r.id) * v_page.direction as place
    from public.bad_orders r
    cross join lateral (select case v_page.sorted_by when 'on' then r.on_date - date '2000-01-01' else 0 end as n,
      case v_page.sorted_by when 'no' then r.record_no else '' end as t) k
    where r.project_id = p_project and (v_kind is null or r.kind = v_kind) and (v_status is null or r.status = v_status)
      and (v_search is null or position(v_search in private.search_text(r.record_no || ' ' || r.reason)) > 0)
      and (v_product is null
        or exists (select from public.bad_order_lines l where l.project_id = p_project and l.record_id = r.id and l.product_id = v_product))
  ), page as (
    select f.* from found f
    where v_page.id is null or f.id <> v_page.id and ((f.n, f.t, f.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0)
    order by f.place limit v_limit
  )
  select p.n || '~' || p.t, p.id, p.record_no, p.kind, p.on_date, p.reason, p.status, l.products, l.pieces, c.cost, p.created_by,
    p.approved_by, (select count(*) from found)
  from page p
  cross join lateral (select count(*) as products, sum(x.quantity) as pieces
    from public.bad_order_lines x where x.project_id = p_project and x.record_id = p.id) l
  left join lateral (select w.cost from private.write_off_costs(p_project, p.id) w) c on true
  order by p.place;
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

grant execute on function private.write_off_costs to authenticated;
