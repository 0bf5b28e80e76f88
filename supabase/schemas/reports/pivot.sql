-- The pivot of a report: its lines summed by two of their properties, one for the rows and one for the columns.

create or replace function private.pivot_place(p_filters jsonb, p_name text, p_choices text[], p_initial int) returns int
language plpgsql immutable set search_path = '' as $$
declare v_place int := p_initial;
begin
  if nullif(p_filters ->> p_name, '') is null then return v_place; end if;
  select n into v_place from generate_subscripts(p_choices, 1) n where p_choices[n][1] = p_filters ->> p_name;
  if v_place is null then perform private.invalid(p_name, 'Choose one of the list.'); end if;
  return v_place;
end $$;
comment on function private.pivot_place is
  'Returns the place in p_choices of what p_filters choose under a name (p_initial: nothing chosen). Errors: 22023.';

create or replace function private.pivot_names(p_kind text, p_none text) returns text
language sql immutable set search_path = '' as $$
  select format($names$cross join lateral (
      select case x.key when '-' then %L else coalesce(%s, %L) end as label, coalesce(%s, '~') as sort_key
      from (select nullif(substr(x.key, 2), '') as id) i %s) n$names$,
    p_none, k.label, 'Former ' || p_kind, k.sort_key, k.source)
  from (values
    ('agent', 'w.display_name', 'w.sort_key', 'left join public.profiles w on w.user_id = i.id::uuid'),
    ('manager', 'w.display_name', 'w.sort_key', 'left join public.profiles w on w.user_id = i.id::uuid'),
    ('customer', 'u.name', 'u.sort_key', 'left join public.customers u on u.project_id = $1 and u.id = i.id::uuid'),
    ('product', 'g.description', 'g.sort_key', 'left join public.products g on g.project_id = $1 and g.id = i.id::uuid'),
    ('month', $k$substr(i.id, 6) || '/' || left(i.id, 4)$k$, 'i.id', ''),
    ('text', 'x.text', 'lower(x.text)', '')) k (kind, label, sort_key, source)
  where k.kind = p_kind
$$;
comment on function private.pivot_names is
  'Returns SQL that joins to x (key, text) the names n (label, sort_key) of what the rows or columns of a pivot are about (agent, manager, '
  'customer, product, month, text); p_none: the label where a line has none.';

