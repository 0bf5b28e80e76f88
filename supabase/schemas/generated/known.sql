-- The schema "known": the tables as they were known at a past moment, and the reports that read them.
-- private.make_known() makes it of the tables, the audit trail and the functions of the reports, so that a report is written once.
-- See docs/ledgers.md, Reports, and docs/decisions/0040.

create or replace function private.names_in(p_text text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct m[1] from regexp_matches(p_text, '\m(?:public|private)\.([a-z_0-9]+)', 'g') m
$$;
comment on function private.names_in is 'Returns the names of tables and functions of public and private that a text of SQL has.';

create or replace function private.read_by_reports() returns table (functions oid[], views oid[], tables text[], sums text[])
language sql stable set search_path = '' as $$
  with recursive candidates as materialized (
    select p.oid, p.proname::text as name, p.pronamespace = 'public'::regnamespace as is_report, false as is_view, n as uses
    from pg_catalog.pg_proc p cross join lateral private.names_in(pg_catalog.pg_get_functiondef(p.oid)) n
    where p.prokind = 'f' and (p.pronamespace = 'private'::regnamespace or p.pronamespace = 'public'::regnamespace
      and (p.proname ~ '^report_' and p.proretset or p.proname in ('customer_statement', 'customer_statements', 'settings_as_of')))
    union all
    select c.oid, c.relname::text, false, true, n
    from pg_catalog.pg_class c cross join lateral private.names_in(pg_catalog.pg_get_viewdef(c.oid)) n
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'v'
  ), used (name) as (
    select c.name from candidates c where c.is_report
    union
    select c.uses from used u join candidates c on c.name = u.name
    -- Today's memberships decide who may read, not those of the moment. The trail knows what an invoice said at its own moment.
    where c.uses not in ('scope_of', 'my_agents', 'zone_of', 'names_at_issue', 'customers_at_issue')
  ), relations as (
    select c.relname::text as name, c.relnamespace = 'public'::regnamespace as is_table
    from pg_catalog.pg_class c join used u on u.name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      or c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v') and c.relname ~ '_(months|days|sums)$'
  ), readers (name) as (
    select r.name from relations r
    union all
    select unnest(array['receivable_positions', 'business_date'])
    union
    select c.name from readers r join candidates c on c.uses = r.name join used u on u.name = c.name
  ), copied as (
    select c.oid, c.is_view from candidates c join readers r on r.name = c.name
    where c.name <> 'business_date' and not (c.is_view and c.name in (select s.name from relations s))
  )
  select array(select distinct c.oid from copied c where not c.is_view),
    array(select distinct c.oid from copied c where c.is_view order by 1),
    array(select r.name from relations r where r.is_table order by r.name),
    array(select r.name from relations r where not r.is_table order by r.name)
$$;
comment on function private.read_by_reports is
  'Returns what the reports read: tables, tables of sums apart, and the functions and views that read one, directly or through others.';

create or replace function private.known_columns(p_table regclass, p_whole boolean)
returns table (columns text, former text, removed text, computed text, stamp text, key text, document text)
language sql stable set search_path = '' as $$
  with shown as (
    select a.attnum, quote_ident(a.attname) as name, c.relname, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
      case when a.atttypid = any ('{json,jsonb}'::regtype[]) then '->' else '->>' end as operator,
      -- Values of arrays are no texts that a cast reads.
      exists (select from pg_catalog.pg_type t where t.oid = a.atttypid and t.typcategory in ('A', 'C')) as is_list
    from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
    where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped
      and (p_whole or pg_catalog.has_column_privilege('authenticated', p_table, a.attnum, 'select'))
  ), keyed as (
    select s.*, s.attname = (select n from unnest(array['id', 'user_id', 'product_id']) with ordinality k (n, place)
      join shown o on o.attname = n and o.type = 'uuid' order by k.place limit 1) as is_key
    from shown s
  ), valued as (
    select k.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as expression,
      case when k.is_list then format('(jsonb_populate_record(null::%s, f.before)).%s', p_table, k.name)
        else format('(f.before %s %L)::%s', k.operator, k.attname, k.type) end as value
    from keyed k
    left join pg_catalog.pg_attrdef d on d.adrelid = p_table and d.adnum = k.attnum
      and k.attname in ('sort_key', 'search_key', 'total_key', 'receivable_key', 'name_core', 'store_core', 'taxpayer')
  )
  select string_agg(v.name, ', ' order by v.attnum),
    string_agg(case when v.is_key or v.attname = 'project_id' then format('x.%1$s', v.name)
      else format('case when f.before ? %L then %s else x.%s end as %3$s', v.attname, v.value, v.name) end, ', ' order by v.attnum),
    string_agg(case when v.is_key then 'f.row_id' when v.attname = 'project_id' then '(select private.known_project())' else v.value end
      || ' as ' || v.name, ', ' order by v.attnum),
    -- Computed keys are not in the audit trail: they are computed again of what was before.
    string_agg(coalesce(v.expression || ' as ', '') || v.name, ', ' order by v.attnum),
    (select substring(pg_catalog.pg_get_triggerdef(t.oid) from $m$note_moment\('(\w+)'\)$m$)
      from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname = 'note_moment'),
    min(v.attname) filter (where v.is_key),
    -- The lines of a document are replaced whole, and their insertion is not in the audit trail.
    min(v.attname) filter (where v.relname like '%\_lines' and v.attname = regexp_replace(v.relname, '_lines$', '_id'))
  from valued v
$$;
comment on function private.known_columns is
  'Returns the columns of a view of the schema "known" that staff read (p_whole: all): as they are, of a row that changed later, of one '
  'that is gone, and with computed keys; and the columns with the moment of an insert-only table, the key, and the document of a line.';

create or replace function private.make_known_view(p_table text, p_whole boolean) returns void
language plpgsql set search_path = '' as $function$
declare
  v_table regclass := format('public.%I', p_table)::regclass;
  v_of record;
  v_is_audited boolean := exists (select from pg_catalog.pg_trigger t where t.tgrelid = v_table and t.tgname like 'audit%');
  -- Row-level security cannot see rows that are gone: those who may read all of them may.
  v_permission text := case
    when p_table in ('products', 'inventory') then 'stock.read'
    when p_table = 'customers' then 'customers.read'
    when p_table in ('bookings', 'booking_lines') then 'bookings.read'
    when p_table in ('collections', 'collection_allocations') then 'collections.read'
    when p_table in ('vouchers', 'voucher_lines') then 'vouchers.read' end;
  v_rows text;
begin
  select * into v_of from private.known_columns(v_table, p_whole);
  if v_of.stamp is not null then
    v_rows := format('select %s from %s x where x.%I <= (select private.known_at())', v_of.columns, v_table, v_of.stamp);
  elsif v_is_audited then
    -- A hash of the changed rows is made once, and each row is looked up in it.
    v_rows := format('select %s from %s x where x.%I not in (select unnest(private.later_changes(%L, ''changed'')::uuid[]))',
        v_of.columns, v_table, v_of.key, p_table)
      || case when v_of.document is null then ''
        else format(' and x.%I not in (select unnest(private.later_changes(%L, ''rewritten'')::uuid[]))', v_of.document, p_table) end
      || format(' union all select %s from (select %s from private.former_values(%L) f join %s x on x.%I = f.row_id%s) x',
        v_of.computed, v_of.former, p_table, v_table, v_of.key,
        -- The primary key begins with the project.
        case when v_of.columns ~ '\mproject_id\M' then ' and x.project_id = (select private.known_project())' end);
  else
    raise exception 'There is no history of %: it is neither insert-only nor in the audit trail.', p_table;
  end if;
  if v_permission is not null then
    v_rows := v_rows || format(' union all select %s from (select %s from private.removed_rows(%L) f
        where (select private.scope_of(private.known_project(), %L)) = ''all'') x %s',
      v_of.computed, v_of.removed, p_table, v_permission,
      case when v_of.stamp is not null then format('where x.%I <= (select private.known_at())', v_of.stamp) end);
  end if;
  execute format('create view known.%I with (security_invoker = true) as %s',
    p_table || case when p_whole then '_whole' else '' end, v_rows);
  if not p_whole then execute format('grant select on known.%I to authenticated', p_table); end if;
