-- "Data as of": reports as they were at a past moment. See docs/ledgers.md and docs/decisions/0040.

create or replace function private.known_at() returns timestamptz
language sql stable set search_path = '' as $$ select nullif(current_setting('kalakal.known_at', true), '')::timestamptz $$;
comment on function private.known_at is
  'Returns the moment as of which the schema "known" shows the tables; null before private.set_known_at.';

create or replace function private.known_project() returns uuid
language sql stable set search_path = '' as $$ select nullif(current_setting('kalakal.known_project', true), '')::uuid $$;
comment on function private.known_project is 'Returns the project whose tables the schema "known" shows; null before private.set_known_at.';

create or replace function private.read_moment(p_project uuid, p jsonb, p_key text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  v text := private.read_value(p, p_key, '');
  v_moment timestamptz;
begin
  if v is null then return null; end if;
  if not private.is_day(left(v, 10))
    or substr(v, 11) !~ '^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$' then
    perform private.invalid(p_key, 'Enter a date and a time.');
  end if;
  -- Without a zone it is the time of the project.
  if substr(v, 11) ~ '(Z|[+-]\d\d(:?\d\d)?)$' then v_moment := v::timestamptz;
  else v_moment := v::timestamp at time zone private.zone_of(p_project); end if;
  if v_moment > clock_timestamp() then perform private.invalid(p_key, 'Choose a moment that is past.'); end if;
  return v_moment;
end $$;
comment on function private.read_moment is
  'Reads a past moment: YYYY-MM-DDTHH:MM, with seconds or not, in the time of the project or with an offset. Errors: 22023.';

create or replace function private.set_known_at(p_project uuid, p_filters jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if nullif(p_filters ->> 'known_at', '') is null then return false; end if;
  perform set_config('kalakal.known_at', private.read_moment(p_project, p_filters, 'known_at')::text, true);
  perform set_config('kalakal.known_project', p_project::text, true);
  perform set_config('kalakal.known_report', gen_random_uuid()::text, true);
  return true;
end $$;
comment on function private.set_known_at is
  'Returns whether p_filters name a past moment (known_at). If so, sets the project and the moment of the schema "known" '
  'for the transaction. Errors: 22023.';

create or replace function private.later_changes(p_table text, p_of text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_project uuid := private.known_project();
  v_moment timestamptz := private.known_at();
  v_report text := current_setting('kalakal.known_report', true);
  v_found record;
begin
  if nullif(current_setting('kalakal.known_read_' || p_table, true), '') is not distinct from v_report then
    return current_setting('kalakal.known_' || p_of || '_' || p_table);
  end if;
  with later as materialized (
    select a.id, a.row_id, a.document_id, a.action, a.created_at from public.audit_log a
    where p_table <> 'profiles' and a.project_id = v_project and a.table_name = p_table and a.created_at > v_moment
    union all
    -- Profiles belong to the platform.
    select a.id, a.row_id, a.document_id, a.action, a.created_at from public.audit_log a
    where p_table = 'profiles' and a.project_id is null and a.table_name = p_table and a.created_at > v_moment
  ), rewritten as (
    select l.document_id, min(l.created_at) as first_at from later l
    where p_table like '%\_lines' and l.action = 'delete' group by l.document_id
  ), changed as (
    select l.row_id, array_agg(l.id) filter (where l.action = 'update') as updates, min(l.id) filter (where l.action = 'delete') as removal,
      bool_or(l.action = 'insert')
        -- Of the lines of a document, those that its first later edit removed are of the moment.
        or bool_or(r.first_at is not null) and coalesce(min(l.created_at) filter (where l.action = 'delete') > min(r.first_at), true)
        -- Rows that came with a later document are not of the moment.
        or bool_or(l.document_id in (select d.row_id from public.audit_log d where d.project_id = v_project
          and d.table_name = case when p_table = 'inventory' then 'products'
            when p_table like '%\_lines' then replace(p_table, '_lines', 's') end
          and d.action = 'insert' and d.created_at > v_moment)) as is_new
    from later l left join rewritten r on r.document_id = l.document_id
    group by l.row_id
  )
  select array_agg(c.row_id) filter (where c.removal is null) as changed, (select array_agg(r.document_id) from rewritten r) as rewritten,
    array_agg(c.removal) filter (where not c.is_new) as removals,
    (select array_agg(u.id) from changed f cross join lateral unnest(f.updates) u (id) where not f.is_new) as updates
  into v_found from changed c;
  perform set_config('kalakal.known_changed_' || p_table, coalesce(v_found.changed, '{}')::text, true),
    set_config('kalakal.known_rewritten_' || p_table, coalesce(v_found.rewritten, '{}')::text, true),
    set_config('kalakal.known_removals_' || p_table, coalesce(array_remove(v_found.removals, null), '{}')::text, true),
    set_config('kalakal.known_updates_' || p_table, coalesce(v_found.updates, '{}')::text, true),
    set_config('kalakal.known_read_' || p_table, v_report, true);
  return current_setting('kalakal.known_' || p_of || '_' || p_table);
end $$;

comment on function private.later_changes is
  'Returns ids of what changed in a table after private.known_at, as the text of an array: of rows that are there and changed or are '
  'new (changed), of documents whose lines were replaced (rewritten), and of entries of the audit trail about rows that were there '
  '(updates, removals). Rows that came and went since are left out. The trail is read at the first call of a report.';

create or replace function private.former_values(p_table text) returns table (row_id uuid, before jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare v_updates bigint[] := private.later_changes(p_table, 'updates');
begin
  if v_updates = '{}' then return; end if;
  -- The earliest change of a column has its value of the moment.
  return query
  select a.row_id, jsonb_object_agg(o.key, o.value order by a.id desc)
  from public.audit_log a cross join lateral jsonb_each(a.before) o where a.id = any (v_updates) group by a.row_id;
end $$;
comment on function private.former_values is
  'Returns the changed columns of rows of a table, as they were at private.known_at.';

create or replace function private.removed_rows(p_table text) returns table (row_id uuid, before jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare v_removals bigint[] := private.later_changes(p_table, 'removals');
begin
  if v_removals = '{}' then return; end if;
  return query
  select a.row_id, a.before || coalesce(v.before, '{}')
  from public.audit_log a left join private.former_values(p_table) v on v.row_id = a.row_id where a.id = any (v_removals);
end $$;
comment on function private.removed_rows is
  'Returns the rows of a table that are gone, as they were at private.known_at.';

grant execute on function private.known_at, private.known_project, private.read_moment, private.set_known_at,
  private.later_changes, private.former_values, private.removed_rows to authenticated;
