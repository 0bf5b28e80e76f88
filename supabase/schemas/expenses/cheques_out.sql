-- The books of issued cheques, and the cheque of a voucher. See docs/domain.md, Other documents, and invariant 11.

-- ---------------------------------------------------------------------------------------------
-- Books of blank leaves
-- ---------------------------------------------------------------------------------------------

create or replace function private.add_cheque_book(p_project uuid, p_book jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'masters.write');
  v_bank uuid := private.read_uuid(p_book, 'bank_id', true);
  v_first text := private.read_text(p_book, 'first_no', true, p_max => 18);
  v_last text := private.read_text(p_book, 'last_no', true, p_max => 18);
  v_taken text;
begin
  if v_first !~ '^[0-9]+$' then perform private.invalid('first_no', 'Enter the number as it is printed on the first leaf.'); end if;
  if v_last !~ '^[0-9]+$' then perform private.invalid('last_no', 'Enter the number as it is printed on the last leaf.'); end if;
  if v_last::bigint < v_first::bigint then perform private.invalid('last_no', 'The last number is lower than the first.'); end if;
  if v_last::bigint - v_first::bigint >= 500 then perform private.invalid('last_no', 'At most 500 leaves at a time.'); end if;
  if not exists (select from public.banks k where k.project_id = p_project and k.id = v_bank and k.status = 'active') then
    perform private.invalid('bank_id', 'Choose a bank account.');
  end if;
  perform private.lock_number(p_project, 'cheque book', v_bank::text);
  perform from public.issued_cheques c
  where c.project_id = p_project and c.bank_id = v_bank and c.no_key between lpad(v_first, 20, '0') and lpad(v_last, 20, '0')
  order by c.id for no key update;
  select c.cheque_no into v_taken from public.issued_cheques c
  where c.project_id = p_project and c.bank_id = v_bank and c.in_book and c.no_key between lpad(v_first, 20, '0') and lpad(v_last, 20, '0')
  order by c.no_key limit 1;
  if v_taken is not null then
    perform private.refuse_duplicate('first_no', format('Cheque %s of this account is already in a cheque book.', v_taken));
  end if;
  -- A number that was used before its book was entered keeps its data.
  insert into public.issued_cheques (project_id, bank_id, cheque_no, in_book)
  select p_project, v_bank, lpad(n::text, greatest(length(v_first), length(n::text)), '0'), true
  from generate_series(v_first::bigint, v_last::bigint) n
  on conflict (project_id, bank_id, no_key) do update set in_book = true;
  return jsonb_build_object('bank_id', v_bank, 'leaves', v_last::bigint - v_first::bigint + 1);
end $$;
select private.expose('add_cheque_book');
comment on function public.add_cheque_book is
  'Adds a book of blank cheques of one account. p_book: {bank_id, first_no, last_no}, at most 500 leaves; as many digits as the first has. '
  'From then on vouchers take numbers of books only. Errors: 42501, 22023, 23505 first_no.';

-- ---------------------------------------------------------------------------------------------
-- A voucher's cheque
-- ---------------------------------------------------------------------------------------------

create or replace function private.assign_cheque(p_voucher public.vouchers) returns void
language plpgsql set search_path = '' as $$
declare
  v_key text := lpad(upper(p_voucher.cheque_no), 20, '0');
  v_old public.issued_cheques;
  v_new public.issued_cheques;
