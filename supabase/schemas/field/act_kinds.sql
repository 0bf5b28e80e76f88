-- Kinds of acts of phones: each is done by the command of its domain. See docs/field-app.md.

create or replace function private.act_kinds() returns table (kind text, permission text, day text, moment text, writer text, no text)
language sql immutable set search_path = '' as $$
  values
    ('booking', 'bookings.write', 'date_added', null, 'agent_id', 'so_no'),
    ('booking_cancel', 'bookings.write', null, null, null, 'so_no'),
    ('customer', 'customers.request', null, null, 'agent_id', 'name'),
    ('receipt', 'collections.record', 'date_collected', null, 'collector_id', 'cr_no'),
    ('remittance', 'treasury.write', null, null, 'collector_id', 'drr_no'),
    ('return', 'warehouse.write', null, null, null, 'request_no'),
    ('visit', 'field.write', null, 'begun_at', 'agent_id', null)
$$;
comment on function private.act_kinds is
  'The kinds of acts: the permission with which the office decides one that waits for it, the fact in which the command takes the day on '
  'which it counts, or the fact that is the moment of that day (both null: it counts when the office has it), the fact in which the office '
  'names its writer, and what its command answers as the number by which people know the document.';

create or replace function private.run_field_act(p_project uuid, p_kind text, p_facts jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare v_done jsonb;
begin
  -- A kind has a line here and in private.act_kinds, its facts in app/platform/field/acts.ts and its screens in field/kinds.tsx.
  case p_kind
    when 'booking' then v_done := private.create_booking(p_project, p_facts);
    when 'visit' then v_done := private.record_visit(p_project, p_facts);
    when 'booking_cancel' then v_done := private.cancel_booked(p_project, p_facts);
    when 'customer' then v_done := private.request_customer(p_project, p_facts);
    when 'return' then v_done := private.create_warehouse_request(p_project, p_facts || '{"kind": "take_back"}');
    when 'receipt' then v_done := private.record_receipt(p_project, p_facts);
    when 'remittance' then v_done := private.receive_remittance(p_project, p_facts);
    else perform private.invalid('kind', 'The office does not know such an act: reload the app.');
  end case;
  return v_done || jsonb_build_object('no', v_done ->> (select k.no from private.act_kinds() k where k.kind = p_kind));
end $$;
comment on function private.run_field_act is
  'Does an act by the command of its domain, with the caller''s permissions, and returns what the command answers, with no: the number by '
  'which people know the document. booking: what create_booking takes; booking_cancel: {booking_id, reason}; '
  'customer: what request_customer takes; return: {booking_id, reason, lines} of create_warehouse_request; receipt: what record_receipt '
  'takes; remittance: what receive_remittance takes, which the office adds collector, number and day to; '
  'visit: what record_visit takes.';

create or replace function private.cancel_booked(p_project uuid, p_facts jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_booking uuid := private.read_uuid(p_facts, 'booking_id', true);
  v_version int;
begin
  -- The phone knows no version: whatever was changed meanwhile, the booking is cancelled while it is pending.
  select b.version into v_version from public.bookings b where b.project_id = p_project and b.id = v_booking for no key update;
  return private.cancel_booking(p_project, v_booking, v_version, private.read_text(p_facts, 'reason', true, p_max => 400));
end $$;
comment on function private.cancel_booked is
  'Cancels a booking as a phone asks for it: {booking_id, reason}. Errors: those of cancel_booking.';

create or replace function private.facts_of_act(p public.field_acts) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_facts text := p.facts::text;
  v_key uuid;
  v_document uuid;
begin
  foreach v_key in array p.depends_on loop
    select a.document_id into v_document from public.field_acts a
    where a.project_id = p.project_id and a.id = v_key and a.user_id = p.user_id and a.state = 'accepted';
    if not found then
      perform private.refuse('depends_on', 'The office has not accepted what this belongs to: correct that first.');
    end if;
    v_facts := replace(v_facts, to_json(v_key::text)::text, to_json(v_document::text)::text);
  end loop;
  return v_facts::jsonb;
end $$;
comment on function private.facts_of_act is
  'Returns the facts of an act with the documents of the acts on which it depends in the place of their keys. Errors: depends_on.';

create or replace function private.act_waits(p public.field_acts, p_day date, p_counts boolean) returns text
language plpgsql stable set search_path = '' as $$
declare v_days int := private.project_setting(p.project_id, 'field_days')::int;
begin
  return case
    when p.kind = 'remittance' then 'The office counts it and signs.'
    when p_counts and p_day < private.business_date(p.project_id) - v_days
      then format('It is of %s, more than %s days ago: the office decides whether it counts.', to_char(p_day, 'MM/DD/YYYY'), v_days) end;
end $$;
comment on function private.act_waits is
  'Returns what an act waits for at the office; null when it takes effect at once. p_counts: it counts on its day.';

create or replace function private.act_day(p public.field_acts) returns date
language plpgsql stable set search_path = '' as $$
declare v_moment text := (select k.moment from private.act_kinds() k where k.kind = p.kind);
begin
  return least((coalesce(case when v_moment is not null then private.read_utc(p.facts, v_moment) end, p.made_at)
    at time zone private.zone_of(p.project_id))::date, private.business_date(p.project_id));
end $$;
comment on function private.act_day is
  'Returns the day on which an act was written, of a visit the day of its begin, by the phone''s corrected clock; at the latest today. '
  'Errors: 22023 of a moment that is none.';

create or replace function private.do_field_act(p public.field_acts) returns public.field_acts
language plpgsql security definer set search_path = '' as $$
declare
  v public.field_acts := p;
  v_kind record;
  v_day date;
  v_waits text;
  v_facts jsonb;
  v_field text;
  v_code text;
  v_hint text;
  v_message text;
begin
  v.document_id := null;
  v.counts_on := null;
  v_facts := private.facts_of_act(p);
  select max(k.day) as day, max(k.moment) as moment into v_kind from private.act_kinds() k where k.kind = p.kind;
  v_day := private.act_day(p);
  v_waits := private.act_waits(p, v_day, coalesce(v_kind.day, v_kind.moment) is not null);
  if v_waits is not null then
    perform private.check_waiting_act(p, v_facts);
    v.state := 'waiting';
    v.answer := jsonb_build_object('message', v_waits);
    return v;
  end if;
  if v_kind.day is not null then
    -- A day in a closed month counts today.
    v.counts_on := private.open_day(p.project_id, v_day);
    v_facts := v_facts || jsonb_build_object(v_kind.day, v.counts_on);
    perform set_config('kalakal.own_day', v.counts_on::text, true);
  elsif v_kind.moment is not null then
    v.counts_on := v_day;
  end if;
  v.answer := private.run_field_act(p.project_id, p.kind, v_facts);
  v.document_id := v.answer ->> 'id';
  v.state := 'accepted';
  perform set_config('kalakal.own_day', '', true);
  return v;
exception
  -- A refusal of the office is an answer; conflicts of two commands and a database that does not answer are none.
  when raise_exception or no_data_found or insufficient_privilege or unique_violation or check_violation or not_null_violation
    or foreign_key_violation or data_exception then
  get stacked diagnostics v_code = returned_sqlstate, v_hint = pg_exception_hint, v_field = pg_exception_detail,
    v_message = message_text;
  v.document_id := null;
  v.counts_on := null;
  v.state := 'refused';
  v.answer := jsonb_build_object('code', coalesce(nullif(v_hint, ''), v_code),
    'message', case when v_hint <> '' then v_message else 'A value is missing or out of range.' end,
    'field', case when v_hint <> '' then nullif(v_field, '') end);
  return v;
end $$;
comment on function private.do_field_act is
  'Does an act with the caller''s permissions and returns it with its state and answer: what the command answers, what it waits for at the '
  'office, or why it is refused, with nothing done.';

create or replace function private.check_waiting_act(p public.field_acts, p_facts jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p.kind = 'remittance' then
    perform private.authorize(p.project_id, 'collections.record');
    perform private.count_remittance(p.project_id, p_facts,
      private.lock_receipts_to_remit(p.project_id, p_facts, p.user_id, private.project_setting(p.project_id, 'drr_label') #>> '{}'));
  end if;
end $$;
comment on function private.check_waiting_act is
  'Refuses what the office cannot accept later, before an act waits for it: a remittance of receipts that the person does not have, or '
  'without a reason for its variance.';
