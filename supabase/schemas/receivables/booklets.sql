-- Booklets of collection receipts: who has which, the next number, and why numbers were skipped. See docs/field-app.md.

create or replace function private.booklet_used(p public.booklets) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select max(private.invoice_serial(c.cr_no)) from public.collections c
    where c.project_id = p.project_id and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = p.series
      and private.invoice_serial(c.cr_no) between p.first_serial and p.last_serial);
end $$;
comment on function private.booklet_used is
  'Returns the highest number of a booklet that a receipt has; null before the first one. For definer functions.';

create or replace function private.assign_booklet(p_project uuid, p_booklet jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v public.booklets;
  v_other public.booklets;
begin
  v.user_id := private.read_uuid(p_booklet, 'user_id', true);
  v.first_no := private.read_text(p_booklet, 'first_no', true, p_max => 40);
  v.last_no := private.read_text(p_booklet, 'last_no', true, p_max => 40);
  if not exists (select from public.memberships m
    join private.role_permissions r on r.role = m.role and r.permission = 'collections.record'
    where m.project_id = p_project and m.user_id = v.user_id and m.status = 'active') then
    perform private.invalid('user_id', 'Choose a user who records receipts.');
  end if;
  v.first_serial := private.invoice_serial(v.first_no);
  v.last_serial := private.invoice_serial(v.last_no);
  v.series := private.invoice_series(v.first_no);
  if v.first_serial is null then perform private.invalid('first_no', 'The number must end in digits, such as CR-0001.'); end if;
  if v.last_serial is null or private.invoice_series(v.last_no) <> v.series or v.last_serial < v.first_serial then
    perform private.invalid('last_no', 'Enter the last number of the same series, not before the first.');
  end if;
  if v.last_serial - v.first_serial >= 1000 then perform private.invalid('last_no', 'A booklet has at most 1,000 numbers.'); end if;
  -- Two booklets with common numbers are assigned one after the other, and the second is refused.
  perform private.lock_number(p_project, 'booklet', v.series);
  select * into v_other from public.booklets b
  where b.project_id = p_project and b.series = v.series and b.first_serial <= v.last_serial and b.last_serial >= v.first_serial limit 1;
  if found then
    perform private.refuse_duplicate('first_no', format('%s to %s are a booklet already.', v_other.first_no, v_other.last_no));
  end if;
  insert into public.booklets (project_id, user_id, first_no, last_no, series, first_serial, last_serial)
  values (p_project, v.user_id, v.first_no, v.last_no, v.series, v.first_serial, v.last_serial) returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('assign_booklet');
comment on function public.assign_booklet is
  'Hands a booklet of CR numbers to a person: p_booklet {user_id, first_no, last_no}, at most 1,000 numbers. Errors: 42501, 23505 '
  'first_no, 22023 with its field.';

create or replace function private.return_booklet(p_project uuid, p_booklet uuid, p_version int, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v public.booklets;
begin
  select * into v from public.booklets b where b.project_id = p_project and b.id = p_booklet for update;
  perform private.check_version(v.version, p_version);
  if v.state <> 'in_use' then perform private.refuse('wrong_state', 'This booklet was taken back already.'); end if;
  update public.booklets b set state = 'returned', return_reason = private.read_reason(p_reason)
  where b.project_id = p_project and b.id = p_booklet returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('return_booklet');
comment on function public.return_booklet is
  'Takes a booklet back from its person, with a reason (used up, lost, handed in): its numbers are not proposed any more, and those that '
  'no receipt has are missing once a later number is used. Errors: 42501, P0002, stale_version, wrong_state, 22023.';

create or replace function private.booklet_list(p_project uuid)
returns table (id uuid, version int, user_id uuid, person text, first_no text, last_no text, numbers bigint, used bigint, skipped bigint,
  next_no text, state text, return_reason text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'collections.read');
  v_people uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  select b.id, b.version, b.user_id, coalesce(w.display_name, 'Former user'), b.first_no, b.last_no, b.last_serial - b.first_serial + 1,
    u.used, coalesce(u.last - b.first_serial + 1 - u.used, 0),
    case when b.state = 'in_use' and coalesce(u.last, b.first_serial - 1) < b.last_serial
      then private.invoice_no_like(b.first_no, coalesce(u.last + 1, b.first_serial)) end,
    b.state, b.return_reason, b.created_at
  from public.booklets b
  left join public.profiles w on w.user_id = b.user_id
  cross join lateral (
    select max(private.invoice_serial(c.cr_no)) as last, count(distinct private.invoice_serial(c.cr_no)) as used
    from public.collections c
    where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = b.series
      and private.invoice_serial(c.cr_no) between b.first_serial and b.last_serial) u
  where b.project_id = p_project and (v_people is null or b.user_id = any (v_people))
  order by b.state, b.created_at desc, b.id limit 1000;
end $$;
select private.expose('booklet_list');
comment on function public.booklet_list is
  'Booklets of CR numbers that the caller may see, at most 1,000, those in use first: numbers, used, skipped (below the highest used one) '
  'and next_no, null when none is left. Errors: 42501.';

create or replace function private.booklet_in_hand(p_project uuid, p_user uuid, out next_no text, out last_no text)
language plpgsql stable set search_path = '' as $$
begin
  select private.invoice_no_like(b.first_no, coalesce(u.last + 1, b.first_serial)), b.last_no into next_no, last_no
  from public.booklets b cross join lateral private.booklet_used(b) u (last)
  where b.project_id = p_project and b.user_id = p_user and b.state = 'in_use' and coalesce(u.last, b.first_serial - 1) < b.last_serial
  -- The booklet that was begun is used up before the next one.
  order by u.last is null, b.created_at, b.id limit 1;
end $$;
comment on function private.booklet_in_hand is
  'Returns the number after the last used one of the booklet that a person has in hand, and its last number; null without one. For definer '
  'functions.';

create or replace function private.skipped_before(p_project uuid, p_cr_no text) returns public.skipped_numbers
language plpgsql stable set search_path = '' as $$
declare
  v public.skipped_numbers;
  v_booklet public.booklets;
  v_serial bigint := private.invoice_serial(p_cr_no);
begin
  select * into v_booklet from public.booklets b
  where b.project_id = p_project and b.series = private.invoice_series(p_cr_no) and v_serial between b.first_serial and b.last_serial
    and b.state = 'in_use';
  v.first_serial := coalesce(private.booklet_used(v_booklet) + 1, v_booklet.first_serial);
  v.last_serial := v_serial - 1;
  if v.first_serial <= v.last_serial then
    v.project_id := p_project;
    v.booklet_id := v_booklet.id;
  end if;
  return v;
end $$;
comment on function private.skipped_before is
  'Returns the numbers of a booklet in use that a new CR number skips; without a booklet_id where it skips none or is in no booklet.';

create or replace function private.note_skipped(p public.skipped_numbers, p_receipt jsonb, p_scope text) returns void
language plpgsql set search_path = '' as $$
declare
  v_reason text := private.read_text(p_receipt, 'skip_reason', p_max => 400);
  v_no text := btrim(p_receipt ->> 'cr_no');
begin
  if p.booklet_id is null then return; end if;
  if v_reason is null then
    -- A phone asks by itself: a receipt that was refused there may leave a number behind, and holds up no other one.
    if p_scope = 'own' then return; end if;
    perform private.invalid('skip_reason', format('Say why %s skipped in this booklet.',
      case when p.first_serial = p.last_serial then private.invoice_no_like(v_no, p.first_serial) || ' is'
        else format('%s to %s are', private.invoice_no_like(v_no, p.first_serial), private.invoice_no_like(v_no, p.last_serial)) end));
  end if;
  insert into public.skipped_numbers (project_id, booklet_id, first_serial, last_serial, reason)
  values (p.project_id, p.booklet_id, p.first_serial, p.last_serial, v_reason);
end $$;
comment on function private.note_skipped is
  'Keeps why a receipt skips numbers of its booklet (private.skipped_before); the office has to say it. Errors: 22023 skip_reason.';
