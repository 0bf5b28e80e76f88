-- Acts that phones send: each takes effect once, for as long as its document is kept. See docs/field-app.md.

create or replace function private.act_answer(p public.field_acts, p_facts jsonb default null) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object('key', p.id, 'state', p.state, 'received_at', p.received_at, 'counts_on', p.counts_on,
  -- Only the day of an accepted act is known to be one.
  'closed', case when p.counts_on is null then false
    else p.counts_on > private.act_day(p) and private.open_day(p.project_id, private.act_day(p)) > private.act_day(p) end,
  'other_content', p_facts is not null and p.facts <> p_facts,
  case p.state when 'accepted' then 'document' when 'refused' then 'refusal' when 'waiting' then 'waits' else 'reason' end,
  case when p.state in ('waiting', 'withdrawn') then p.answer -> 'message' else p.answer end);
comment on function private.act_answer is
  'Returns what a phone is told of its act. closed: it counts on a later day than its own, as that is in a closed month. p_facts: what was '
  'sent again under its key.';

create or replace function private.kept_facts(p public.field_acts) returns jsonb
language sql immutable
return case p.kind when 'visit' then p.facts - '{begin,end}'::text[] else p.facts end;
comment on function private.kept_facts is
  'Returns the facts of an act as they are kept, for as long as its document: without the places of a visit, which end after 180 days.';

