-- Bounds of columns. Every column that holds a number, a text, a day, a time or JSON has a check constraint that refuses
-- NaN, infinity, endless texts, control characters and days of other centuries, whoever writes the row. Such a value would
-- not only be wrong: one of them in a sum or a list fails the whole page. tests/db/column-bounds.test.ts refuses a column
-- without a bound.

create or replace function private.control_characters() returns text
language sql immutable
return '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text;
comment on function private.control_characters is
  'Returns the pattern of characters that no text of one line has: control characters, line breaks, marks that turn the direction of the '
  'line, and what an Excel file cannot hold.';

create or replace function private.bad_characters(p_name text) returns text
language sql immutable
return case when p_name ~ '(^|_)(reason|remarks|note|address|deliver_to|instructions|other_info[0-9])$'
  then replace(private.control_characters(), '\x01-\x1f', '\x01-\x08\x0b\x0c\x0e-\x1f') else private.control_characters() end;
comment on function private.bad_characters is
  'Returns the pattern of characters that the text of a column or field of this name must not have. Reasons, remarks, notes and addresses '
  'may have several lines, with tabs.';

grant execute on function private.control_characters, private.bad_characters to authenticated;

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
comment on function private.are_short_texts is
  'Tells whether a list has at most so many texts of at most so many characters, none with control characters.';

create or replace function private.bounds_of_columns(p_table regclass) returns table (place int, name text, bound text, has_check boolean)
language sql stable set search_path = '' as $$
  select c.place, c.name, b.bound, c.has_check
  from (
    select a.attnum::int as place, a.attname::text as name, a.atttypid as type, a.atttypmod - 4 as size,
      coalesce(string_agg(pg_get_constraintdef(k.oid), ' ') filter (where k.conname <> c.relname || '_' || a.attname || '_bounded'), '')
        as checks,
      coalesce(bool_or(k.conname = c.relname || '_' || a.attname || '_bounded'), false) as has_check
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_class c on c.oid = a.attrelid
    left join pg_catalog.pg_constraint k on k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
    group by c.relname, a.attnum, a.attname, a.atttypid, a.atttypmod) c
  cross join lateral (select case
    -- A state or a kind is one of a list already, some numbers are between two others.
    when c.type = 'text'::regtype and c.checks ~ '= ANY \(ARRAY' then null
    when c.checks ~ '<= \(?[0-9]' and c.type in ('numeric'::regtype, 'int4'::regtype) then null
    when c.type = 'text'::regtype then concat(case when c.checks ~ 'length\(' then '' else format('length(%I) <= 400 and ', c.name) end,
      format('%I !~ %L', c.name, private.bad_characters(c.name)))
    when c.type = 'text[]'::regtype then format('private.are_short_texts(%I, 200, 300)', c.name)
    when c.type = 'jsonb'::regtype then format('pg_column_size(%I) <= 1000000', c.name)
    -- NaN is greater than every number. A number without precision holds as many digits as one of money.
    when c.type = 'numeric'::regtype then format('%1$I between -%2$s and %2$s', c.name, case when c.size < 0 then 999999999999.99
      else trim_scale(power(10::numeric, (c.size >> 16) - (c.size & 2047)) - power(10::numeric, -(c.size & 2047))) end)
    when c.type in ('int2'::regtype, 'int4'::regtype, 'int8'::regtype) then format('%I between -1000000000 and 1000000000', c.name)
    when c.type = 'date'::regtype then format('%I between date ''1900-01-01'' and date ''2999-12-31''', c.name)
    when c.type = 'timestamptz'::regtype then
      format('%1$I >= timestamptz ''1900-01-01 00:00Z'' and %1$I < timestamptz ''3000-01-01 00:00Z''', c.name)
    end as bound) b
  where b.bound is not null order by c.place
$$;
comment on function private.bounds_of_columns is
  'Returns the columns of a table that need a bound of their own, with that bound and whether the check <table>_<column>_bounded is there. '
  'Where the type (uuid, boolean, time of day) or another check has few values, none is needed.';

