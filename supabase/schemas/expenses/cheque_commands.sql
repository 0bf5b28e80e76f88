-- Commands on issued cheques: print, void, replace, release, clear, mark as stale; and the register by tab.
-- A date that passes changes nothing: only these commands do.

create or replace function private.lock_issued(p_project uuid, p_cheque uuid, p_version int, p_from text[], p_action text,
  p_field text default '') returns public.issued_cheques
language plpgsql set search_path = '' as $$
declare v public.issued_cheques;
begin
  -- The voucher is locked before its cheque, as in the commands on vouchers.
  perform from public.vouchers u where u.project_id = p_project and u.id =
    (select c.voucher_id from public.issued_cheques c where c.project_id = p_project and c.id = p_cheque) for no key update;
  select * into v from public.issued_cheques c where c.project_id = p_project and c.id = p_cheque for no key update;
  perform private.check_version(v.version, p_version);
  if v.state <> all (p_from) then
    perform private.refuse('wrong_state', format('Cheque %s is %s: it cannot be %s now.', v.cheque_no, v.state, p_action), p_field);
  end if;
  return v;
end $$;
comment on function private.lock_issued is
  'Locks a voucher and its issued cheque, and returns the cheque when its state is one of p_from, or raises wrong_state with p_action in '
  'the message.';

create or replace function private.next_cheque(p_old public.issued_cheques, p_next jsonb) returns public.issued_cheques
language plpgsql set search_path = '' as $$
declare
  v public.vouchers;
  v_new public.issued_cheques;
begin
  select * into v from public.vouchers u where u.project_id = p_old.project_id and u.id = p_old.voucher_id;
  if not found or v.status = 'cancelled' or v.mode_of_payment <> 'cheque' then
    perform private.refuse('wrong_state', format('Cheque %s does not belong to a voucher paid by cheque.', p_old.cheque_no), 'next_no');
  end if;
  if exists (select from public.issued_cheques c
    where c.project_id = v.project_id and c.voucher_id = v.id and c.state not in ('void', 'stale')) then
    perform private.refuse('wrong_state', format('Voucher No. %s already has another cheque.', v.voucher_no), 'next_no');
  end if;
  update public.vouchers set cheque_no = private.read_text(p_next, 'next_no', true, p_max => 20),
    cheque_date = coalesce(private.read_date(p_next, 'next_date'), p_old.cheque_date)
  where project_id = v.project_id and id = v.id returning * into v;
  perform private.assign_cheque(v);
  select * into v_new from public.issued_cheques c where c.project_id = v.project_id and c.voucher_id = v.id and c.state = 'unused';
  return v_new;
end $$;
comment on function private.next_cheque is
  'Assigns another cheque of the same account to the voucher of a void or stale cheque: {next_no, next_date (default: date of the old '
  'one)}.';

