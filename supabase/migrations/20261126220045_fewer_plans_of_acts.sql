CREATE OR REPLACE FUNCTION private.audit_updates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid;
  v_document text[];
begin
  -- A statement that changed nothing is no reason to prepare the query below.
  if not exists (select from new_rows) then return null; end if;
  v_user := auth.uid();
  v_document := private.audited_document(tg_table_name);
  -- Both tables have the rows in the order in which the statement changed them.
  insert into public.audit_log (project_id, user_id, table_name, row_id, kind, document_id, action, before, after)
  select (n.row ->> 'project_id')::uuid, v_user, tg_table_name, private.audited_id(n.row), v_document[1], (n.row ->> v_document[2])::uuid, 'update', c.before, c.after
  from (select to_jsonb(r) as row, row_number() over () as place from old_rows r) o
  join (select to_jsonb(r) as row, row_number() over () as place from new_rows r) n on n.place = o.place
  cross join lateral private.audited_changes(o.row, n.row) c
  where c.after is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.deposit_cheque(p_project uuid, p_idempotency_key uuid, p_deposit jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_done jsonb;
  v_cheques jsonb := private.read_list(p_deposit, 'cheques', 200);
  v_ids uuid[] := array(select private.read_uuid(e.value, 'id', true, format('cheques[%s].', e.ordinality - 1))
    from jsonb_array_elements(v_cheques) with ordinality e);
  v_cash numeric := coalesce(private.read_money(p_deposit, 'cash'), 0.00);
  v_bank public.banks;
  v_slip public.deposit_slips;
  v_no text := private.read_text(p_deposit, 'slip_no', true, p_max => 40);
  v_date date;
  v_item record;
  v public.collections;
  v_again jsonb;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'deposit_cheque', p_deposit);
  if v_done is not null then return v_done; end if;
  if jsonb_array_length(v_cheques) = 0 and v_cash = 0 then perform private.invalid('cheques', 'Choose at least one cheque, or enter cash.'); end if;
  v_date := private.posting_date(p_project, private.read_date(p_deposit, 'deposited_on'), 'deposited_on');
  select * into v_bank from public.banks k
  where k.project_id = p_project and k.id = (select private.read_uuid(p_deposit, 'bank_id', true)) and k.status = 'active';
  if not found then perform private.invalid('bank_id', 'Choose a bank account.'); end if;
  insert into public.deposit_slips (project_id, bank_id, slip_no, deposited_on) values (p_project, v_bank.id, v_no, v_date)
  on conflict (project_id, bank_id, slip_no) do nothing returning * into v_slip;
  if not found then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'slip_no', message = format('Slip %s of this account is already used.', v_no);
  end if;

  -- All receipts are locked before their bookings, which returned cheques pay again.
  perform private.lock_receipts(p_project, v_ids);
  perform private.lock_allocated(p_project, array(select c.id from public.collections c
    where c.project_id = p_project and c.id = any (v_ids) and c.cheque_state = 'returned'));
  for v_item in
    select private.read_uuid(e.value, 'id', true, format('cheques[%s].', e.ordinality - 1)) as id,
      private.read_int(e.value, 'version', true, format('cheques[%s].', e.ordinality - 1)) as version, e.ordinality - 1 as no
    from jsonb_array_elements(v_cheques) with ordinality e order by 1
  loop
    v := private.lock_cheque(p_project, v_item.id, v_item.version, '{on_hand,returned}', 'deposited', format('cheques[%s]', v_item.no));
    if v_date < v.cheque_date then
      perform private.refuse('post_dated', format('Cheque %s is dated %s: the bank takes it from that day on.', v.cheque_no, to_char(v.cheque_date, 'MM/DD/YYYY')),
        format('cheques[%s]', v_item.no));
    end if;
    perform private.not_before(p_project, v_date, v.id, 'deposited_on');
    insert into public.cheque_events (project_id, collection_id, event, on_date, effect, slip_id)
    values (p_project, v.id, 'deposited', v_date, case when v.cheque_state = 'returned' then v.amount else 0 end, v_slip.id);
    if v.cheque_state = 'returned' then
      -- It pays again the bookings that it paid before its last return, up to their balance.
      select jsonb_agg(jsonb_build_object('booking_id', x.booking_id, 'amount', least(x.amount, b.balance)::text) order by b.date_added, b.id)
      into v_again
      from (select a.booking_id, -a.amount as amount from public.collection_allocations a
            where a.project_id = p_project and a.collection_id = v.id and a.created_at = (
              select e.created_at from public.cheque_events e where e.project_id = p_project and e.collection_id = v.id and e.event = 'returned'
              order by e.id desc limit 1)) x
      join public.bookings b on b.project_id = p_project and b.id = x.booking_id
      where b.approval_status like 'approved%' and b.balance > 0;
      update public.collections set cheque_state = 'deposited', reversed = 0 where project_id = p_project and id = v.id returning * into v;
      perform private.post_receipt(p_project, v.id, 'redeposited', v_date);
      perform private.apply_receipt(p_project, v, coalesce(v_again, '[]'), v_date);
    else
      update public.collections set cheque_state = 'deposited' where project_id = p_project and id = v.id;
    end if;
    perform private.post_money(p_project, array[v.id], 'deposit', v_date);
  end loop;
  if v_cash > 0 then perform private.bank_cash(v_slip, v_cash); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_slip.id, 'slip_no', v_slip.slip_no, 'cheques', jsonb_array_length(v_cheques), 'cash', v_cash::text));
