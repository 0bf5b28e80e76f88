-- Common parts of all reports: their filters and periods, their rows for Excel and print, and saved views.

create or replace function private.report_filters(p_filters jsonb, out first_day date, out last_day date, out agent_id uuid,
  out manager_id uuid, out customer_id uuid, out product_id uuid,
  out cancelled boolean, out row_limit int, out after text, out before text, out after_day date, out before_day date)
language plpgsql immutable set search_path = '' as $$
begin
  first_day := private.read_date(p_filters, 'from');
  last_day := private.read_date(p_filters, 'to');
  agent_id := private.read_uuid(p_filters, 'agent_id');
  manager_id := private.read_uuid(p_filters, 'manager_id');
  customer_id := private.read_uuid(p_filters, 'customer_id');
  product_id := private.read_uuid(p_filters, 'product_id');
  cancelled := private.read_boolean(p_filters, 'cancelled');
  row_limit := private.read_int(p_filters, 'limit');
  after := p_filters ->> 'after';
  before := p_filters ->> 'before';
  after_day := case when private.is_day(left(after, 10)) then left(after, 10)::date end;
  before_day := case when private.is_day(left(before, 10)) then left(before, 10)::date end;
end $$;
comment on function private.report_filters is
  'Reads the filters that several reports have, null where one is not chosen. after and before: the row key where the page before or '
  'after this one ended; after_day and before_day: the day with which a row key begins, where rows are sorted by day. Errors: 22023.';

create or replace function private.on_page(p_key text, p_after text, p_before text) returns boolean
language sql immutable
return (p_after is null or p_key > p_after collate "C") and (p_before is null or p_key < p_before collate "C");
comment on function private.on_page is
  'Tells whether a row key lies behind the row where the page before ended, or before that of the page after.';
grant execute on function private.on_page to authenticated;

create or replace function private.comparison_period(p_from date, p_to date, p_against text, out earlier_from date, out earlier_to date)
language plpgsql immutable set search_path = '' as $$
declare
  v_months int := (extract(year from p_to) - extract(year from p_from)) * 12 + extract(month from p_to) - extract(month from p_from) + 1;
  v_ends boolean := extract(day from p_to + 1) = 1;
begin
  if p_against is not null and p_against not in ('previous', 'year', 'none') then perform private.invalid('against',
    'Choose what to compare with.'); end if;
  if p_from is null or p_to is null or p_from > p_to or p_against = 'none' then return; end if;
  if p_against = 'year' and p_to >= p_from + interval '1 year' then return; end if;
  if p_against = 'year' then
    earlier_from := p_from - interval '1 year';
    -- The last day of February is compared with the last day of February.
    earlier_to := case when v_ends then (p_to + 1 - interval '1 year')::date - 1 else p_to - interval '1 year' end;
  elsif extract(day from p_from) = 1 then
    earlier_from := p_from - make_interval(months => v_months);
    earlier_to := case when v_ends then p_from - 1 else least(p_from - 1, (p_to - make_interval(months => v_months))::date) end;
  else
    earlier_from := p_from - (p_to - p_from + 1);
    earlier_to := p_from - 1;
  end if;
end $$;
comment on function private.comparison_period is
  'Returns the period with which a period is compared: previous (or null) = the same days of as many months before when it begins on '
  'the first of a month (1 to 21 November: 1 to 21 October; a whole quarter: the quarter before), else as many days before it; year = '
  'the same days a year before; none, a period without a beginning or an end, or one of more than a year against the year before: '
  'nulls. Errors: 22023.';
grant execute on function private.comparison_period to authenticated;

create or replace function private.open_report(p_project uuid, p_filters jsonb, p_permission text, p_level text, p_levels text[],
  p_sort text default null, p_sorts text[] default null) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if private.set_known_at(p_project, p_filters) then return true; end if;
  if private.scope_of(p_project, p_permission) is null then perform private.forbid(); end if;
  if p_level <> all (p_levels) then perform private.invalid('level', 'Choose a level.'); end if;
  if p_sort <> all (p_sorts) then perform private.invalid('sort', 'Choose an order.'); end if;
  return false;
end $$;
comment on function private.open_report is
  'Begins a report and tells whether p_filters name a past moment (private.set_known_at), for which the function of the same name in the '
  'schema known answers. Otherwise it refuses a report without its permission, and a level or an order that it does not have. Errors: '
  '42501, 22023.';