create or replace function private.print_issued_cheque(p_project uuid, p_cheque uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v public.issued_cheques;
  v_voucher public.vouchers;
begin
  v := private.lock_issued(p_project, p_cheque, p_version, '{unused}', 'printed');
  select * into v_voucher from public.vouchers u where u.project_id = p_project and u.id = v.voucher_id;
  if not found then
    perform private.refuse('wrong_state', format('Cheque %s is blank. Assign it to a voucher first.', v.cheque_no));
  end if;
  -- A printed voucher is approved where required, and its content is frozen.
  if v_voucher.status not in ('printed', 'released') then
    perform private.refuse('wrong_state',
      format('Voucher No. %s is %s: print the voucher first, then its cheque.', v_voucher.voucher_no, v_voucher.status));
  end if;
  update public.issued_cheques set state = 'printed', printed_at = now(), printed_by = auth.uid()
  where project_id = p_project and id = p_cheque returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('print_issued_cheque');
comment on function public.print_issued_cheque is
  'Marks the cheque of a printed voucher as printed, once. A misprint is voided, and its number is not reused. Errors: 42501, P0002, '
  'stale_version, wrong_state.';

create or replace function private.void_issued_cheque(p_project uuid, p_cheque uuid, p_version int, p_void jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_reason text := private.read_reason(p_void ->> 'reason');
  v_date date;
  v_first date;
  v public.issued_cheques;
  v_next public.issued_cheques;
begin
  v := private.lock_issued(p_project, p_cheque, p_version, '{unused,printed,released}', 'voided');
  v_date := private.posting_date(p_project, private.read_date(p_void, 'date'), 'date');
  v_first := coalesce(v.released_on,
    (select u.date_added from public.vouchers u where u.project_id = p_project and u.id = v.voucher_id));
  if v_date < v_first then
    perform private.invalid('date',
      format('Enter a date on or after %s, the date of the voucher or its release.', to_char(v_first, 'MM/DD/YYYY')));
  end if;
  update public.issued_cheques set state = 'void', voided_on = v_date, void_reason = v_reason
  where project_id = p_project and id = p_cheque returning * into v;
  perform private.post_payment(p_project, v.voucher_id, 'cancellation', v.voided_on);
  if private.read_text(p_void, 'next_no') is not null then v_next := private.next_cheque(v, p_void); end if;
  return jsonb_build_object('id', v.id, 'version', v.version, 'next_id', v_next.id, 'next_no', v_next.cheque_no);
end $$;
select private.expose('void_issued_cheque');
comment on function public.void_issued_cheque is
  'Voids a leaf that is spoiled, misprinted, lost or stopped; its number stays in the register. p_void: {reason, date (default today, not '
  'before its release or its voucher), next_no, next_date}; with next_no its voucher gets that cheque in the same command. A cheque that '
  'the bank paid cannot be voided. Errors: 42501, P0002, stale_version, wrong_state, unknown_cheque, not_in_future, period_closed, 23505, '
  '22023.';

create or replace function private.replace_issued_cheque(p_project uuid, p_cheque uuid, p_version int, p_next jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_next public.issued_cheques;
begin
  v_next := private.next_cheque(private.lock_issued(p_project, p_cheque, p_version, '{void,stale}', 'replaced'), p_next);
  return jsonb_build_object('id', v_next.id, 'version', v_next.version, 'cheque_no', v_next.cheque_no);
end $$;
select private.expose('replace_issued_cheque');
comment on function public.replace_issued_cheque is
  'Replaces a void or stale cheque of a voucher. p_next: {next_no, next_date}. Returns the new cheque. Errors: 42501, P0002, '
  'stale_version, wrong_state, unknown_cheque, 23505, 22023.';

create or replace function private.release_issued_cheque(p_project uuid, p_cheque uuid, p_version int, p_date date) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_date date;
  v public.issued_cheques;
  v_voucher public.vouchers;
begin
  v := private.lock_issued(p_project, p_cheque, p_version, '{unused,printed}', 'released');
  v_date := private.posting_date(p_project, p_date, 'date');
  select * into v_voucher from public.vouchers u where u.project_id = p_project and u.id = v.voucher_id;
  if v_voucher.status is distinct from 'released' then
    perform private.refuse('wrong_state',
      coalesce(format('Voucher No. %s is %s. Its cheque is released with the voucher.', v_voucher.voucher_no, v_voucher.status),
      format('Cheque %s is blank.', v.cheque_no)));
  end if;
  if v_date < v_voucher.date_released then
    perform private.invalid('date',
      format('Enter a date on or after %s, when the voucher was released.', to_char(v_voucher.date_released, 'MM/DD/YYYY')));
  end if;
  update public.issued_cheques set state = 'released', released_on = v_date
  where project_id = p_project and id = p_cheque returning * into v;
  perform private.post_payment(p_project, v.voucher_id, 'payment', v_date);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('release_issued_cheque');
comment on function public.release_issued_cheque is
  'Releases the replacement cheque of a released voucher; the first cheque is released by release_voucher. p_date default today. Errors: '
  '42501, P0002, stale_version, wrong_state, not_in_future, period_closed, 22023.';

create or replace function private.clear_issued_cheques(p_project uuid, p_cleared jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_cheques jsonb := private.read_list(p_cleared, 'cheques', 200);
  v_date date;
  v_item record;
  v public.issued_cheques;
begin
  if jsonb_array_length(v_cheques) = 0 then perform private.invalid('cheques', 'Choose at least one cheque.'); end if;
  v_date := private.posting_date(p_project, private.read_date(p_cleared, 'cleared_on'), 'cleared_on');
  for v_item in
    select private.read_uuid(e.value, 'id', true, e.path) as id, private.read_int(e.value, 'version', true, e.path) as version,
      rtrim(e.path, '.') as field
    from private.items_of(v_cheques, 'cheques') e order by 1
  loop
    v := private.lock_issued(p_project, v_item.id, v_item.version, '{released}', 'cleared', v_item.field);
    if v_date < greatest(v.released_on, v.cheque_date) then
      perform private.invalid('cleared_on',
        format('Cheque %s is dated %s and was released on %s: the clearing date cannot be earlier.', v.cheque_no,
        to_char(v.cheque_date, 'MM/DD/YYYY'), to_char(v.released_on, 'MM/DD/YYYY')));
    end if;
    update public.issued_cheques set state = 'cleared', cleared_on = v_date where project_id = p_project and id = v.id;
    perform private.post_payment(p_project, v.voucher_id, 'clearing', v_date);
  end loop;
  return jsonb_build_object('cheques', jsonb_array_length(v_cheques));
end $$;
select private.expose('clear_issued_cheques');
comment on function public.clear_issued_cheques is
  'Marks released cheques as cleared, as the bank paid them; all or none. p_cleared: {cleared_on (default today), cheques: [{id, '
  'version}]}. Errors: 42501, P0002, stale_version, wrong_state, not_in_future, period_closed, 22023.';

create or replace function private.stale_issued_cheque(p_project uuid, p_cheque uuid, p_version int, p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_date date;
  v public.issued_cheques;
begin
  v := private.lock_issued(p_project, p_cheque, p_version, '{released}', 'stale');
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < greatest(v.stale_from, v.released_on) then
    perform private.refuse('not_stale', format('Cheque %s is valid until %s. To stop it earlier, void it.', v.cheque_no,
      to_char(greatest(v.stale_from, v.released_on) - 1, 'MM/DD/YYYY')));
  end if;
  update public.issued_cheques set state = 'stale', stale_on = v_date
  where project_id = p_project and id = p_cheque returning * into v;
  perform private.post_payment(p_project, v.voucher_id, 'cancellation', v.stale_on);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('stale_issued_cheque');
comment on function public.stale_issued_cheque is
  'Marks a released cheque as stale, which was not presented within six months of its date, from p_date on (default today). Its voucher '
  'can get another cheque. Errors: 42501, P0002, stale_version, wrong_state, not_stale, not_in_future, period_closed.';

-- ---------------------------------------------------------------------------------------------
-- The register by tab
-- ---------------------------------------------------------------------------------------------

create or replace function private.filtered_issued_cheques(p_project uuid, p_filters jsonb)
returns table (tab text, cheque_id uuid, on_date date, voucher_no int)
language sql stable set search_path = '' as $$
  select t.tab, c.id, t.on_date, u.voucher_no
  from public.issued_cheques c
  join public.banks k on k.project_id = c.project_id and k.id = c.bank_id
  left join public.vouchers u on u.project_id = c.project_id and u.id = c.voucher_id
  cross join (select private.business_date(p_project) as today, private.read_uuid(p_filters, 'bank_id') as bank,
    private.read_date(p_filters, 'from') as first,
    private.read_date(p_filters, 'to') as last, '%' || private.sought_text(private.read_text(p_filters, 'search')) || '%' as sought) f
  cross join lateral (
    values (case c.state when 'unused' then case when c.voucher_id is null then 'blank' else 'to_print' end when 'printed' then 'to_release'
      when 'released' then 'outstanding' else c.state end, coalesce(c.cleared_on, c.voided_on, c.stale_on, c.cheque_date)),
      (case when c.state = 'released' and c.stale_from <= f.today then 'old' end, c.cheque_date)) t (tab, on_date)
  where c.project_id = p_project and t.tab is not null
    and (f.bank is null or c.bank_id = f.bank)
    and (f.first is null or t.on_date >= f.first) and (f.last is null or t.on_date <= f.last)
    and (f.sought is null or private.search_text(
      concat_ws(E'\n', c.cheque_no, c.payee_name, u.voucher_no, k.bank, k.account_no, c.amount, c.void_reason)) like f.sought)
$$;
comment on function private.filtered_issued_cheques is
  'Returns each issued cheque under its tabs, with the date that counts there: blank, to_print, to_release, outstanding (released, not '
  'paid), old (outstanding and no longer accepted by banks), cleared, void, stale.';

create or replace function public.issued_totals(p_project uuid, p_filters jsonb default '{}')
returns table (tab text, cheques bigint, amount numeric)
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(private.scope_of(p_project, 'treasury.read'), private.scope_of(p_project, 'vouchers.read')) is null then
    perform private.forbid();
  end if;
  return query
  select t.tab, count(c.id), coalesce(sum(c.amount), 0.00)
  from unnest('{blank,to_print,to_release,outstanding,old,cleared,void,stale}'::text[]) with ordinality t (tab, position)
  left join (private.filtered_issued_cheques(p_project, p_filters) f
    join public.issued_cheques c on c.project_id = p_project and c.id = f.cheque_id) on f.tab = t.tab
  group by t.tab, t.position order by t.position;
end $$;
comment on function public.issued_totals is
  'Returns number and total of the cheques under each tab of issued_register, with its filters. Errors: 42501, 22023.';

create or replace function public.issued_register(p_project uuid, p_filters jsonb default '{}')
returns table (row_key text, cheque_id uuid, version int, cheque_no text, bank_id uuid, bank text, account_no text,
  cheque_date date, amount numeric,
  payee_name text, state text, voucher_id uuid, voucher_no int, on_date date, released_on date, reason text)
language plpgsql stable set search_path = '' as $$
declare
  v_tab text := coalesce(p_filters ->> 'tab', 'to_print');
  v_order text := private.read_order(p_filters,
    case when v_tab in ('cleared', 'void', 'stale') then '{-on,on,cheque,payee,amount}' else '{on,cheque,payee,amount}' end::text[]);
  v_by text := ltrim(v_order, '-');
  v_reverse boolean := (v_order like '-%') <> (p_filters ? 'before');
  v_beyond text := coalesce(p_filters ->> 'before', p_filters ->> 'after');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  if coalesce(private.scope_of(p_project, 'treasury.read'),
    private.scope_of(p_project, 'vouchers.read')) is null then perform private.forbid();
  end if;
  if v_tab not in ('blank', 'to_print', 'to_release', 'outstanding', 'old', 'cleared', 'void',
    'stale') then perform private.invalid('tab', 'Choose a list.');
  end if;
  return query
  select k.row_key, c.id, c.version, c.cheque_no, c.bank_id, b.bank, b.account_no, c.cheque_date, c.amount,
    c.payee_name, c.state, c.voucher_id, f.voucher_no, f.on_date, c.released_on, c.void_reason
  from private.filtered_issued_cheques(p_project, p_filters) f
  join public.issued_cheques c on c.project_id = p_project and c.id = f.cheque_id
  join public.banks b on b.project_id = p_project and b.id = c.bank_id
  cross join lateral (select concat_ws(' ',
    case v_by when 'on' then to_char(f.on_date, 'YYYY-MM-DD') when 'amount' then to_char(coalesce(c.amount, 0), 'FM000000000000.00')
    -- The shorter of two names that begin alike is the first.
    when 'payee' then private.sort_key(coalesce(c.payee_name, '')) || E'\x01' end, b.sort_key, c.no_key, c.id) collate "C" as row_key) k
  where f.tab = v_tab
    and (v_beyond is null or case when v_reverse then k.row_key < v_beyond collate "C" else k.row_key > v_beyond collate "C" end)
  order by case when v_reverse then k.row_key end desc, case when not v_reverse then k.row_key end
  limit v_limit;
end $$;
comment on function public.issued_register is
  'Lists issued cheques by tab. p_filters: {tab: blank | to_print | to_release | outstanding | old | cleared | void | stale (the last '
  'three newest first), bank_id, search, from, to (of on_date), sort (on, cheque, payee, amount; a minus before it for descending), limit, '
  'after or before (row_key of the last row seen; before reads backwards)}. voucher_no is null for users without access to vouchers. '
  'Errors: 42501, 22023.';

grant execute on function private.filtered_issued_cheques to authenticated;
