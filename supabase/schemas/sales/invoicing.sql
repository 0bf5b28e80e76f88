-- Invoicing: numbers and dates, singly and in a batch; missing and duplicate numbers of a series.
-- See docs/domain.md, Invoice, and invariants 6 and 11.

create or replace function private.wide_invoice_no(p_project uuid, p_no text, p_field text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_digits int := (private.project_setting(p_project, 'serial_digits') #>> '{}')::int;
  v_serial bigint := private.invoice_serial(p_no);
begin
  if v_digits is null then return p_no; end if;
  if v_serial is null then perform private.invalid(p_field, 'The number must end in digits, such as 001234.'); end if;
  return private.invoice_no_like(private.invoice_prefix(p_no)
    || lpad('', greatest(v_digits, length(p_no) - length(private.invoice_prefix(p_no))), '0'), v_serial);
end $$;
comment on function private.wide_invoice_no is
  'Returns an invoice number with zeros before its serial, so that it has at least as many digits as the project wants (setting '
  'serial_digits). For definer functions. Errors: 22023 at p_field for a number without a serial.';

create or replace function private.next_invoice_no(p_project uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'invoicing.read');
  -- The series in use is that of the newest invoice, whose number need not be the highest.
  return (
    select private.wide_invoice_no(p_project, private.invoice_no_like(n.invoice_no, n.serial + coalesce((select e.forms
        from public.e_invoices e where e.project_id = p_project and e.booking_id = n.id order by e.id desc limit 1), 1)), 'invoice_no')
    from private.numbered_invoices n
    where n.project_id = p_project and n.series = (
      select u.series from private.numbered_invoices u where u.project_id = p_project and u.date_invoiced is not null
      order by u.date_invoiced desc, u.serial desc limit 1)
    order by n.serial desc limit 1);
end $$;
select private.expose('next_invoice_no');
comment on function public.next_invoice_no is
  'Returns the number after the highest of the series in use (the series of the newest invoice) and its further forms, written like that '
  'one, with at least as many digits as the setting serial_digits says; null while no invoice has a number that ends in digits. It is a '
  'proposal: set_invoice and set_invoices accept other numbers. Errors: 42501.';

-- ---------------------------------------------------------------------------------------------
-- Setting numbers
-- ---------------------------------------------------------------------------------------------

create or replace function private.write_invoice(p_booking public.bookings, p_no text, p_date date) returns public.bookings
language plpgsql set search_path = '' as $$
declare v public.bookings;
begin
  update public.bookings b set invoice_no = p_no, date_invoiced = p_date,
    date_due = coalesce(p_booking.date_due + (p_date - p_booking.date_invoiced),
      p_date + (select c.terms_days from public.customers c where c.project_id = p_booking.project_id and c.id = p_booking.customer_id)),
    invoice_no_changed_at = case when p_booking.invoice_no <> p_no then now() else b.invoice_no_changed_at end
  where b.project_id = p_booking.project_id and b.id = p_booking.id returning * into v;
  perform private.post_invoice(v);
  return v;
end $$;
comment on function private.write_invoice is
  'Sets number and date of an invoice and posts its receivable: due date by the customer''s terms. A changed number stamps '
  'invoice_no_changed_at.';

create or replace function private.set_invoice(p_project uuid, p_booking uuid, p_version int, p_invoice_no text,
  p_date date, p_reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'invoicing.write');
  v_booking public.bookings;
  v_no text := private.read_text(jsonb_build_object('invoice_no', p_invoice_no), 'invoice_no', true, p_max => 40);
  v_date date;
  v_taken text;
  v_new boolean;
  v_field text;
begin
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking), private.expect_no_debit_memo(v_booking);
  if v_booking.is_opening then
    perform private.refuse('wrong_state', format('%s is an opening invoice: its number cannot be changed.', v_booking.so_no));
  end if;
  -- The number that an invoice has already stays as it is.
  if v_no is distinct from v_booking.invoice_no then v_no := private.wide_invoice_no(p_project, v_no, 'invoice_no'); end if;
  v_date := private.past_date(p_project, coalesce(p_date, v_booking.date_invoiced), 'date');
  -- A trigger refuses another number of an invoice of a closed period; another date posts on both days.
  if v_date is distinct from v_booking.date_invoiced then
    perform private.expect_open_day(p_project, v_date, 'date'), private.expect_movable(p_project, v_booking.date_invoiced, 'date');
  end if;
  if v_date < v_booking.date_added then
    perform private.invalid('date', 'The invoice date cannot be earlier than the booking date.');
  end if;
  perform private.lock_number(p_project, 'invoices', '');
  select format('%s of %s', n.number, b.so_no) into v_taken from private.same_numbers(p_project, 'invoice', v_no) n
  join public.bookings b on b.project_id = p_project and b.id = n.id where b.id <> p_booking limit 1;
  if found then
    perform private.refuse_duplicate('invoice_no', format('This invoice number is already used: %s.', v_taken));
  end if;
  if v_booking.invoice_no <> v_no or v_booking.date_invoiced <> v_date then
    insert into public.invoice_changes (project_id, booking_id, old_no, new_no, old_date, new_date, reason)
    values (p_project, p_booking, v_booking.invoice_no, v_no, v_booking.date_invoiced, v_date, private.read_reason(p_reason));
  end if;
  v_field := case when v_booking.invoice_no is distinct from v_no then 'invoice_no' end;
  v_new := (v_booking.invoice_no, v_booking.date_invoiced) is distinct from (v_no, v_date);
  v_booking := private.write_invoice(v_booking, v_no, v_date);
  if v_new then perform private.keep_e_invoice(p_project, p_booking, v_field); end if;
  return jsonb_build_object('id', p_booking, 'so_no', v_booking.so_no, 'version', v_booking.version, 'invoice_no', v_booking.invoice_no);
end $$;

select private.expose('set_invoice');
comment on function public.set_invoice is
  'Sets invoice number (unique in the project, with zeros up to the setting serial_digits) and date (today, or as it is, when null) of a '
  'validated booking; the receivable opens, due '
  'after the customer''s terms. A change needs p_reason: the old number and date are kept in invoice_changes, another number stamps '
  'invoice_no_changed_at. Errors: 42501, P0002, stale_version, wrong_state, 23505, not_in_future, period_closed, 22023.';

create or replace function private.set_invoices(p_project uuid, p_batch jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'invoicing.write');
  v_list jsonb := private.read_list(p_batch, 'bookings', 200);
  v_first text := private.read_text(p_batch, 'first_no', true, p_max => 40);
  v_date date;
  v_item record;
  v_booking public.bookings;
  v_no text;
  v_taken text;
  v_refusal jsonb;
  v_invoiced jsonb := '[]';
  v_refused jsonb := '[]';
  v_forms int;
  v_used int := 0;
begin
  if jsonb_array_length(v_list) = 0 then perform private.invalid('bookings', 'Select at least one booking.'); end if;
  if private.invoice_serial(v_first) is null then
    perform private.invalid('first_no', 'The starting number must end in digits, such as 001234.');
  end if;
  v_first := private.wide_invoice_no(p_project, v_first, 'first_no');
  v_date := private.posting_date(p_project, private.read_date(p_batch, 'date'), 'date');
  perform private.lock_bookings(p_project,
    array(select private.read_uuid(e.value, 'id', true, e.path) from private.items_of(v_list, 'bookings') e));
  perform private.lock_number(p_project, 'invoices', '');

  for v_item in select e.value from jsonb_array_elements(v_list) with ordinality e order by e.ordinality loop
    select * into v_booking from public.bookings b where b.project_id = p_project and b.id = (select private.read_uuid(v_item.value, 'id'));
    select jsonb_build_object('id', v_item.value ->> 'id', 'so_no', v_booking.so_no, 'customer_name', v_booking.customer_name,
      'hint', r.hint, 'message', r.message) into v_refusal
    from (values
      (1, v_booking.id is null, 'not_found', 'No such document!'),
      (2, v_booking.invoice_no is not null, 'wrong_state', format('It already has invoice %s.', v_booking.invoice_no)),
      (3, v_booking.approval_status <> 'approved' or v_booking.booking_status <> 'active', 'wrong_state',
        format('It is %s: this needs a validated booking.', v_booking.stage)),
      (4, v_booking.version is distinct from private.read_int(v_item.value, 'version'), 'stale_version',
        'It was changed by another user. Review the changes and try again.'),
      (5, v_date < v_booking.date_added, 'invalid', 'The invoice date cannot be earlier than the booking date.')
      ) r (place, applies, hint, message)
    where r.applies order by r.place limit 1;
    if found then
      v_refused := v_refused || v_refusal;
      continue;
    end if;
    v_no := private.invoice_no_like(v_first, private.invoice_serial(v_first) + v_used);
    -- "SI 7" and "SI-0007" count as the same number.
    select format('%s of %s', n.invoice_no, n.so_no) into v_taken from private.numbered_invoices n
    where n.project_id = p_project and n.series = private.invoice_series(v_no) and n.serial = private.invoice_serial(v_no)
    union all
    select format('%s of %s', n.number, b.so_no) from private.same_numbers(p_project, 'invoice', v_no) n
    join public.bookings b on b.project_id = p_project and b.id = n.id
    limit 1;
    if found then
      perform private.refuse_duplicate('first_no',
        format('Number %s is already used: %s. Nothing was invoiced; choose another starting number.',
          v_no, v_taken));
    end if;
    v_booking := private.write_invoice(v_booking, v_no, v_date);
    v_forms := private.keep_e_invoice(p_project, v_booking.id, 'first_no');
    v_invoiced := v_invoiced || jsonb_build_object('id', v_booking.id, 'so_no', v_booking.so_no, 'customer_name', v_booking.customer_name,
      'invoice_no', v_no, 'version', v_booking.version,
      'last_no', private.invoice_no_like(v_first, private.invoice_serial(v_first) + v_used + v_forms - 1));
    v_used := v_used + v_forms;
  end loop;
  return jsonb_build_object('invoiced', v_invoiced, 'refused', v_refused);
end $$;

select private.expose('set_invoices');
comment on function public.set_invoices is
  'Invoices many validated bookings in one transaction with numbers that follow on without a gap, in the order of the list. p_batch: '
  '{first_no (ends in digits), date (today when empty), bookings: [{id, version}] (at most 200)}. Answers {invoiced: [{id, so_no, '
  'customer_name, invoice_no, last_no (that of the last of several pre-printed forms, else invoice_no), version}], refused: [{id, so_no, '
  'customer_name, hint, message}]}: a booking that cannot be invoiced takes no number. A number that is taken refuses the whole batch. '
  'Errors: 42501, 23505 first_no, not_in_future, period_closed, 22023 per field.';

-- ---------------------------------------------------------------------------------------------
-- Reading the invoicing queues and the series
-- ---------------------------------------------------------------------------------------------

create or replace function public.invoice_queues(p_project uuid, p_agent uuid default null)
returns table (queue text, bookings bigint, total numeric)
language sql stable set search_path = '' as $$
  select q.queue, count(b.id), coalesce(sum(b.total), 0.00)
  from (values ('to-invoice', 'validated', 1), ('to-deliver', 'invoiced', 2), ('delivered', 'delivered', 3)) q (queue, stage, place)
  left join public.bookings b on b.project_id = p_project and b.stage = q.stage and (p_agent is null or b.agent_id = p_agent)
    and (q.stage <> 'delivered' or b.date_invoiced is null)
  group by q.queue, q.place order by q.place
$$;
comment on function public.invoice_queues is
  'Returns number and total of the bookings in each queue of invoicing: to-invoice (validated), to-deliver (invoiced), delivered '
  '(delivered and not invoiced); of one agent when given. Rows are those that the caller may read.';

create or replace function private.invoice_series_list(p_project uuid)
returns table (series text, first_no text, last_no text, next_no text, invoices bigint, missing bigint, duplicates bigint, last_date date)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'invoicing.read');
  return query
  select s.series, s.nos[1], s.nos[s.invoices], private.invoice_no_like(s.nos[s.invoices], s.last + coalesce(f.after, 0) + 1), s.invoices,
    s.missing - coalesce(f.within, 0), s.invoices - s.numbers, s.last_date
  from (
    select n.series, array_agg(n.invoice_no order by n.serial) as nos, max(n.serial) as last, count(*) as invoices,
      count(distinct n.serial) as numbers, max(n.date_invoiced) as last_date,
      -- A gap of fifty or more is another booklet.
      coalesce(sum(n.gap) filter (where n.gap between 1 and 49), 0)::bigint as missing
    from (
      select i.*, i.serial - lag(i.serial) over (partition by i.series order by i.serial) - 1 as gap
      from private.numbered_invoices i where i.project_id = p_project) n
    group by n.series) s
  -- Numbers on further forms are used up: those of the last invoice, and those before the next invoice of the same booklet.
  left join lateral (
    select count(*) filter (where x.first = s.last) as after, count(*) filter (where exists (select from private.numbered_invoices n
      where n.project_id = p_project and n.series = s.series and n.serial between x.serial + 1 and x.first + 50)) as within
    from private.form_numbers x where x.project_id = p_project and x.series = s.series) f on true
  order by s.last_date desc, s.series;