create or replace function private.statement_parts(p_levels text[], p_level text,
  out last int, out dims text, out sets text, out part text, out key text, out shown text,
  out above_sets text, out above_part text, out outer_key text, out line_key text,
  out columns text, out above_columns text, out no_columns text)
language plpgsql immutable set search_path = '' as $$
declare
  v_above text := '';
  v_above_dims text;
  i int;
begin
  key := '';
  shown := '';
  last := (select max(n) from generate_subscripts(p_levels, 1) n where p_levels[n][1] = p_level);
  for i in select n from generate_subscripts(p_levels, 1) n where p_levels[n][1] = p_level order by n loop
    if i = last then
      v_above_dims := dims; above_sets := sets; above_part := part;
      line_key := format('concat_ws(E''\x1f''%s, %s) collate "C"', v_above, p_levels[i][4]);
    end if;
    outer_key := coalesce(outer_key, format('concat_ws(E''\x1f'', %s) collate "C"', p_levels[i][4]));
    sets := concat_ws(', ', sets, '(' || p_levels[i][3] || ')');
    part := case when dims is null then format('%L::text', p_levels[i][2])
      else format('case when grouping(%s) = 0 then %L else %s end', regexp_replace(p_levels[i][3], '.*, ', ''), p_levels[i][2], part) end;
    -- The row key of a header has a 0 after the group's name and that of its rows a 1, so that the header comes first.
    key := key || format(' when %L then concat_ws(E''\x1f''%s, %s%s)', p_levels[i][2], v_above, p_levels[i][4],
      case when i < last then ', ''0''' end);
    v_above := v_above || format(', %s, ''1''', p_levels[i][4]);
    if i < last then shown := shown || format(' when %L then %s', p_levels[i][2], p_levels[i][5]); end if;
    dims := p_levels[i][3];
  end loop;
  -- Columns of other levels are null.
  select string_agg(case when d.name = any (string_to_array(dims, ', ')) then d.own else d.nothing end, '' order by d.name),
    string_agg(case when d.name = any (string_to_array(v_above_dims, ', ')) then d.own else d.nothing end, '' order by d.name),
    string_agg(d.nothing, '' order by d.name)
  into columns, above_columns, no_columns
  from (
    select distinct x.name, format('l.%I, ', x.name) as own,
      format('case when false then (array_agg(l.%I))[1] end as %1$I, ', x.name) as nothing
    from generate_subscripts(p_levels, 1) n cross join lateral unnest(string_to_array(p_levels[n][3], ', ')) x (name)) d;
end $$;
comment on function private.statement_parts is
  'Returns what the rows of a level in p_levels (see private.report_statement) make of its statement: the number of the last of them, its '
  'columns (dims), the grouping sets, the expressions of part and row key, the conditions of headers (shown), the same of the rows '
  'above the last one, the beginning of row keys that tells the outermost groups apart, and the row key of a single '
  'line; and the columns of all levels for a select list, null where the level, the rows above or the total do not have them.';