create or replace function private.pivot_statement(p_project uuid, p_filters jsonb, p_report text, p_permission text,
  p_dimensions text[], p_measures text[], p_lines text, p_row text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_sort text := coalesce(p_filters ->> 'sort', 'name');
  v_rows boolean := p_filters ->> 'level' is distinct from 'total';
  v_row int;
  v_column int;
  v_measure int;
  v_value text;
  opened record := private.report_filters(p_filters);
begin
  if private.open_report(p_project, p_filters, p_permission, 'pivot', '{pivot}', v_sort, '{name,value}') then
    return format('select k.* from known.%I($1, $2 - ''known_at'') k', p_report);
  end if;
  v_row := private.pivot_place(p_filters, 'rows', p_dimensions, 1);
  v_column := private.pivot_place(p_filters, 'columns', p_dimensions, 2);
  v_measure := private.pivot_place(p_filters, 'measure', p_measures, 1);
  if p_measures[v_measure][3] <> '' and private.scope_of(p_project, p_measures[v_measure][3]) is null then perform private.forbid(); end if;
  v_value := p_measures[v_measure][2] || ' as value';
  -- A key is = and the id or text, - where a line has none, and + for the columns beyond the bound.
  return format('with lines as (%s), ', p_lines)
    || format($s$placed as materialized (
        select coalesce('=' || (%s)::text, '-') as pivot_row, (%s)::text as row_text,
          coalesce('=' || (%s)::text, '-') as pivot_column, (%s)::text as column_text, l.* from lines l), $s$,
      p_dimensions[v_row][2], coalesce(nullif(p_dimensions[v_row][4], ''), 'null'),
      p_dimensions[v_column][2], coalesce(nullif(p_dimensions[v_column][4], ''), 'null'))
    || format($s$tops as materialized (
        select x.key, n.label, n.sort_key, row_number() over (order by %s) > 40 as beyond
        from (select l.pivot_column as key, min(l.column_text) as text, %s from placed l group by l.pivot_column) x %s), $s$,
      -- The last months are shown, and of all else what has most.
      case p_dimensions[v_column][3] when 'month' then 'x.key desc' else 'abs(x.value) desc nulls last, x.key' end,
      v_value, private.pivot_names(p_dimensions[v_column][3], p_dimensions[v_column][5]))
    || format($s$cells as materialized (
        select grouping(l.pivot_row, h.head) as depth, l.pivot_row as key, min(l.row_text) as text, h.head, %s
        from placed l join (select t.key, case when t.beyond then '+' else t.key end as head from tops t) h on h.key = l.pivot_column
        group by grouping sets ((l.pivot_row, h.head), (l.pivot_row), (h.head), ())), $s$, v_value)
    || format($s$named as (
        select x.key, x.value, n.label, (%s case x.key when '-' then '1' else concat_ws(E'\x1f', '0' || n.sort_key, substr(x.key, 2)) end)
          collate "C" as row_key
        from cells x %s where x.depth = 1), $s$,
      case v_sort when 'value' then $k$to_char(1e14 - coalesce(x.value, 0), 'FM000000000000000.000') ||$k$ end,
      private.pivot_names(p_dimensions[v_row][3], p_dimensions[v_row][5]))
    || format($s$page as materialized (
        select n.* from named n where %L and private.on_page(n.row_key, $2 ->> 'after', $2 ->> 'before')
        order by n.row_key %s limit %s), $s$, v_rows, case when opened.before is not null then 'desc' end,
      coalesce(opened.row_limit::text, 'all'))
    || format($s$matrix as (
        select c.depth, c.key, jsonb_object_agg(c.head, c.value::text) as cells
        from cells c where %L and c.value is not null and (c.depth = 2 or c.depth = 0 and c.key in (select p.key from page p))
        group by c.depth, c.key), $s$, v_row <> v_column)
    || format($s$heads as (
        select coalesce(jsonb_agg(jsonb_build_object('key', h.key, 'label', h.label) order by h.key = '+', h.key = '-', h.sort_key, h.key),
          '[]') as heads
        from (
          select t.key, t.label, t.sort_key from tops t where not t.beyond
          union all
          select '+', format('Others (%%s)', count(*)), null from tops t where t.beyond having count(*) > 0) h
        where %L), $s$, v_row <> v_column)
    || format($s$pivot as (
        select 'pivot' as level, p.row_key, p.key, jsonb_build_object('name', p.label, 'value', p.value, 'cells', coalesce(m.cells, '{}'))
          as figures
        from page p left join matrix m on m.depth = 0 and m.key = p.key
        union all
        select 'total', '' collate "C", null, jsonb_build_object('value', c.value, 'cells', coalesce(m.cells, '{}'),
          'pivots', (select count(*) from cells r where r.depth = 1), 'heads', h.heads)
        from cells c cross join heads h left join matrix m on m.depth = 2
        where c.depth = 3 and %L) $s$, not v_rows or private.read_boolean(p_filters, 'with_total'))
    || p_row || case when opened.before is null then ' order by k.row_key' else ' order by k.row_key desc' end;
end $$;
comment on function private.pivot_statement is
  'Opens a report (private.open_report) and returns the statement that answers its level pivot, and the total for it, to be run with '
  'p_project and p_filters as $1 and $2. p_filters: rows and columns (names of p_dimensions; alike: rows without columns), measure, sort: '
  'name | value (highest first). p_lines: the query of the lines that are summed. p_dimensions: rows of name, expression of lines l, kind '
  '(private.pivot_names), expression of the text of kind text or empty, and the label where it is null; the first is the default of the '
  'rows, the second of the columns. p_measures: rows of name, aggregate of lines l, and a further permission or empty; the first is the '
  'default. p_row: the select from pivot k (level, row_key, key: of a row = and what it is about, - without; figures: name, value, cells '
  'as {key of a head: value}, of the total heads [{key, label}] and the number of rows, pivots). At most 40 columns are told apart, + '
  'sums the others. Every sum is an aggregate of the lines, so that totals are exact also of percentages. Errors: 42501, 22023 rows, '
  'columns, measure.';

grant execute on function private.pivot_place, private.pivot_names, private.pivot_statement to authenticated;
