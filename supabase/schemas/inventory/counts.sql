-- Stock counts: the count sheet, the counted pieces, and posting the variances as adjustments.
-- A count is right even when stock moves while it is open. See docs/domain.md, invariants 4 and 5.

create or replace function private.open_stock_count(p_project uuid, p_idempotency_key uuid, p_count jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.write');
  v_done jsonb;
  v_category text := private.read_text(p_count, 'category1');
  v_count public.stock_counts;
  v_lines int;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'open_stock_count', p_count);
  if v_done is not null then return v_done; end if;
  insert into public.stock_counts (project_id, title, category1, blind, counted_on)
  values (p_project, private.read_text(p_count, 'title', true, p_max => 120), v_category,
    p_count ->> 'blind' is null or private.read_boolean(p_count, 'blind'),
    private.business_date(p_project))
  returning * into v_count;
  -- A single statement reads all products at the same moment.
  insert into public.stock_count_lines (project_id, count_id, product_id, expected, unit_cost, unit_cost_pieces, unit_srp, unit_srp_pieces)
  select i.project_id, v_count.id, i.product_id, i.on_hand, p.def_cost, p.def_cost_pieces, i.current_srp, i.current_srp_pieces
  from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
  where i.project_id = p_project and (p.status = 'active' or i.on_hand <> 0) and private.in_category(p.category1, v_category)
  -- A product whose import is undone meanwhile is left out.
  order by i.product_id for key share of i;
  get diagnostics v_lines = row_count;
  if v_lines = 0 then perform private.invalid('category1', 'There is no product in this category.'); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_count.id, 'version', v_count.version, 'lines', v_lines));
end $$;
select private.expose('open_stock_count');
comment on function public.open_stock_count is
  'Makes a count sheet of all products, or those of a category, with the pieces on hand now. p_count: {title, category1 ((none) = without '
  'one), blind}. Errors: 42501, 22023 per field.';

create or replace function private.lock_count(p_project uuid, p_count uuid, p_version int, p_from text[]) returns public.stock_counts
language plpgsql security definer set search_path = '' as $$
declare v_count public.stock_counts;
begin
  select * into v_count from public.stock_counts where project_id = p_project and id = p_count for update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v_count.version, p_version);
  if v_count.count_status <> all (p_from) then
    perform private.refuse('wrong_state', format('This count is %s.', v_count.count_status));
  end if;
  return v_count;
end $$;
comment on function private.lock_count is
  'Locks and returns a count of this project that is in one of these states, or raises P0002 or wrong_state.';

create or replace function private.enter_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_lines jsonb,
  p_submit boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.write');
  v_done jsonb;
  v_count public.stock_counts;
  v_line jsonb;
  v_no int := 0;
  v_path text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'enter_stock_count',
    jsonb_build_array(p_count, p_version, p_lines, p_submit));
  if v_done is not null then return v_done; end if;
  v_count := private.lock_count(p_project, p_count, p_version, array['open', 'submitted']);
  for v_line in select value from jsonb_array_elements(private.read_list(p_lines, 'lines', 20000)) loop
    v_path := format('lines[%s].', v_no);
    v_no := v_no + 1;
    update public.stock_count_lines set counted = private.read_int(v_line, 'counted', false, v_path, 500000000)
    where project_id = p_project and count_id = p_count and product_id = (select private.read_uuid(v_line, 'product_id', true, v_path));
    if not found then perform private.invalid(v_path || 'product_id', 'This product is not on the sheet.'); end if;
  end loop;
  if p_submit and not exists (select from public.stock_count_lines l
    where l.project_id = p_project and l.count_id = p_count and l.counted is not null) then
    perform private.invalid('lines', 'Nothing is counted yet.');
  end if;
  update public.stock_counts set count_status = case when p_submit then 'submitted' else 'open' end,
    submitted_at = case when p_submit then now() end, submitted_by = case when p_submit then auth.uid() end
  where project_id = p_project and id = p_count returning * into v_count;
  return private.complete_command(p_idempotency_key,
    jsonb_build_object('id', p_count, 'version', v_count.version, 'count_status', v_count.count_status));
