-- "As known at": reports as they were at a past moment. See docs/ledgers.md and docs/decisions/0040.

create or replace function private.known_at() returns timestamptz
language sql stable set search_path = '' as $$ select nullif(current_setting('kalakal.known_at', true), '')::timestamptz $$;
comment on function private.known_at is 'Returns the moment as of which the schema "known" shows the tables; null before private.know.';

create or replace function private.known_project() returns uuid
language sql stable set search_path = '' as $$ select nullif(current_setting('kalakal.known_project', true), '')::uuid $$;
comment on function private.known_project is 'Returns the project whose tables the schema "known" shows; null before private.know.';

create or replace function private.read_moment(p_project uuid, p jsonb, p_key text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  v text := private.read_value(p, p_key, '');
  v_moment timestamptz;
begin
  if v is null then return null; end if;
  if not private.is_day(left(v, 10)) or substr(v, 11) !~ '^[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$' then
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

create or replace function private.know(p_project uuid, p_filters jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if nullif(p_filters ->> 'known_at', '') is null then return false; end if;
  perform set_config('kalakal.known_at', private.read_moment(p_project, p_filters, 'known_at')::text, true);
  perform set_config('kalakal.known_project', p_project::text, true);
  return true;
end $$;
comment on function private.know is
  'Returns whether p_filters name a past moment (known_at), and then sets for the rest of the transaction the project and the moment that the schema "known" shows. Errors: 22023 known_at.';

create or replace function private.changed_rows(p_table text)
returns table (row_id uuid, document_id uuid, is_new boolean, is_removed boolean, before jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan rows 100 as $$
declare
  v_project uuid := private.known_project();
  v_moment timestamptz := private.known_at();
begin
  return query
  with later as materialized (
    select a.* from public.audit_log a where a.project_id = v_project and a.table_name = p_table and a.created_at > v_moment
    union all
    select a.* from public.audit_log a where p_table = 'profiles' and a.project_id is null and a.table_name = p_table and a.created_at > v_moment
  ), removed as (
    -- An edit replaces all lines of its document: those that a later edit removed are not of the moment.
    select l.document_id, min(l.created_at) as first_at from later l where l.action = 'delete' group by l.document_id
  )
  select l.row_id, min(l.document_id::text)::uuid,
    bool_or(l.action = 'insert') or bool_or(l.action = 'delete' and l.created_at > r.first_at), bool_or(l.action = 'delete'),
    coalesce(jsonb_object_agg(o.key, o.value order by l.id desc) filter (where o.key is not null), '{}')
  from later l
  left join removed r on r.document_id = l.document_id
  left join lateral jsonb_each(l.before) o on true
  group by l.row_id;
end $$;
comment on function private.changed_rows is
  'Returns the rows of a table that changed after private.known_at, out of the audit trail: what their columns were before. is_new: they were not there; is_removed: they are not there any more. The schema "known" joins it with the rows that the caller may read.';

grant execute on function private.known_at(), private.known_project(), private.read_moment(uuid, jsonb, text), private.know(uuid, jsonb),
  private.changed_rows(text) to authenticated;
