DROP TRIGGER "explain_checks" ON "public"."audit_log";

DROP TRIGGER "explain_checks" ON "public"."booking_lines";

DROP TRIGGER "explain_checks" ON "public"."bookings";

DROP TRIGGER "explain_checks" ON "public"."cheque_events";

DROP TRIGGER "explain_checks" ON "public"."collection_allocations";

DROP TRIGGER "explain_checks" ON "public"."collections";

DROP TRIGGER "explain_checks" ON "public"."customer_finance_events";

DROP TRIGGER "explain_checks" ON "public"."delivery_receipts";

DROP TRIGGER "explain_checks" ON "public"."deposit_slips";

DROP TRIGGER "explain_checks" ON "public"."inventory";

DROP TRIGGER "explain_checks" ON "public"."money_entries";

DROP TRIGGER "explain_checks" ON "public"."projects";

DROP TRIGGER "explain_checks" ON "public"."receivable_entries";

DROP TRIGGER "explain_checks" ON "public"."sales_entries";

DROP TRIGGER "explain_checks" ON "public"."stock_movements";

CREATE OR REPLACE FUNCTION private.audit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := auth.uid();
  v_document text[] := private.audited_document(tg_table_name);
  v_known text := current_setting('kalakal.moment', true);
  v_moment timestamptz := case when length(v_known) > 38 then to_timestamp(substr(v_known, 38)::numeric) end;
begin
  with n as materialized (select to_jsonb(r) as row from changed_rows r)
  insert into public.audit_log (project_id, created_at, user_id, table_name, row_id, kind, document_id, action, before, after)
  select (n.row ->> 'project_id')::uuid, case when starts_with(v_known, n.row ->> 'project_id') then v_moment else private.moment((n.row ->> 'project_id')::uuid) end,
    v_user, tg_table_name, private.audited_id(n.row), v_document[1], (n.row ->> v_document[2])::uuid, lower(tg_op),
    case tg_op when 'DELETE' then n.row end, case tg_op when 'INSERT' then n.row end
  from n;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid;
  v_document text[];
  v_known text;
  v_moment timestamptz;
begin
  -- A statement that changed nothing is no reason to prepare the query below.
  if not exists (select from new_rows) then return null; end if;
  v_user := auth.uid();
  v_document := private.audited_document(tg_table_name);
  v_known := current_setting('kalakal.moment', true);
  v_moment := case when length(v_known) > 38 then to_timestamp(substr(v_known, 38)::numeric) end;
  -- Both tables have the rows in the order in which the statement changed them.
  insert into public.audit_log (project_id, created_at, user_id, table_name, row_id, kind, document_id, action, before, after)
  select (n.row ->> 'project_id')::uuid, case when starts_with(v_known, n.row ->> 'project_id') then v_moment else private.moment((n.row ->> 'project_id')::uuid) end,
    v_user, tg_table_name, private.audited_id(n.row), v_document[1], (n.row ->> v_document[2])::uuid, 'update', c.before, c.after
  from (select to_jsonb(r) as row, row_number() over () as place from old_rows r) o
  join (select to_jsonb(r) as row, row_number() over () as place from new_rows r) n on n.place = o.place
  cross join lateral private.audited_changes(o.row, n.row) c
  where c.after is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.decide_collection(p_project uuid, p_collection uuid, p_version integer, p_to text, p_reason text)
 RETURNS public.collections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.collections;
  v_parts uuid[] := private.lock_receipt(p_project, p_collection);
  v_part public.collections;
  v_booking record;
  v_banks uuid[];
  v_bank record;
  v_on date;