end $$;
select private.expose('enter_stock_count');
comment on function public.enter_stock_count is
  'Enters counted pieces, p_lines: {lines: [{product_id, counted (pieces; empty = not counted)}]}; other lines stay. p_submit submits the '
  'count for approval; a later entry withdraws the submission. Errors: 42501, P0002, stale_version, wrong_state, 22023 per field.';

create or replace function private.post_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_done jsonb;
  v_count public.stock_counts;
  v_reason text := private.read_reason(p_reason);
  v_products uuid[];
  v_pieces int[];
  v_missing int[];
  v_short record;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'post_stock_count', jsonb_build_array(p_count, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v_count := private.lock_count(p_project, p_count, p_version, array['submitted']);
  -- No role counts and posts; somebody whose role has changed could.
  if auth.uid() in (v_count.created_by, v_count.submitted_by) then
    perform private.refuse('maker_checker', 'You made or submitted this count: another user who approves counts has to post it.');
  end if;
  -- Movements since sheet_at were posted by their own documents: only the variance of the sheet is adjusted.
  select array_agg(l.product_id order by l.product_id), array_agg(l.variance order by l.product_id),
    array_agg(-l.variance order by l.product_id)
  into v_products, v_pieces, v_missing
  from public.stock_count_lines l where l.project_id = p_project and l.count_id = p_count and l.variance <> 0;
  if v_products is not null then
    perform private.lock_stock(p_project, v_products);
    select * into v_short from private.first_short(p_project, v_products, v_missing, p_reserved => true);
    if found then
      perform private.refuse('insufficient_stock',
        format('%s: %s pieces were missing at the count, but only %s are left on hand now. Count it again.', v_short.description,
          v_short.pieces, v_short.pieces_left));
    end if;
    perform private.post_stock(p_project, 'adjustment', 'stock_counts', p_count,
      private.open_day(p_project, v_count.counted_on), v_products, v_pieces);
  end if;
  update public.stock_counts set count_status = 'posted', decided_at = now(), decided_by = auth.uid(), reason = v_reason
  where project_id = p_project and id = p_count returning * into v_count;
  return private.complete_command(p_idempotency_key,
    jsonb_build_object('id', p_count, 'version', v_count.version, 'adjusted', coalesce(cardinality(v_products), 0)));
end $$;
select private.expose('post_stock_count');
comment on function public.post_stock_count is
  'Approves a submitted count: each variance becomes an adjustment dated the day of the sheet (today when that is in a closed period), '
  'with a reason, all or none; by another user than who made or submitted it. Errors: 42501, P0002, stale_version, wrong_state, '
  'maker_checker, insufficient_stock, 22023 reason.';

create or replace function private.cancel_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := case when private.scope_of(p_project, 'counts.decide') is null then private.authorize(p_project, 'counts.write') end;
  v_done jsonb;
  v_count public.stock_counts;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_stock_count', jsonb_build_array(p_count, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v_count := private.lock_count(p_project, p_count, p_version, array['open', 'submitted']);
  update public.stock_counts set count_status = 'cancelled', decided_at = now(), decided_by = auth.uid(),
    reason = private.read_reason(p_reason)
  where project_id = p_project and id = p_count returning * into v_count;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_count, 'version', v_count.version));
end $$;
select private.expose('cancel_stock_count');
comment on function public.cancel_stock_count is
  'Cancels or rejects a count that is not posted; stock does not change. Users who count and users who decide may call it. Errors: 42501, '
  'P0002, stale_version, wrong_state, 22023 reason.';

create or replace function private.send_back_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'counts.decide');
  v_done jsonb;
  v_count public.stock_counts;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'send_back_stock_count', jsonb_build_array(p_count, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  v_count := private.lock_count(p_project, p_count, p_version, array['submitted']);
  update public.stock_counts set count_status = 'open', submitted_at = null, submitted_by = null,
    decided_at = now(), decided_by = auth.uid(),
    reason = private.read_reason(p_reason)
  where project_id = p_project and id = p_count returning * into v_count;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_count, 'version', v_count.version));
end $$;
select private.expose('send_back_stock_count');
comment on function public.send_back_stock_count is
  'Sends a submitted count back to be counted again, with a reason; the counted pieces stay on the sheet. Errors: 42501, P0002, '
  'stale_version, wrong_state, 22023 reason.';

