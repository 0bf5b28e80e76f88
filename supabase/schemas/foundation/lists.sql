-- Parts of the queries of lists: pages by key, and search by what was typed.

create or replace function private.page_by_key(p_filters jsonb, p_key text, p_of text, p_descending boolean, out place text,
  out sort_key text, out sorted text)
language plpgsql immutable set search_path = '' as $$
declare
  v_id text := split_part(p_key, '.', 1) || '.id';
  v_reverse boolean := p_descending <> (p_filters ? 'before');
  v_place record;
begin
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
  'limit). p_of: day, number or text. p_filters: {limit, after or before}; with before the order is turned round. Errors: 22023.';

create or replace function private.sought_text(p_text text) returns text
language sql immutable
return replace(replace(replace(private.search_text(p_text), '\', '\\'), '%', '\%'), '_', '\_');
comment on function private.sought_text is
  'Returns a typed text as a pattern of "like" that finds just this text in what private.search_text returns.';

grant execute on function private.page_by_key, private.sought_text to authenticated;
