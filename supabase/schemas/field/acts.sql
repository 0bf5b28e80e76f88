-- Acts that phones send: each takes effect once, for as long as its document is kept. See docs/field-app.md.

create or replace function private.do_field_act(p_project uuid, p_kind text, p_facts jsonb, out done jsonb, out refusal jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  v_code text;
  v_hint text;
  v_field text;
  v_message text;
begin
  if p_kind = 'booking' then done := private.create_booking(p_project, p_facts); end if;
exception
  -- A refusal of the office is an answer; conflicts of two commands and a database that does not answer are none.
  when raise_exception or no_data_found or insufficient_privilege or unique_violation or check_violation or not_null_violation
    or foreign_key_violation or data_exception then
  get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint, v_field = pg_exception_detail,
    v_message = message_text;
  done := null;
  refusal := jsonb_build_object('code', coalesce(nullif(v_hint, ''), v_code),
    'message', case when v_hint <> '' then v_message else 'A value is missing or out of range.' end,
    'field', case when v_hint <> '' then nullif(v_field, '') end);
end $$;
comment on function private.do_field_act is
  'Does an act by the command of its domain, with the caller''s permissions: what the command answers, or why it refuses, with nothing '
  'done.';

create or replace function private.act_answer(p public.field_acts) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object('key', p.id, 'state', p.state, 'received_at', p.received_at,
  case p.state when 'accepted' then 'document' else 'refusal' end, p.answer);
comment on function private.act_answer is 'Returns what a phone is told of its act.';

create or replace function private.send_field_act(p_project uuid, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_device public.devices;
  v public.field_acts;
  v_key uuid;
  v_facts jsonb := p_act -> 'facts';
  v_done record;
begin
  perform private.authorize(p_project, 'field.read');
  v_device := private.field_device(p_project);
  if v_device.id is null then perform private.refuse('no_device', 'Acts come from a phone that has signed in to the app.'); end if;
  v_key := private.read_uuid(p_act, 'key', true);
  if jsonb_typeof(v_facts) is distinct from 'object' then perform private.invalid('facts', 'The act has no content.'); end if;
  if p_act ->> 'kind' is distinct from 'booking' then
    perform private.invalid('kind', 'The office does not know such an act: reload the app.');
  end if;
  -- Whoever sends the same key at the same moment waits, and gets the answer of the first.
  perform private.lock_number(p_project, 'field act', v_key::text);
  select * into v from public.field_acts a where a.project_id = p_project and a.id = v_key;
  if v.user_id <> auth.uid() then perform private.forbid('This act was written by another person.'); end if;
  if v.state = 'accepted' then
    return private.act_answer(v) || jsonb_build_object('other_content', v.facts <> v_facts);
  end if;
  v_done := private.do_field_act(p_project, p_act ->> 'kind', v_facts);
  insert into public.field_acts as a (project_id, id, user_id, device, device_no, kind, device_at, made_at, app_version, copy_as_of, facts,
    state, document_id, answer)
  values (p_project, v_key, auth.uid(), v_device.device, private.read_int(p_act, 'no', true),
    private.read_text(p_act, 'kind', true, p_max => 40), private.read_utc(p_act, 'device_at'),
    coalesce(private.read_utc(p_act, 'made_at'), clock_timestamp()), coalesce(private.read_text(p_act, 'version', p_max => 40), ''),
    private.read_utc(p_act, 'copy_as_of'), v_facts, case when v_done.refusal is null then 'accepted' else 'refused' end,
    (v_done.done ->> 'id')::uuid, coalesce(v_done.done, v_done.refusal))
  on conflict (project_id, id) do update set facts = excluded.facts, state = excluded.state, document_id = excluded.document_id,
    answer = excluded.answer, tries = a.tries + 1, app_version = excluded.app_version, received_at = now()
  returning * into v;
  return private.act_answer(v) || jsonb_build_object('other_content', false);
end $$;

select private.expose('send_field_act', p_once => false);
comment on function public.send_field_act is
  'Takes an act of the phone of the caller''s session: {key, no: running number on the phone, kind: booking, device_at, made_at (corrected '
  'by the office''s clock), version, copy_as_of, facts: the argument of the command (create_booking)}. Under one key it takes effect once, '
  'for as long as its document is kept: sent again it gets the same answer, with other_content when it is not what was accepted. Returns '
  '{key, state: accepted or refused, received_at, document (what the command answers) or refusal: {code, message, field}, other_content}. '
  'A refused act is kept and may be sent again with other facts. Errors: 42501, no_device, device_locked, 22023.';

create or replace function private.field_act_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, received_at timestamptz, made_at timestamptz, person text, phone text, device_no int, kind text, state text,
  document_id uuid, document_no text, message text, tries int, customer text)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'field.read');
  return query
  select a.id, a.received_at, a.made_at, u.display_name, d.name, a.device_no, a.kind, a.state, a.document_id, a.answer ->> 'so_no',
    a.answer ->> 'message', a.tries, c.name
  from public.field_acts a
  left join public.profiles u on u.user_id = a.user_id
  left join public.devices d on d.project_id = a.project_id and d.device = a.device and d.user_id = a.user_id
  left join public.customers c on c.project_id = a.project_id and c.id::text = a.facts ->> 'customer_id'
  where a.project_id = p_project and (p_filters ->> 'state' is null or a.state = p_filters ->> 'state')
  order by a.received_at desc, a.id desc limit 200;
end $$;
select private.expose('field_act_list');
comment on function public.field_act_list is
  'The 200 acts of phones that arrived last, as far as the caller may see them: {state: accepted or refused}. Errors: 42501.';
