DROP FUNCTION "known"."bought_pieces"(known.booking_lines, known.bookings, boolean, date);

DROP VIEW "known"."bookings";

ALTER TABLE "public"."bookings" ADD COLUMN "opening_date" date;

CREATE OR REPLACE FUNCTION private.check_open_invoices_sheet(p_project uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["customer", "text", true, 200], ["invoice_no", "text", true, 40], ["invoice_date", "day", true, 0],
      ["due_date", "day", false, 0], ["opening_date", "day", false, 0], ["amount", "above_zero", true, 0]]')
    union all
    -- The day from which a row counts is in no closed period.
    select private.day_problems(p_project, p_rows, 'opening_date')
    union all
    select e.error from private.day_problems(p_project, p_rows, 'invoice_date') e (error)
    where private.cell(p_rows -> ((e.error ->> 'row')::int - 1), 'opening_date') is null
    union all
    select private.row_error(x.ordinality::int, 'opening_date', 'Not before the invoice date.')
    from jsonb_array_elements(p_rows) with ordinality x
    where case when private.is_day(private.cell(x.value, 'opening_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
      then private.cell(x.value, 'opening_date')::date < private.cell(x.value, 'invoice_date')::date end
    union all
    select private.row_error(x.ordinality::int, 'invoice_date', 'Between 1990 and today.')
    from jsonb_array_elements(p_rows) with ordinality x
    where private.cell(x.value, 'opening_date') is not null and case when private.is_day(private.cell(x.value, 'invoice_date'))
      then private.cell(x.value, 'invoice_date')::date < date '1990-01-01' end
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.repeated_cells(p_rows, 'invoice_no')
    union all
    select private.row_error(x.ordinality::int, 'due_date', case when private.cell(x.value, 'due_date') < private.cell(x.value, 'invoice_date')
      then 'Not before the invoice.' else 'Within ten years of the invoice.' end)
    from jsonb_array_elements(p_rows) with ordinality x
    where private.is_day(private.cell(x.value, 'due_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
      and case when private.is_day(private.cell(x.value, 'due_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
        then private.cell(x.value, 'due_date')::date - private.cell(x.value, 'invoice_date')::date not between 0 and 3650 end
    union all
    select private.row_error(x.ordinality::int, 'invoice_no', format('Taken by %s.', t.so_no))
    from jsonb_array_elements(p_rows) with ordinality x
    join private.taken_invoice_numbers(p_project, array(select private.cell(y, 'invoice_no') from jsonb_array_elements(p_rows) y)) t
      on t.invoice_no = private.cell(x.value, 'invoice_no')))
$function$;

CREATE OR REPLACE FUNCTION private.customer_cell_errors(p_row jsonb, p_first boolean, p_no integer, p_today date, p_closed_through date)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_field text;
  v_value text;
  v_invoiced date;
  v_due date;
  v_opening date;
begin
  foreach v_field in array array['name', 'store_name', 'agent', 'area', 'address', 'contact', 'business_style', 'invoice_no'] loop
    v_value := btrim(coalesce(p_row ->> v_field, ''));
    if length(v_value) > (case v_field when 'address' then 400 when 'invoice_no' then 40 else 200 end) then
      return next private.row_error(p_no, v_field, 'Too long.');
    end if;
    if v_value ~ private.control_characters() then return next private.row_error(p_no, v_field, 'Remove the control characters.'); end if;
    if v_value = '' and (v_field = 'name' or (v_field = 'agent' and p_first)) then return next private.row_error(p_no, v_field, 'Fill this in.'); end if;
  end loop;
  v_value := btrim(coalesce(p_row ->> 'tin_no', ''));
  if v_value <> '' and v_value !~ '^[0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?$' then
    return next private.row_error(p_no, 'tin_no', 'Enter a TIN as 000-000-000-000.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'credit_line', ''));
  if v_value <> '' and v_value !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then
    return next private.row_error(p_no, 'credit_line', 'Enter an amount such as 1234.50; empty = no limit, 0 = cash only.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'terms_days', ''));
  if v_value <> '' and (v_value !~ '^[0-9]{1,3}$' or v_value::int > 365) then return next private.row_error(p_no, 'terms_days', 'Between 0 and 365 days.'); end if;

  v_value := btrim(coalesce(p_row ->> 'vat_class', ''));
  if v_value <> '' and private.sheet_vat(v_value) is null then return next private.row_error(p_no, 'vat_class', 'Vatable, exempt or zero-rated.'); end if;

  -- An opening receivable has number, date and amount, or none of them.
  if btrim(concat(p_row ->> 'invoice_no', p_row ->> 'invoice_date', p_row ->> 'due_date', p_row ->> 'opening_date', p_row ->> 'amount')) = '' then
    if not p_first then return next private.row_error(p_no, 'invoice_no', 'A further row of a customer needs a further open invoice.'); end if;
    return;
  end if;
  if btrim(coalesce(p_row ->> 'invoice_no', '')) = '' then return next private.row_error(p_no, 'invoice_no', 'Fill this in, or leave the amount empty.'); end if;
  v_value := btrim(coalesce(p_row ->> 'amount', ''));
  if v_value !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' or v_value ~ '^[0.]+$' then
    return next private.row_error(p_no, 'amount', 'Enter an amount above zero such as 1234.50.');
  end if;
  foreach v_field in array array['invoice_date', 'due_date', 'opening_date'] loop
    v_value := btrim(coalesce(p_row ->> v_field, ''));
    continue when v_value = '' and v_field <> 'invoice_date';
    if not private.is_day(v_value) then
      return next private.row_error(p_no, v_field, 'Enter a date as MM/DD/YYYY.');
    elsif v_field = 'invoice_date' then
      v_invoiced := v_value::date;
      if v_invoiced not between date '1990-01-01' and p_today then return next private.row_error(p_no, v_field, 'Between 1990 and today.'); end if;
    elsif v_field = 'opening_date' then
      v_opening := v_value::date;
      if v_opening not between v_invoiced and p_today then return next private.row_error(p_no, v_field, 'Between the invoice date and today.'); end if;
    else
      v_due := v_value::date;
    end if;
  end loop;
  if coalesce(v_opening, v_invoiced) <= p_closed_through then
    return next private.row_error(p_no, case when v_opening is null then 'invoice_date' else 'opening_date' end,
      format('The books are closed through %s.', to_char(p_closed_through, 'MM/DD/YYYY')));
  end if;
  if v_due < v_invoiced then return next private.row_error(p_no, 'due_date', 'Not before the invoice.'); end if;
  if v_due > v_invoiced + 3650 then return next private.row_error(p_no, 'due_date', 'Within ten years of the invoice.'); end if;
end $function$;

CREATE OR REPLACE FUNCTION private.post_invoice(p_booking public.bookings)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, memo_id, due_date, amount, cleared_amount)
  select p_booking.project_id, x.on_date, x.kind, p_booking.customer_id, p_booking.agent_id, p_booking.id, x.memo_id, x.due_date, sum(x.amount), sum(x.amount)
  from (
    select coalesce(p_booking.opening_date, p_booking.date_invoiced) as on_date,
      case when p_booking.is_debit_memo then 'debit_memo' when p_booking.is_opening then 'opening' else 'invoice' end as kind,
      (select m.id from public.memos m where p_booking.is_debit_memo and m.project_id = p_booking.project_id and m.booking_id = p_booking.id) as memo_id,
      p_booking.date_due as due_date, p_booking.total as amount
    where p_booking.date_invoiced is not null
    union all
    -- A credit before the invoice counts from the invoice on.
    select greatest(k.on_date, coalesce(p_booking.opening_date, p_booking.date_invoiced)), case when k.kind = 'credit_memo' and k.line_id is not null then 'allowance' else k.kind end, k.memo_id, p_booking.date_due, -k.amount
    from public.booking_credits k
    where p_booking.date_invoiced is not null and k.project_id = p_booking.project_id and k.booking_id = p_booking.id
    union all
    select e.on_date, e.kind, e.memo_id, e.due_date, -e.amount
    from public.receivable_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.collection_id is null
  ) x
  group by x.on_date, x.kind, x.memo_id, x.due_date having sum(x.amount) <> 0 order by sum(x.amount) > 0, x.on_date;
end $function$;

CREATE OR REPLACE FUNCTION private.post_openings(p_project uuid, p_bookings uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select b.project_id, coalesce(b.opening_date, b.date_invoiced), 'opening', b.customer_id, b.agent_id, b.id, b.date_due, b.total, b.total
  from public.bookings b where b.project_id = p_project and b.id = any (p_bookings) order by 2, b.id
$function$;

CREATE OR REPLACE FUNCTION private.undo_customers(p_project uuid, p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_used text;
begin
  -- The rows are locked first, so that nothing can begin to depend on them meanwhile.
  perform from public.bookings b join public.customers c on c.project_id = b.project_id and c.id = b.customer_id
  where b.project_id = p_project and c.import_id = p_import order by b.id for update of b;
  perform from public.customers c where c.project_id = p_project and c.import_id = p_import order by c.id for update;
  select c.name into v_used from public.customers c
  where c.project_id = p_project and c.import_id = p_import and (c.version > 1
    or exists (select from public.bookings b where b.project_id = p_project and b.customer_id = c.id and (not b.is_opening or b.version > 1))
    or exists (select from public.bookings b join private.import_records r on r.project_id = b.project_id and r.record_id = b.id
      where b.project_id = p_project and b.customer_id = c.id)
    or exists (select from public.memos m where m.project_id = p_project and m.customer_id = c.id)
    or exists (select from public.collections k where k.project_id = p_project and k.customer_id = c.id)
    or exists (select from public.customer_finance_events e where e.project_id = p_project and e.customer_id = c.id))
  order by c.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('%s has been used or changed since. Deactivate what you do not need instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(coalesce(b.opening_date, b.date_invoiced)), '') from public.bookings b
  join public.customers c on c.project_id = b.project_id and c.id = b.customer_id
  where b.project_id = p_project and c.import_id = p_import;
  perform private.unpost_openings(p_project, array(select b.id from public.bookings b join public.customers c on c.project_id = b.project_id and c.id = b.customer_id
    where b.project_id = p_project and c.import_id = p_import));
  delete from public.bookings b using public.customers c
  where c.project_id = p_project and c.import_id = p_import and b.project_id = c.project_id and b.customer_id = c.id;
  delete from public.customers where project_id = p_project and import_id = p_import;
end $function$;

CREATE OR REPLACE FUNCTION private.undo_open_invoices(p_project uuid, p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_bookings uuid[] := array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v_used text;
begin
  perform from public.bookings b where b.project_id = p_project and b.id = any (v_bookings) order by b.id for update;
  select b.invoice_no into v_used from public.bookings b
  join private.import_records r on r.project_id = p_project and r.import_id = p_import and r.record_id = b.id
  where b.project_id = p_project and b.id = any (v_bookings) and (b.version <> r.version
    or exists (select from public.collection_allocations a where a.project_id = p_project and a.booking_id = b.id)
    or exists (select from public.booking_credits k where k.project_id = p_project and k.booking_id = b.id)
    or exists (select from public.memos m where m.project_id = p_project and m.booking_id = b.id)
    or exists (select from public.warehouse_requests w where w.project_id = p_project and w.booking_id = b.id))
  order by b.invoice_no limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('Invoice %s has been paid, credited or changed since. Write a credit memo instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(coalesce(b.opening_date, b.date_invoiced)), '') from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
  perform private.unpost_openings(p_project, v_bookings);
  delete from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
end $function$;

CREATE OR REPLACE FUNCTION private.unpost_openings(p_project uuid, p_bookings uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select b.project_id, coalesce(b.opening_date, b.date_invoiced), 'cancelled', b.customer_id, b.agent_id, b.id, b.date_due, -b.total, -b.total
  from public.bookings b where b.project_id = p_project and b.id = any (p_bookings) order by 2, b.id
$function$;

CREATE OR REPLACE FUNCTION private.write_customers_sheet(p_project uuid, p_import uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_today date := private.business_date(p_project);
begin
  insert into public.customers (project_id, name, store_name, address, area, contact, tin_no, business_style, vat_class, credit_line, terms_days,
    approval_status, agent_id, date_added, import_id)
  select p_project, btrim(s.value ->> 'name'), private.read_text(s.value, 'store_name'), private.read_text(s.value, 'address', p_max => 400),
    private.read_text(s.value, 'area'), private.read_text(s.value, 'contact'), private.read_text(s.value, 'tin_no'), private.read_text(s.value, 'business_style'),
    coalesce(private.sheet_vat(s.value ->> 'vat_class'), 'vatable'), private.read_money(s.value, 'credit_line'), coalesce(private.read_int(s.value, 'terms_days'), 0), 'approved', m.user_id, v_today, p_import
  from private.customer_sheet(p_rows) s
  join (public.memberships m join public.profiles p on p.user_id = m.user_id)
    on m.project_id = p_project and m.role = 'Agent' and m.status = 'active'
    and lower(btrim(s.value ->> 'agent')) in (lower(p.display_name), lower(p.email))
  where s.no = s.first;
  insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, is_opening,
    approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due, date_delivered, opening_date, total, remarks)
  select p_project, 'OB-' || s.invoice_no, c.id, c.agent_id, c.name, c.store_name, c.address, c.area, true,
    'approved', now(), auth.uid(), d.invoiced, s.invoice_no, d.invoiced, coalesce(private.read_date(s.value, 'due_date'), d.invoiced + c.terms_days), d.invoiced,
    private.read_date(s.value, 'opening_date'), private.read_money(s.value, 'amount'), 'Open from before'
  from private.customer_sheet(p_rows) s
  join public.customers c on c.project_id = p_project and c.import_id = p_import and lower(c.name) = s.key
  cross join lateral (select private.read_date(s.value, 'invoice_date') as invoiced) d
  where s.invoice_no is not null
  order by d.invoiced, s.no;
  perform private.post_openings(p_project, array(select b.id from public.bookings b join public.customers c on c.project_id = b.project_id and c.id = b.customer_id
    where b.project_id = p_project and c.import_id = p_import));
  return '[]';
end $function$;

CREATE OR REPLACE FUNCTION private.write_open_invoices_sheet(p_project uuid, p_import uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  with written as (
    insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, is_opening,
      approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due, date_delivered, opening_date, total, remarks)
    select p_project, 'OB-' || private.cell(x.value, 'invoice_no'), c.id, c.agent_id, c.name, c.store_name, c.address, c.area, true,
      'approved', now(), auth.uid(), d.invoiced, private.cell(x.value, 'invoice_no'), d.invoiced,
      coalesce(private.cell(x.value, 'due_date')::date, d.invoiced + c.terms_days), d.invoiced, private.cell(x.value, 'opening_date')::date, private.cell(x.value, 'amount')::numeric, 'Open from before'
    from jsonb_array_elements(p_rows) with ordinality x
    join private.customers_named(p_project, array(select lower(private.cell(y, 'customer')) from jsonb_array_elements(p_rows) y)) n
      on n.name = lower(private.cell(x.value, 'customer'))
    join public.customers c on c.project_id = p_project and c.id = n.id
    cross join lateral (select private.cell(x.value, 'invoice_date')::date as invoiced) d
    order by d.invoiced, x.ordinality
    returning id, version)
  insert into private.import_records (project_id, import_id, record_id, version) select p_project, p_import, w.id, w.version from written w;
  perform private.post_openings(p_project, array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import));
  return '[]';
end $function$;

ALTER TABLE "public"."bookings" ADD CONSTRAINT "bookings_opening_date_bounded" CHECK (((opening_date >= '1900-01-01'::date) AND (opening_date <= '2999-12-31'::date)));

ALTER TABLE "public"."bookings" ADD CONSTRAINT "bookings_opening_date_check" CHECK (((opening_date IS NULL) OR (is_opening AND (opening_date >= date_invoiced))));

CREATE VIEW "known"."bookings" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.so_no,
    x.customer_id,
    x.agent_id,
    x.customer_name,
    x.store_name,
    x.deliver_to,
    x.area,
    x.approval_status,
    x.booking_status,
    x.collection_status,
    x.date_added,
    x.validated_at,
    x.validated_by,
    x.override_reason,
    x.invoice_no,
    x.date_invoiced,
    x.invoice_no_changed_at,
    x.date_delivered,
    x.date_due,
    x.vat_percent,
    x.date_paid,
    x.date_cleared,
    x.cancel_reason,
    x.dates_reason,
    x.on_hold,
    x.is_opening,
    x.is_debit_memo,
    x.total,
    x.discount,
    x.vat_amount,
    x.exempt_amount,
    x.zero_rated_amount,
    x.collected,
    x.uncleared,
    x.credited,
    x.balance,
    x.cleared_balance,
    x.stage,
    x.remarks,
    x.edited_at,
    x.edited_by,
    x.search_key,
    x.total_key,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.opening_date
   FROM public.bookings x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('bookings'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.id))))
UNION ALL
 SELECT x.project_id,
    x.id,
    x.so_no,
    x.customer_id,
    x.agent_id,
    x.customer_name,
    x.store_name,
    x.deliver_to,
    x.area,
    x.approval_status,
    x.booking_status,
    x.collection_status,
    x.date_added,
    x.validated_at,
    x.validated_by,
    x.override_reason,
    x.invoice_no,
    x.date_invoiced,
    x.invoice_no_changed_at,
    x.date_delivered,
    x.date_due,
    x.vat_percent,
    x.date_paid,
    x.date_cleared,
    x.cancel_reason,
    x.dates_reason,
    x.on_hold,
    x.is_opening,
    x.is_debit_memo,
    x.total,
    x.discount,
    x.vat_amount,
    x.exempt_amount,
    x.zero_rated_amount,
    x.collected,
    x.uncleared,
    x.credited,
    x.balance,
    x.cleared_balance,
    x.stage,
    x.remarks,
    x.edited_at,
    x.edited_by,
    lower(((((((x.so_no || ' '::text) || COALESCE(x.invoice_no, ''::text)) || ' '::text) || x.customer_name) || ' '::text) || COALESCE(x.store_name, ''::text))) AS search_key,
    COALESCE(((NULLIF(x.total, 'NaN'::numeric) * (100)::numeric))::bigint, (0)::bigint) AS total_key,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.opening_date
   FROM ( SELECT r.project_id,
            r.id,
            r.so_no,
            r.customer_id,
            r.agent_id,
            r.customer_name,
            r.store_name,
            r.deliver_to,
            r.area,
            r.approval_status,
            r.booking_status,
            r.collection_status,
            r.date_added,
            r.validated_at,
            r.validated_by,
            r.override_reason,
            r.invoice_no,
            r.date_invoiced,
            r.invoice_no_changed_at,
            r.date_delivered,
            r.date_due,
            r.vat_percent,
            r.date_paid,
            r.date_cleared,
            r.cancel_reason,
            r.dates_reason,
            r.on_hold,
            r.is_opening,
            r.is_debit_memo,
            r.total,
            r.discount,
            r.vat_amount,
            r.exempt_amount,
            r.zero_rated_amount,
            r.collected,
            r.uncleared,
            r.credited,
            r.balance,
            r.cleared_balance,
            r.stage,
            r.remarks,
            r.edited_at,
            r.edited_by,
            r.search_key,
            r.total_key,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.opening_date
           FROM ((private.changed_rows('bookings'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT bookings.project_id,
                    bookings.id,
                    bookings.so_no,
                    bookings.customer_id,
                    bookings.agent_id,
                    bookings.customer_name,
                    bookings.store_name,
                    bookings.deliver_to,
                    bookings.area,
                    bookings.approval_status,
                    bookings.booking_status,
                    bookings.collection_status,
                    bookings.date_added,
                    bookings.validated_at,
                    bookings.validated_by,
                    bookings.override_reason,
                    bookings.invoice_no,
                    bookings.date_invoiced,
                    bookings.invoice_no_changed_at,
                    bookings.date_delivered,
                    bookings.date_due,
                    bookings.vat_percent,
                    bookings.date_paid,
                    bookings.date_cleared,
                    bookings.cancel_reason,
                    bookings.dates_reason,
                    bookings.on_hold,
                    bookings.is_opening,
                    bookings.is_debit_memo,
                    bookings.total,
                    bookings.discount,
                    bookings.vat_amount,
                    bookings.exempt_amount,
                    bookings.zero_rated_amount,
                    bookings.collected,
                    bookings.uncleared,
                    bookings.credited,
                    bookings.balance,
                    bookings.cleared_balance,
                    bookings.stage,
                    bookings.remarks,
                    bookings.edited_at,
                    bookings.edited_by,
                    bookings.search_key,
                    bookings.total_key,
                    bookings.version,
                    bookings.created_by,
                    bookings.created_at,
                    bookings.modified_at,
                    bookings.opening_date
                   FROM public.bookings) x_1 ON (((x_1.id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.bookings, (to_jsonb(x_1.*) || c.before)) r(project_id, id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, approval_status, booking_status, collection_status, date_added, validated_at, validated_by, override_reason, invoice_no, date_invoiced, invoice_no_changed_at, date_delivered, date_due, vat_percent, date_paid, date_cleared, cancel_reason, dates_reason, on_hold, is_opening, is_debit_memo, total, discount, vat_amount, exempt_amount, zero_rated_amount, collected, uncleared, credited, balance, cleared_balance, stage, remarks, edited_at, edited_by, search_key, total_key, version, created_by, created_at, modified_at, opening_date))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x
UNION ALL
 SELECT x.project_id,
    x.id,
    x.so_no,
    x.customer_id,
    x.agent_id,
    x.customer_name,
    x.store_name,
    x.deliver_to,
    x.area,
    x.approval_status,
    x.booking_status,
    x.collection_status,
    x.date_added,
    x.validated_at,
    x.validated_by,
    x.override_reason,
    x.invoice_no,
    x.date_invoiced,
    x.invoice_no_changed_at,
    x.date_delivered,
    x.date_due,
    x.vat_percent,
    x.date_paid,
    x.date_cleared,
    x.cancel_reason,
    x.dates_reason,
    x.on_hold,
    x.is_opening,
    x.is_debit_memo,
    x.total,
    x.discount,
    x.vat_amount,
    x.exempt_amount,
    x.zero_rated_amount,
    x.collected,
    x.uncleared,
    x.credited,
    x.balance,
    x.cleared_balance,
    x.stage,
    x.remarks,
    x.edited_at,
    x.edited_by,
    lower(((((((x.so_no || ' '::text) || COALESCE(x.invoice_no, ''::text)) || ' '::text) || x.customer_name) || ' '::text) || COALESCE(x.store_name, ''::text))) AS search_key,
    COALESCE(((NULLIF(x.total, 'NaN'::numeric) * (100)::numeric))::bigint, (0)::bigint) AS total_key,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.opening_date
   FROM ( SELECT r.project_id,
            r.id,
            r.so_no,
            r.customer_id,
            r.agent_id,
            r.customer_name,
            r.store_name,
            r.deliver_to,
            r.area,
            r.approval_status,
            r.booking_status,
            r.collection_status,
            r.date_added,
            r.validated_at,
            r.validated_by,
            r.override_reason,
            r.invoice_no,
            r.date_invoiced,
            r.invoice_no_changed_at,
            r.date_delivered,
            r.date_due,
            r.vat_percent,
            r.date_paid,
            r.date_cleared,
            r.cancel_reason,
            r.dates_reason,
            r.on_hold,
            r.is_opening,
            r.is_debit_memo,
            r.total,
            r.discount,
            r.vat_amount,
            r.exempt_amount,
            r.zero_rated_amount,
            r.collected,
            r.uncleared,
            r.credited,
            r.balance,
            r.cleared_balance,
            r.stage,
            r.remarks,
            r.edited_at,
            r.edited_by,
            r.search_key,
            r.total_key,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.opening_date
           FROM (private.changed_rows('bookings'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.bookings, c.before) r(project_id, id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, approval_status, booking_status, collection_status, date_added, validated_at, validated_by, override_reason, invoice_no, date_invoiced, invoice_no_changed_at, date_delivered, date_due, vat_percent, date_paid, date_cleared, cancel_reason, dates_reason, on_hold, is_opening, is_debit_memo, total, discount, vat_amount, exempt_amount, zero_rated_amount, collected, uncleared, credited, balance, cleared_balance, stage, remarks, edited_at, edited_by, search_key, total_key, version, created_by, created_at, modified_at, opening_date))
          WHERE (c.is_removed AND (NOT c.is_new) AND (( SELECT private.scope_of(private.known_project(), 'bookings.read'::text) AS scope_of) = 'all'::text))) x;

CREATE OR REPLACE FUNCTION known.bought_pieces(p_line known.booking_lines, p_booking known.bookings, p_delivery boolean, p_to date)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_line.free_of is not null then 0
    when p_delivery then (
      select coalesce(sum(e.pieces), 0) from known.sales_entries e
      where e.project_id = p_line.project_id and e.line_id = p_line.id and e.on_date <= p_to)
    when p_booking.date_added <= p_to then p_line.quantity - p_line.quantity_released - (
      select coalesce(sum(k.quantity), 0) from known.booking_credits k
      where k.project_id = p_line.project_id and k.line_id = p_line.id and k.kind = 'returned')
    else 0 end
$function$;

COMMENT ON FUNCTION "known"."bought_pieces"(known.booking_lines, known.bookings, boolean, date) IS 'private.bought_pieces on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."post_invoice"(public.bookings) IS 'Posts the invoice of a booking and its credits to the receivables ledger, as far as they are not posted: total on the invoice date, or the opening date of an invoice from before, each credit on its day. Nothing without an invoice.';

COMMENT ON FUNCTION "private"."post_openings"(uuid, uuid[]) IS 'Posts new opening receivables, each on its opening date, or else on its invoice date. One statement for all: the ledger''s triggers run once, not for each of 10,000.';

COMMENT ON FUNCTION "public"."import_customers"(uuid, uuid, jsonb, boolean) IS 'Imports approved customers with their opening receivables from a sheet, all or none. Cells: name, store_name, tin_no, business_style, vat_class (vatable when empty), agent (name or e-mail), area, address, contact, credit_line (empty = no limit), terms_days, invoice_no, invoice_date, due_date (empty: after the terms), opening_date (from when on it counts in these books; empty: from its invoice date on), amount (still owed); further rows of the same name are further open invoices of that customer. Credit lines are not held against what was owed before. p_import: {file_name, rows}, all cells texts, at most 10,000 rows. Answers {rows, errors: [{row (from 1), field, message}]}; With errors, or p_check, nothing is written; otherwise the answer has id and version of the import too. Errors: 42501, 22023 rows.';

COMMENT ON FUNCTION "public"."import_open_invoices"(uuid, uuid, jsonb, boolean) IS 'Imports invoices that customers owe from before, all or none. Cells: customer (the name of an approved customer), invoice_no, invoice_date, due_date (empty: after the customer''s terms), opening_date (from when on it counts in these books; empty: from its invoice date on), amount (still owed). Each counts against opening balances; it is neither an order nor a sale. p_import: {file_name, rows}, all cells texts, at most 10,000 rows. Answers {rows, errors: [{row (from 1), field, message}]}; With errors, or p_check, nothing is written; otherwise the answer has id and version of the import too. Errors: 42501, 22023 rows.';

REVOKE ALL ON FUNCTION "known"."bought_pieces"(known.booking_lines, known.bookings, boolean, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."bought_pieces"(known.booking_lines, known.bookings, boolean, date) TO "authenticated";

GRANT SELECT ON TABLE "known"."bookings" TO "authenticated";
