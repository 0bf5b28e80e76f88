-- Commands on vouchers: approval, print, release, cancellation; and the reads of the voucher list.
-- See docs/domain.md, Other documents, and invariant 10.

create or replace function private.expect_payable_voucher(p public.vouchers) returns void
language plpgsql set search_path = '' as $$
declare
  v_limit numeric;
  v_message text;
  v public.payees;
begin
  perform private.lock_settings(p.project_id);
  v_limit := private.approval_above(p.project_id, 'voucher');
  if p.total > v_limit and p.approved_at is null then
    perform private.refuse('needs_approval', format('Voucher No. %s exceeds %s: it must be approved first.',
      p.voucher_no, private.money_text(v_limit)));
  end if;
  if not private.needs_second_person(p.project_id, 'payee_accounts') then return; end if;
  -- The row is locked, so that the account cannot change while the voucher is released.
  select * into v from public.payees y where y.project_id = p.project_id and y.id = p.payee_id
    and p.pay_to_account_no is not null for share;
  if p.pay_to_account_no is null then
    -- A transfer to an account that nobody wrote down is a transfer to any account.
    v_message := case when p.mode_of_payment = 'bank_transfer' then format('Voucher No. %s is a transfer without an account number: enter '
      'it on the payee, have another user confirm it, then enter it on the voucher.', p.voucher_no) end;
  elsif v.account_no is distinct from p.pay_to_account_no then
    v_message := format('Voucher No. %s pays %s into account %s, which is not the account of that payee: correct the voucher, or enter the '
      'account on the payee and have another user confirm it.', p.voucher_no, p.pay_to, p.pay_to_account_no);
  elsif v.account_confirmed_at is null then
    v_message := format('The account %s of %s is not confirmed: another user must confirm it on the page of the payee.',
      v.account_no, v.fname);
  end if;
  if v_message is not null then perform private.refuse('account_unconfirmed', v_message); end if;
end $$;
comment on function private.expect_payable_voucher is
  'Raises needs_approval for a voucher above the project''s amount that is not approved, and account_unconfirmed for one that carries an '
  'account number which is not the confirmed account of its payee, or that is a transfer without one (setting '
  'maker_checker.payee_accounts).';

create or replace function private.approve_voucher(p_project uuid, p_voucher uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.approve');
  v public.vouchers;
begin
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending,printed}', 'approved');
  if v.approved_at is not null then
    perform private.refuse('wrong_state', format('Voucher No. %s is already approved.', v.voucher_no));
  end if;
  perform private.expect_second_person(p_project, 'vouchers', array[v.created_by, v.edited_by],
    'You prepared or edited this voucher: another user must approve it.');
  update public.vouchers set approved_by = auth.uid(), approved_at = now()
  where project_id = p_project and id = p_voucher returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('approve_voucher');
comment on function public.approve_voucher is
  'Approves a voucher above the project''s amount (setting voucher_approval_above), so that it can be printed and released; by another '
  'user than those who wrote or edited it, unless the project allows that (setting maker_checker.vouchers). Errors: 42501, P0002, '
  'stale_version, wrong_state, maker_checker.';

create or replace function private.mark_voucher_printed(p_project uuid, p_voucher uuid, p_version int) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v public.vouchers;
begin
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending,printed,released}', 'printed');
  if v.status <> 'released' then
    perform private.expect_payable_voucher(v);
  end if;
  -- A copy moves the voucher to no other day of the report.
  update public.vouchers set copies = copies + 1, date_printed = coalesce(date_printed, private.business_date(p_project)),
    who_printed = coalesce(who_printed, auth.uid()),
    status = case when v.status = 'pending' then 'printed' else v.status end
  where project_id = p_project and id = p_voucher returning * into v;
  return jsonb_build_object('id', v.id, 'version', v.version, 'copies', v.copies);
end $$;
select private.expose('mark_voucher_printed');
comment on function public.mark_voucher_printed is
  'Counts a print of a voucher. The first stamps it as printed today, after which it is not edited; each further one, also of a released '
  'voucher, is a copy. Above the project''s amount it must be approved, and an account number on it must '
  'be the confirmed one of its payee. Answers id, version, copies. Errors: 42501, P0002, stale_version, wrong_state, needs_approval, '
  'account_unconfirmed.';