end $function$;
comment on function private.make_known_view is
  'Makes the view known.<table>: its rows as of private.known_at, with the rights of who reads. Where staff read only some '
  'columns, the view has those, and <table>_whole (p_whole) has all of them for functions with the rights of their owner.';

create or replace function private.known_text(p_text text, p_of jsonb, p_with_rights_of_owner boolean) returns text
language sql immutable set search_path = '' as $$
  -- With the rights of the owner all columns are read.
  select case when not p_with_rights_of_owner then t.text
    else regexp_replace(t.text, '\mknown\.(' || (p_of ->> 'restricted') || ')\M', 'known.\1_whole', 'g') end
  from (select regexp_replace(p_text, '\m(?:public|private)\.(' || (p_of ->> 'names') || ')\M', 'known.\1', 'g') as text) t
$$;
comment on function private.known_text is
  'Returns a text of SQL with the names of the schema "known". p_of: {names, restricted (tables of which staff read '
  'only some columns)}, as patterns.';

create or replace function private.make_known() returns void
language plpgsql set search_path = '' set check_function_bodies = off as $$
declare
  v_read record;
  v_restricted text[];
  v_of jsonb;
  v_name text;
  v_oid oid;
  v_function record;
begin
  select * into v_read from private.read_by_reports();
  v_restricted := array(select t from unnest(v_read.tables) t where exists (
    select from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', t)::regclass and a.attnum > 0 and not a.attisdropped
      and not pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select')));
  v_of := jsonb_build_object('restricted', array_to_string(v_restricted, '|'),
    'names', array_to_string(v_read.tables || v_read.sums || '{receivable_positions,business_date}'
      || array(select c.relname::text from pg_catalog.pg_class c where c.oid = any (v_read.views) order by 1)
      || array(select distinct p.proname::text from pg_catalog.pg_proc p where p.oid = any (v_read.functions) order by 1), '|'));
  drop schema if exists known cascade;
  create schema known;
  grant usage on schema known to authenticated;
  foreach v_name in array v_read.tables loop
    perform private.make_known_view(v_name, false);
    if v_name = any (v_restricted) then perform private.make_known_view(v_name, true); end if;
  end loop;
  foreach v_name in array v_read.sums loop
    -- Sums are of what is known now.
    execute format('create view known.%I with (security_invoker = true) as select %s where false', v_name, (
      select string_agg(format('null::%s as %I', pg_catalog.format_type(a.atttypid, a.atttypmod), a.attname), ', ' order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = format('private.%I', v_name)::regclass and a.attnum > 0 and not a.attisdropped));
  end loop;

  create view known.receivable_positions with (security_invoker = true) as
    select e.project_id, coalesce(e.booking_id, e.collection_id) as document_id, e.booking_id is not null as is_booking,
      e.customer_id, sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount,
      coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
      min(e.on_date) as opened_on, max(e.on_date) as moved_on
    from known.receivable_entries e group by 1, 2, 3, 4;
  create function known.business_date(p_project uuid) returns date
    language sql stable security definer set search_path = '' as
    'select (private.known_at() at time zone private.zone_of(p_project))::date';
  grant execute on function known.business_date(uuid) to authenticated;

  -- Most views of private are for functions with the rights of their owner. One that reads another was made after it.
  foreach v_oid in array v_read.views loop
    select c.relname into v_name from pg_catalog.pg_class c where c.oid = v_oid;
    execute format('create view known.%I with (security_invoker = true) as %s', v_name,
      private.known_text(pg_catalog.pg_get_viewdef(v_oid), v_of, true));
    if pg_catalog.has_table_privilege('authenticated', v_oid, 'select') then
      execute format('grant select on known.%I to authenticated', v_name);
    end if;
  end loop;
  for v_function in select p.*, pg_catalog.pg_get_function_identity_arguments(p.oid) as takes
    from pg_catalog.pg_proc p where p.oid = any (v_read.functions) order by p.proname, takes
  loop
    -- A function that staff may not call runs with the rights of the function that calls it.
    execute private.known_text(pg_catalog.pg_get_functiondef(v_function.oid), v_of, v_function.prosecdef
      or not pg_catalog.has_function_privilege('authenticated', v_function.oid, 'execute'));
    v_name := format('known.%I(%s)', v_function.proname, private.known_text(v_function.takes, v_of, false));
    execute format('comment on function %s is %L', v_name,
      format('%s.%s on the tables as of private.known_at.', v_function.pronamespace::regnamespace, v_function.proname));
    if pg_catalog.has_function_privilege('authenticated', v_function.oid, 'execute') then
      execute format('grant execute on function %s to authenticated', v_name);
    end if;
  end loop;
end $$;
comment on function private.make_known is
  'Makes the schema "known": a view of each table that reports read, as of private.known_at, and a copy of each view '
  'and function of theirs that reads these. Called when the database is made and after each upgrade.';

select private.make_known();