end $$;
select private.expose('invoice_series_list');
comment on function public.invoice_series_list is
  'Lists the series of invoice numbers, the one used last first: lowest, highest and next number, and the numbers of invoices, of missing '
  'numbers (without steps to another booklet) and of invoices with a duplicate number. Opening receivables are excluded. Errors: 42501.';

create or replace function private.invoice_gaps(p_project uuid, p_series text, p_before bigint default null, p_limit int default null)
returns table (from_serial bigint, from_no text, to_no text, missing bigint, changed bigint, before_no text, before_date date,
  after_no text, after_date date)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'invoicing.read');
  return query
  with used as (
    select n.serial, n.invoice_no as no, n.date_invoiced as on_date, lag(n.serial) over w + 1 as first_missing,
      lag(n.invoice_no) over w as no_before, lag(n.date_invoiced) over w as date_before
    from private.numbered_invoices n where n.project_id = p_project and n.series = p_series window w as (order by n.serial)
  )
  select m.first, private.invoice_no_like(u.no, m.first), private.invoice_no_like(u.no, u.serial - 1),
    case when u.serial - m.first < 50 then u.serial - m.first end,
    (select count(distinct private.invoice_serial(c.old_no)) from public.invoice_changes c
     where c.project_id = p_project and private.invoice_series(c.old_no) = p_series
       and private.invoice_serial(c.old_no) between m.first and u.serial - 1),
    coalesce(m.form, u.no_before), u.date_before, u.no, u.on_date
  from used u
  -- The further forms of the invoice before a gap are no part of it.
  cross join lateral (select u.first_missing + count(*) as first, max(f.number) as form from private.form_numbers f
    where f.project_id = p_project and f.series = p_series and f.serial between u.first_missing and u.serial - 1) m
  where u.serial > u.first_missing and u.serial > m.first and (p_before is null or m.first < p_before)
  order by 1 desc limit least(coalesce(private.read_int(jsonb_build_object('limit', p_limit), 'limit'), 51), 1000);
end $$;
select private.expose('invoice_gaps');
comment on function public.invoice_gaps is
  'Lists missing numbers of a series as ranges, highest first: how many (null: fifty or more, another booklet), how many of them were set '
  'and then changed (invoice_changes), and the invoices before and after. p_before pages: from_serial of the last row seen. Errors: 42501.';

create or replace function private.invoice_duplicates(p_project uuid, p_series text)
returns table (booking_id uuid, so_no text, invoice_no text, serial bigint, date_invoiced date, customer_name text, total numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'invoicing.read');
  return query
  select d.id, d.so_no, d.invoice_no, d.serial, d.date_invoiced, d.customer_name, d.total
  from (
    select n.*, count(*) over (partition by n.serial) as times
    from private.numbered_invoices n where n.project_id = p_project and n.series = p_series) d
  where d.times > 1 order by d.serial desc, d.so_no limit 200;
end $$;
select private.expose('invoice_duplicates');
comment on function public.invoice_duplicates is
  'Lists invoices of a series with the same number in different spelling ("SI-0007", "SI 7"); the same spelling is refused when it is set. '
  'At most 200. Errors: 42501.';
