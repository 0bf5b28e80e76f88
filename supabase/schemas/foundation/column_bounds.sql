-- Bounds of columns. Every column that holds a number, a text, a day, a time or JSON has a check constraint that refuses
-- NaN, infinity, endless texts, control characters and days of other centuries, whoever writes the row. Such a value would
-- not only be wrong: one of them in a sum or a list fails the whole page. tests/db/column-bounds.test.ts refuses a column
-- without a bound.

create or replace function private.control_characters() returns text
language sql immutable
return '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text;
comment on function private.control_characters is
  'Returns the pattern of characters that no text of one line has: control characters, line breaks, marks that turn the direction of the line, and what an Excel file cannot hold.';

create or replace function private.has_lines(p_name text) returns boolean
language sql immutable
return p_name ~ '(^|_)(reason|remarks|note|address|deliver_to|instructions|other_info[0-9])$';
comment on function private.has_lines is 'Tells by the name of a column or field whether its text may have several lines, with tabs: reasons, remarks, notes, addresses.';

create or replace function private.bad_characters(p_name text) returns text
language sql immutable
return case when private.has_lines(p_name) then replace(private.control_characters(), '\x01-\x1f', '\x01-\x08\x0b\x0c\x0e-\x1f')
    else private.control_characters() end;
comment on function private.bad_characters is 'Returns the pattern of characters that the text of a column or field of this name must not have.';

grant execute on function private.control_characters(), private.has_lines(text), private.bad_characters(text) to authenticated;

create or replace function private.are_short_texts(p_texts text[], p_count int, p_length int) returns boolean
language plpgsql immutable set search_path = '' as $$
declare v_text text;
begin
  if p_texts is null then return null; end if;
  if cardinality(p_texts) > p_count or array_ndims(p_texts) > 1 then return false; end if;
  -- Without a query: each number that a document draws evaluates the checks of its project.
  foreach v_text in array p_texts loop
    if length(v_text) > p_length or v_text ~ private.control_characters() then return false; end if;
  end loop;
  return true;
end $$;
comment on function private.are_short_texts is 'Tells whether a list has at most so many texts of at most so many characters, none with control characters.';

create or replace function private.column_bound(p_name text, p_type oid, p_typmod int, p_checks text) returns text
language sql immutable set search_path = '' as $$
  select case
    -- A state or a kind is one of a list already, some numbers are between two others.
    when p_type = 'text'::regtype and p_checks ~ '= ANY \(ARRAY' then null
    when p_checks ~ '<= \(?[0-9]' and p_type in ('numeric'::regtype, 'int4'::regtype) then null
    when p_type = 'text'::regtype then concat(case when p_checks ~ 'length\(' then '' else format('length(%I) <= 400 and ', p_name) end,
      format('%I !~ %L', p_name, private.bad_characters(p_name)))
    when p_type = 'text[]'::regtype then format('private.are_short_texts(%I, 200, 300)', p_name)
    when p_type = 'jsonb'::regtype then format('pg_column_size(%I) <= 1000000', p_name)
    -- NaN is greater than every number. A number without precision holds as many digits as one of money.
    when p_type = 'numeric'::regtype then format('%1$I between -%2$s and %2$s', p_name, case when p_typmod < 0 then 999999999999.99
      else trim_scale(power(10::numeric, ((p_typmod - 4) >> 16) - ((p_typmod - 4) & 2047)) - power(10::numeric, -((p_typmod - 4) & 2047))) end)
    when p_type in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) then format('%I between -1000000000 and 1000000000', p_name)
    when p_type = 'date'::regtype then format('%I between date ''1900-01-01'' and date ''2999-12-31''', p_name)
    when p_type = 'timestamptz'::regtype then format('%I >= timestamptz ''1900-01-01 00:00Z'' and %1$I < timestamptz ''3000-01-01 00:00Z''', p_name)
  end
$$;
comment on function private.column_bound is
  'Returns the check of a column by its name, type and other checks; null where the type (uuid, boolean, time of day) or a check has few values.';

create or replace function private.bound_columns(p_table regclass) returns void
language plpgsql set search_path = '' as $$
declare v_column record;
begin
  for v_column in
    select a.attname, c.relname, private.column_bound(a.attname, a.atttypid, a.atttypmod, coalesce(string_agg(pg_get_constraintdef(k.oid), ' '), '')) as bound
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    left join pg_catalog.pg_constraint k on k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    group by c.relname, a.attnum, a.attname, a.atttypid, a.atttypmod
    having coalesce(bool_and(k.conname <> c.relname || '_' || a.attname || '_bounded'), true)
    order by a.attnum
  loop
    continue when v_column.bound is null;
    execute format('alter table %s add constraint %I check (%s)', p_table, v_column.relname || '_' || v_column.attname || '_bounded', v_column.bound);
  end loop;
end $$;
comment on function private.bound_columns is
  'Adds the check <table>_<column>_bounded to each column of a table that has none yet. private.guard_table calls it; a migration that adds a column calls it again.';

create or replace function private.explain_checks() returns trigger
language plpgsql set search_path = '' as $$
declare v_field text;
begin
  execute (
    select format('select x.field from (select ($1::%s).*) r, lateral (values %s) x (field, fits) where x.fits is false limit 1',
      tg_relid::regclass, string_agg(format('(%L, %s)', a.attname, pg_get_expr(k.conbin, k.conrelid)), ', ' order by a.attnum))
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
    where k.conrelid = tg_relid and k.contype = 'c' and a.attgenerated = ''
  ) into v_field using new;
  if v_field is not null then
    perform private.invalid(v_field, 'This is empty, too long, out of range, or has characters that cannot be kept.');
  end if;
  return new;
end $$;
comment on function private.explain_checks is
  'Trigger: refuses a value that a check of one column would refuse, with the hint and the field that functions give. It runs when a person writes a table directly.';
