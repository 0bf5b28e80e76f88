-- Import of customers with their opening receivables, and of those of customers who are there. See docs/decisions/0013 and 0047.

create or replace function private.customer_cell_errors(p_row jsonb, p_first boolean, p_no int, p_today date, p_closed_through date)
returns setof jsonb
language plpgsql stable security definer set search_path = '' as $$
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
    if v_value = '' and (v_field = 'name' or (v_field = 'agent' and p_first)) then
      return next private.row_error(p_no, v_field, 'Fill this in.');
    end if;
  end loop;
  v_value := btrim(coalesce(p_row ->> 'tin_no', ''));
  if v_value <> '' and v_value !~ '^[0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?$' then
    return next private.row_error(p_no, 'tin_no', 'Enter a TIN as 000-000-000-000.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'credit_line', ''));
  if v_value <> '' and v_value !~ '^[0-9]{1,12}(\.[0-9]{1,2})?$' then
    return next private.row_error(p_no, 'credit_line', 'Enter an amount such as 1234.50; blank = unlimited, 0 = cash only.');
  end if;
  v_value := btrim(coalesce(p_row ->> 'terms_days', ''));
  if v_value <> '' and (v_value !~ '^[0-9]{1,3}$' or v_value::int > 365) then
    return next private.row_error(p_no, 'terms_days', 'Between 0 and 365 days.');
  end if;

  v_value := btrim(coalesce(p_row ->> 'vat_class', ''));
  if v_value <> '' and private.sheet_vat(v_value) is null then
    return next private.row_error(p_no, 'vat_class', 'Vatable, exempt or zero-rated.');
  end if;

  -- An opening receivable has number, date and amount, or none of them.
  if btrim(concat(p_row ->> 'invoice_no', p_row ->> 'invoice_date', p_row ->> 'due_date', p_row ->> 'opening_date',
    p_row ->> 'amount')) = '' then
    if not p_first then
      return next private.row_error(p_no, 'invoice_no', 'A further row of a customer needs a further open invoice.');
    end if;
    return;
  end if;
  if btrim(coalesce(p_row ->> 'invoice_no', '')) = '' then
    return next private.row_error(p_no, 'invoice_no', 'Fill this in, or leave the amount empty.');
  end if;
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
      if v_invoiced not between date '1990-01-01' and p_today then
        return next private.row_error(p_no, v_field, 'Between 1990 and today.');
      end if;
    elsif v_field = 'opening_date' then
      v_opening := v_value::date;
      if v_opening not between v_invoiced and p_today then
        return next private.row_error(p_no, v_field, 'Between the invoice date and today.');
      end if;
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
end $$;
comment on function private.customer_cell_errors is
  'Returns the errors in the cells of one row of a customers sheet: {row (from 1), field, message}. p_first: whether it is the first row '
  'of its customer, which has the details.';

create or replace function private.customer_sheet(p_rows jsonb)
returns table (no int, value jsonb, key text, first int, digits text, invoice_no text)
language sql immutable set search_path = '' as $$
  select x.ordinality::int, x.value, k.key,
    min(x.ordinality::int) over (partition by nullif(k.key, ''), case when k.key = '' then x.ordinality end),
    nullif(regexp_replace(coalesce(x.value ->> 'tin_no', ''), '\D', '', 'g'), ''), nullif(btrim(x.value ->> 'invoice_no'), '')
  from jsonb_array_elements(p_rows) with ordinality x
  cross join lateral (select lower(btrim(coalesce(x.value ->> 'name', ''))) as key) k
$$;
comment on function private.customer_sheet is
  'Reads the rows of a customers sheet. Rows of one name are one customer, with its details in the first of them.';

create or replace function private.taken_invoice_numbers(p_project uuid, p_numbers text[]) returns table (invoice_no text, so_no text)
language sql stable security definer set search_path = '' as $$
  -- Two joins by equality: one condition with "or" would compare each number with each booking.
  select n.no, b.so_no from unnest(p_numbers) n (no) join public.bookings b on b.project_id = p_project and b.invoice_no = n.no
  union
  select n.no, b.so_no from unnest(p_numbers) n (no) join public.bookings b on b.project_id = p_project and b.so_no = 'OB-' || n.no
$$;
comment on function private.taken_invoice_numbers is
  'Returns those of some invoice numbers that a booking has, or an opening balance is named after, with its SO number.';

create or replace function private.check_customers_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as materialized (select * from private.customer_sheet(p_rows)),
  agents as materialized (
    select s.no, count(m.user_id) as found
    from s left join (public.memberships m join public.profiles p on p.user_id = m.user_id)
      on m.project_id = p_project and m.role = 'Agent' and m.status = 'active'
      and lower(btrim(s.value ->> 'agent')) in (lower(p.display_name), lower(p.email))
    where s.no = s.first and btrim(s.value ->> 'agent') <> '' group by s.no
  ), errors as (
    select private.customer_cell_errors(s.value, s.no = s.first, s.no, private.business_date(p_project),
      private.closed_through(p_project)) as error from s
    union all
    select private.row_error(a.no, 'agent', case when a.found = 0 then 'No active agent has this name or e-mail address.'
      else 'Several agents have this name: write the e-mail address.' end) from agents a where a.found <> 1
    union all
    select private.row_error(s.no, 'name', 'There is a customer of this name already.') from s
    where s.no = s.first and exists (select from public.customers c
      where c.project_id = p_project and lower(c.name) = s.key and c.approval_status <> 'rejected')
    union all
    select private.row_error(s.no, 'tin_no', format('Already used by %s.', min(c.name)))
    from s join public.customers c on c.project_id = p_project and c.taxpayer = left(s.digits, 9)
      and regexp_replace(c.tin_no, '\D', '', 'g') = s.digits
    where s.no = s.first and c.approval_status <> 'rejected' group by s.no
    union all
    select private.row_error(t.no, 'tin_no', 'Another customer of this sheet has the same TIN.')
    from (select s.no, row_number() over (partition by s.digits order by s.no) as row_no
      from s where s.no = s.first and s.digits is not null) t
    where t.row_no > 1
    union all
    -- Details are in the first row of a customer; in the others they are empty or the same.
    select private.row_error(s.no, d.field, 'Differs from the first row of this customer.')
    from s join s f on f.no = s.first and s.no <> s.first
    cross join unnest(array['store_name', 'tin_no', 'business_style', 'agent', 'area', 'address', 'contact', 'credit_line',
      'terms_days', 'vat_class']) d (field)
    where btrim(coalesce(s.value ->> d.field, '')) not in ('', btrim(coalesce(f.value ->> d.field, '')))
    union all
    select private.row_error(t.no, 'invoice_no', 'Another row has the same invoice number.')
    from (select s.no, row_number() over (partition by s.invoice_no order by s.no) as row_no from s where s.invoice_no is not null) t
    where t.row_no > 1
    union all
    select private.row_error(s.no, 'invoice_no', format('Already used by %s.', b.so_no))
    from s join private.taken_invoice_numbers(p_project, array(select o.invoice_no from s o)) b on b.invoice_no = s.invoice_no
  )
  select coalesce(jsonb_agg(e.error order by (e.error ->> 'row')::int, e.error ->> 'field'), '[]') from errors e
$$;
comment on function private.check_customers_sheet is 'Returns all errors of a customers sheet: [{row (from 1), field, message}].';

create or replace function private.post_openings(p_project uuid, p_bookings uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select b.project_id, coalesce(b.opening_date, b.date_invoiced), 'opening', b.customer_id, b.agent_id, b.id, b.date_due, b.total, b.total
  from public.bookings b where b.project_id = p_project and b.id = any (p_bookings) order by 2, b.id
$$;
comment on function private.post_openings is
  'Posts new opening receivables, each on its opening date, or else on its invoice date. One statement for all: the ledger''s triggers run '
  'once, not for each of 10,000.';

create or replace function private.unpost_openings(p_project uuid, p_bookings uuid[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
  select b.project_id, coalesce(b.opening_date, b.date_invoiced), 'cancelled', b.customer_id, b.agent_id, b.id,
    b.date_due, -b.total, -b.total
  from public.bookings b where b.project_id = p_project and b.id = any (p_bookings) order by 2, b.id
$$;
comment on function private.unpost_openings is
  'Posts the opposite of opening receivables that nobody used or changed, on their own days: they are removed, and no report can name them '
  'any more.';

create or replace function private.lock_customers_sheet(p_project uuid, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_number(p_project, 'invoices', '');
  -- Agents are found by name or address, when rows are checked and when they are written: neither changes in between.
  perform from public.memberships m join public.profiles p on p.user_id = m.user_id
  where m.project_id = p_project and m.role = 'Agent' order by m.user_id for share of p, m;
end $$;

create or replace function private.write_customers_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_today date := private.business_date(p_project);
  v_bookings uuid[];
begin
  insert into public.customers (project_id, name, store_name, address, area, contact, tin_no, business_style,
    vat_class, credit_line, terms_days,
    approval_status, agent_id, date_added, import_id)
  select p_project, btrim(s.value ->> 'name'), private.read_text(s.value, 'store_name'),
    private.read_text(s.value, 'address', p_max => 400),
    private.read_text(s.value, 'area'), private.read_text(s.value, 'contact'), private.read_text(s.value, 'tin_no'),
    private.read_text(s.value, 'business_style'),
    coalesce(private.sheet_vat(s.value ->> 'vat_class'), 'vatable'), private.read_money(s.value, 'credit_line'),
    coalesce(private.read_int(s.value, 'terms_days'), 0), 'approved', m.user_id, v_today, p_import
  from private.customer_sheet(p_rows) s
  join (public.memberships m join public.profiles p on p.user_id = m.user_id)
    on m.project_id = p_project and m.role = 'Agent' and m.status = 'active'
    and lower(btrim(s.value ->> 'agent')) in (lower(p.display_name), lower(p.email))
  where s.no = s.first;
  with written as (
    insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, is_opening,
      approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due,
      date_delivered, opening_date, total, remarks)
    select p_project, 'OB-' || s.invoice_no, c.id, c.agent_id, c.name, c.store_name, c.address, c.area, true,
      'approved', now(), auth.uid(), d.invoiced, s.invoice_no, d.invoiced,
      coalesce(private.read_date(s.value, 'due_date'), d.invoiced + c.terms_days), d.invoiced,
      private.read_date(s.value, 'opening_date'), private.read_money(s.value, 'amount'), 'Open from before'
    from private.customer_sheet(p_rows) s
    join public.customers c on c.project_id = p_project and c.import_id = p_import and lower(c.name) = s.key
    cross join lateral (select private.read_date(s.value, 'invoice_date') as invoiced) d
    where s.invoice_no is not null
    order by d.invoiced, s.no
    returning id)
  select array(select w.id from written w) into v_bookings;
  perform private.post_openings(p_project, v_bookings);
  return '[]';
end $$;

create or replace function private.undo_customers(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Arrays instead of joins: a plan that was kept from a small company takes a minute to join 10,000 rows.
  v_customers uuid[] := array(select c.id from public.customers c where c.project_id = p_project and c.import_id = p_import);
  v_bookings uuid[];
  v_used text;
begin
  -- The rows are locked first, so that nothing can begin to depend on them meanwhile.
  perform from public.bookings b where b.project_id = p_project and b.customer_id = any (v_customers) order by b.id for update;
  perform from public.customers c where c.project_id = p_project and c.id = any (v_customers) order by c.id for update;
  select c.name into v_used from public.customers c
  where c.project_id = p_project and c.import_id = p_import and (c.version > 1
    or exists (select from public.bookings b
      where b.project_id = p_project and b.customer_id = c.id and (not b.is_opening or b.version > 1))
    or exists (select from public.bookings b join private.import_records r on r.project_id = b.project_id and r.record_id = b.id
      where b.project_id = p_project and b.customer_id = c.id)
    or exists (select from public.memos m where m.project_id = p_project and m.customer_id = c.id)
    or exists (select from public.collections k where k.project_id = p_project and k.customer_id = c.id)
    or exists (select from public.customer_finance_events e where e.project_id = p_project and e.customer_id = c.id))
  order by c.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('%s has been used or changed since. Deactivate what you do not need instead.', v_used));
  end if;
  v_bookings := array(select b.id from public.bookings b where b.project_id = p_project and b.customer_id = any (v_customers));
  perform private.expect_movable(p_project, min(coalesce(b.opening_date, b.date_invoiced)), '')
    from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
  perform private.unpost_openings(p_project, v_bookings);
  delete from public.bookings where project_id = p_project and id = any (v_bookings);
  delete from public.customers where project_id = p_project and id = any (v_customers);
end $$;
comment on function private.undo_customers is
  'Deletes the customers of an import and their opening receivables, as if they had never been there. Refuses once one of them was used or '
  'changed (wrong_state), and one of a closed day (period_closed).';

select private.add_import_kind('customers', 'customers.decide',
  'Imports approved customers with their opening receivables from a sheet, all or none. Cells: name, store_name, tin_no, business_style, '
  'vat_class (vatable when empty), agent (name or e-mail), area, address, contact, credit_line (empty = no limit), terms_days, invoice_no, '
  'invoice_date, due_date (empty: after the terms), opening_date (from when on it counts in these books; empty: from its invoice date on), '
  'amount (still owed); further rows of the same name are further open invoices of that customer. Credit lines are not held against what '
  'was owed before.');
