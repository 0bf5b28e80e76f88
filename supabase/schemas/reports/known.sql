-- The schema "known": the tables as they were known at a past moment, and the reports that read them.
-- It is made here from the tables, the audit trail and the functions of the reports, so that a report is written once.
-- See docs/ledgers.md, As known at, and docs/decisions/0040.

create or replace function private.known_words(p_text text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct m[1] from regexp_matches(p_text, '\m(?:public|private)\.([a-z_0-9]+)', 'g') m
$$;
comment on function private.known_words is 'Returns the names of tables and functions of public and private that a text of SQL has.';

create or replace function private.make_known_view(p_table regclass, p_whole boolean) returns void
language plpgsql set search_path = '' as $function$
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_columns text[];
  v_before text[];
  v_key text;
  v_stamp text;
  v_parent text;
  v_audited boolean;
  v_replaced text := '';
  v_seen text;
  v_gone text;
  v_rows text;
begin
  -- Computed keys are not in the audit trail: they are computed again from what was before.
  select array_agg(quote_ident(a.attname) order by a.attnum),
    array_agg(case when d.adbin is null then quote_ident(a.attname) else pg_catalog.pg_get_expr(d.adbin, d.adrelid) || ' as ' || quote_ident(a.attname) end order by a.attnum)
  into v_columns, v_before
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = 's' and a.attname = any (array['sort_key', 'search_key', 'total_key', 'name_core', 'store_core', 'taxpayer'])
  where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped
    and (p_whole or pg_catalog.has_column_privilege('authenticated', p_table, a.attnum, 'select'));
  v_audited := exists (select from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname like 'audit%');
  select substring(pg_catalog.pg_get_triggerdef(t.oid) from $$note_moment\('(\w+)'\)$$) into v_stamp
  from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname = 'note_moment';

  -- Row-level security cannot see rows that are gone: those who may read all of them may.
  v_seen := case
    when v_name in ('products', 'inventory') then 'stock.read'
    when v_name = 'customers' then 'customers.read'
    when v_name in ('bookings', 'booking_lines') then 'bookings.read'
    when v_name in ('collections', 'collection_allocations') then 'collections.read'
    when v_name in ('vouchers', 'voucher_lines') then 'vouchers.read' end;

  if v_stamp is not null then
    v_rows := format('select %s from %s x where x.%I <= (select private.known_at())', array_to_string(v_columns, ', '), p_table, v_stamp);
    v_gone := format('r.%I <= (select private.known_at())', v_stamp);
  elsif v_audited then
    select a.attname into v_key from unnest(array['id', 'user_id', 'product_id']) with ordinality k (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = p_table and a.attname = k.name order by k.place limit 1;
    -- The lines of a document are replaced whole, and their insertion is not in the audit trail.
    select a.attname into v_parent from pg_catalog.pg_attribute a
    where v_name like '%\_lines' and a.attrelid = p_table and a.attname = regexp_replace(v_name, '_lines$', '_id');
    if v_parent is not null then
      v_replaced := format(' and x.%I not in (select c.document_id from private.changed_rows(%L) c where c.is_removed)', v_parent, v_name);
    end if;
    v_rows := format($view$
      select %1$s from %2$s x where not exists (select from private.changed_rows(%3$L) c where c.row_id = x.%4$I)%5$s
      union all
      select %6$s from (
        select r.* from private.changed_rows(%3$L) c
        join (select %1$s from %2$s) x on x.%4$I = c.row_id%7$s
        cross join lateral jsonb_populate_record(null::%2$s, to_jsonb(x) || c.before) r
        where not c.is_new and not c.is_removed%5$s) x$view$,
      array_to_string(v_columns, ', '), p_table, v_name, v_key, v_replaced, array_to_string(v_before, ', '),
      -- The primary key begins with the project.
      case when 'project_id' = any (v_columns) then ' and x.project_id = (select private.known_project())' else '' end);
    v_gone := 'not c.is_new';
  else
    raise exception 'There is no history of %: it is neither insert-only nor in the audit trail.', p_table;
  end if;
  if v_seen is not null then
    v_rows := v_rows || format($view$
      union all
      select %1$s from (
        select r.* from private.changed_rows(%2$L) c cross join lateral jsonb_populate_record(null::%3$s, c.before) r
        where c.is_removed and %5$s and (select private.scope_of(private.known_project(), %4$L)) = 'all') x$view$,
      array_to_string(v_before, ', '), v_name, p_table, v_seen, v_gone);
  end if;
  execute format('create view known.%I with (security_invoker = true) as %s', v_name || case when p_whole then '_whole' else '' end, v_rows);
  if not p_whole then execute format('grant select on known.%I to authenticated', v_name); end if;
end $function$;
comment on function private.make_known_view is
  'Makes the view known.<table>: its rows as of private.known_at, with the rights of who reads. Where staff read only some columns, the view has those, and <table>_whole (p_whole) has all of them for functions with the rights of their owner.';

create or replace function private.make_known() returns void
language plpgsql set search_path = '' set check_function_bodies = off as $make$
declare
  -- Today's memberships decide who may read, not those of the moment. The trail knows what an invoice said at its own moment.
  v_live text[] := array['scope_of', 'my_agents', 'zone_of', 'names_at_issue', 'customers_at_issue'];
  v_reports text[] := array['customer_statement', 'customer_statements'] || array(
    select p.proname::text from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace and p.proname ~ '^report_' and p.proretset);
  v_found text[] := v_reports;
  v_more text[];
  v_tables text[];
  v_functions text[];
  v_restricted text[];
  v_names text;
  v_text text;
  v record;
begin
  drop schema if exists known cascade;
  create schema known;
  grant usage on schema known to authenticated;

  -- Everything that the functions of the reports use
  loop
    select array_agg(distinct w) into v_more
    from pg_catalog.pg_proc p cross join lateral private.known_words(p.prosrc) w
    where (p.pronamespace = 'private'::regnamespace or p.proname = any (v_reports)) and p.proname = any (v_found) and w <> all (v_found) and w <> all (v_live);
    exit when v_more is null;
    v_found := v_found || v_more;
  end loop;
  v_tables := array(select c.relname::text from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any (v_found));
  -- Of the functions only those that read tables, by themselves or through others
  v_functions := v_tables || '{receivable_positions,months_of,sales_lines,order_lines,business_date}';
  loop
    select array_agg(distinct p.proname::text) into v_more
    from pg_catalog.pg_proc p
    where (p.pronamespace = 'private'::regnamespace or p.proname = any (v_reports)) and p.proname = any (v_found) and p.proname <> all (v_functions)
      and exists (select from private.known_words(p.prosrc) w where w = any (v_functions));
    exit when v_more is null;
    v_functions := v_functions || v_more;
  end loop;

  v_restricted := array(select t from unnest(v_tables) t where exists (
    select from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', t)::regclass and a.attnum > 0 and not a.attisdropped
      and not pg_catalog.has_column_privilege('authenticated', a.attrelid, a.attnum, 'select')));
  for v_text in select t from unnest(v_tables) t order by t loop
    perform private.make_known_view(format('public.%I', v_text)::regclass, false);
    if v_text = any (v_restricted) then perform private.make_known_view(format('public.%I', v_text)::regclass, true); end if;
  end loop;

  execute $view$create view known.receivable_positions with (security_invoker = true) as
    select e.project_id, coalesce(e.booking_id, e.collection_id) as document_id, e.booking_id is not null as is_booking, min(e.customer_id::text)::uuid as customer_id,
      sum(e.amount) as amount, sum(e.cleared_amount) as cleared_amount, coalesce(sum(e.amount) filter (where e.collection_id is null), 0.00) as charged,
      min(e.on_date) as opened_on, max(e.on_date) as moved_on
    from known.receivable_entries e group by 1, 2, 3$view$;

  -- Sums of months are of what is known now.
  execute $function$create function known.months_of(p_project uuid, p_from date, p_to date)
    returns table (month date, days daterange, sealed boolean)
    language sql stable security definer set search_path = '' rows 12 as $body$
      select m.month, m.days, false from private.months_of(p_project, p_from, p_to) m
    $body$$function$;

  execute $function$create function known.business_date(p_project uuid) returns date
    language sql stable security definer set search_path = '' as $body$
      select (private.known_at() at time zone private.zone_of(p_project))::date
    $body$$function$;
  grant execute on function known.business_date(uuid) to authenticated;

  v_names := '\m(?:public|private)\.(' || array_to_string(v_functions, '|') || ')\M';
  foreach v_text in array array['sales_lines', 'order_lines'] loop
    execute format('create view known.%I with (security_invoker = true) as ', v_text)
      || regexp_replace(regexp_replace(pg_catalog.pg_get_viewdef(format('private.%I', v_text)::regclass), v_names, 'known.\1', 'g'),
        '\mknown\.(' || array_to_string(v_restricted, '|') || ')\M', 'known.\1_whole', 'g');
  end loop;
  for v in
    select p.oid, p.proname, p.prosecdef, p.pronamespace,
      format('known.%I(%s)', p.proname, regexp_replace(pg_catalog.pg_get_function_identity_arguments(p.oid), v_names, 'known.\1', 'g')) as made,
      pg_catalog.has_function_privilege('authenticated', p.oid, 'execute') as granted
    from pg_catalog.pg_proc p
    where (p.pronamespace = 'private'::regnamespace or p.proname = any (v_reports)) and p.proname = any (v_functions) and p.proname not in ('business_date', 'months_of')
    order by p.oid
  loop
    v_text := regexp_replace(pg_catalog.pg_get_functiondef(v.oid), v_names, 'known.\1', 'g');
    -- With the rights of the owner all columns are read.
    if v.prosecdef then v_text := regexp_replace(v_text, '\mknown\.(' || array_to_string(v_restricted, '|') || ')\M', 'known.\1_whole', 'g'); end if;
    execute v_text;
    execute format('comment on function %s is %L', v.made, format('%s.%s on the tables as of private.known_at.', v.pronamespace::regnamespace, v.proname));
    if v.granted then execute format('grant execute on function %s to authenticated', v.made); end if;
  end loop;
end $make$;
comment on function private.make_known is
  'Makes the schema "known" anew: a view of each table that reports read, as of private.known_at, and a copy of each function of theirs that reads these views. A migration that changes a report, or a table that one reads, calls it at its end.';

select private.make_known();