create or replace function private.report_statement(p_project uuid, p_filters jsonb, p_report text, p_permission text,
  p_levels text[], p_orders text[], p_lines text, p_sums text, p_row text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', p_levels[1][1]);
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_order text := '';
  v_desc text;
  v_after text;
  v_before text;
  v_sums text;
  v_all text;
  v_lines text := p_lines;
  v_summed text;
  v_last text;
  opened record := private.report_filters(p_filters);
  p record;
begin
  if private.open_report(p_project, p_filters, p_permission, v_level,
    array(select p_levels[n][1] from generate_subscripts(p_levels, 1) n),
    v_sort, array(select p_orders[n][1] from generate_subscripts(p_orders, 1) n) || 'name'::text)
  then return format('select k.* from known.%I($1, $2 - ''known_at'') k', p_report); end if;
  p := private.statement_parts(p_levels, v_level);
  v_last := p_levels[p.last][2];
  v_desc := case when opened.before is not null then 'desc' end;
  v_after := quote_literal(opened.after) || ' collate "C"';
  v_before := quote_literal(opened.before) || ' collate "C"';
  -- Groupings have one order.
  if p.shown = '' then
    select case p_orders[n][2] when 'highest' then format('to_char(1e14 - (%s), ''FM000000000000000.00'') || ', p_orders[n][3])
      else p_orders[n][3] || ' || ' end
    into v_order from generate_subscripts(p_orders, 1) n where p_orders[n][1] = v_sort;
  end if;
  v_all := regexp_replace(regexp_replace(regexp_replace(p_sums, '\mmin:(\w+)', 'min(l.\1) as \1', 'g'),
    '\msum:(\w+)', 'coalesce(sum(l.\1), 0.00) as \1', 'g'), '\mpieces:(\w+)', 'coalesce(sum(l.\1), 0)::bigint as \1', 'g');
  v_sums := regexp_replace(v_all, '\{total: ([^}]*)\}', case v_level when 'total' then '\1' else '0::bigint' end, 'g');
  v_all := regexp_replace(v_all, '\{total: ([^}]*)\}', '\1', 'g');

  if p_levels[p.last][5] = 'line' and coalesce(v_order, '') = '' and opened.row_limit is not null then
    -- Of single lines only those of the page are summed, and of the groups above only those that can begin on it: their lines lie
    -- behind the row where the page before ended, and in no outermost group behind the last one of the page.
    v_lines := format('select s.*, %s as page_key, %s as page_group from (%s) s), first as materialized (select l.* from lines l where ',
        p.line_key, p.outer_key, p_lines)
      || concat('true', ' and l.page_key > ' || v_after, ' and l.page_key < ' || v_before)
      || format(' order by l.page_key %s limit %s', v_desc, opened.row_limit)
      || format('), bound as (select count(*) < %s as whole, min(f.page_key) as first, max(f.page_group) as last from first f',
        opened.row_limit);
    v_summed := format('select %L::text as part, %s%s from first l group by %s', v_last, p.columns,
      v_sums, p.dims);
    if p.above_sets is not null then
      v_summed := v_summed || format(' union all select %s as part, %s%s from lines l where %s group by grouping sets (%s)', p.above_part,
        p.above_columns, v_sums,
        case when opened.before is not null
          then format('l.page_group < %s and ((select b.whole from bound b) or l.page_key >= (select b.first from bound b))', v_before)
          else concat('((select b.whole from bound b) or l.page_group <= (select b.last from bound b))',
            ' and l.page_key > ' || v_after) end, p.above_sets);
    end if;
  else
    v_summed := format('select %s as part, %s%s from lines l group by grouping sets (%s)', p.part,
      p.columns, v_sums, p.sets);
  end if;
  return format('with lines as (%s), summed as (%s)', v_lines, v_summed)
    || format(', keyed as (select s.*, (%scase s.part%s end) collate "C" as row_key from summed s%s)', v_order, p.key,
      case when p.shown <> '' then format(' where case s.part%s else true end', p.shown) end)
    || format(', page as ((select case k.part when %L then %1$L else ''subtotal'' end as level, k.* from keyed k where ', v_last)
    || concat('true', ' and k.row_key > ' || v_after, ' and k.row_key < ' || v_before)
    || format(' order by k.row_key %s%s)', v_desc, ' limit ' || opened.row_limit)
    || case when v_level <> 'total' and private.read_boolean(p_filters, 'with_total') then
      format(' union all select ''total'', ''total'', %s%s, '''' collate "C" from lines l group by grouping sets (())',
        p.no_columns, v_all) else '' end
    || format(')%s order by k.row_key %s', p_row, v_desc);
end $$;
comment on function private.report_statement is
  'Opens a report (private.open_report) and returns the statement that answers it, to be run with p_project and p_filters as $1 and $2. '
  'p_lines: the query of its lines. p_levels: rows of level, part, columns, key, condition; the first level is the default. A level of '
  'one row is grouped by these columns of lines; one of several rows lists the last of them, with a header before each group above it '
  '(the outermost comes first; its columns are among those of the next) that meets its condition. key: what orders the part within its '
  'group; columns that only other levels have are null. The condition of the last of them is ''line'' where every line is a row of its '
  'own; its key and those above it then read columns of lines. p_sums: aggregates of lines l; sum:x, pieces:x and min:x are sum (0.00 or, '
  'of whole numbers, 0 without lines) and least of a column under its name, {total: count} is one of the total alone, and else 0. '
  'p_orders: rows of order, highest | by, and the expression by which rows come before their key (name: the key alone). '
  'keys, conditions and orders read the sums s. p_row: what follows page k, the rows of the page with level, row_key and part: further '
  'queries after a comma, and the select. With with_total in p_filters the row of level total comes too, beyond the page, with an empty '
  'row key. Errors: 42501, 22023.';
grant execute on function private.statement_parts, private.report_filters, private.open_report,
  private.report_statement to authenticated;

create or replace function private.counted_groups(p_filters jsonb, p_levels text[]) returns text
language sql immutable set search_path = '' as $$
  select format('jsonb_build_object(%s)', string_agg(format(case when coalesce(nullif(p_filters ->> 'for', ''), p_levels[n][1])
    = p_levels[n][1] then '%L, count(distinct l.%I)' else '%L, null' end, p_levels[n][1] || 's', p_levels[n][2]), ', '))
  from generate_subscripts(p_levels, 1) n
$$;
comment on function private.counted_groups is
  'Returns the numbers of rows of levels, as SQL of one object for the sums of a total. Only those of the level that the total is for are '
  'counted, or of all of them. p_levels: rows of level and the column of lines l that its rows are told apart by.';
grant execute on function private.counted_groups to authenticated;

create or replace function public.rows_of_report(p_project uuid, p_report text, p_filters jsonb default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  v_report oid := case when p_report ~ '^report_[a-z_]+$' then to_regprocedure(format('public.%I(uuid, jsonb)', p_report)) end;
  v_columns text[];
  v_figured boolean;
  v_values text;
  v_names text;
  v_rows text;
  -- A text has a separator only in a row that is older than the check of its column.
  v_cell text := $f$translate(coalesce(%s::text, ''), U&'\009E\009F', '')$f$;
begin
  if v_report is null then perform private.invalid('report', 'Choose a report.'); end if;
  select array_agg(c.name::text order by c.position) filter (where c.name <> 'figures'), bool_or(c.name = 'figures'),
    string_agg(format(v_cell, format('r.%I', c.name)), ', ' order by c.position) filter (where c.name <> 'figures')
  into v_columns, v_figured, v_values
  from pg_catalog.pg_proc p
  cross join lateral unnest(p.proargnames, p.proargmodes, p.proallargtypes) with ordinality as c (name, mode, type, position)
  where p.oid = v_report and c.mode = 't' and c.type <> 'uuid'::regtype;
  if v_figured then
    v_values := v_values || format($f$, (select string_agg(%s, U&'\009F') from jsonb_each_text(r.figures) f)$f$, format(v_cell, 'f.value'));
  end if;
  -- The rows of an answer have the same figures, which jsonb has in one order.
  execute format($f$with r as materialized (select * from public.%I($1, $2))
    select (select string_agg(k.name, U&'\009F') from (select %s as figures from r limit 1) l
        cross join lateral jsonb_object_keys(l.figures) k (name)),
      string_agg(concat_ws(U&'\009F', %s), U&'\009E') from r$f$,
    p_report, case when v_figured then 'r.figures' else 'null::jsonb' end, v_values)
  into v_names, v_rows using p_project, p_filters;
  return concat_ws(U&'\009E', concat_ws(U&'\009F', array_to_string(v_columns, U&'\009F'), v_names), v_rows);
end $$;
comment on function public.rows_of_report is
  'Returns the rows of a report as one text: the names of its columns and figures, then its rows. See docs/report-filters.md. Errors: '
  '22023, '
  'and those of the report.';

create or replace function private.viewed_permissions() returns table (view text, permission text, is_report boolean)
language sql immutable set search_path = '' as $$
  select v.view, v.permission, v.permission like 'reports.%' or v.permission = 'journal.read'
  from (values ('ar', 'reports.ar'), ('collection', 'reports.collection'), ('customer_masterlist', 'reports.masterlist'),
    ('delivery', 'reports.delivery'), ('expenses', 'reports.expenses'), ('inventory', 'reports.inventory'), ('invoice', 'reports.invoice'),
    ('journal', 'journal.read'), ('penetration_report', 'reports.penetration'), ('purchase', 'reports.purchase'),
    ('sales', 'reports.sales'), ('sales_customerspecific', 'reports.sales'), ('trial_balance', 'journal.read'), ('vat', 'journal.read'),
    ('visits', 'reports.visits'),
    ('bookings', 'bookings.read'), ('memos', 'memos.read'), ('warehouse_requests', 'warehouse.read'), ('customers', 'customers.read'),
    ('transfers', 'customers.read'), ('products', 'stock.read'), ('stock', 'stock.read'), ('purchases', 'purchases.read'),
    ('stock_counts', 'counts.write'), ('stock_counts', 'counts.decide'), ('bad_orders', 'stock.movements'),
    ('collections', 'collections.read'), ('cheques', 'collections.read'), ('issued_cheques', 'treasury.read'),
    ('remittances', 'collections.read'), ('deposits', 'treasury.position'), ('vouchers', 'vouchers.read'), ('banks', 'treasury.read'),
    ('payees', 'treasury.read'), ('releasers', 'treasury.read'), ('cost_centers', 'treasury.read'), ('invoicing', 'invoicing.read'),
    ('delivery', 'bookings.deliver'), ('receipt_approval', 'collections.decide'), ('stock_movement', 'stock.movements'),
    ('audit', 'audit.read')) v (view, permission)
$$;
comment on function private.viewed_permissions is
  'Lists the reports and lists whose filters can be saved as a view, by the names of their addresses, each with its permission, or with '
  'each that is enough.';

create or replace function private.viewable(p_lists boolean default true) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.project_id || ' ' || v.view), '{}'::text[])
  from public.memberships m
  join public.projects p on p.id = m.project_id and p.status = 'active'
  join private.role_permissions g on g.role = m.role
  join private.viewed_permissions() v on v.permission = g.permission and case when v.is_report then g.scope = 'all' else p_lists end
  where m.user_id = (select private.current_user_id()) and m.status = 'active'
$$;
comment on function private.viewable is
  'Returns the reports and, with p_lists, the lists that the caller may open, as project, a space, report or list; never null. Of a list '
  'it is enough to see some of its rows.';

create table public.report_views (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  report text not null,
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  search text not null check (length(search) <= 1000),
  shared boolean not null default false,
  is_default boolean not null default false,
  user_id uuid not null default auth.uid(),
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  constraint report_views_default_check check (not (is_default and shared))
);
create unique index report_views_name_key on public.report_views (project_id, user_id, report, is_default, lower(name));
create index report_views_report_idx on public.report_views (project_id, report);
comment on table public.report_views is
  'Saved views: filters of a report or a list under a name, for one user or (shared) for all users of the project who may open it. '
  'report: its name, that of a list in the plural. search: the query string of the address; a date that was not chosen is not in it and '
  'stays today''s. is_default: the columns that the user sees where an address names none, at most one row for a list.';
select private.guard_table('public.report_views', p_audit => '{}');
grant select on public.report_views to authenticated;
create policy report_views_select on public.report_views for select to authenticated
  using ((shared or user_id = (select auth.uid()))
    and project_id || ' ' || report = any ((select private.viewable())::text[]));

create or replace function private.save_report_view(p_project uuid, p_view jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_report text := p_view ->> 'report';
  v_name text;
  v_search text;
  v_default boolean := private.read_boolean(p_view, 'is_default');
  v_id uuid;
begin
  if not coalesce(p_project || ' ' || v_report = any (private.viewable()), false) then perform private.forbid(); end if;
  v_name := case when v_default then 'Columns' else private.read_text(p_view, 'name', true, '', 60) end;
  v_search := coalesce(private.read_text(p_view, 'search', false, '', 1000), '');
  insert into public.report_views (project_id, report, name, search, shared, is_default)
  values (p_project, v_report, v_name, v_search, not v_default and private.read_boolean(p_view, 'shared'), v_default)
  on conflict (project_id, user_id, report, is_default, lower(name)) do update set name = excluded.name, search = excluded.search,
    shared = excluded.shared
  returning id into v_id;
  return jsonb_build_object('id', v_id);
end $$;
select private.expose('save_report_view');
comment on function public.save_report_view is
  'Saves filters of a report or a list under a name: {report (ar, expenses …, or bookings, customers …), name, search, shared (true: '
  'for everyone who may open it), is_default (true: the columns that the caller sees where an address names none; it has no name)}. A '
  'view of the caller with the same name is replaced. Returns {id}. Errors: 42501, 22023 name.';

create or replace function private.remove_report_view(p_project uuid, p_view uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from unnest(private.viewable()) r where r like p_project || ' %') then perform private.forbid(); end if;
  -- Only its owner may delete a shared view.
  delete from public.report_views v where v.project_id = p_project and v.id = p_view and v.user_id = (select auth.uid());
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('id', p_view);
end $$;
select private.expose('remove_report_view');
comment on function public.remove_report_view is 'Deletes a view that the caller saved. Returns {id}. Errors: 42501, P0002.';

grant execute on function private.viewed_permissions, private.viewable to authenticated;
