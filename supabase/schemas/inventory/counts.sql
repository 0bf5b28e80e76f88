-- Stock counts: the count sheet, the counted pieces, and posting the variances as adjustments.
-- A count is right even when stock moves while it is open. See docs/domain.md, invariants 4 and 5.

create or replace function private.open_stock_count(p_project uuid, p_count jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.write');
  v_category text := private.read_text(p_count, 'category1');
  v_count public.stock_counts;
  v_lines int;
begin
  insert into public.stock_counts (project_id, title, category1, blind, counted_on)
  values (p_project, private.read_text(p_count, 'title', true, p_max => 120), v_category,
    p_count ->> 'blind' is null or private.read_boolean(p_count, 'blind'),
    private.business_date(p_project))
  returning * into v_count;
  -- A single statement reads all products at the same moment.
  insert into public.stock_count_lines (project_id, count_id, product_id, stock_state, expected, unit_srp, unit_srp_pieces)
  select i.project_id, v_count.id, i.product_id, s.state, s.pieces, i.current_srp, i.current_srp_pieces
  from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
  cross join lateral private.stock_by_state(i.on_hand, i.bad_order) s
  where i.project_id = p_project and (s.state = 'sellable' or s.pieces <> 0) and (p.status = 'active' or i.on_hand <> 0)
    and private.in_category(p.category1, v_category)
  -- A product whose import is undone or which is merged meanwhile is left out.
  order by i.product_id for key share of p, i;
  get diagnostics v_lines = row_count;
  if v_lines = 0 then perform private.invalid('category1', 'There is no product in this category.'); end if;
  return jsonb_build_object('id', v_count.id, 'version', v_count.version, 'lines', v_lines);
end $$;
select private.expose('open_stock_count');
comment on function public.open_stock_count is
  'Makes a count sheet of all products, or those of a category, with what can be sold now, and a line of its own for bad orders. p_count: '
  '{title, category1 ((none) = without one), blind}. Errors: 42501, 22023 per field.';

create or replace function private.lock_count(p_project uuid, p_count uuid, p_version int, p_from text[]) returns public.stock_counts
language plpgsql set search_path = '' as $$
declare v_count public.stock_counts;
begin
  select * into v_count from public.stock_counts where project_id = p_project and id = p_count for update;
  perform private.check_version(v_count.version, p_version);
  if v_count.count_status <> all (p_from) then
    perform private.refuse('wrong_state', format('This count is %s.', v_count.count_status));
  end if;
  return v_count;
end $$;
comment on function private.lock_count is
  'Locks and returns a count of this project that is in one of these states, or raises P0002 or wrong_state.';

create or replace function private.enter_stock_count(p_project uuid, p_count uuid, p_version int, p_lines jsonb,
  p_submit boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.write');
  v_count public.stock_counts;
  v_line record;
begin
  v_count := private.lock_count(p_project, p_count, p_version, array['open', 'submitted']);
  for v_line in select * from private.items_of(private.read_list(p_lines, 'lines', 20000), 'lines') loop
    update public.stock_count_lines set counted = private.read_int(v_line.value, 'counted', false, v_line.path, 500000000)
    where project_id = p_project and count_id = p_count and stock_state = private.read_stock_state(v_line.value, true, v_line.path)
      and product_id = (select private.read_uuid(v_line.value, 'product_id', true, v_line.path));
    if not found then perform private.invalid(v_line.path || 'product_id', 'This product is not on the sheet.'); end if;
  end loop;
  if p_submit and not exists (select from public.stock_count_lines l
    where l.project_id = p_project and l.count_id = p_count and l.counted is not null) then
    perform private.invalid('lines', 'Nothing is counted yet.');
  end if;
  update public.stock_counts set count_status = case when p_submit then 'submitted' else 'open' end,
    submitted_at = case when p_submit then now() end, submitted_by = case when p_submit then auth.uid() end
  where project_id = p_project and id = p_count returning * into v_count;
  return jsonb_build_object('id', p_count, 'version', v_count.version, 'count_status', v_count.count_status);
end $$;
select private.expose('enter_stock_count');
comment on function public.enter_stock_count is
  'Enters counted pieces, p_lines: {lines: [{product_id, stock_state (sellable, the default, or bad_order), counted (pieces; empty = not '
  'counted)}]}; other lines stay. p_submit submits the count for approval; a later entry withdraws the submission. '
  'Errors: 42501, P0002, stale_version, wrong_state, 22023 per field.';

create or replace function private.count_variances(p_project uuid, p_count uuid,
  out products uuid[], out states text[], out pieces int[])
language sql stable security definer set search_path = '' as $$
  select array_agg(l.product_id), array_agg(l.stock_state), array_agg(l.variance)
  from (select c.* from public.stock_count_lines c where c.project_id = p_project and c.count_id = p_count and c.variance <> 0
    order by c.product_id, c.stock_state) l
$$;
comment on function private.count_variances is 'Returns what a count found over or missing (below zero), in the order of posting.';

create or replace function private.count_costs(p_project uuid, p_count uuid) returns table (product_id uuid, stock_state text, cost numeric)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare v record;
begin
  return query select m.product_id, m.stock_state, sum(m.cost) from public.stock_movements m
  where m.project_id = p_project and m.source_table = 'stock_counts' and m.source_id = p_count group by m.product_id, m.stock_state;
  if found then return; end if;
  v := private.count_variances(p_project, p_count);
  return query select m.product_id, m.state, x.cost
  from unnest(v.products, v.states) with ordinality m (product_id, state, n)
  join private.cost_movements(p_project, v.products, v.pieces) x on x.n = m.n;
end $$;
comment on function private.count_costs is
  'Returns what the variances of a count cost: as they were posted, or at the moving average at which they would be posted now.';

create or replace function private.post_stock_count(p_project uuid, p_count uuid, p_version int, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_count public.stock_counts;
  v_reason text := private.read_reason(p_reason);
  v_day date;
  v record;
begin
  v_count := private.lock_count(p_project, p_count, p_version, array['submitted']);
  -- No role counts and posts; somebody whose role has changed could.
  if auth.uid() in (v_count.created_by, v_count.submitted_by) and not private.works_alone(p_project) then
    perform private.refuse('maker_checker', 'You made or submitted this count: another user who approves counts must post it.');
  end if;
  -- Movements since sheet_at were posted by their own documents: only the variance of the sheet is adjusted.
  v := private.count_variances(p_project, p_count);
  if v.products is not null then
    v_day := private.open_day(p_project, v_count.counted_on);
    perform private.lock_stock(p_project, v.products);
    perform private.expect_on_days(p_project, v_day, v.products, v.pieces, v.states);
    perform private.post_stock(p_project, 'adjustment', 'stock_counts', p_count, v_day, v.products, v.pieces, p_states => v.states);
  end if;
  update public.stock_counts set count_status = 'posted', decided_at = now(), decided_by = auth.uid(), reason = v_reason
  where project_id = p_project and id = p_count returning * into v_count;
  return jsonb_build_object('id', p_count, 'version', v_count.version, 'adjusted',
    (select count(distinct p) from unnest(v.products) p));
end $$;
select private.expose('post_stock_count');
comment on function public.post_stock_count is
  'Approves a submitted count: each variance becomes an adjustment dated the day of the sheet (today when that is in a closed period), '
  'with a reason, all or none; by another user than who made or submitted it. Errors: 42501, P0002, stale_version, wrong_state, '
  'maker_checker, insufficient_stock, 22023 reason.';

create or replace function private.cancel_stock_count(p_project uuid, p_count uuid, p_version int, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := coalesce(private.scope_of(p_project, 'counts.decide'), private.authorize(p_project, 'counts.write'));
  v_count public.stock_counts;
begin
  v_count := private.lock_count(p_project, p_count, p_version, array['open', 'submitted']);
  update public.stock_counts set count_status = 'cancelled', decided_at = now(), decided_by = auth.uid(),
    reason = private.read_reason(p_reason)
  where project_id = p_project and id = p_count returning * into v_count;
  return jsonb_build_object('id', p_count, 'version', v_count.version);
end $$;
select private.expose('cancel_stock_count');
comment on function public.cancel_stock_count is
  'Cancels or rejects a count that is not posted; stock does not change. Users who count and users who decide may call it. Errors: 42501, '
  'P0002, stale_version, wrong_state, 22023 reason.';

create or replace function private.send_back_stock_count(p_project uuid, p_count uuid, p_version int, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_count public.stock_counts;
begin
  v_count := private.lock_count(p_project, p_count, p_version, array['submitted']);
  update public.stock_counts set count_status = 'open', submitted_at = null, submitted_by = null,
    decided_at = now(), decided_by = auth.uid(),
    reason = private.read_reason(p_reason)
  where project_id = p_project and id = p_count returning * into v_count;
  return jsonb_build_object('id', p_count, 'version', v_count.version);
end $$;
select private.expose('send_back_stock_count');
comment on function public.send_back_stock_count is
  'Sends a submitted count back to be counted again, with a reason; the counted pieces stay on the sheet. Errors: 42501, P0002, '
  'stale_version, wrong_state, 22023 reason.';

create or replace function private.count_lines(p_project uuid, p_counts uuid[])
returns table (count_id uuid, product_id uuid, stock_state text, counted int, unit_srp numeric, unit_srp_pieces int, told boolean,
  expected int, variance int, cost_value numeric)
language sql stable security definer set search_path = '' as $$
  select l.count_id, l.product_id, l.stock_state, l.counted, l.unit_srp, l.unit_srp_pieces, t.told, case when t.told then l.expected end,
    case when t.told then l.variance end, case when t.costed then coalesce(k.cost, 0.00) end
  from public.stock_counts c
  cross join lateral (select not (c.blind and c.count_status = 'open') as told,
    not (c.blind and c.count_status = 'open') and private.scope_of(p_project, 'costs.read') is not null as costed) t
  join public.stock_count_lines l on l.project_id = c.project_id and l.count_id = c.id
  left join lateral (select x.* from private.count_costs(p_project, c.id) x where t.costed) k
    on k.product_id = l.product_id and k.stock_state = l.stock_state
  where c.project_id = p_project and l.project_id = p_project and c.id = any (p_counts)
    and (private.scope_of(p_project, 'counts.write') is not null or private.scope_of(p_project, 'counts.decide') is not null)
$$;
comment on function private.count_lines is
  'Returns the lines of counts for users who count or decide, with the cost of their variances. expected, variance and cost_value are null '
  'while a blind count is open (told is false), cost_value without costs.read, and nobody may read them from the table.';

create or replace function public.stock_count_totals(p_project uuid, p_counts uuid[])
returns table (count_id uuid, lines bigint, counted bigint, differing bigint, surplus bigint, missing bigint,
  cost_value numeric, srp_value numeric)
language sql stable set search_path = '' as $$
  select l.count_id, count(*), count(l.counted),
    case when l.told then count(*) filter (where l.variance <> 0) end,
    case when l.told then coalesce(sum(l.variance) filter (where l.variance > 0), 0) end,
    case when l.told then coalesce(-sum(l.variance) filter (where l.variance < 0), 0) end,
    sum(l.cost_value),
    case when l.told then coalesce(sum(private.line_amount(l.unit_srp, l.unit_srp_pieces, l.variance)), 0.00) end
  from private.count_lines(p_project, p_counts) l
  group by l.count_id, l.told
$$;
comment on function public.stock_count_totals is
  'Sums of each of these counts: lines of the sheet, counted lines, lines with a variance, surplus and missing pieces, and the value of '
  'the variance: cost_value as it was posted, or at the moving average at which it would be posted now (null without costs.read), and at '
  'SRP; null while a blind count is open. Rows are those that the caller may read.';

create or replace function public.stock_count_sheet(p_project uuid, p_count uuid, p_filters jsonb default '{}')
returns table (product_id uuid, stock_state text, material_code text, description text, sort_key text, category1 text, case_config int,
  expected int, counted int, variance int, cost_value numeric, unit_srp numeric, unit_srp_pieces int, on_hand int)
language plpgsql stable set search_path = '' as $$
declare
  v_after uuid := private.read_uuid(p_filters, 'after');
  v_counted boolean := private.read_boolean(p_filters, 'counted');
  v_limit int := least(coalesce(private.read_int(p_filters, 'limit'), 1000), 1000);
begin
  return query
  select l.product_id, l.stock_state, p.material_code, p.description, p.sort_key, p.category1, p.case_config,
    l.expected, l.counted, l.variance, l.cost_value, l.unit_srp, l.unit_srp_pieces,
    case when l.told then s.pieces end
  from private.count_lines(p_project, array[p_count]) l
  join public.products p on p.id = l.product_id
  join public.inventory i on i.product_id = l.product_id
  join lateral private.stock_by_state(i.on_hand, i.bad_order) s on s.state = l.stock_state
  -- The project is a condition on each table, so that its policy is evaluated once and not for every line.
  where p.project_id = p_project and i.project_id = p_project
    and (v_after is null or l.product_id > v_after) and (not v_counted or l.counted is not null)
  -- The lines of a product stay on one page.
  order by l.product_id fetch first v_limit rows with ties;
end $$;
comment on function public.stock_count_sheet is
  'The lines of a count with their products, in the order of product_id; what can be sold and bad orders (stock_state) are lines of their '
  'own. expected, variance, cost_value (as in stock_count_totals) and on_hand (now, of the state) are null while a blind count is open, '
  'cost_value without costs.read. p_filters: {counted (only counted lines), after (product_id), limit}. Rows are those that the caller may '
  'read.';

grant execute on function private.count_lines to authenticated;
