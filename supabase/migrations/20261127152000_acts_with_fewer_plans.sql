-- Acts ask less: today and the closed day are read at once, and functions of one call keep their plans.

create or replace function private.moment(p_project uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_known text := current_setting('kalakal.moment', true);
  v_moment timestamptz;
begin
  if starts_with(v_known, p_project::text || ' ') then return to_timestamp(substr(v_known, 38)::numeric); end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('moment of ' || coalesce(p_project::text, ''), 0));
  v_moment := clock_timestamp();
  v_known := set_config('kalakal.moment', concat_ws(' ', p_project, extract(epoch from v_moment)), true);
  return v_moment;
end $$;
create or replace function private.day_until(p_date date, p_today date, p_field text) returns date
language plpgsql stable set search_path = '' as $$
begin
  if p_date > p_today then perform private.refuse('not_in_future', 'The date is in the future.', p_field); end if;
  if p_date < date '1990-01-01' then perform private.invalid(p_field, 'The date is too far in the past.'); end if;
  return coalesce(p_date, p_today);
end $$;
comment on function private.day_until is 'Returns the business date that staff typed, or today when it is empty. Refuses a day after today (not_in_future) and one of another time.';
create or replace function private.past_date(p_project uuid, p_date date, p_field text) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.day_until(p_date, private.business_date(p_project), p_field);
end $$;
create or replace function private.posting_date(p_project uuid, p_date date, p_field text) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text;
  v_closed date;
  v_date date;
begin
  -- This is what private.business_date and private.closed_through say, read at once: every act that posts asks.
  select private.known_zone(p.time_zone), p.closed_through into v_zone, v_closed from public.projects p where p.id = p_project;
  v_date := private.day_until(p_date, (now() at time zone v_zone)::date, p_field);
  if v_date <= v_closed then perform private.refuse_closed(v_closed, p_field); end if;
  return v_date;
end $$;
create or replace function private.refuse_closed_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_posted record;
  v_closed date;
  v_kept boolean;
begin
  -- One trigger for both, as every act posts and each would read the entries.
  for v_posted in
    select e.project_id, min(e.on_date) as first_day, array_agg(distinct e.on_date) as days from posted e group by e.project_id order by e.project_id
  loop
    -- This does what private.lock_closing does, with one question for both answers: every act posts, and most days are not kept.
    perform pg_advisory_xact_lock_shared(hashtextextended('closing of ' || v_posted.project_id::text, 0));
    select (select p.closed_through from public.projects p where p.id = v_posted.project_id),
      exists (select from private.kept_days k where k.project_id = v_posted.project_id and k.on_date = any (v_posted.days)) into v_closed, v_kept;
    if v_posted.first_day <= v_closed then perform private.refuse_closed(v_closed, ''); end if;
    if v_kept or current_setting('transaction_isolation') <> 'read committed' then
      perform private.note_changed_days(v_posted.project_id, v_posted.days);
    end if;
  end loop;
  return null;