end $function$;

CREATE OR REPLACE FUNCTION private.keep_days(p_project uuid, p_days integer DEFAULT 31)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first date := private.first_posted_day(p_project);
  v_today date := private.business_date(p_project);
  v_days date[];
  v_sales date[];
  v record;
begin
  -- Nobody waits here for those who post, and nothing is summed of an older moment.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (select k.on_date from private.exact_days k where k.project_id = p_project)
    order by n desc limit p_days);
  -- Days whose sales alone are not kept, as after a change of categories
  v_sales := array(
    select k.on_date from private.exact_days k
    where k.project_id = p_project and not exists (select from private.kept_sales_days s where s.project_id = p_project and s.on_date = k.on_date)
    order by k.on_date desc limit 3 * p_days);
  if v_days || v_sales <> '{}' then perform private.keep_sales(p_project, v_days || v_sales); end if;
  delete from private.account_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.vat_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.receipt_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.changed_days c where c.project_id = p_project and c.on_date = any (v_days);
  for v in
    select min(d.on_date) as first_day, max(d.on_date) as last_day
    from (select u.on_date, u.on_date - row_number() over (order by u.on_date)::int as run from unnest(v_days) u (on_date)) d group by d.run
  loop
    insert into private.account_day_sums (project_id, on_date, account, part, debit, credit, lines, entries, account_entries)
    select p_project, l.on_date, l.account, l.part, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)), count(*),
      count(*) filter (where l.nth = 1), count(*) filter (where l.nth_of_account = 1)
    from (
      select d.*, row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at order by d.account, d.part) as nth,
        row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at, d.account order by d.part) as nth_of_account
      from private.double_entries(p_project, v.first_day, v.last_day) d) l
    group by l.on_date, l.account, l.part;
    insert into private.vat_day_sums (project_id, on_date, kind, vat_class, net, tax, documents, class_documents)
    select p_project, d.on_date, d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents from private.vat_days(p_project, v.first_day, v.last_day) d;
    insert into private.receipt_day_sums (project_id, on_date, counted_as, net, listed)
    select p_project, d.on_date, d.counted_as, d.net, d.listed from private.receipt_days(p_project, v.first_day, v.last_day) d;
  end loop;
  insert into private.kept_days (project_id, on_date) select p_project, u.on_date from unnest(v_days) u (on_date) on conflict do nothing;
  perform private.keep_sales_months(p_project, 1 + p_days / 10);
  return cardinality(v_days);
end $function$;