begin
  select * into v from public.collections where project_id = p_project and id = p_collection;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.approval_status = 'cancelled' or (p_to = 'approved' and v.approval_status <> 'pending') then
    perform private.refuse('wrong_state', format('Receipt %s is already %s.', v.cr_no, v.approval_status));
  end if;
  -- The collector and the recorder may still withdraw a pending receipt, which counts nowhere.
  if (p_to = 'approved' or v.approval_status = 'approved') and auth.uid() in (v.created_by, v.collector_id)
    and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker', format('You recorded or collected receipt %s: another user who approves collections has to %s it.',
      v.cr_no, case p_to when 'approved' then 'approve' else 'cancel' end));
  end if;
  for v_part in select c.* from public.collections c where c.project_id = p_project and c.receipt_id = v.receipt_id order by c.part_no loop
    if p_to = 'cancelled' then
      perform private.refuse_cancelling(v_part);
    elsif v_part.collection_type = 'bank_transfer' and v_part.bank_id is null then
      perform private.refuse('account_unknown', format('Select the account that received the transfer of receipt %s first.', v.cr_no), 'bank_id');
    end if;
  end loop;
  if p_to = 'cancelled' then
    -- The accounts are locked, so that no two commands take the same money out of them.
    v_banks := array(select distinct c.bank_id from public.collections c where c.project_id = p_project and c.receipt_id = v.receipt_id
      and c.collection_type = 'bank_transfer' and c.approval_status = 'approved' order by 1);
    perform from public.banks k where k.project_id = p_project and k.id = any (v_banks) order by k.id for no key update;
  end if;
  perform private.lock_allocated(p_project, v_parts);
  select b.so_no, b.stage into v_booking from public.collections c
  join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
  cross join lateral (select k.so_no, k.stage, k.approval_status from public.bookings k where k.project_id = p_project and k.id = a.booking_id offset 0) b
  where c.project_id = p_project and c.receipt_id = v.receipt_id and p_to = 'approved' and b.approval_status not like 'approved%' limit 1;
  if found then
    perform private.refuse('wrong_state', format('%s is %s: cancel this receipt and record it anew.', v_booking.so_no, v_booking.stage));
  end if;
  update public.collections set approval_status = p_to,
    approved_by = case when p_to = 'approved' then auth.uid() else approved_by end,
    approved_at = case when p_to = 'approved' then now() else approved_at end,
    cancel_reason = p_reason
  where project_id = p_project and receipt_id = v.receipt_id;
  v_on := case p_to when 'approved' then private.open_day(p_project, v.date_collected) else private.business_date(p_project) end;
  perform private.post_receipt(p_project, x.id, case p_to when 'approved' then 'receipt' else 'cancelled' end, v_on)
  from unnest(v_parts) with ordinality x (id, no) order by x.no;
  perform private.post_money(p_project, v_parts, case p_to when 'approved' then 'approval' else 'cancellation' end, v_on);
  if p_to = 'cancelled' then
    select k.bank, k.account_no, b.balance into v_bank from public.banks k cross join lateral (select private.bank_balance(p_project, k.id, v_on) as balance) b
    where k.project_id = p_project and k.id = any (v_banks) and b.balance < 0 limit 1;
    if found then
      perform private.refuse('cash_exceeded', format('The transfer was spent: without it %s %s has %s by the books. Record its statement balance, or pay the receipt back.',
        v_bank.bank, v_bank.account_no, to_char(v_bank.balance, 'FM999,999,999,990.00')));
    end if;
  end if;
  perform private.settle_booking(p_project, x.booking_id)
  from (select distinct a.booking_id from public.collections c join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
        where c.project_id = p_project and c.receipt_id = v.receipt_id order by a.booking_id) x;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  select p_project, v.customer_id, 'collection ' || p_to, jsonb_build_object('cr_no', v.cr_no, 'amount', sum(c.amount)::text)
  from public.collections c where c.project_id = p_project and c.receipt_id = v.receipt_id;
  select * into v from public.collections where project_id = p_project and id = p_collection;
  return v;
end $function$;