begin
  if p_voucher.mode_of_payment = 'cheque' and p_voucher.cheque_no !~ '^[0-9A-Za-z-]{1,20}$' then
    perform private.invalid('cheque_no', 'Enter the number as it is printed on the cheque, without spaces.');
  end if;
  -- The books of the account are read once a book that is being added is there.
  if p_voucher.mode_of_payment = 'cheque' then
    perform private.lock_number(p_voucher.project_id, 'cheque book', p_voucher.bank_id::text);
  end if;
  perform from public.issued_cheques c
  where c.project_id = p_voucher.project_id and (c.bank_id = p_voucher.bank_id and c.no_key = v_key
    or c.voucher_id = p_voucher.id and c.state not in ('void', 'stale'))
  order by c.id for no key update;
  select * into v_old from public.issued_cheques c
  where c.project_id = p_voucher.project_id and c.voucher_id = p_voucher.id and c.state not in ('void', 'stale');
  if v_old.id is not null and (p_voucher.mode_of_payment <> 'cheque' or (v_old.bank_id, v_old.no_key) <> (p_voucher.bank_id, v_key)) then
    if v_old.state <> 'unused' then
      perform private.refuse('wrong_state',
        format('Cheque %s is %s: void it before the voucher gets another.', v_old.cheque_no, v_old.state), 'cheque_no');
    end if;
    if v_old.in_book then
      update public.issued_cheques set voucher_id = null, cheque_date = null, amount = null, payee_name = null
      where project_id = v_old.project_id and id = v_old.id;
    else
      -- A typed number of an account without a book has no leaf to free.
      delete from public.issued_cheques where project_id = v_old.project_id and id = v_old.id;
    end if;
  end if;
  if p_voucher.mode_of_payment <> 'cheque' then return; end if;
  select * into v_new from public.issued_cheques c
  where c.project_id = p_voucher.project_id and c.bank_id = p_voucher.bank_id and c.no_key = v_key;
  if v_new.id is null and exists (select from public.issued_cheques c
      where c.project_id = p_voucher.project_id and c.bank_id = p_voucher.bank_id and c.in_book) then
    perform private.refuse('unknown_cheque',
      format('Cheque %s is not in a cheque book of this account.', p_voucher.cheque_no), 'cheque_no');
  end if;
  if v_new.id is not null and v_new.id is distinct from v_old.id and (v_new.state <> 'unused' or v_new.voucher_id is not null) then
    perform private.refuse_duplicate('cheque_no', format('Cheque %s of this account is %s.', v_new.cheque_no,
      coalesce('for voucher ' || (select u.voucher_no
        from public.vouchers u where u.project_id = v_new.project_id and u.id = v_new.voucher_id and v_new.state <> 'void'), v_new.state)));
  end if;
  if v_new.id is null and exists (select from private.same_numbers(p_voucher.project_id, 'issued_cheque', p_voucher.cheque_no) n
      join public.issued_cheques c on c.project_id = p_voucher.project_id and c.id = n.id where c.bank_id = p_voucher.bank_id) then
    perform private.refuse_duplicate('cheque_no', format('Cheque %s of this account is already used.', p_voucher.cheque_no));
  end if;
  if v_new.id is null then
    insert into public.issued_cheques (project_id, bank_id, cheque_no, voucher_id, cheque_date, amount, payee_name)
    values (p_voucher.project_id, p_voucher.bank_id, p_voucher.cheque_no, p_voucher.id, p_voucher.cheque_date,
      p_voucher.cheque_amount, p_voucher.pay_to)
    on conflict (project_id, bank_id, no_key) do nothing;
    if not found then
      perform private.refuse_duplicate('cheque_no', format('Cheque %s of this account is already used.', p_voucher.cheque_no));
    end if;
  elsif (v_new.voucher_id, v_new.cheque_date, v_new.amount, v_new.payee_name)
      is distinct from (p_voucher.id, p_voucher.cheque_date, p_voucher.cheque_amount, p_voucher.pay_to) then
    if v_new.state <> 'unused' then
      perform private.refuse('wrong_state',
        format('Cheque %s is %s: void it before the voucher changes.', v_new.cheque_no, v_new.state), 'cheque_no');
    end if;
    update public.issued_cheques set voucher_id = p_voucher.id, cheque_date = p_voucher.cheque_date,
      amount = p_voucher.cheque_amount, payee_name = p_voucher.pay_to
    where project_id = v_new.project_id and id = v_new.id;
  end if;
end $$;
comment on function private.assign_cheque is
  'Assigns a leaf to the voucher that names it, and frees its former leaf when that was never printed. The number is a leaf of a book, or '
  'any number while the account has no book. Errors: 23505 cheque_no, 22023, P0001 unknown_cheque, wrong_state.';

create or replace function private.sync_voucher_cheque(p_project uuid, p_voucher uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v public.vouchers;
  v_leaf public.issued_cheques;
begin
  select * into v from public.vouchers u where u.project_id = p_project and u.id = p_voucher;
  if v.status in ('pending', 'printed') then
    perform private.assign_cheque(v);
    return;
  end if;
  select * into v_leaf from public.issued_cheques c
  where c.project_id = p_project and c.voucher_id = p_voucher and c.state not in ('void', 'stale') for no key update;
  if v.status = 'cancelled' then
    -- This includes cheques that were never printed, which may have been written by hand.
    update public.issued_cheques set state = 'void', voided_on = v.date_cancelled,
      void_reason = 'Voucher cancelled: ' || v.cancel_reason
    where project_id = p_project and id = v_leaf.id;
  elsif v.mode_of_payment = 'cheque' then
    if v_leaf.id is null then
      perform private.refuse('wrong_state', format('Cheque %s of this voucher is void: assign another one first.', v.cheque_no));
    end if;
    if v_leaf.state in ('unused', 'printed') then
      update public.issued_cheques set state = 'released', released_on = v.date_released where project_id = p_project and id = v_leaf.id;
    end if;
  end if;
end $$;
comment on function private.sync_voucher_cheque is
  'Updates the register after a command on a voucher, in its transaction and under its lock: the voucher has a leaf while it is pending or '
  'printed, which is released with it and void when it is cancelled.';
