set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bound_columns(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_table text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_all text;
  v_each text;
begin
  select string_agg(format('(%s)', b.bound), E'\n    and ' order by b.name collate "C"), string_agg(format('when not (%s) then %L', b.bound, b.name), E'\n    ' order by b.name collate "C")
  into v_all, v_each from private.column_bounds(p_table) b;
  if v_all is null then return; end if;
  -- PostgreSQL reads and prepares each check of a table anew for every statement that writes to it, which took a fifth of an act; a function it prepares once.
  execute format(E'create or replace function private.is_bounded(r %1$s) returns boolean\nlanguage plpgsql immutable set search_path = '''' as $b$\nbegin\n'
    '  if (%2$s) is not false then return true; end if;\n  return private.refuse_bound(%3$L, case\n    %4$s end);\nend $b$', p_table, v_all, v_table, v_each);
  execute format('comment on function private.is_bounded(%s) is %L', p_table,
    'Returns true for a row whose columns are within their bounds and refuses any other. Written by private.bound_columns.');
  execute format('revoke all on function private.is_bounded(%1$s) from public; grant execute on function private.is_bounded(%1$s) to authenticated', p_table);
  if not exists (select from pg_catalog.pg_constraint k where k.conrelid = p_table and k.conname = v_table || '_bounded') then
    execute format('alter table %s add constraint %I check (private.is_bounded(%I.*))', p_table, v_table || '_bounded', v_table);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.column_bound(p_name text, p_type oid, p_typmod integer, p_checks text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    -- A state or a kind is one of a list already, some numbers are between two others.
    when p_type = 'text'::regtype and p_checks ~ '= ANY \(ARRAY' then null
    when p_checks ~ '<= \(?[0-9]' and p_type in ('numeric'::regtype, 'int4'::regtype) then null
    when p_type = 'text'::regtype then concat(case when p_checks ~ 'length\(' then '' else format('length(r.%I) <= 400 and ', p_name) end,
      format('r.%I !~ %L', p_name, private.bad_characters(p_name)))
    when p_type = 'text[]'::regtype then format('private.are_short_texts(r.%I, 200, 300)', p_name)
    when p_type = 'jsonb'::regtype then format('pg_column_size(r.%I) <= 1000000', p_name)
    -- NaN is greater than every number. A number without precision holds as many digits as one of money.
    when p_type = 'numeric'::regtype then format('r.%1$I between -%2$s and %2$s', p_name, case when p_typmod < 0 then 999999999999.99
      else trim_scale(power(10::numeric, ((p_typmod - 4) >> 16) - ((p_typmod - 4) & 2047)) - power(10::numeric, -((p_typmod - 4) & 2047))) end)
    when p_type in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) then format('r.%I between -1000000000 and 1000000000', p_name)
    when p_type = 'date'::regtype then format('r.%I between date ''1900-01-01'' and date ''2999-12-31''', p_name)
    when p_type = 'timestamptz'::regtype then format('r.%I >= timestamptz ''1900-01-01 00:00Z'' and r.%1$I < timestamptz ''3000-01-01 00:00Z''', p_name)
  end
$function$;

CREATE OR REPLACE FUNCTION private.column_bounds(p_table regclass)
 RETURNS TABLE(n integer, name text, bound text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query
  select b.n, b.name, b.bound
  from (
    select a.attnum::int as n, a.attname::text as name, private.column_bound(a.attname, a.atttypid, a.atttypmod, coalesce(string_agg(pg_get_constraintdef(k.oid), ' '), '')) as bound
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_constraint k on k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    group by a.attnum, a.attname, a.atttypid, a.atttypmod) b
  where b.bound is not null order by b.n;
end $function$;

CREATE OR REPLACE FUNCTION private.explain_checks()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare v_field text;
begin
  execute (
    select format('select x.field from (select ($1::%s).*) r, lateral (values %s) x (n, field, fits) where x.fits is false order by x.n limit 1',
      tg_relid::regclass, string_agg(format('(%s, %L, %s)', c.n, c.field, c.fits), ', '))
    from (
      select a.attnum::int as n, a.attname::text as field, pg_get_expr(k.conbin, k.conrelid) as fits
      from pg_catalog.pg_constraint k
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
      where k.conrelid = tg_relid and k.contype = 'c' and a.attgenerated = ''
      union all
      select b.n, b.name, b.bound from private.column_bounds(tg_relid) b) c
  ) into v_field using new;
  if v_field is not null then
    perform private.invalid(v_field, 'This is empty, too long, out of range, or has characters that cannot be kept.');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_bound(p_table text, p_column text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare v_name text := format('%s_%s_bounded', p_table, p_column);
begin
  raise exception using errcode = '23514', table = p_table, column = p_column, constraint = v_name,
    message = format('new row for relation "%s" violates check constraint "%s"', p_table, v_name);
end $function$;

COMMENT ON FUNCTION "private"."bound_columns"(regclass) IS 'Bounds the columns of a table: the check <table>_bounded calls private.is_bounded, which this writes. private.guard_table calls it; a migration that adds or drops a column calls it again.';

COMMENT ON FUNCTION "private"."column_bound"(text, oid, integer, text) IS 'Returns the condition on a column of the row r by its name, type and other checks; null where the type (uuid, boolean, time of day) or a check has few values.';

COMMENT ON FUNCTION "private"."column_bounds"(regclass) IS 'Returns the columns of a table that have a bound: number, name, and the condition as SQL, in which r is the row.';

COMMENT ON FUNCTION "private"."explain_checks"() IS 'Trigger: refuses a value that a check or the bound of one column would refuse, with the hint and the field that functions give. It runs when a person writes a table directly.';

COMMENT ON FUNCTION "private"."refuse_bound"(text, text) IS 'Refuses a row as a check of one column does, so that the error names the column: <table>_<column>_bounded.';

REVOKE ALL ON FUNCTION "private"."column_bound"(text, oid, integer, text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."column_bound"(text, oid, integer, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."column_bounds"(regclass) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."column_bounds"(regclass) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_bound"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_bound"(text, text) TO "authenticated";

-- Each table has one check in the place of one for each column.
do $$
declare v_table record;
begin
  for v_table in
    select k.conrelid::regclass as of, string_agg(format('drop constraint %I', k.conname), ', ') as checks
    from pg_catalog.pg_constraint k where k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and k.conname like '%\_bounded'
    group by k.conrelid order by k.conrelid::regclass::text
  loop
    execute format('alter table %s %s', v_table.of, v_table.checks);
    perform private.bound_columns(v_table.of);
  end loop;
end $$;
