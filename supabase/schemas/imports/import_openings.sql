-- Imports of customers with what they owed before, and of open invoices of customers who are there. See docs/decisions/0013 and 0047.

create or replace function private.write_openings(p_project uuid, p_import uuid, p_rows jsonb) returns void
language sql set search_path = '' as $$
  with written as (
    insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, is_opening,
      approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due, date_delivered, opening_date, total,
      remarks)
    select p_project, 'OB-' || r.invoice_no, c.id, c.agent_id, c.name, c.store_name, c.address, c.area, true,
      'approved', now(), auth.uid(), r.invoice_date, r.invoice_no, r.invoice_date, coalesce(r.due_date, r.invoice_date + c.terms_days),
      r.invoice_date, r.opening_date, r.amount, 'Open from before'
    from jsonb_to_recordset(p_rows)
      r (no int, customer_id uuid, invoice_no text, invoice_date date, due_date date, opening_date date, amount numeric)
    join public.customers c on c.project_id = p_project and c.id = r.customer_id
    order by r.invoice_date, r.no
    returning *
  ), recorded as (
    insert into private.import_records (project_id, import_id, record_id, version)
    select p_project, p_import, w.id, w.version from written w
  )
  -- One statement for all: the triggers of the ledger run once, not for each of 10,000.
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select p_project, coalesce(w.opening_date, w.date_invoiced), 'opening', w.customer_id, w.agent_id, w.id, w.date_due, w.total, w.total
  from written w order by 2, w.id
$$;
comment on function private.write_openings is 'Writes open invoices, and posts each on its opening date, or else on its invoice date.';

create or replace function private.write_customers(p_project uuid, p_import uuid, p_rows jsonb) returns void
language sql set search_path = '' as $$
  with written as (
    insert into public.customers (project_id, name, store_name, address, area, contact, tin_no, business_style, vat_class, credit_line,
      terms_days, approval_status, agent_id, date_added, import_id)
    select p_project, r.name, r.store_name, r.address, r.area, r.contact, r.tin_no, r.business_style, coalesce(r.vat_class, 'vatable'),
      r.credit_line, coalesce(r.terms_days, 0), 'approved', r.agent_id, t.today, p_import
    from jsonb_array_elements(p_rows) x cross join lateral jsonb_populate_record(null::public.customers, x) r
    cross join (select private.business_date(p_project) as today) t
    where x -> 'no' = x -> 'first'
    returning id, name
  ), ids as materialized (select jsonb_object_agg(lower(w.name), w.id) as by_name from written w)
  select private.write_openings(p_project, p_import, (
    select jsonb_agg(x || jsonb_build_object('customer_id', i.by_name -> lower(x ->> 'name')))
    from jsonb_array_elements(p_rows) x cross join ids i where x ? 'invoice_no'))
$$;
comment on function private.write_customers is 'Writes the customers of a sheet, each from its first row, and what they owe.';

create or replace function private.undo_openings(p_project uuid, p_import uuid) returns void
language plpgsql set search_path = '' as $$
declare
  -- Arrays instead of joins: a plan that was kept from a small company takes a minute to join 10,000 rows.
  v_customers uuid[] := array(select c.id from public.customers c where c.project_id = p_project and c.import_id = p_import);
  v_bookings uuid[] := array(
    select b.id from public.bookings b where b.project_id = p_project and b.customer_id = any (v_customers)
    union select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v_used text;
begin
  -- The rows are locked first, so that nothing can begin to depend on them meanwhile.
  perform from public.bookings b where b.project_id = p_project and b.id = any (v_bookings) order by b.id for update;
  perform from public.customers c where c.project_id = p_project and c.id = any (v_customers) order by c.id for update;
  select c.name into v_used from public.customers c
  where c.project_id = p_project and c.import_id = p_import and (c.version > 1
    or exists (select from public.bookings b left join private.import_records r on r.project_id = b.project_id and r.record_id = b.id
      where b.project_id = p_project and b.customer_id = c.id and (not b.is_opening or b.version > 1 or r.import_id <> p_import))
    or exists (select from public.memos m where m.project_id = p_project and m.customer_id = c.id)
    or exists (select from public.collections k where k.project_id = p_project and k.customer_id = c.id)
    or exists (select from public.customer_finance_events e where e.project_id = p_project and e.customer_id = c.id)
    or private.has_files_or_comments(p_project, c.id))
  order by c.sort_key limit 1;
  perform private.refuse_used(v_used);
  select b.invoice_no into v_used from public.bookings b
  join private.import_records r on r.project_id = p_project and r.import_id = p_import and r.record_id = b.id
  where b.project_id = p_project and b.id = any (v_bookings) and (b.version <> r.version
    or exists (select from public.collection_allocations a where a.project_id = p_project and a.booking_id = b.id)
    or exists (select from public.booking_credits k where k.project_id = p_project and k.booking_id = b.id)
    or exists (select from public.memos m where m.project_id = p_project and m.booking_id = b.id)
    or exists (select from public.warehouse_requests w where w.project_id = p_project and w.booking_id = b.id)
    or private.has_files_or_comments(p_project, b.id))
  order by b.invoice_no limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state',
      format('Invoice %s has been paid, credited or changed since. Write a credit memo instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(coalesce(b.opening_date, b.date_invoiced)), '')
    from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
  -- The opposite, on its own day: the rows are removed, and no report can name them any more.
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select p_project, coalesce(b.opening_date, b.date_invoiced), 'cancelled', b.customer_id, b.agent_id, b.id, b.date_due, -b.total, -b.total
  from public.bookings b where b.project_id = p_project and b.id = any (v_bookings) order by 2, b.id;
  delete from public.bookings where project_id = p_project and id = any (v_bookings);
  delete from public.customers where project_id = p_project and id = any (v_customers);
end $$;
comment on function private.undo_openings is
  'Deletes customers and open invoices of an import, as if they had never been there, unless one was used or changed.';