end $$;
create or replace function private.allocated_bookings(p_allocations jsonb) returns uuid[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(select private.read_uuid(e.value, 'booking_id', false, format('allocations[%s].', e.ordinality - 1))
    from jsonb_array_elements(p_allocations) with ordinality e);
end $$;
create or replace function private.lock_invoice_numbers(p_project uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin perform pg_advisory_xact_lock(hashtextextended('invoice numbers of ' || p_project::text, 0)); end $$;
create or replace function public.save_account(p_project uuid, p_idempotency_key uuid, p_account text, p_version int, p_values jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.save_account(p_project, p_idempotency_key, p_account, p_version, p_values); end $$;
create or replace function public.update_customer_tax(p_project uuid, p_idempotency_key uuid, p_customer uuid, p_version int, p_tin_no text, p_business_style text, p_vat_class text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.update_customer_tax(p_project, p_idempotency_key, p_customer, p_version, p_tin_no, p_business_style, p_vat_class); end $$;
create or replace function public.set_credit_line(p_project uuid, p_idempotency_key uuid, p_customer uuid, p_version int, p_credit_line numeric, p_terms_days int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_credit_line(p_project, p_idempotency_key, p_customer, p_version, p_credit_line, p_terms_days); end $$;
create or replace function public.deactivate_customer(p_project uuid, p_idempotency_key uuid, p_customer uuid, p_version int, p_reason text, p_active boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.deactivate_customer(p_project, p_idempotency_key, p_customer, p_version, p_reason, p_active); end $$;
create or replace function public.transfer_customers(p_project uuid, p_idempotency_key uuid, p_transfer jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.transfer_customers(p_project, p_idempotency_key, p_transfer); end $$;
create or replace function public.request_customer(p_project uuid, p_idempotency_key uuid, p_customer jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.request_customer(p_project, p_idempotency_key, p_customer); end $$;
create or replace function public.save_price_list(p_project uuid, p_idempotency_key uuid, p_list uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.save_price_list(p_project, p_idempotency_key, p_list, p_version, p_details); end $$;
create or replace function public.set_price_list_items(p_project uuid, p_idempotency_key uuid, p_list uuid, p_version int, p_items jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_price_list_items(p_project, p_idempotency_key, p_list, p_version, p_items); end $$;
create or replace function public.reprice_list(p_project uuid, p_idempotency_key uuid, p_list uuid, p_version int, p_change jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.reprice_list(p_project, p_idempotency_key, p_list, p_version, p_change); end $$;
create or replace function public.save_customer_group(p_project uuid, p_idempotency_key uuid, p_group uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.save_customer_group(p_project, p_idempotency_key, p_group, p_version, p_details); end $$;
create or replace function public.set_customer_prices(p_project uuid, p_idempotency_key uuid, p_customer uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_customer_prices(p_project, p_idempotency_key, p_customer, p_version, p_details); end $$;
create or replace function public.print_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.print_issued_cheque(p_project, p_idempotency_key, p_cheque, p_version); end $$;
create or replace function public.void_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version int, p_void jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.void_issued_cheque(p_project, p_idempotency_key, p_cheque, p_version, p_void); end $$;
create or replace function public.replace_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version int, p_next jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.replace_issued_cheque(p_project, p_idempotency_key, p_cheque, p_version, p_next); end $$;
create or replace function public.release_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version int, p_date date) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.release_issued_cheque(p_project, p_idempotency_key, p_cheque, p_version, p_date); end $$;
create or replace function public.clear_issued_cheques(p_project uuid, p_idempotency_key uuid, p_cleared jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.clear_issued_cheques(p_project, p_idempotency_key, p_cleared); end $$;
create or replace function public.stale_issued_cheque(p_project uuid, p_idempotency_key uuid, p_cheque uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.stale_issued_cheque(p_project, p_idempotency_key, p_cheque, p_version); end $$;
create or replace function public.add_cheque_book(p_project uuid, p_idempotency_key uuid, p_book jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.add_cheque_book(p_project, p_idempotency_key, p_book); end $$;
create or replace function public.confirm_payee_account(p_project uuid, p_idempotency_key uuid, p_payee uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.confirm_payee_account(p_project, p_idempotency_key, p_payee, p_version); end $$;
create or replace function public.attach_voucher_file(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_file jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.attach_voucher_file(p_project, p_idempotency_key, p_voucher, p_file); end $$;
create or replace function public.detach_voucher_file(p_project uuid, p_idempotency_key uuid, p_attachment uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.detach_voucher_file(p_project, p_idempotency_key, p_attachment); end $$;
create or replace function public.approve_voucher(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.approve_voucher(p_project, p_idempotency_key, p_voucher, p_version); end $$;
create or replace function public.mark_voucher_printed(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.mark_voucher_printed(p_project, p_idempotency_key, p_voucher, p_version); end $$;
create or replace function public.release_voucher(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version int, p_releaser uuid, p_date date default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.release_voucher(p_project, p_idempotency_key, p_voucher, p_version, p_releaser, p_date); end $$;
create or replace function public.cancel_voucher(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_voucher(p_project, p_idempotency_key, p_voucher, p_version, p_reason); end $$;
create or replace function public.create_voucher(p_project uuid, p_idempotency_key uuid, p_voucher jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_voucher(p_project, p_idempotency_key, p_voucher); end $$;
create or replace function public.update_voucher(p_project uuid, p_idempotency_key uuid, p_voucher uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.update_voucher(p_project, p_idempotency_key, p_voucher, p_version, p_details); end $$;
create or replace function public.begin_sign_in(p_kind text, p_email text, p_address text, p_device text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.begin_sign_in(p_kind, p_email, p_address, p_device); end $$;
create or replace function public.end_sign_in(p_attempt uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.end_sign_in(p_attempt); end $$;
create or replace function public.record_session(p_device text, p_address text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.record_session(p_device, p_address); end $$;
create or replace function public.end_my_sessions(p_project uuid, p_idempotency_key uuid, p_session uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.end_my_sessions(p_idempotency_key, p_session); end $$;
create or replace function public.create_bad_order(p_project uuid, p_idempotency_key uuid, p_record jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_bad_order(p_project, p_idempotency_key, p_record); end $$;
create or replace function public.approve_write_off(p_project uuid, p_idempotency_key uuid, p_record uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.approve_write_off(p_project, p_idempotency_key, p_record, p_version); end $$;
create or replace function public.cancel_write_off(p_project uuid, p_idempotency_key uuid, p_record uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_write_off(p_project, p_idempotency_key, p_record, p_version, p_reason); end $$;
create or replace function public.open_stock_count(p_project uuid, p_idempotency_key uuid, p_count jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.open_stock_count(p_project, p_idempotency_key, p_count); end $$;
create or replace function public.enter_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_lines jsonb, p_submit boolean default false) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.enter_stock_count(p_project, p_idempotency_key, p_count, p_version, p_lines, p_submit); end $$;
create or replace function public.post_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.post_stock_count(p_project, p_idempotency_key, p_count, p_version, p_reason); end $$;
create or replace function public.cancel_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_stock_count(p_project, p_idempotency_key, p_count, p_version, p_reason); end $$;
create or replace function public.send_back_stock_count(p_project uuid, p_idempotency_key uuid, p_count uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.send_back_stock_count(p_project, p_idempotency_key, p_count, p_version, p_reason); end $$;
create or replace function public.request_product_edit(p_project uuid, p_idempotency_key uuid, p_request jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.request_product_edit(p_project, p_idempotency_key, p_request); end $$;
create or replace function public.decide_product_edit(p_project uuid, p_idempotency_key uuid, p_request uuid, p_version int, p_decision text, p_note text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.decide_product_edit(p_project, p_idempotency_key, p_request, p_version, p_decision, p_note); end $$;
create or replace function public.create_purchase(p_project uuid, p_idempotency_key uuid, p_purchase jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_purchase(p_project, p_idempotency_key, p_purchase); end $$;
create or replace function public.cancel_purchase(p_project uuid, p_idempotency_key uuid, p_purchase uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_purchase(p_project, p_idempotency_key, p_purchase, p_version, p_reason); end $$;
create or replace function public.create_warehouse_request(p_project uuid, p_idempotency_key uuid, p_request jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_warehouse_request(p_project, p_idempotency_key, p_request); end $$;
create or replace function public.decide_warehouse_request(p_project uuid, p_idempotency_key uuid, p_request uuid, p_version int, p_decision text, p_note text default null, p_date date default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.decide_warehouse_request(p_project, p_idempotency_key, p_request, p_version, p_decision, p_note, p_date); end $$;
create or replace function public.create_memo(p_project uuid, p_idempotency_key uuid, p_memo jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_memo(p_project, p_idempotency_key, p_memo); end $$;
create or replace function public.approve_memo(p_project uuid, p_idempotency_key uuid, p_memo uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.approve_memo(p_project, p_idempotency_key, p_memo, p_version); end $$;
create or replace function public.cancel_memo(p_project uuid, p_idempotency_key uuid, p_memo uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_memo(p_project, p_idempotency_key, p_memo, p_version, p_reason); end $$;
create or replace function public.create_project(p_project uuid, p_idempotency_key uuid, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_project(p_project, p_idempotency_key, p_details); end $$;
create or replace function public.update_project(p_project uuid, p_idempotency_key uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.update_project(p_project, p_idempotency_key, p_version, p_details); end $$;
create or replace function public.remove_project(p_project uuid, p_idempotency_key uuid, p_status text default 'removed') returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.remove_project(p_project, p_idempotency_key, p_status); end $$;
create or replace function public.close_period(p_project uuid, p_idempotency_key uuid, p_through date, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.change_closing(p_project, p_idempotency_key, 'close', p_through, p_reason); end $$;
create or replace function public.reopen_period(p_project uuid, p_idempotency_key uuid, p_through date, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.change_closing(p_project, p_idempotency_key, 'reopen', p_through, p_reason); end $$;
create or replace function public.provision_member(p_project uuid, p_idempotency_key uuid, p_member jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.provision_member(p_project, p_idempotency_key, p_member); end $$;
create or replace function public.update_member(p_project uuid, p_idempotency_key uuid, p_version int, p_member jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.update_member(p_project, p_idempotency_key, p_version, p_member); end $$;
create or replace function public.set_member_status(p_project uuid, p_idempotency_key uuid, p_user uuid, p_status text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_member_status(p_project, p_idempotency_key, p_user, p_status); end $$;
create or replace function public.end_member_sessions(p_project uuid, p_idempotency_key uuid, p_user uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.end_member_sessions(p_project, p_idempotency_key, p_user); end $$;
create or replace function public.change_display_name(p_project uuid, p_idempotency_key uuid, p_display_name text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.change_display_name(p_idempotency_key, p_display_name); end $$;
create or replace function public.approve_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.approve_collection(p_project, p_idempotency_key, p_collection, p_version); end $$;
create or replace function public.cancel_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_collection(p_project, p_idempotency_key, p_collection, p_version, p_reason); end $$;
create or replace function public.record_collection(p_project uuid, p_idempotency_key uuid, p_collection jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.record_collection(p_project, p_idempotency_key, p_collection); end $$;
create or replace function public.record_receipt(p_project uuid, p_idempotency_key uuid, p_receipt jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.record_receipt(p_project, p_idempotency_key, p_receipt); end $$;
create or replace function public.set_agent_targets(p_project uuid, p_idempotency_key uuid, p_targets jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_agent_targets(p_project, p_idempotency_key, p_targets); end $$;
create or replace function public.print_report(p_project uuid, p_idempotency_key uuid, p_print jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.print_report(p_project, p_idempotency_key, p_print); end $$;
create or replace function public.save_report_view(p_project uuid, p_idempotency_key uuid, p_view jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.save_report_view(p_project, p_idempotency_key, p_view); end $$;
create or replace function public.remove_report_view(p_project uuid, p_idempotency_key uuid, p_view uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.remove_report_view(p_project, p_idempotency_key, p_view); end $$;
create or replace function public.archive_bookings(p_project uuid, p_idempotency_key uuid, p_so_nos jsonb, p_status text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.archive_bookings(p_project, p_idempotency_key, p_so_nos, p_status); end $$;
create or replace function public.update_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.update_booking(p_project, p_idempotency_key, p_booking, p_version, p_details); end $$;
create or replace function public.set_booking_dates(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_dates jsonb, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_booking_dates(p_project, p_idempotency_key, p_booking, p_version, p_dates, p_reason); end $$;
create or replace function public.create_booking(p_project uuid, p_idempotency_key uuid, p_booking jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.create_booking(p_project, p_idempotency_key, p_booking); end $$;
create or replace function public.cancel_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_booking(p_project, p_idempotency_key, p_booking, p_version, p_reason); end $$;
create or replace function public.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_date date, p_lines jsonb default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.deliver_booking(p_project, p_idempotency_key, p_booking, p_version, p_date, p_lines); end $$;
create or replace function public.set_invoice(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_invoice_no text, p_date date, p_reason text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_invoice(p_project, p_idempotency_key, p_booking, p_version, p_invoice_no, p_date, p_reason); end $$;
create or replace function public.set_invoices(p_project uuid, p_idempotency_key uuid, p_batch jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_invoices(p_project, p_idempotency_key, p_batch); end $$;
create or replace function public.validate_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version int, p_override_reason text default null) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.validate_booking(p_project, p_idempotency_key, p_booking, p_version, p_override_reason); end $$;
create or replace function public.deposit_cheque(p_project uuid, p_idempotency_key uuid, p_deposit jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.deposit_cheque(p_project, p_idempotency_key, p_deposit); end $$;
create or replace function public.clear_cheque(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_date date) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.clear_cheque(p_project, p_idempotency_key, p_collection, p_version, p_date); end $$;
create or replace function public.return_cheque(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_date date, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.return_cheque(p_project, p_idempotency_key, p_collection, p_version, p_date, p_reason); end $$;
create or replace function public.replace_cheque(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_receipt jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.replace_cheque(p_project, p_idempotency_key, p_collection, p_version, p_receipt); end $$;
create or replace function public.allocate_credit(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_allocations jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.allocate_credit(p_project, p_idempotency_key, p_collection, p_version, p_allocations); end $$;
create or replace function public.pay_back_collection(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_payment jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.pay_back_collection(p_project, p_idempotency_key, p_collection, p_version, p_payment); end $$;
create or replace function public.receive_remittance(p_project uuid, p_idempotency_key uuid, p_remittance jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.receive_remittance(p_project, p_idempotency_key, p_remittance); end $$;
create or replace function public.cancel_remittance(p_project uuid, p_idempotency_key uuid, p_remittance uuid, p_version int, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.cancel_remittance(p_project, p_idempotency_key, p_remittance, p_version, p_reason); end $$;
create or replace function public.reverse_cash_deposit(p_project uuid, p_idempotency_key uuid, p_slip uuid, p_reason text) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.reverse_cash_deposit(p_project, p_idempotency_key, p_slip, p_reason); end $$;
create or replace function public.set_collection_bank(p_project uuid, p_idempotency_key uuid, p_collection uuid, p_version int, p_bank uuid) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.set_collection_bank(p_project, p_idempotency_key, p_collection, p_version, p_bank); end $$;
create or replace function public.record_bank_balance(p_project uuid, p_idempotency_key uuid, p_balance jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$ begin return private.record_bank_balance(p_project, p_idempotency_key, p_balance); end $$;
