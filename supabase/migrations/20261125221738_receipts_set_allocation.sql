DROP FUNCTION "private"."allocate_oldest_first"(uuid, uuid, numeric);

DROP FUNCTION "private"."lock_receipts_sheet"(uuid, jsonb);

CREATE OR REPLACE FUNCTION private.allocate_oldest_first(p_project uuid, p_receipts jsonb, p_taken jsonb DEFAULT '[]'::jsonb)
 RETURNS TABLE(receipt text, allocations jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with receipts as materialized (
    select x.value ->> 'receipt' as receipt, (x.value ->> 'customer_id')::uuid as customer_id, row_number() over w as no,
      sum((x.value ->> 'amount')::numeric) over w as up_to
    from jsonb_array_elements(p_receipts) with ordinality x window w as (partition by x.value ->> 'customer_id' order by x.ordinality)
  ), customers as materialized (
    select distinct r.customer_id from receipts r
  ), taken as (
    select t.booking_id, sum(t.amount) as amount from (
      -- Each is found by its key, whatever the planner knows of the tables.
      select a.booking_id, a.amount
      from customers k
      cross join lateral (select c.id from public.collections c where c.project_id = p_project and c.customer_id = k.customer_id and c.approval_status = 'pending' offset 0) c
      cross join lateral (select x.booking_id, x.amount from public.collection_allocations x where x.project_id = p_project and x.collection_id = c.id offset 0) a
      union all
      select (x ->> 'booking_id')::uuid, (x ->> 'amount')::numeric from jsonb_array_elements(p_taken) x) t
    group by t.booking_id
  ), payable as (
    select b.customer_id, b.id, coalesce(b.date_invoiced, b.date_added) as on_date, b.so_no, b.balance - coalesce(t.amount, 0.00) as amount
    from customers k
    cross join lateral (select * from public.bookings b
      where b.project_id = p_project and b.customer_id = k.customer_id and b.balance > 0 and b.approval_status like 'approved%' offset 0) b
    left join taken t on t.booking_id = b.id
  ), bookings as materialized (
    select p.customer_id, p.id, row_number() over w as no, sum(p.amount) over w as up_to
    from payable p where p.amount > 0 window w as (partition by p.customer_id order by p.on_date, p.so_no)
  ), steps as (
    -- Receipts and bookings stand side by side on one scale of money. A step ends where the next receipt or booking begins.
    select e.customer_id, e.up_to - lag(e.up_to, 1, 0.00) over w as amount,
      1 + coalesce(sum(e.receipts) over earlier, 0) as receipt_no, 1 + coalesce(sum(e.bookings) over earlier, 0) as booking_no
    from (select r.customer_id, r.up_to, 1 as receipts, 0 as bookings from receipts r
      union all select b.customer_id, b.up_to, 0, 1 from bookings b) e
    window w as (partition by e.customer_id order by e.up_to, e.receipts),
      earlier as (partition by e.customer_id order by e.up_to, e.receipts rows between unbounded preceding and 1 preceding)
  )
  select p.receipt, jsonb_agg(jsonb_build_object('booking_id', p.booking_id, 'amount', p.amount::text) order by p.booking_no)
  from (select r.receipt, b.id as booking_id, s.amount, s.booking_no, row_number() over (partition by r.receipt order by s.booking_no) as no
    from steps s
    join receipts r on r.customer_id = s.customer_id and r.no = s.receipt_no
    join bookings b on b.customer_id = s.customer_id and b.no = s.booking_no
    where s.amount > 0) p
  where p.no <= 200
  group by p.receipt
$function$;

CREATE OR REPLACE FUNCTION private.lock_receipts_sheet(p_project uuid, p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_customers uuid[] := array(select n.id from private.customers_named(p_project, array(
    select lower(private.cell(x, 'customer')) from jsonb_array_elements(p_rows) x)) n order by n.id);
begin
  perform private.lock_all_receipt_numbers(p_project);
  -- All bookings that the sheet can pay before the first receipt, in the order of every other command.
  perform private.lock_bookings(p_project, array(select b.id from public.bookings b
    where b.project_id = p_project and b.invoice_no = any (array(select private.cell(x, 'invoice_no') from jsonb_array_elements(p_rows) x))
    union all
    select b.id from unnest(v_customers) k (id) cross join lateral (select b.id from public.bookings b
      where b.project_id = p_project and b.customer_id = k.id and b.balance > 0 and b.approval_status like 'approved%' offset 0) b));
  perform from unnest(v_customers) k (id) cross join lateral (
    select from public.customers c where c.project_id = p_project and c.id = k.id for no key update) l;
end $function$;

CREATE OR REPLACE FUNCTION private.receipts_documents(p_project uuid, p_rows jsonb)
 RETURNS TABLE(reference text, rows jsonb, document jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with s as materialized (
    select x.ordinality::int as no, x.value, lower(private.cell(x.value, 'cr_no')) as cr_no, b.id as booking_id, private.cell(x.value, 'amount')::numeric as amount,
      jsonb_build_object('collection_type', private.sheet_means(x.value ->> 'means'), 'cheque_bank', private.cell(x.value, 'cheque_bank'), 'cheque_no', private.cell(x.value, 'cheque_no'),
        'cheque_date', private.cell(x.value, 'cheque_date'), 'bank_id', (private.banks_named(p_project, x.value ->> 'account'))[1],
        'reference_no', private.cell(x.value, 'reference_no')) as part
    from jsonb_array_elements(p_rows) with ordinality x
    left join public.bookings b on b.project_id = p_project and b.invoice_no = private.cell(x.value, 'invoice_no')
  ), parts as (
    -- A cheque that pays several invoices has a row for each, and is one part.
    select s.cr_no, min(s.no) as no, s.part || jsonb_build_object('amount', sum(s.amount)::text) as part from s group by s.cr_no, s.part
  ), payments as (
    select s.cr_no, min(s.no) as no, s.booking_id, sum(s.amount)::text as amount from s where s.booking_id is not null group by s.cr_no, s.booking_id
  ), receipts as materialized (
    select d.*, n.id as customer_id
    from (select s.cr_no, min(s.no) as no, (array_agg(s.value order by s.no))[1] as value, sum(s.amount) as amount, count(s.booking_id) = 0 as oldest from s group by s.cr_no) d
    left join private.customers_named(p_project, array(select lower(private.cell(y, 'customer')) from jsonb_array_elements(p_rows) y)) n
      on n.name = lower(private.cell(d.value, 'customer'))
  )
  select private.cell(d.value, 'cr_no'), jsonb_build_object('first', d.no, 'parts', p.rows, 'allocations', coalesce(a.rows, '[]')),
    jsonb_build_object('cr_no', private.cell(d.value, 'cr_no'), 'customer_id', d.customer_id, 'date_collected', private.cell(d.value, 'date_collected'),
      'drr_no', private.cell(d.value, 'drr_no'), 'parts', p.parts, 'allocations', coalesce(a.allocations, o.allocations, '[]'))
  from receipts d
  join (select q.cr_no, jsonb_agg(q.no order by q.no) as rows, jsonb_agg(q.part order by q.no) as parts from parts q group by q.cr_no) p on p.cr_no = d.cr_no
  left join (select q.cr_no, jsonb_agg(q.no order by q.no) as rows, jsonb_agg(jsonb_build_object('booking_id', q.booking_id, 'amount', q.amount) order by q.no) as allocations
    from payments q group by q.cr_no) a on a.cr_no = d.cr_no
  left join private.allocate_oldest_first(p_project,
    (select coalesce(jsonb_agg(jsonb_build_object('receipt', r.cr_no, 'customer_id', r.customer_id, 'amount', r.amount) order by r.no), '[]') from receipts r where r.oldest),
    (select coalesce(jsonb_agg(jsonb_build_object('booking_id', q.booking_id, 'amount', q.amount)), '[]') from payments q)) o on o.receipt = d.cr_no
$function$;

CREATE OR REPLACE FUNCTION private.write_receipt(p_project uuid, p_scope text, p_receipt jsonb, p_parts jsonb, p_several boolean)
 RETURNS public.collections
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_own boolean := p_scope = 'own';
  v_allocations jsonb := private.read_list(p_receipt, 'allocations', 200);
  v_collector uuid := private.read_uuid(p_receipt, 'collector_id');
  v_agent uuid := private.read_uuid(p_receipt, 'agent_id');
  v_cr_no text;
  v_customer_id uuid := private.read_uuid(p_receipt, 'customer_id', true);
  v_customer public.customers;
  v_parts public.collections[];
  v_part public.collections;
  v_first public.collections;
  v_date date;
  v_amount numeric;
  v_no int := 0;
begin
  if jsonb_array_length(p_parts) = 0 then perform private.invalid('parts', 'Enter at least one part: how it was paid, and the amount.'); end if;
  v_parts := array(select private.read_receipt_part(p_project, e.value, case when p_several then format('parts[%s].', e.ordinality - 1) else '' end, v_own)
    from jsonb_array_elements(p_parts) with ordinality e order by e.ordinality);
  v_amount := private.limit_amount((select sum(c.amount) from unnest(v_parts) c), 'parts');
  select * into v_customer from public.customers c
  where c.project_id = p_project and c.id = v_customer_id
    and (p_scope = 'all' or c.agent_id = auth.uid() or private.scope_of(p_project, 'customers.read') = 'all') for key share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  v_date := private.past_date(p_project, private.read_date(p_receipt, 'date_collected'), 'date_collected');
  if v_own and v_date <> private.business_date(p_project) then perform private.forbid('Receipts are recorded on the day of collection.'); end if;
  perform private.expect_open_day(p_project, v_date, 'date_collected');
  if v_own and v_agent <> v_customer.agent_id then perform private.forbid('A receipt counts for the customer''s own agent.'); end if;
  if v_own and v_collector <> auth.uid() then perform private.forbid('A receipt recorded in the field is collected by the user who records it.'); end if;
  v_collector := case when v_own then auth.uid() else private.active_collector(p_project, v_collector, 'collector_id') end;
  if private.read_text(p_receipt, 'cr_no') ilike 'archive-%' then perform private.invalid('cr_no', 'Numbers that begin with ARCHIVE are those of archived bookings.'); end if;
  v_cr_no := private.read_text(p_receipt, 'cr_no', true, p_max => 40);
  perform private.lock_receipt_numbers(p_project, v_cr_no, v_parts);
  foreach v_part in array v_parts loop
    v_no := v_no + 1;
    if exists (select from public.collections c where c.project_id = p_project and c.cheque_bank = v_part.cheque_bank and c.cheque_no = v_part.cheque_no) then
      raise exception using errcode = '23505', hint = 'duplicate', message = 'This cheque is already entered.',
        detail = case when p_several then format('parts[%s].cheque_no', v_no - 1) else 'cheque_no' end;
    end if;
    insert into public.collections (project_id, receipt_id, part_no, customer_id, agent_id, collector_id, collection_type, amount, cr_no, cr_date, drr_no, drr_date,
      date_collected, time_collected, cheque_bank, cheque_no, cheque_date, cheque_state, bank_id, reference_no, remarks)
    values (p_project, v_first.id, v_no, v_customer.id,
      -- A receipt for a customer whose agent has left is still a receipt: only a chosen agent must be active.
      case when v_agent is null then v_customer.agent_id else private.active_agent(p_project, v_agent, 'agent_id') end,
      v_collector, v_part.collection_type, v_part.amount, v_cr_no, coalesce(private.read_date(p_receipt, 'cr_date'), v_date),
      private.read_text(p_receipt, 'drr_no', p_max => 40), private.read_date(p_receipt, 'drr_date'), v_date, (now() at time zone private.zone_of(p_project))::time(0),
      v_part.cheque_bank, v_part.cheque_no, v_part.cheque_date, v_part.cheque_state, v_part.bank_id, v_part.reference_no,
      private.read_text(p_receipt, 'remarks', p_max => 400))
    returning * into v_part;
    if v_no = 1 then v_first := v_part; end if;
  end loop;

  if p_receipt ->> 'allocate' = 'oldest' and v_allocations = '[]' then
    perform private.lock_bookings(p_project, array(select b.id from public.bookings b
      where b.project_id = p_project and b.customer_id = v_customer.id and b.balance > 0 and b.approval_status like 'approved%'));
    -- The customer's row is locked while the amount is allocated, so that a second receipt at the same moment counts this one.
    perform from public.customers c where c.project_id = p_project and c.id = v_customer.id for no key update;
    v_allocations := coalesce((select o.allocations from private.allocate_oldest_first(p_project,
      jsonb_build_array(jsonb_build_object('receipt', v_first.id, 'customer_id', v_customer.id, 'amount', v_amount))) o), '[]');
  end if;
  perform private.share_receipt(p_project, v_first.id, v_allocations, case when p_several then 'parts' else 'amount' end);
  return v_first;
end $function$;

COMMENT ON FUNCTION "private"."allocate_oldest_first"(uuid, jsonb, jsonb) IS 'Allocates receipts, [{receipt, customer_id, amount}], one after the other to the open bookings of their customers, the oldest (by invoice date, else booking date) first; pending receipts and p_taken, [{booking_id, amount}], count as paid. Returns [{booking_id, amount}] of each receipt that pays something, 200 at most.';

COMMENT ON FUNCTION "private"."receipts_documents"(uuid, jsonb) IS 'Reads the rows of a checked sheet as receipts. Those that name no invoice pay, in the order of the sheet, the oldest bookings that the others leave.';

COMMENT ON FUNCTION "public"."import_receipts"(uuid, uuid, jsonb, boolean) IS 'Records receipts and post-dated cheques from a sheet, all or none; rows of one cr_no are one receipt, equal means in it are one part. Cells: cr_no, customer (the name of an approved customer), date_collected (the opening date for cheques that are on hand then), drr_no (in the first row of a receipt), amount, means (cash, cheque, bank transfer, withholding), cheque_bank, cheque_no, cheque_date, account (of a transfer: the number of our own account), reference_no, invoice_no (what it pays; when no row of a receipt names one, the oldest that the other receipts of the sheet leave). Each is recorded as record_receipt does it, pending. p_import: {file_name, rows}, all cells texts, at most 10,000 rows. Answers {rows, errors: [{row (from 1), field, message}]}; With errors, or p_check, nothing is written; otherwise the answer has id and version of the import too. Errors: 42501, 22023 rows.';

REVOKE ALL ON FUNCTION "private"."allocate_oldest_first"(uuid, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_receipts_sheet"(uuid, jsonb) FROM PUBLIC;
