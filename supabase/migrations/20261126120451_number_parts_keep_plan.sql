set local check_function_bodies = off;

create or replace function private.number_parts(p_project uuid, p_kind text, p_number text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_key text := private.find_key(p_number);
  v_of text := p_kind || left(p_project::text, 8);
  v_parts text[] := '{}';
begin
  for n in 1 .. coalesce(length(v_key), 0) - 2 loop v_parts := v_parts || (v_of || substr(v_key, n, 3)); end loop;
  return v_parts;
end $$;