CREATE OR REPLACE FUNCTION private.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_date date, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'bookings.deliver');
  v_done jsonb;
  v_booking public.bookings;
  v_date date;
  v_asked jsonb := private.read_list(p_lines, 'lines', 200);
  v_release boolean := p_lines ->> 'remainder' = 'release';
  v_line record;
  v_rest public.booking_lines;
  v_issued uuid[] := '{}';
  v_pieces int[] := '{}';
  v_before bigint;
  v_dr_no text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'deliver_booking', jsonb_build_array(p_booking, p_version, p_date, p_lines));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking);
  if v_booking.date_delivered is not null then
    perform private.refuse('wrong_state', format('%s is already delivered.', v_booking.so_no));
  end if;
  if v_booking.on_hold then
    perform private.refuse('on_hold', format('The warehouse holds the goods of %s: finish that request first.', v_booking.so_no));
  end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v_booking.date_added then perform private.invalid('date', 'The delivery date cannot be earlier than the booking date.'); end if;
  if p_lines is not null and coalesce(p_lines ->> 'remainder', '') not in ('keep', 'release') then
    perform private.invalid('remainder', 'Keep or release what is not delivered.');
  end if;
  if exists (select from jsonb_array_elements(v_asked) a
             where private.read_uuid(a.value, 'line_id', true) not in (select l.id from public.booking_lines l
               where l.project_id = p_project and l.booking_id = p_booking)) then
    perform private.not_found();
  end if;

  v_before := private.last_delivery_entry(p_project, p_booking);
  for v_line in
    select l.id, l.line_no, l.quantity - l.quantity_delivered - l.quantity_released as open,
      case when p_lines is null then l.quantity - l.quantity_delivered - l.quantity_released
        else (select least(coalesce(sum(private.read_pieces(a.value, 'quantity', true, format('lines[%s].', l.line_no - 1))), 0), 10000000)
          from jsonb_array_elements(v_asked) a where private.read_uuid(a.value, 'line_id') = l.id) end::int as deliver
    from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking order by l.product_id, l.line_no
  loop
    if v_line.deliver > v_line.open then
      perform private.invalid(format('lines[%s].quantity', v_line.line_no - 1), format('Only %s pieces are left to deliver.', v_line.open));
    end if;
    if v_line.deliver > 0 then
      v_issued := v_issued || v_line.id;
      v_pieces := v_pieces || v_line.deliver;
    end if;
  end loop;
  if cardinality(v_issued) = 0 then perform private.invalid('lines', 'Enter what is delivered, or cancel the booking.'); end if;
  perform private.issue_from_stock(v_booking, v_issued, v_pieces, v_date);
  if v_release then
    for v_rest in
      select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
        and l.quantity_delivered + l.quantity_released < l.quantity order by l.product_id, l.line_no
    loop
      perform private.release_from_booking(v_rest, v_rest.quantity - v_rest.quantity_delivered - v_rest.quantity_released, v_date);
    end loop;
  end if;

  update public.bookings b set date_delivered = (select max(d) from private.delivery_days(p_project, p_booking) d)
  where b.project_id = p_project and b.id = p_booking
    and not exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
                    and l.quantity_delivered + l.quantity_released < l.quantity)
  returning * into v_booking;
  -- A partial delivery changes no column of the booking, but counts as a new version.
  if not found then update public.bookings set modified_at = now() where project_id = p_project and id = p_booking returning * into v_booking; end if;
  if v_release then
    perform private.settle_booking(p_project, p_booking);
    select * into v_booking from public.bookings where project_id = p_project and id = p_booking;
    perform private.post_invoice(v_booking);
  end if;
  v_dr_no := private.draw_delivery_receipt(p_project, p_booking, v_date, v_before);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version, 'dr_no', v_dr_no));
end $function$;

