-- Import of open invoices of customers who are there. See docs/decisions/0013.

create or replace function private.customers_named(p_project uuid, p_names text[])
returns table (name text, found bigint, id uuid)
language sql stable security definer set search_path = '' as $$
  select lower(c.name), count(*), (array_agg(c.id))[1] from public.customers c
  where c.project_id = p_project and lower(c.name) in (select n.name from unnest(p_names) n (name))
    and c.approval_status in ('approved', 'inactive') group by lower(c.name)
$$;
comment on function private.customers_named is
  'Finds customers by their names in lower case: how many there are of each, and one of them. The names are looked up: compared with each '
  'customer, those of a large sheet take seconds.';

create or replace function private.customer_problems(p_project uuid, p_rows jsonb) returns setof jsonb
language sql stable security definer set search_path = '' as $$
  with n as materialized (select x.ordinality::int as no, lower(private.cell(x.value, 'customer')) as name
    from jsonb_array_elements(p_rows) with ordinality x)
  select private.row_error(n.no, 'customer', case when c.found is null then 'No approved customer has this name.'
    else 'Several customers have this name: change the name of one first.' end)
  from n left join private.customers_named(p_project, array(select n.name from n)) c on c.name = n.name
  where n.name is not null and c.found is distinct from 1
$$;
comment on function private.customer_problems is 'Returns an error for each row whose customer is not found, or not for certain.';

create or replace function private.lock_open_invoices_sheet(p_project uuid, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_number(p_project, 'invoices', '');
  perform from public.customers c where c.project_id = p_project
    and lower(c.name) in (select n from unnest(array(select lower(private.cell(x, 'customer')) from jsonb_array_elements(p_rows) x)) n)
      order by c.id for no key update;
end $$;

create or replace function private.check_open_invoices_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["customer", "text", true, 200], ["invoice_no", "text", true, 40],
      ["invoice_date", "day", true, 0],
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
    select private.row_error(x.ordinality::int, 'due_date',
      case when private.cell(x.value, 'due_date') < private.cell(x.value, 'invoice_date')
      then 'Not before the invoice.' else 'Within ten years of the invoice.' end)
    from jsonb_array_elements(p_rows) with ordinality x
    where private.is_day(private.cell(x.value, 'due_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
      and case when private.is_day(private.cell(x.value, 'due_date')) and private.is_day(private.cell(x.value, 'invoice_date'))
        then private.cell(x.value, 'due_date')::date - private.cell(x.value, 'invoice_date')::date not between 0 and 3650 end
    union all
    select private.row_error(x.ordinality::int, 'invoice_no', format('Already used by %s.', t.so_no))
    from jsonb_array_elements(p_rows) with ordinality x
    join private.taken_invoice_numbers(p_project, array(select private.cell(y, 'invoice_no') from jsonb_array_elements(p_rows) y)) t
      on t.invoice_no = private.cell(x.value, 'invoice_no')))
$$;

create or replace function private.write_open_invoices_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  with written as (
    insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, is_opening,
      approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due,
      date_delivered, opening_date, total, remarks)
    select p_project, 'OB-' || private.cell(x.value, 'invoice_no'), c.id, c.agent_id, c.name, c.store_name, c.address, c.area, true,
      'approved', now(), auth.uid(), d.invoiced, private.cell(x.value, 'invoice_no'), d.invoiced,
      coalesce(private.cell(x.value, 'due_date')::date, d.invoiced + c.terms_days), d.invoiced, private.cell(x.value, 'opening_date')::date,
      private.cell(x.value, 'amount')::numeric, 'Open from before'
    from jsonb_array_elements(p_rows) with ordinality x
    join private.customers_named(p_project, array(select lower(private.cell(y, 'customer')) from jsonb_array_elements(p_rows) y)) n
      on n.name = lower(private.cell(x.value, 'customer'))
    join public.customers c on c.project_id = p_project and c.id = n.id
    cross join lateral (select private.cell(x.value, 'invoice_date')::date as invoiced) d
    order by d.invoiced, x.ordinality
    returning id, version)
  insert into private.import_records (project_id, import_id, record_id, version) select p_project, p_import, w.id, w.version from written w;
  perform private.post_openings(p_project,
    array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import));
  return '[]';
end $$;

create or replace function private.undo_open_invoices(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
    perform private.refuse('wrong_state',
      format('Invoice %s has been paid, credited or changed since. Write a credit memo instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(coalesce(b.opening_date, b.date_invoiced)), '')
    from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
  perform private.unpost_openings(p_project, v_bookings);
  delete from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
end $$;
comment on function private.undo_open_invoices is
  'Deletes the open invoices of an import as if they had never been there. Refuses once one of them was paid, credited or changed '
  '(wrong_state), and one of a closed day (period_closed).';

select private.add_import_kind('open_invoices', 'customers.decide',
  'Imports invoices that customers owe from before, all or none. Cells: customer (the name of an approved customer), invoice_no, '
  'invoice_date, due_date (empty: after the customer''s terms), opening_date (from when on it counts in these books; empty: from its '
  'invoice date on), amount (still owed). Each counts against opening balances; it is neither an order nor a sale.');
