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
    perform private.refuse('wrong_state', format('The account of %s is already confirmed.', v.fname));
  end if;
  perform private.expect_second_person(p_project, 'payee_accounts', array[v.account_set_by],
    format('You entered or changed the account of %s: another user who edits payees or approves vouchers must confirm it.', v.fname));
  update public.payees set account_confirmed_by = auth.uid(), account_confirmed_at = now()
  where project_id = p_project and id = p_payee returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('confirm_payee_account');
comment on function public.confirm_payee_account is
  'Confirms the account number of a payee, so that vouchers that carry it can be printed and released; by another user than who entered or '
  'changed it (setting maker_checker.payee_accounts). A later change of number or name takes the confirmation back. Users who edit payees '
  'or approve vouchers. Errors: 42501, P0002, stale_version, wrong_state, maker_checker.';