create or replace function private.count_lines(p_project uuid, p_counts uuid[])
returns table (count_id uuid, product_id uuid, counted int, unit_cost numeric, unit_cost_pieces int, unit_srp numeric, unit_srp_pieces int,
  told boolean, expected int, variance int)
language sql stable security definer set search_path = '' as $$
  select l.count_id, l.product_id, l.counted, case when (select private.scope_of(p_project, 'costs.read')) is not null then l.unit_cost end,
    case when (select private.scope_of(p_project, 'costs.read')) is not null then l.unit_cost_pieces end, l.unit_srp, l.unit_srp_pieces,
    t.told, case when t.told then l.expected end, case when t.told then l.variance end
  from public.stock_counts c
  cross join lateral (select not (c.blind and c.count_status = 'open') as told) t
  join public.stock_count_lines l on l.project_id = c.project_id and l.count_id = c.id
  where c.project_id = p_project and l.project_id = p_project and c.id = any (p_counts)
    and (private.scope_of(p_project, 'counts.write') is not null or private.scope_of(p_project, 'counts.decide') is not null)
$$;
comment on function private.count_lines is
  'Returns the lines of counts for users who count or decide. expected and variance are null while a blind count is open (told is false), '
  'unit_cost without costs.read, and nobody may read them from the table.';

create or replace function public.stock_count_totals(p_project uuid, p_counts uuid[])
returns table (count_id uuid, lines bigint, counted bigint, differing bigint, surplus bigint, missing bigint,
  cost_value numeric, srp_value numeric)
language sql stable security invoker set search_path = '' as $$
  select l.count_id, count(*), count(l.counted),
    case when l.told then count(*) filter (where l.variance <> 0) end,
    case when l.told then coalesce(sum(l.variance) filter (where l.variance > 0), 0) end,
    case when l.told then coalesce(-sum(l.variance) filter (where l.variance < 0), 0) end,
    case when l.told and (select private.scope_of(p_project, 'costs.read')) is not null
      then coalesce(sum(private.line_amount(l.unit_cost, l.unit_cost_pieces, l.variance)), 0.00) end,
    case when l.told then coalesce(sum(private.line_amount(l.unit_srp, l.unit_srp_pieces, l.variance)), 0.00) end
  from private.count_lines(p_project, p_counts) l
  group by l.count_id, l.told
$$;
comment on function public.stock_count_totals is
  'Sums of each of these counts: products on the sheet, counted products, products with a variance, surplus and missing pieces, and the '
  'value of the variance at cost (null without costs.read) and at SRP; null while a blind count is open. Rows are those that the caller '
  'may read.';

create or replace function public.stock_count_sheet(p_project uuid, p_count uuid, p_filters jsonb default '{}')
returns table (product_id uuid, material_code text, description text, sort_key text, category1 text, case_config int,
  expected int, counted int, variance int, unit_cost numeric, unit_cost_pieces int, unit_srp numeric, unit_srp_pieces int, on_hand int)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_after uuid := private.read_uuid(p_filters, 'after');
  v_counted boolean := private.read_boolean(p_filters, 'counted');
  v_limit int := least(coalesce(private.read_int(p_filters, 'limit'), 1000), 1000);
begin
  return query
  select l.product_id, p.material_code, p.description, p.sort_key, p.category1, p.case_config,
    l.expected, l.counted, l.variance, l.unit_cost, l.unit_cost_pieces, l.unit_srp, l.unit_srp_pieces, case when l.told then i.on_hand end
  from private.count_lines(p_project, array[p_count]) l
  join public.products p on p.id = l.product_id
  join public.inventory i on i.product_id = l.product_id
  -- The project is a condition on each table, so that its policy is evaluated once and not for every line.
  where p.project_id = p_project and i.project_id = p_project
    and (v_after is null or l.product_id > v_after) and (not v_counted or l.counted is not null)
  order by l.product_id limit v_limit;
end $$;
comment on function public.stock_count_sheet is
  'The lines of a count with their products, in the order of product_id; expected, variance and on_hand (now) are null while a blind count '
  'is open, unit_cost without costs.read. p_filters: {counted (only counted lines), after (product_id), limit}. Rows are those that the '
  'caller may read.';

grant execute on function
  private.count_lines(uuid, uuid[]), public.stock_count_totals(uuid, uuid[]), public.stock_count_sheet(uuid, uuid, jsonb)
to authenticated;
