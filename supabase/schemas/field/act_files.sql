-- Acts that come as a file, where a phone or its person cannot send them. See docs/field-app.md.

create or replace function private.take_act_file(p_project uuid, p_file jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
  v_device public.devices;
  v public.field_acts;
  v_act jsonb;
  v_taken int := 0;
  v_known int := 0;
begin
  perform private.authorize(p_project, 'field.write');
  v_user := private.read_uuid(p_file, 'person', true);
  select * into v_device from public.devices d
  where d.project_id = p_project and d.user_id = v_user and d.device = private.read_uuid(p_file, 'device', true);
  if not found then perform private.invalid('file', 'This file is of no phone of this company.'); end if;
  if v_user = auth.uid() then perform private.forbid('Another user takes in what you wrote.'); end if;
  for v_act in select e.value from jsonb_array_elements(private.read_list(p_file, 'acts', 500)) e order by e.value ->> 'key' loop
    v := private.read_field_act(p_project, v_act);
    v.state := coalesce(v.state, 'waiting');
    perform private.lock_number(p_project, 'field act', v.id::text);
    if exists (select from public.field_acts a where a.project_id = p_project and a.id = v.id and a.user_id <> v_user) then
      perform private.invalid('file', 'An act of this file was written by another person.');
    end if;
    insert into public.field_acts as a (project_id, id, user_id, device, device_no, kind, device_at, made_at, app_version, copy_as_of,
      facts, depends_on, state, answer, taken_by)
    values (p_project, v.id, v_user, v_device.device, v.device_no, v.kind, v.device_at, v.made_at, v.app_version, v.copy_as_of,
      private.kept_facts(v), v.depends_on, v.state,
      coalesce(v.answer, jsonb_build_object('message', 'It came as a file: another user decides.')), auth.uid())
    -- An act that the office has already, or that waits for its decision, stays as it is.
    on conflict (project_id, id) do update set facts = excluded.facts, depends_on = excluded.depends_on, state = excluded.state,
      answer = excluded.answer, tries = a.tries + 1, taken_by = excluded.taken_by, received_at = now()
    where a.state = 'refused';
    if not found then
      v_known := v_known + 1;
      continue;
    end if;
    v_taken := v_taken + 1;
    perform private.keep_act_places(v, v.facts);
  end loop;
  return jsonb_build_object('id', v_device.id, 'taken', v_taken, 'known', v_known);
end $$;
select private.expose('take_act_file');
comment on function public.take_act_file is
  'Takes in the acts that a phone handed over as a file: {person, device (the phone''s own id), acts: as send_field_act takes them, at '
  'most 500}. They wait for decide_field_act of another user, under their keys: those that the office has already, or that come from '
  'the phone later, take effect once. One that its writer has withdrawn does not wait. Returns the phone, and how many were '
  'taken and known. Errors: 42501, 22023 (file).';