create or replace function private.release_voucher(p_project uuid, p_voucher uuid, p_version int, p_releaser uuid,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v public.vouchers;
  v_releaser public.releasers;
  v_date date;
begin
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending,printed}', 'released');
  if v.status = 'pending' then
    perform private.refuse('wrong_state', format('Voucher No. %s is not printed yet. Print it before release.', v.voucher_no));
  end if;
  -- Approval is checked again, as the project's amount may have been lowered since the print.
  perform private.expect_payable_voucher(v);
  select * into v_releaser from public.releasers r where r.project_id = p_project and r.id = p_releaser and r.status = 'active';
  if not found then perform private.invalid('releaser_id', 'Choose who releases it.'); end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v.date_added then perform private.invalid('date', 'The release date cannot be earlier than the voucher date.'); end if;
  update public.vouchers set status = 'released', date_released = v_date, released_by = v_releaser.id,
    releaser_name = concat_ws(' ', v_releaser.fname, v_releaser.mname, v_releaser.lname), releaser_designation = v_releaser.designation,
    who_released = auth.uid(), released_at = now()
  where project_id = p_project and id = p_voucher returning * into v;
  perform private.sync_voucher_cheque(p_project, v.id);
  perform private.post_payment(p_project, v.id, 'payment', v_date);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('release_voucher');
comment on function public.release_voucher is
  'Records that a printed voucher was handed out: by which releaser, on which day (default today). Above the project''s amount it must be '
  'approved, and an account number on it must be the confirmed one of its payee. Errors: 42501, P0002, stale_version, wrong_state, '
  'needs_approval, account_unconfirmed, not_in_future, period_closed, 22023 releaser_id, date.';

create or replace function private.cancel_voucher(p_project uuid, p_voucher uuid, p_version int, p_reason text,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'vouchers.write');
  v_reason text := private.read_reason(p_reason);
  v_date date;
  v public.vouchers;
begin
  v := private.lock_voucher(p_project, p_voucher, p_version, '{pending,printed}', 'cancelled');
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v.date_added then perform private.invalid('date', 'The cancellation date cannot be earlier than the voucher date.'); end if;
  update public.vouchers set status = 'cancelled', who_cancelled = auth.uid(), cancelled_at = now(), date_cancelled = v_date,
    opposite_on = private.opposite_day(p_project, date_added, v_date), cancel_reason = v_reason
  where project_id = p_project and id = p_voucher returning * into v;
  perform private.sync_voucher_cheque(p_project, v.id);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('cancel_voucher');
comment on function public.cancel_voucher is
  'Cancels a voucher that is not released, with a reason and a date (default today, not before its own), on which its cheque is void; the '
  'numbers of voucher and cheque are not reused. Errors: 42501, P0002, stale_version, wrong_state, not_in_future, period_closed, 22023 '
  'reason, date.';

-- ---------------------------------------------------------------------------------------------
-- Reading
-- ---------------------------------------------------------------------------------------------

create or replace function public.voucher_duplicates(p_project uuid, p_payee uuid, p_invoice_no text, p_exclude uuid default null)
returns table (id uuid, voucher_no int, pay_to text, invoice_no text, total numeric, status text, date_added date)
language sql stable set search_path = '' as $$
  select v.id, v.voucher_no, v.pay_to, v.invoice_no, v.total, v.status, v.date_added from public.vouchers v
  where v.project_id = p_project and v.payee_id = p_payee and private.paper_key(v.invoice_no) = nullif(private.paper_key(p_invoice_no), '')
    and v.status <> 'cancelled' and v.id is distinct from p_exclude
  order by v.date_added desc, v.id desc limit 5
$$;
comment on function public.voucher_duplicates is
  'Returns up to five vouchers, the newest first, that pay this supplier invoice of this payee and are not cancelled, for a warning before '
  'it is paid twice. p_exclude: the voucher being edited. Rows are those that the caller may read.';
