-- What this database is: the state that its version declares, its code objects, and the migrations that were applied.

create table private.installed_state (
  only_one boolean primary key default true check (only_one),
  version text not null,
  state text not null,
  is_released boolean not null,
  installed_at timestamptz not null default now()
);
comment on table private.installed_state is
  'The declared state of the database: version of the program, hash of supabase/schemas, and whether a release leads to it. One row, '
  'written by an upgrade.';

create table private.code_objects (
  kind text not null,
  name text not null check (length(name) <= 5000),
  hash text not null,
  signature text not null check (length(signature) <= 5000),
  position int not null,
  text text check (length(text) <= 5000),
  primary key (kind, name)
);
comment on table private.code_objects is
  'Functions, views, policies, triggers, grants, comments and rows of the program, as they were declared: an upgrade replaces those whose '
  'hash differs. position: the order in which they are made. text: of grants, to take them back.';

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

create or replace function private.require_state(p_state text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_state <> '' and exists (select from private.installed_state s where s.state <> p_state) then
    raise exception using errcode = '57P03', message = 'The database belongs to another version now.', hint = 'another_version';
  end if;
end $$;
comment on function private.require_state is
  'Raises 57P03 when another version has upgraded the database since a web server began: its requests must not run on code that it does '
  'not know. p_state: the state that the server knows, empty while it starts.';

create or replace function private.recorded_migrations() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return jsonb_build_object('migrations', '[]'::jsonb);
  end if;
  return (
    select jsonb_build_object('migrations',
      coalesce(jsonb_agg(jsonb_build_object('version', m.version, 'name', m.name) order by m.version), '[]'),
      'state', (select s.state from private.installed_state s))
    from supabase_migrations.schema_migrations m);
end $$;
select private.expose('recorded_migrations', 'service_role');
comment on function public.recorded_migrations is
  'Lists the migrations that were applied to this database, oldest first, and its declared state: {migrations: [{version, name}], state}, '
  'none where nothing records them. For the secret key only: the web server compares them with its own.';