CREATE OR REPLACE FUNCTION private.join_checks(p_table regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_table text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_columns text := (select string_agg(a.attname, '|') from pg_catalog.pg_attribute a where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped);
  v_all text;
  v_first text;
begin
  -- A name of a column outside of quotes is the column; PostgreSQL evaluates checks in the order of their names.
  select string_agg(x.fits, E'\n    and ' order by x.name),
    string_agg(format('when %s is false then %L', x.fits, x.name), E'\n    ' order by x.name)
  into v_all, v_first
  from (
    select k.conname as name, (
      select string_agg(case when p.n % 2 = 1 then regexp_replace(p.part, '\m(' || v_columns || ')\M', 'p.\1', 'g') else p.part end, '''' order by p.n)
      from string_to_table(pg_get_expr(k.conbin, k.conrelid), '''') with ordinality p (part, n)) as fits
    from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c') x;
  execute (select string_agg(format('alter table %s drop constraint %I', p_table, k.conname), '; ')
    from pg_catalog.pg_constraint k where k.conrelid = p_table and k.contype = 'c');
  execute format($f$create or replace function private.are_bounds_of_%1$s(p %2$s) returns boolean
language plpgsql immutable set search_path = '' as $body$
begin
  if (%3$s) is not false then return true; end if;
  return private.refuse_check(%5$L, %1$L, case %4$s end);
end $body$ $f$, v_table, p_table, v_all, v_first, (select c.relnamespace::regnamespace from pg_catalog.pg_class c where c.oid = p_table));
  execute format('comment on function private.are_bounds_of_%1$s is %2$L', v_table,
    'Tells whether a row keeps the bounds of its columns and the other checks of its table, and refuses it by the name of the first that it does not. Written by private.join_checks.');
  execute format('alter table %1$s add constraint %2$I check (private.are_bounds_of_%3$s(%3$I))', p_table, v_table || '_bounded', v_table);
  -- Its condition is read like a check, to find that nobody writes directly.
  execute format('drop trigger if exists explain_checks on %s', p_table);
end $function$;

CREATE OR REPLACE FUNCTION private.settle_booking(p_project uuid, p_booking uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_total numeric;
  v_collected numeric;
  v_credited numeric;
  v_credited_on date;
  v_given_back boolean := false;
  v_over numeric;
  v_take numeric;
  v_paid_on date;
  v_uncleared numeric;
  v_cleared_on date;
  v_on date;
  v_row record;
begin
  select b.total into v_total from public.bookings b where b.project_id = p_project and b.id = p_booking for no key update;
  select coalesce(sum(k.amount), 0.00), max(k.on_date) into v_credited, v_credited_on
  from public.booking_credits k where k.project_id = p_project and k.booking_id = p_booking;
  loop
    select coalesce(sum(x.net), 0.00), greatest(max(x.effective_on) filter (where x.net > 0), v_credited_on),
      coalesce(sum(x.net) filter (where x.net > 0 and x.uncleared), 0.00), max(x.cleared_on) filter (where x.net > 0)
    into v_collected, v_paid_on, v_uncleared, v_cleared_on
    from (
      select max(a.effective_on) as effective_on, sum(a.amount) as net, max(c.cheque_cleared_on) as cleared_on,
        bool_or(c.collection_type = 'cheque' and c.cheque_state <> 'cleared') as uncleared
      from public.collection_allocations a join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
      where a.project_id = p_project and a.booking_id = p_booking and c.approval_status = 'approved'
      group by c.id) x;
    v_over := v_collected + v_credited - v_total;
    exit when v_over <= 0 or v_given_back;

    -- An excess goes back to the newest receipts as unapplied credit, by opposite rows (docs/domain.md, invariant 6), and the sums are read again.
    v_given_back := true;
    for v_row in
      select c.id, max(a.so_no) as so_no, sum(a.amount) as net, max(a.effective_on) as effective_on
      from public.collection_allocations a join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
      where a.project_id = p_project and a.booking_id = p_booking and c.approval_status = 'approved'
      group by c.id, c.receipt_id, c.part_no, c.date_collected, c.approved_at having sum(a.amount) > 0
      -- Of one receipt, the parts that pay last give back first.
      order by c.date_collected desc, c.approved_at desc, c.receipt_id, c.part_no desc
    loop
      exit when v_over <= 0;
      v_take := least(v_over, v_row.net);
      v_on := private.open_day(p_project, greatest(v_row.effective_on, v_credited_on));
      insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
      values (p_project, v_row.id, p_booking, v_row.so_no, -v_take, v_on);
      perform private.post_receipt(p_project, v_row.id, 'allocation', v_on);
      v_over := v_over - v_take;
    end loop;
  end loop;

  update public.bookings set collected = v_collected, credited = v_credited, uncleared = v_uncleared,
    collection_status = case when v_total - v_collected - v_credited = 0 then 'paid' when v_collected > 0 then 'partial' else 'unpaid' end,
    date_paid = case when v_total - v_collected - v_credited = 0 then coalesce(v_paid_on, date_added) end,
    date_cleared = case when v_total - v_collected - v_credited = 0 and v_uncleared = 0 then coalesce(greatest(v_paid_on, v_cleared_on), date_added) end
  where project_id = p_project and id = p_booking;
end $function$;