create or replace function private.bound_columns() returns void
language plpgsql set search_path = '' as $$
declare v record;
begin
  for v in
    select c.oid::regclass as of, c.relname, b.name, b.bound
    from pg_catalog.pg_class c cross join lateral private.bounds_of_columns(c.oid) b
    where c.relnamespace = any ('{public,private}'::regnamespace[]) and c.relkind = 'r' and not b.has_check
  loop
    execute format('alter table %s add constraint %I check (%s)', v.of, v.relname || '_' || v.name || '_bounded', v.bound);
  end loop;
end $$;
comment on function private.bound_columns is
  'Adds the check <table>_<column>_bounded to each column of a table of public or private that has none yet. Called once, after all '
  'tables.';

create or replace function private.refuse_check(p_schema text, p_table text, p_check text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using errcode = '23514', schema = p_schema, table = p_table, constraint = p_check,
    message = format('new row for relation "%s" violates check constraint "%s"', p_table, p_check);
end $$;
comment on function private.refuse_check is 'Refuses a row as the check of this name would.';

create or replace function private.join_checks(p_table regclass) returns void
language plpgsql set search_path = '' as $$
declare
  v_table text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_columns text := (select string_agg(a.attname, '|')
    from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped);
  v_all text;
  v_first text;
begin
  -- A name of a column outside of quotes is the column; PostgreSQL evaluates checks in the order of their names.
  select string_agg(x.fits, E'\n    and ' order by x.name),
    string_agg(format('when %s is false then %L', x.fits, x.name), E'\n    ' order by x.name)
  into v_all, v_first
  from (
    select k.conname as name, (
      select string_agg(case when p.n % 2 = 1 then regexp_replace(p.part, '\m(' || v_columns || ')\M', 'p.\1', 'g') else p.part end, ''''
        order by p.n)
      from string_to_table(pg_get_expr(k.conbin, k.conrelid), '''') with ordinality p (part, n)) as fits
    from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c') x;
  execute (select string_agg(format('alter table %s drop constraint %I', p_table, k.conname), '; ')
    from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c');
  execute format($f$create or replace function private.are_bounds_of_%1$s(p %2$s) returns boolean
language plpgsql immutable set search_path = '' as $body$
begin
  if (%3$s) is not false then return true; end if;
  return private.refuse_check(%5$L, %1$L, case %4$s end);
end $body$ $f$, v_table, p_table, v_all, v_first, (select c.relnamespace::regnamespace from pg_catalog.pg_class c where c.oid = p_table));
  execute format('comment on function private.are_bounds_of_%1$s is %2$L', v_table,
    'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that '
    'it does not. Written by private.join_checks.');
  execute format('alter table %1$s add constraint %2$I check (private.are_bounds_of_%3$s(%3$I))', p_table, v_table || '_bounded', v_table);
  -- Its condition is read like a check, to find that nobody writes directly.
  execute format('drop trigger if exists explain_checks on %s', p_table);
end $$;
comment on function private.join_checks is
  'Joins all checks of a table that nobody writes directly in one, which calls a function: PostgreSQL reads the text of each check anew '
  'for every statement that writes the table, which costs more than evaluating it. A migration that changes a check has the function as a '
  'whole.';

create or replace function private.explain_checks() returns trigger
language plpgsql set search_path = '' as $$
declare v_field text;
begin
  new := jsonb_populate_record(new, private.clean_json(to_jsonb(new)));
  execute (
    select format('select x.field from (select ($1::%s).*) r, lateral (values %s) x (field, fits) where x.fits is false limit 1',
      tg_relid::regclass, string_agg(format('(%L, %s)', a.attname, pg_get_expr(k.conbin, k.conrelid)), ', ' order by a.attnum))
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
    where k.conrelid = tg_relid and k.contype = 'c' and a.attgenerated = ''
  ) into v_field using new;
  if v_field is not null then
    perform private.invalid(v_field, 'This is empty, too long, out of range, or has unsupported characters.');
  end if;
  return new;
end $$;
comment on function private.explain_checks is
  'Trigger: takes texts as private.clean_text keeps them, and refuses a value that a check of one column would refuse, with the hint and '
  'the field that functions give. It runs when a person writes a table directly.';
