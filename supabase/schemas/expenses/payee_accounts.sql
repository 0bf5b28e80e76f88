-- The account number of a payee is confirmed by a second person before a voucher pays into it.
-- See docs/permissions.md, Separation of duties.

create or replace function private.note_payee_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The name belongs to the account: a confirmed account under another name would pay somebody else.
  if tg_op = 'INSERT' or (new.account_no, new.fname) is distinct from (old.account_no, old.fname) then
    new.account_set_by := auth.uid();
    new.account_set_at := now();
    new.account_confirmed_by := null;
    new.account_confirmed_at := null;
  end if;
  return new;
end $$;
comment on function private.note_payee_account is
  'Trigger: notes who entered or changed a payee''s name or account number, and takes its confirmation back, whoever writes the row.';
create trigger note_account before insert or update on public.payees for each row execute function private.note_payee_account();

create or replace function private.confirm_payee_account(p_project uuid, p_payee uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v public.payees;
begin
  if private.scope_of(p_project, 'masters.write') is null and private.scope_of(p_project, 'vouchers.approve') is null then
    perform private.forbid();
  end if;
  select * into v from public.payees y where y.project_id = p_project and y.id = p_payee for no key update;
  perform private.check_version(v.version, p_version);
  if v.account_no is null then
    perform private.refuse('wrong_state', format('%s has no account number to confirm.', v.fname));
  end if;
  if v.account_confirmed_at is not null then
    perform private.refuse('wrong_state', format('The account of %s is confirmed already.', v.fname));
  end if;
  if v.account_set_by = auth.uid() and private.needs_second_person(p_project, 'payee_accounts') then
    perform private.refuse('maker_checker',
      format('You entered or changed the account of %s: another user who edits payees or approves vouchers has to confirm it.', v.fname));
  end if;
  update public.payees set account_confirmed_by = auth.uid(), account_confirmed_at = now()
  where project_id = p_project and id = p_payee returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('confirm_payee_account', p_once => true);
comment on function public.confirm_payee_account is
  'Confirms the account number of a payee, so that vouchers that carry it can be printed and released; by another user than who entered or '
  'changed it (setting maker_checker.payee_accounts). A later change of number or name takes the confirmation back. Users who edit payees '
  'or approve vouchers. Errors: 42501, P0002, stale_version, wrong_state, maker_checker.';

create or replace function private.expect_account_confirmed(p public.vouchers) returns void
language plpgsql security definer set search_path = '' as $$
declare v public.payees;
begin
  if not private.needs_second_person(p.project_id, 'payee_accounts') then return; end if;
  if p.pay_to_account_no is null then
    -- A transfer to an account that nobody wrote down is a transfer to any account.
    if p.mode_of_payment = 'bank_transfer' then
      perform private.refuse('account_unconfirmed', format(
        'Voucher No. %s is a transfer without an account number: enter it on the payee, let another user confirm it, and put it on the '
        'voucher.', p.voucher_no));
    end if;
    return;
  end if;
  -- The row is locked, so that the account cannot change while the voucher is released.
  select * into v from public.payees y where y.project_id = p.project_id and y.id = p.payee_id for share;
  if v.account_no is distinct from p.pay_to_account_no then
    perform private.refuse('account_unconfirmed',
      format('Voucher No. %s pays %s into account %s, which is not the account of that payee: correct the voucher, or enter the account on '
      'the payee and let another user confirm it.',
      p.voucher_no, p.pay_to, p.pay_to_account_no));
  end if;
  if v.account_confirmed_at is null then
    perform private.refuse('account_unconfirmed',
      format('The account %s of %s is not confirmed: another user has to confirm it on the page of the payee.',
      v.account_no, v.fname));
  end if;
end $$;
comment on function private.expect_account_confirmed is
  'Raises account_unconfirmed for a voucher that carries an account number which is not the confirmed account of its payee, or that is a '
  'transfer without one (setting maker_checker.payee_accounts).';
