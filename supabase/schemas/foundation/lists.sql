-- Parts of the queries of lists: pages by key, and search by what was typed.

create or replace function private.page_by_key(p_filters jsonb, p_key text, p_of text, p_descending boolean, out source text,
  out place text, out sort_key text, out sorted text, out whole text)
language plpgsql immutable set search_path = '' as $$
declare
  v_id text := split_part(p_key, '.', 1) || '.id';
  v_reverse boolean := p_descending <> (p_filters ? 'before');
  v_place record;
begin
  source := ''; whole := '';
  v_place := private.read_place(p_filters);
  place := case when v_place.id is null then ''
    else format(' and (%s, %s) %s (%L, %L)', p_key, v_id, case when v_reverse then '<' else '>' end,
    case p_of when 'day' then (date '2000-01-01' + v_place.n::int)::text when 'number' then v_place.n::bigint::text else v_place.t end,
    v_place.id) end;
  -- A day of an old row that is infinite has no distance to another day.
  sort_key := case p_of
    when 'day' then format('(greatest(''0001-01-01'', least(%s, ''9999-12-31'')) - date ''2000-01-01'') || ''~''', p_key)
    when 'number' then p_key || ' || ''~''' else '''0~'' || ' || p_key end;
  sorted := format(' order by %s%s limit %s', p_key, case when v_reverse then format(' desc, %s desc', v_id) else ', ' || v_id end,
    least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001));
end $$;
comment on function private.page_by_key is
  'Returns the parts of a query of one page of a list that is ordered by p_key (a column with its alias, whose table has the column id): '
  'place (a condition, beginning with "and"; empty on the first page), sort_key (as private.read_place takes it) and sorted (order and '
  'limit). p_of: day, number or text. p_filters: {limit, after or before}; with before the order is turned round. source and whole, which '
  'private.page_by_group has, are empty. Errors: 22023.';

create or replace function private.page_by_group(p_filters jsonb, p_group text, p_day text, p_groups anyarray, p_descending boolean,
  out source text, out place text, out sort_key text, out sorted text, out whole text)
language plpgsql immutable set search_path = '' as $$
declare
  v_table text := split_part(p_group, '.', 1);
  v_id text := v_table || '.id';
  v_back boolean := p_filters ? 'before';
  v_way int := case when p_descending <> v_back then -1 else 1 end;
  v_rows text := format(case when v_back then '%s, %s' else '%s desc, %s desc' end || ' limit %s', p_day, v_id,
    least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001));
  v_at record;
  v_here int;
  v_ranges record;
begin
  v_at := private.read_place(p_filters);
  v_here := (select u.n from unnest(p_groups) with ordinality u (v, n) where u.v::text = v_at.t);
  -- The rows beyond the place are those of its own group that come later, and all of the groups after it.
  select array_agg(u.v order by u.n * v_way) as groups,
    array_agg(case when u.n = v_here then date '2000-01-01' + v_at.n::int when v_back then '-infinity'::date else 'infinity' end
      order by u.n * v_way) as days,
    array_agg(case when u.n = v_here then v_at.id when v_back then uuid '00000000-0000-0000-0000-000000000000'
      else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end order by u.n * v_way) as ids
  into v_ranges from unnest(p_groups) with ordinality u (v, n) where v_here is null or u.n * v_way >= v_here * v_way;
  source := format('unnest(%L::%s, %L::date[], %L::uuid[]) with ordinality g (key, day, id, place) cross join lateral (select %s.* from ',
    v_ranges.groups, pg_catalog.pg_typeof(p_groups), v_ranges.days, v_ranges.ids, v_table);
  place := format(' and %s = g.key and (%s, %s) %s (g.day, g.id)', p_group, p_day, v_id, case when v_back then '>' else '<' end);
  sorted := ' order by ' || v_rows;
  whole := format(') %s order by g.place, %s', v_table, v_rows);
  sort_key := format('(greatest(''0001-01-01'', least(%s, ''9999-12-31'')) - date ''2000-01-01'') || ''~'' || %s', p_day, p_group);
end $$;
comment on function private.page_by_group is
  'Returns the parts of a query of one page of a list that is ordered by groups: those of p_groups in their order (p_descending: turned '
  'round), each from its newest row to its oldest. p_group, p_day: columns with their alias, whose table has the column id. An index on '
  'group, day and id serves each order. source stands before the table, whole at the end; the others are as in private.page_by_key. '
  'Errors: 22023.';

create or replace function private.read_page(p_filters jsonb, p_orders text[], out sorted_by text, out direction int, out n numeric,
  out t text, out id uuid)
language plpgsql immutable set search_path = '' as $$
declare v_order text := private.read_order(p_filters, p_orders);
begin
  sorted_by := ltrim(v_order, '-');
  direction := case when (v_order like '-%') <> (p_filters ? 'before') then -1 else 1 end;
  select p.n, p.t, p.id into n, t, id from private.read_place(p_filters) p;
end $$;
comment on function private.read_page is
  'Returns what a page of a list is: the column that it is sorted by, its direction (-1: from the last row to the first) and the place '
  'beyond which it begins, as private.read_place has it. p_orders: as private.read_order takes them.';

create or replace function private.sought_text(p_text text) returns text
language sql immutable
return replace(replace(replace(private.search_text(p_text), '\', '\\'), '%', '\%'), '_', '\_');
comment on function private.sought_text is
  'Returns a typed text as a pattern of "like" that finds just this text in what private.search_text returns.';

grant execute on function private.page_by_key, private.page_by_group, private.read_page, private.sought_text to authenticated;