CREATE OR REPLACE FUNCTION private.keep_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most int;
  v_apart boolean;
  v_left text := set_config('kalakal.stock', '', true);
begin
  with moved as (
    select p.project_id, p.product_id, max(p.n) - min(p.n) >= count(*) as apart,
      coalesce(sum(p.quantity) filter (where p.kind = 'purchase'), 0)::int as purchased,
      coalesce(sum(p.quantity) filter (where p.kind = 'supplier_return'), 0)::int as supplier_returned,
      coalesce(sum(p.quantity) filter (where p.kind = 'issue'), 0)::int as issued,
      coalesce(sum(p.quantity) filter (where p.kind in ('return_in', 'return_credit')), 0)::int as returned,
      coalesce(sum(p.quantity) filter (where p.kind in ('adjustment', 'write_off')), 0)::int as adjusted,
      coalesce(sum(p.quantity) filter (where p.stock_state = 'bad_order'), 0)::int as bad_order, sum(p.cost) as cost
    from (select e.*, row_number() over () as n from posted e) p group by p.project_id, p.product_id
  ), kept as (
    update public.inventory i set
      purchased = i.purchased + m.purchased,
      supplier_returned = i.supplier_returned - m.supplier_returned,
      used_stocks = i.used_stocks - m.issued,
      -- A booking has reserved what is issued.
      reserved = i.reserved + m.issued,
      stocks_returned = i.stocks_returned + m.returned,
      adjusted = i.adjusted + m.adjusted,
      bad_order = i.bad_order + m.bad_order,
      stock_value = i.stock_value + m.cost,
      modified_at = now()
    from moved m
    where i.project_id = m.project_id and i.product_id = m.product_id
    returning greatest(i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, abs(i.adjusted)) as most, m.apart
  )
  select max(k.most), bool_or(k.apart) into v_most, v_apart from kept k;
  if v_apart then raise exception 'A statement has movements of one product apart from each other, and their cost is not known.'; end if;
  -- The quantity on hand is computed from these figures and has to fit its column.
  if v_most > 500000000 then perform private.invalid('quantity', 'A product has at most 500,000,000 pieces in and out.'); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_receipts(p_project uuid, p_collections uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  -- Each is found by its key: see private.lock_bookings.
  perform from (select distinct u.id from unnest(p_collections) u(id) order by u.id) g
  cross join lateral (select from public.collections c where c.project_id = p_project and c.id = g.id for no key update) l;
end $function$;

CREATE OR REPLACE FUNCTION private.note_changed_days(p_project uuid, p_days date[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Keeping takes this lock alone: a day is kept before what is posted here, or sees it.
  perform private.lock_closing(p_project);
  -- A transaction that reads an older moment cannot know of any day that it is not kept.
  insert into private.changed_days (project_id, on_date)
  select p_project, d.on_date from unnest(p_days) d (on_date)
  where current_setting('transaction_isolation') <> 'read committed' or (
    exists (select from private.kept_days k where k.project_id = p_project and k.on_date = d.on_date)
    and not exists (select from private.changed_days c where c.project_id = p_project and c.on_date = d.on_date));
end $function$;

CREATE OR REPLACE FUNCTION private.parts_of_receipts(p_project uuid, p_receipts uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return array(select c.id from public.collections c where c.project_id = p_project and c.receipt_id = any (p_receipts));
end $function$;

CREATE OR REPLACE FUNCTION private.post_new_receipts(p_project uuid, p_receipts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.post_money(p_project, private.parts_of_receipts(p_project, p_receipts), 'receipt', null);
end $function$;

COMMENT ON FUNCTION "private"."lock_receipts"(uuid, uuid[]) IS 'Locks several receipts in id order, before the bookings that they pay.';

COMMENT ON FUNCTION "private"."parts_of_receipts"(uuid, uuid[]) IS 'Returns the ids of all parts of receipts.';

REVOKE ALL ON FUNCTION "private"."lock_receipts"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."parts_of_receipts"(uuid, uuid[]) FROM PUBLIC;
