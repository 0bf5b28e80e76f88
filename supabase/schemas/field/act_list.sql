-- Acts that phones sent, as the office sees them. See docs/field-app.md.

create or replace function private.field_act_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, version int, sort_key text, received_at timestamptz, made_at timestamptz, person text, phone text, device_no int,
  kind text, state text, document_id uuid, document_no text, counts_on date, message text, tries int, customer text)
language plpgsql stable set search_path = '' as $$
declare
  v_zone text := private.zone_of(p_project);
  v_page record;
  v_where text;
begin
  perform private.authorize(p_project, 'field.read');
  v_page := private.page_by_key(p_filters, 'a.received_at', 'text', true);
  -- Days of the company are converted to timestamps, as the index is sorted by those.
  v_where := 'a.project_id = ' || quote_literal(p_project)
    || coalesce(' and a.state = ' || quote_literal(private.read_text(p_filters, 'state')), '')
    || coalesce(' and a.kind = ' || quote_literal(private.read_text(p_filters, 'kind')), '')
    || coalesce(' and a.user_id = ' || quote_literal(private.read_uuid(p_filters, 'user_id')), '')
    || coalesce(' and a.received_at >= ' || quote_literal(private.read_date(p_filters, 'from')::timestamp at time zone v_zone), '')
    || coalesce(' and a.received_at < ' || quote_literal((private.read_date(p_filters, 'to') + 1)::timestamp at time zone v_zone), '');
  return query execute format('
    select a.id, a.version, %s, a.received_at, a.made_at, u.display_name, d.name, a.device_no, a.kind, a.state, a.document_id,
      a.answer ->> ''no'', a.counts_on, a.answer ->> ''message'', a.tries, c.name
    from (select * from public.field_acts a where %s) a
    left join public.profiles u on u.user_id = a.user_id
    left join public.devices d on d.project_id = a.project_id and d.device = a.device and d.user_id = a.user_id
    left join public.customers c on c.project_id = a.project_id and c.id::text = a.facts ->> ''customer_id''
    %s', v_page.sort_key, v_where || v_page.place || v_page.sorted, v_page.sorted);
end $$;
select private.expose('field_act_list');
comment on function public.field_act_list is
  'Acts of phones, as far as the caller may see them, those that arrived last first: {state: accepted, waiting (for decide_field_act), '
  'refused or withdrawn, kind, user_id, from, to (days of the company on which they arrived), limit (51), after or before: {n, t, id}}; '
  'message: why it was refused or withdrawn, or for what it waits. Errors: 42501, 22023.';
