-- Foundation of every domain: the private schema, errors, parsers of JSON arguments,
-- and the guards of tenant tables. No business table is defined here.

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to authenticated, service_role;

-- Nothing is reachable unless a line below says so. Hosted Supabase grants new tables and functions
-- to its API roles by default privileges; PostgreSQL grants new functions to everyone.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- JIT is off for new connections: compiling costs more than running these queries. With missing or old statistics,
-- PostgreSQL overestimates and spent up to a second on compiling each time.
do $$ begin
  execute format('alter database %I set jit = off', current_database());
exception when insufficient_privilege then
  raise notice 'The owner of this database should run: alter database % set jit = off', quote_ident(current_database());
end $$;

-- ---------------------------------------------------------------------------------------------
-- Errors. SQLSTATE says the kind, HINT is a stable code for programs, DETAIL the form field it
-- belongs to, MESSAGE a sentence for staff.
-- ---------------------------------------------------------------------------------------------

create or replace function private.refuse(p_hint text, p_message text, p_field text default '') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0001', message = p_message, hint = p_hint, detail = coalesce(p_field, '');
end $$;
comment on function private.refuse is
  'Raises P0001 for a refused business rule, with a stable hint, a sentence for staff and the form field.';

create or replace function private.invalid(p_field text, p_message text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '22023', message = p_message, hint = 'invalid', detail = coalesce(p_field, '');
end $$;
comment on function private.invalid is 'Raises 22023 for bad input, with the form field and what to do.';

create or replace function private.not_found() returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'P0002', message = 'No such document!', hint = 'not_found';
end $$;
comment on function private.not_found is
  'Raises P0002 for a missing row and for a row of another project alike, so that the answer does not tell which.';

create or replace function private.forbid(p_message text default 'You are not allowed to do this.') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', message = p_message, hint = 'not_allowed';
end $$;
comment on function private.forbid is 'Raises 42501, as the caller lacks the permission.';

-- ---------------------------------------------------------------------------------------------
-- JSON arguments: one reader per type; p_path prefixes the field in the error ("lines[2].").
-- ---------------------------------------------------------------------------------------------

create or replace function private.refuse_value(p jsonb, p_key text, p_path text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  perform private.invalid(p_path || p_key,
    case when jsonb_typeof(p) in ('object', 'null') then 'Enter one value.' else 'Give the fields by their names.' end);
end $$;
comment on function private.refuse_value is 'Refuses what private.read_value cannot read.';

-- The body is resolved when it is created, so that it becomes a part of the readers below: they are called for each field.
create or replace function private.read_value(p jsonb, p_key text, p_path text default '') returns text
language sql immutable
return case when jsonb_typeof(p) not in ('object', 'null')
    or jsonb_typeof(p -> p_key) in ('object', 'array') then private.refuse_value(p, p_key, p_path)
    else nullif(p ->> p_key, '') end;
comment on function private.read_value is 'Reads a single value as text, null when it is empty. What has no fields is refused.';

create or replace function private.fields_of(p jsonb) returns jsonb
language sql immutable set search_path = '' as $$ select coalesce(nullif(p, 'null'), '{}') $$;
comment on function private.fields_of is
  'Returns a JSON argument, or no fields where it is null, so that fields can be added and taken away.';

create or replace function private.read_text(p jsonb, p_key text, p_required boolean default false,
  p_path text default '', p_max int default 200)
returns text language plpgsql immutable set search_path = '' as $$
declare v text := nullif(btrim(private.read_value(p, p_key, p_path)), '');
begin
  if v is null and p_required then perform private.invalid(p_path || p_key, 'Fill this in.'); end if;
  if length(v) > p_max then perform private.invalid(p_path || p_key, format('At most %s characters.', p_max)); end if;
  if v ~ private.bad_characters(p_key) then perform private.invalid(p_path || p_key, 'Remove the control characters.'); end if;
  return v;
end $$;

create or replace function private.read_order(p_filters jsonb, p_known text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare v text := coalesce(private.read_text(p_filters, 'sort'), p_known[1]);
begin
  if v = p_known[1] or ltrim(v, '-') = any (p_known) and v !~ '^--' then return v; end if;
  perform private.invalid('sort', 'Choose an order that this list has.');
end $$;
comment on function private.read_order is
  'Returns the order of a list, which its filters name as sort: the name of a column, with a minus before it for descending. The first of '
  'the known ones is the default, and may have a minus.';

create or replace function private.read_place(p_filters jsonb, out n numeric, out t text, out id uuid)
language plpgsql immutable set search_path = '' as $$
declare v jsonb := coalesce(p_filters -> 'before', p_filters -> 'after');
begin
  if v is null then return; end if;
  n := private.read_number(v, 'n'); t := coalesce(v ->> 't', ''); id := private.read_uuid(v, 'id');
end $$;
comment on function private.read_place is
  'Returns the place of a list beyond which a page begins: its filters have it as after or before, {n, t, id}, where sort_key of a row is '
  '"n~t". Null on the first page.';

create or replace function private.read_reason(p_reason text, p_required boolean default true)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return private.read_text(jsonb_build_object('reason', p_reason), 'reason', p_required, p_max => 400);
end $$;
comment on function private.read_reason is
  'Reads the reason of a command: trimmed, at most 400 characters. Errors belong to the field reason.';

create or replace function private.read_money(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns numeric language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key, p_path);
begin
  if v is null then
    if p_required then perform private.invalid(p_path || p_key, 'Enter an amount.'); end if;
    return null;
  end if;
  if v !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then
    perform private.invalid(p_path || p_key, 'Enter an amount of zero or more with at most two decimals, such as 1234.50.');
  end if;
  return v::numeric(14,2);
end $$;
comment on function private.read_money is
  'Reads an amount of at most 12 digits and two decimals, written as plain digits: no sign, exponent, spaces or separators.';

create or replace function private.read_signed_money(p jsonb, p_key text, p_required boolean default false)
returns numeric language sql immutable set search_path = '' as $$
  select case when v like '-%' then -private.read_money(jsonb_build_object(p_key, substr(v, 2)), p_key, true)
    else private.read_money(p, p_key, p_required) end
  from (select private.read_value(p, p_key)) x (v)
$$;
comment on function private.read_signed_money is 'Reads an amount that may be below zero: a minus and an amount as read_money takes it.';

create or replace function private.limit_amount(p_amount numeric, p_field text) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  if p_amount >= 1e12 then perform private.invalid(p_field, 'The amount is too large.'); end if;
  return p_amount;
end $$;
comment on function private.limit_amount is
  'Returns a product or a sum of amounts, or refuses one of more than 12 digits, which no column holds.';

create or replace function private.line_amount(p_price numeric, p_price_pieces int, p_pieces bigint) returns numeric
language sql immutable
return case when p_price_pieces = 1 then p_price * p_pieces else round(p_price * p_pieces / p_price_pieces, 2) end;
comment on function private.line_amount is
  'Returns the amount of so many pieces at a price for a number of pieces (1: per piece; the pieces of a case: per case), rounded to '
  'centavos once. Part of a line: the difference of two amounts counted from its first piece, so that parts add up to the line.';

-- Its body is resolved when it is created, so that the planner can put it into the query.
create or replace function private.net_amount(p_price numeric, p_price_pieces int, p_quantity int, p_percent numeric, p_discount numeric,
  p_pieces bigint) returns numeric
language sql immutable
return case when p_percent = 0 and p_discount = 0 then private.line_amount(p_price, p_price_pieces, p_pieces)
  else round((p_price * p_pieces * p_quantity * (100.000000000000 - p_percent) - p_discount * 100 * p_price_pieces * p_pieces)
    / (100::numeric * p_price_pieces * p_quantity), 2) end;
comment on function private.net_amount is
  'Returns the amount of the first so many pieces of a line of p_quantity pieces, less its discounts: a percentage of the price, then an '
  'amount off the whole line, of which each piece has its share. Rounded to centavos once, so that parts of a line, as differences of two '
  'such amounts, add up to it. The discount is what is left to private.line_amount.';

create or replace function private.price_each(p_price numeric, p_price_pieces int) returns numeric
language sql immutable
return round(p_price / p_price_pieces, 6);
comment on function private.price_each is
  'Returns a price per piece to six decimals, by which prices for different numbers of pieces are compared.';

create or replace function private.price_text(p_price numeric, p_price_pieces int) returns text
language sql immutable set search_path = '' as $$
  select to_char(p_price, 'FM999,999,999,990.00') || case when p_price_pieces = 1 then '' else '/' || p_price_pieces || ' pc' end
$$;
comment on function private.price_text is 'Writes a price for messages: 79.00, or 100.00/12 pc when it is for more than a piece.';

create or replace function private.read_int(p jsonb, p_key text, p_required boolean default false,
  p_path text default '', p_max int default 999999999)
returns int language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key, p_path);
begin
  if v is null then
    if p_required then perform private.invalid(p_path || p_key, 'Enter a number.'); end if;
    return null;
  end if;
  if v !~ '^[0-9]{1,9}$' then perform private.invalid(p_path || p_key, 'Enter a whole number.'); end if;
  if v::int > p_max then perform private.invalid(p_path || p_key, format('At most %s.', to_char(p_max, 'FM999,999,999'))); end if;
  return v::int;
end $$;

create or replace function private.read_price_pieces(p jsonb, p_key text, p_path text default '')
returns int language plpgsql immutable set search_path = '' as $$
declare v int := coalesce(private.read_int(p, p_key, false, p_path, 100000), 1);
begin
  if v = 0 then perform private.invalid(p_path || p_key, 'A price is for at least one piece.'); end if;
  return v;
end $$;
comment on function private.read_price_pieces is
  'Reads for how many pieces a price is: 1, the default, for a price per piece; the pieces of a case for a price per case.';

create or replace function private.read_pieces(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns int language plpgsql immutable set search_path = '' as $$
begin
  return private.read_int(p, p_key, p_required, p_path, 10000000);
end $$;
comment on function private.read_pieces is
  'Reads pieces of a line: at most ten million, so that the sums of a document and of a product fit their columns.';

create or replace function private.read_number(p jsonb, p_key text) returns numeric
language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key);
begin
  if v !~ '^-?[0-9]{1,18}(\.[0-9]{1,18})?$' then perform private.invalid(p_key, 'Enter a number.'); end if;
  return v::numeric;
end $$;
comment on function private.read_number is 'Reads a number of the page before or after, which a list has given itself.';

create or replace function private.read_boolean(p jsonb, p_key text, p_path text default '') returns boolean
language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key, p_path);
begin
  if v not in ('true', 'false', '1', '0') then perform private.invalid(p_path || p_key, 'Yes or no.'); end if;
  return coalesce(v in ('true', '1'), false);
end $$;
comment on function private.read_boolean is 'Reads true or false, which addresses write as 1 or 0; what is not given is false.';

create or replace function private.is_day(p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_text ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    and to_char(make_date(substr(p_text, 1, 4)::int, substr(p_text, 6, 2)::int, substr(p_text, 9, 2)::int),
      'YYYY-MM-DD') between '1900-01-01' and '2999-12-31';
exception when datetime_field_overflow then
  return false;
end $$;
comment on function private.is_day is 'Tells whether a text is a day of the calendar, YYYY-MM-DD, of the years 1900 to 2999.';

create or replace function private.read_date(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns date language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key, p_path);
begin
  if v is null then
    if p_required then perform private.invalid(p_path || p_key, 'Enter a date.'); end if;
    return null;
  end if;
  if not private.is_day(v) then perform private.invalid(p_path || p_key, 'Enter a valid date.'); end if;
  return make_date(substr(v, 1, 4)::int, substr(v, 6, 2)::int, substr(v, 9, 2)::int);
end $$;
comment on function private.read_date is 'Reads a day, YYYY-MM-DD, of the years 1900 to 2999.';

create or replace function private.read_uuid(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns uuid language plpgsql immutable set search_path = '' as $$
declare v text := private.read_value(p, p_key, p_path);
begin
  if v is null then
    if p_required then perform private.invalid(p_path || p_key, 'Choose one.'); end if;
    return null;
  end if;
  if v !~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then perform private.invalid(p_path || p_key, 'Choose one.'); end if;
  return v::uuid;
end $$;

create or replace function private.read_list(p jsonb, p_key text, p_max int default 500)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p) <> 'object' and jsonb_typeof(p) <> 'null' then
    perform private.invalid(p_key, 'Give the fields by their names.');
  end if;
  if p -> p_key is null or jsonb_typeof(p -> p_key) = 'null' then return '[]'::jsonb; end if;
  if jsonb_typeof(p -> p_key) <> 'array' then perform private.invalid(p_key, 'Enter a list.'); end if;
  if jsonb_array_length(p -> p_key) > p_max then perform private.invalid(p_key, format('At most %s lines.', p_max)); end if;
  return p -> p_key;
end $$;

create or replace function private.read_uuids(p jsonb, p_key text) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(select private.read_uuid(jsonb_build_object(p_key, e.value), p_key, true)
    from jsonb_array_elements(private.read_list(p, p_key)) e)
$$;
comment on function private.read_uuids is 'Reads a list of ids.';

-- Reports and lists run with the rights of whoever asks, and read their filters.
grant execute on function
  private.invalid(text, text), private.refuse_value(jsonb, text, text), private.read_value(jsonb, text, text), private.fields_of(jsonb),
    private.read_text(jsonb, text, boolean, text, int),
  private.read_money(jsonb, text, boolean, text), private.line_amount(numeric, int, bigint),
  private.net_amount(numeric, int, int, numeric, numeric, bigint), private.price_each(numeric, int),
  private.price_text(numeric, int), private.read_int(jsonb, text, boolean, text, int), private.read_boolean(jsonb, text, text),
  private.read_number(jsonb, text), private.read_order(jsonb, text[]), private.read_place(jsonb), private.read_uuids(jsonb, text),
  private.is_day(text), private.read_date(jsonb, text, boolean, text), private.read_uuid(jsonb, text, boolean, text),
  private.read_list(jsonb, text, int)
to authenticated;

create or replace function private.new_id() returns uuid
language sql volatile
return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
comment on function private.new_id is
  'Returns an id that begins with the time (UUID version 7). Documents of one day then sort in the order of entry, and lists page by '
  '(date, id).';

-- Stored columns and indexes depend on these keys: see docs/architecture.md, Migrations. The bodies are resolved when they are
-- created, so that they become a part of the query.
create or replace function private.search_text(p_text text) returns text
language sql immutable
return case when p_text ~ '[^\x01-\x7f]' then normalize(lower(regexp_replace(normalize(p_text, nfd), '[\u0300-\u036f]', '', 'g')), nfc)
  else lower(p_text) end;
comment on function private.search_text is
  'Returns a text as searches compare it: in lower case and without accents, alike for composed and decomposed letters.';

create or replace function private.sort_key(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(private.search_text(p_text), '[^[:alnum:] ]', '', 'g');
end $$;
comment on function private.sort_key is
  'Returns the key by which a list of names is sorted and paged: without case, accents and punctuation, which an API filter would mistake '
  'for its own syntax.';
-- Generated columns run with the rights of whoever inserts.
grant execute on function private.search_text(text), private.sort_key(text) to authenticated;

create or replace function private.find_key(p_text text) returns text
language sql immutable
return lower(regexp_replace(p_text, '[^0-9A-Za-z]', '', 'g'));
comment on function private.find_key is 'Returns the key by which a document number is searched: its letters and digits in lower case.';

-- ---------------------------------------------------------------------------------------------
-- Guards of tables
-- ---------------------------------------------------------------------------------------------

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only',
    message = format('%s is append-only: a correction is an opposite row.', tg_table_name);
end $$;
comment on function private.refuse_change is
  'Trigger of append-only tables: refuses updates and deletes by everyone, including the owner and the secret key.';

create or replace function private.refuse_truncate() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = '42501', hint = 'append_only', message = format('%s cannot be emptied.', tg_table_name);
end $$;
comment on function private.refuse_truncate is 'TRUNCATE ignores row-level security, so it is refused by trigger as well as by grant.';

create or replace function private.protect_project_id() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.project_id is distinct from old.project_id then
    raise exception using errcode = '42501', hint = 'project_fixed', message = 'A document never moves to another project.';
  end if;
  return new;
end $$;
comment on function private.protect_project_id is 'project_id never changes, also not for a member of both projects.';

create or replace function private.touch() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.modified_at := now();
  new.version := old.version + 1;
  return new;
end $$;
comment on function private.touch is 'Stamps modified_at and counts version on each update of a document.';

create or replace function private.moment(p_project uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_known text := current_setting('kalakal.moment', true);
  v_moment timestamptz;
begin
  if starts_with(v_known, p_project::text || ' ') then return to_timestamp(substr(v_known, 38)::numeric); end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('moment of ' || coalesce(p_project::text, ''), 0));
  v_moment := clock_timestamp();
  v_known := set_config('kalakal.moment', concat_ws(' ', p_project, extract(epoch from v_moment)), true);
  return v_moment;
end $$;
comment on function private.moment is
  'Returns the moment at which a transaction writes to a project: the same for all its rows, and not before it shares the lock of the '
  'project''s moments. Who prints takes that lock alone (private.settled_moment): what commits later has a later moment.';

create or replace function private.settled_moment(p_project uuid) returns timestamptz
language plpgsql security definer set search_path = '' set lock_timeout = '5s' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('moment of ' || p_project::text, 0));
  return clock_timestamp();
end $$;
comment on function private.settled_moment is
  'Returns a moment that no later change of a project can have: waits for the transactions that are writing, up to 5 seconds (then 55P03). '
  'The caller holds no lock that they need.';

create or replace function private.note_moment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_known text := current_setting('kalakal.moment', true);
  -- Nearly every row is not the first of its transaction: this saves the call.
  v_moment timestamptz := case when starts_with(v_known, new.project_id::text || ' ') then to_timestamp(substr(v_known, 38)::numeric)
    else private.moment(new.project_id) end;
begin
  if tg_argv[0] = 'posted_at' then new.posted_at := v_moment;
  elsif tg_argv[0] = 'date_added' then new.date_added := v_moment;
  else new.created_at := v_moment; end if;
  return new;
end $$;
comment on function private.note_moment is
  'Trigger of insert-only tables: stamps a row with private.moment, so that it is known which rows were there at any moment.';

create or replace function private.guard_table(p_table regclass, p_append_only boolean default false, p_deletable boolean default false)
returns void
language plpgsql set search_path = '' as $$
declare
  v_stamp text;
  v_joined boolean := exists (select from pg_catalog.pg_constraint k where k.conrelid = p_table and k.conname = (
    select c.relname || '_bounded' from pg_catalog.pg_class c where c.oid = p_table));
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format('revoke all on table %s from anon, authenticated, service_role', p_table);
  execute format(
    'create or replace trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
    p_table);
  if p_append_only then
    execute format('create or replace trigger append_only before %s on %s for each row execute function private.refuse_change()',
      case when p_deletable then 'update' else 'update or delete' end, p_table);
    select a.attname into v_stamp
    from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = p_table and pg_catalog.pg_get_expr(d.adbin, d.adrelid) = 'now()';
    if v_stamp is not null then
      -- A row that brings its time, such as of a company that moves here, keeps it.
      execute format('create or replace trigger note_moment before insert on %1$s for each row when (new.%2$I = now())'
        ' execute function private.note_moment(%2$L)', p_table, v_stamp);
    end if;
  elsif exists (select from pg_catalog.pg_attribute where attrelid = p_table and attname = 'project_id' and not attisdropped) then
    execute format('create or replace trigger keep_project before update on %s for each row execute function private.protect_project_id()',
      p_table);
  end if;
  -- private.join_checks has explained and bounded the others.
  if v_joined then return; end if;
  execute format('create or replace trigger explain_checks before insert or update on %s for each row'
    ' when (current_user = ''authenticated'') execute function private.explain_checks()', p_table);
  perform private.bound_columns(p_table);
end $$;
comment on function private.guard_table is
  'Guards a table of public: forced row-level security, no grants, no truncate, a fixed project_id, bounds of every column. Rows of an '
  'insert-only table know their moment; p_deletable leaves their deletion to another trigger. May be called again.';

create or replace function private.replace_rows(p_table regclass, p_source regclass) returns void
language plpgsql set search_path = '' as $$
declare
  v_key text;
  v_set text;
  v_names text;
begin
  select string_agg(format('t.%1$I = s.%1$I', a.attname), ' and ') filter (where a.attnum = any (i.indkey)),
    string_agg(format('%1$I = s.%1$I', a.attname), ', ') filter (where a.attnum <> all (i.indkey)),
    string_agg(quote_ident(a.attname), ', ')
  into v_key, v_set, v_names
  from pg_catalog.pg_index i join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum > 0 and not a.attisdropped
  where i.indrelid = p_table and i.indisprimary;
  execute format('delete from %s t where not exists (select from %s s where %s)', p_table, p_source, v_key);
  if v_set is not null then
    execute format('update %s t set %s from %s s where %s', p_table, v_set, p_source, v_key);
  end if;
  execute format('insert into %1$s (%2$s) select %2$s from %3$s s where not exists (select from %1$s t where %4$s)',
    p_table, v_names, p_source, v_key);
end $$;
comment on function private.replace_rows is
  'Makes the rows of a table those of another of the same columns, by its primary key. For upgrades: rows that belong to the program.';