create or replace function private.keep_act_places(p public.field_acts, p_facts jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.act_places a where a.project_id = p.project_id and a.act_id = p.id;
  if p.state = 'waiting' and p.kind = 'visit' and p_facts ?| '{begin,end}'::text[] then
    insert into private.act_places (project_id, act_id, places, fixed_at)
    values (p.project_id, p.id, jsonb_build_object('begin', p_facts -> 'begin', 'end', p_facts -> 'end'),
      least(p.made_at, clock_timestamp()));
  end if;
end $$;
comment on function private.keep_act_places is
  'Keeps the places of a visit that waits for the office (p_facts as they were sent), which the act itself does not have, and removes them '
  'once it does not wait any more.';

create or replace function private.send_field_act(p_project uuid, p_act jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_device public.devices;
  v public.field_acts;
  v_new public.field_acts;
begin
  perform private.authorize(p_project, 'field.read');
  v_device := private.field_device(p_project);
  if v_device.id is null then perform private.refuse('no_device', 'Acts come from a phone that has signed in to the app.'); end if;
  v_new := private.read_field_act(p_project, p_act);
  -- Whoever sends the same key at the same moment waits, and gets the answer of the first.
  perform private.lock_number(p_project, 'field act', v_new.id::text);
  select * into v from public.field_acts a where a.project_id = p_project and a.id = v_new.id;
  if v.user_id <> auth.uid() then perform private.forbid('This act was written by another person.'); end if;
  if v.state <> 'refused' then return private.act_answer(v, private.kept_facts(v_new)); end if;
  v_new.user_id := auth.uid();
  v_new.device := v_device.device;
  -- A corrected act is still of the moment at which it was written first.
  v_new.made_at := coalesce(v.made_at, v_new.made_at);
  if v_new.state is null then v_new := private.do_field_act(v_new); end if;
  insert into public.field_acts as a (project_id, id, user_id, device, device_no, kind, device_at, made_at, app_version, copy_as_of, facts,
    depends_on, state, document_id, counts_on, answer)
  values (p_project, v_new.id, v_new.user_id, v_new.device, v_new.device_no, v_new.kind, v_new.device_at, v_new.made_at,
    v_new.app_version, v_new.copy_as_of, private.kept_facts(v_new), v_new.depends_on, v_new.state, v_new.document_id, v_new.counts_on,
    v_new.answer)
  on conflict (project_id, id) do update set facts = excluded.facts, depends_on = excluded.depends_on, state = excluded.state,
    document_id = excluded.document_id, counts_on = excluded.counts_on, answer = excluded.answer, tries = a.tries + 1,
    app_version = excluded.app_version, received_at = now()
  returning * into v;
  perform private.keep_act_places(v, v_new.facts);
  return private.act_answer(v);
end $$;

select private.expose('send_field_act', p_once => false);
comment on function public.send_field_act is
  'Takes an act of the phone of the caller''s session: {key, no: running number on the phone, kind (private.run_field_act), device_at, '
  'made_at (corrected by the office''s clock), version, copy_as_of, facts: what the kind needs, depends_on: keys of acts whose documents '
  'the facts name by these keys, withdraw: why its writer does not send it any more, of one that the office does not have or has refused}. '
  'Under one key it takes effect once, for as long as its document is kept: sent again it gets the same '
  'answer, with other_content when it is not what was accepted. It counts on the day of made_at: in a closed month on the day it arrives '
  '(closed), and more days ago than the setting field_days it waits for decide_field_act. Returns {key, state: accepted, waiting, '
  'refused or withdrawn, received_at, counts_on, closed, document (what the command answers, with no), waits: for what, refusal: {code, '
  'message, field}, or reason: why it was withdrawn, other_content}. A refused act is kept and may be sent again with other facts; a '
  'withdrawn one is final. Errors: 42501, no_device, device_locked, 22023.';

create or replace function private.read_field_act(p_project uuid, p_act jsonb) returns public.field_acts
language plpgsql stable set search_path = '' as $$
declare
  v public.field_acts;
  v_reason text := private.read_text(p_act, 'withdraw', p_max => 400);
begin
  v.project_id := p_project;
  v.id := private.read_uuid(p_act, 'key', true);
  v.device_no := private.read_int(p_act, 'no', true);
  v.kind := private.read_as(p_act, 'kind', '', true, 'The act has no kind.', '^[a-z_]{1,40}$', 'The act has no kind.');
  v.device_at := private.read_utc(p_act, 'device_at');
  v.made_at := coalesce(private.read_utc(p_act, 'made_at'), clock_timestamp());
  v.app_version := coalesce(private.read_text(p_act, 'version', p_max => 40), '');
  v.copy_as_of := private.read_utc(p_act, 'copy_as_of');
  v.depends_on := private.read_uuids(p_act, 'depends_on');
  v.facts := p_act -> 'facts';
  if jsonb_typeof(v.facts) is distinct from 'object' then perform private.invalid('facts', 'The act has no content.'); end if;
  if v_reason is not null then
    v.state := 'withdrawn';
    v.answer := jsonb_build_object('message', v_reason);
  end if;
  return v;
end $$;
comment on function private.read_field_act is
  'Reads an act as a phone sends it: withdrawn, with the reason as its answer, or without a state. Errors: 22023.';

create or replace function private.decide_field_act(p_project uuid, p_act uuid, p_version int, p_decision jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v public.field_acts;
  v_kind record;
  v_facts jsonb;
begin
  perform private.authorize(p_project, 'field.read');
  perform private.lock_number(p_project, 'field act', p_act::text);
  select * into v from public.field_acts a where a.project_id = p_project and a.id = p_act for no key update;
  -- Kinds that this version does not know are refused by who takes in files: an app may be newer than the server.
  select coalesce(max(k.permission), 'field.write') as permission, max(k.day) as day, max(k.moment) as moment, max(k.writer) as writer
  into v_kind from private.act_kinds() k where k.kind = v.kind;
  if v.id is not null and (private.authorize(p_project, v_kind.permission) <> 'all' or auth.uid() in (v.user_id, v.taken_by)) then
    perform private.forbid();
  end if;
  perform private.check_version(v.version, p_version);
  if v.state <> 'waiting' then perform private.refuse('wrong_state', 'This act does not wait for a decision any more.'); end if;
  if not private.read_boolean(p_decision, 'accept') then
    v.state := 'refused';
    v.answer := jsonb_build_object('code', 'office', 'field', null,
      'message', private.read_text(p_decision, 'reason', true, p_max => 400));
  else
    v_facts := private.facts_of_act(v)
      || coalesce((select a.places from private.act_places a where a.project_id = p_project and a.act_id = p_act), '{}');
    -- The office enters it for the person who wrote it.
    if v_kind.writer is not null then v_facts := v_facts || jsonb_build_object(v_kind.writer, v.user_id); end if;
    if v_kind.day is not null then
      v.counts_on := private.open_day(p_project, coalesce(private.read_date(p_decision, 'date'), private.act_day(v)));
      v_facts := v_facts || jsonb_build_object(v_kind.day, v.counts_on);
    elsif v_kind.moment is not null then
      v.counts_on := private.act_day(v);
    end if;
    if v.kind = 'customer' then v_facts := v_facts || '{"pending": true}'; end if;
    if v.kind = 'remittance' then
      v_facts := v_facts || jsonb_build_object('remitted_on', private.read_date(p_decision, 'date'),
        'drr_no', private.read_text(p_decision, 'drr_no', true, p_max => 40));
      -- The office's own count stands in the place of the collector's, with the reason of its variance.
      if p_decision ? 'denominations' then
        v_facts := v_facts || jsonb_build_object('denominations', p_decision -> 'denominations',
          'variance_reason', p_decision -> 'variance_reason');
      end if;
    end if;
    v.state := 'accepted';
    perform set_config('kalakal.act_writer', v.user_id::text, true);
    v.answer := private.run_field_act(p_project, v.kind, v_facts);
    perform set_config('kalakal.act_writer', '', true);
    v.document_id := v.answer ->> 'id';
  end if;
  update public.field_acts a set state = v.state, answer = v.answer, document_id = v.document_id, counts_on = v.counts_on
  where a.project_id = p_project and a.id = p_act returning * into v;
  perform private.keep_act_places(v, v.facts);
  return jsonb_build_object('id', v.id, 'version', v.version, 'state', v.state, 'no', v.answer -> 'no');
end $$;
select private.expose('decide_field_act');
comment on function public.decide_field_act is
  'Decides an act that waits for the office (field_act_list): p_decision {accept: true, date (the day on which it counts; that of the act '
  'when empty; a visit keeps its own), drr_no (of a remittance), denominations and variance_reason (the office''s own count of a '
  'remittance, as receive_remittance takes them; that of its writer when empty)} does it as its command would, entered by the caller for '
  'its writer; {accept: false, reason} refuses it, which the phone shows. Whoever may enter such documents for all (private.act_kinds; '
  'visits: field.write), but neither one''s own act nor one of a file that one took in. Errors: 42501, P0002, stale_version, wrong_state, '
  '22023, and those of the command.';
