-- Imports of receipts with their cheques, and of payees. See docs/decisions/0047.

create or replace function private.sheet_means(p_text text) returns text
language sql immutable set search_path = '' as $$
  select case regexp_replace(lower(btrim(p_text)), '[- ]+', '_', 'g') when 'cash' then 'cash' when 'cheque' then 'cheque'
    when 'check' then 'cheque' when 'pdc' then 'cheque'
    when 'bank_transfer' then 'bank_transfer' when 'transfer' then 'bank_transfer' when 'withholding' then 'withholding'
    when '2307' then 'withholding' end
$$;
comment on function private.sheet_means is 'Returns the means of payment that a cell names, null when it names none.';

create or replace function private.banks_named(p_project uuid, p_text text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select k.id from public.banks k where k.project_id = p_project and k.status = 'active'
    and lower(btrim(p_text)) in (lower(k.account_no), lower(k.bank || ' ' || k.account_no)))
$$;
comment on function private.banks_named is 'Finds the company''s own account that a cell names, by its number or by bank and number.';

create or replace function private.lock_receipts_sheet(p_project uuid, p_rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_customers uuid[] := array(select n.id from private.customers_named(p_project, array(
    select lower(private.cell(x, 'customer')) from jsonb_array_elements(p_rows) x)) n order by n.id);
begin
  perform private.lock_receipt_numbers(p_project);
  -- All bookings that the sheet can pay before the first receipt, in the order of every other command.
  perform private.lock_bookings(p_project, array(select b.id from public.bookings b
    where b.project_id = p_project and b.invoice_no = any (array(select private.cell(x, 'invoice_no') from jsonb_array_elements(p_rows) x))
    union all
    select b.id from public.bookings b
    where b.project_id = p_project and b.customer_id = any (v_customers) and b.balance > 0 and b.approval_status like 'approved%'));
  perform from unnest(v_customers) k (id) cross join lateral (
    select from public.customers c where c.project_id = p_project and c.id = k.id for no key update) l;
end $$;

create or replace function private.check_receipts_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as materialized (
    select x.ordinality::int as no, x.value, private.sheet_means(x.value ->> 'means') as means,
      private.cell(x.value, 'invoice_no') as invoice_no,
      lower(private.cell(first_value(x.value) over (partition by lower(private.cell(x.value, 'cr_no')) order by x.ordinality),
        'customer')) as customer
    from jsonb_array_elements(p_rows) with ordinality x)
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["cr_no", "text", true, 40], ["customer", "text", false, 200],
      ["date_collected", "day", false, 0], ["drr_no", "text", false, 40],
      ["amount", "above_zero", true, 0], ["means", "text", true, 20], ["cheque_bank", "text", false, 200],
      ["cheque_no", "text", false, 200], ["cheque_date", "day", false, 0],
      ["account", "text", false, 200], ["reference_no", "text", false, 40], ["invoice_no", "text", false, 40]]')
    union all
    select private.required_first(p_rows, 'cr_no', array['customer', 'date_collected'])
    union all
    select private.header_problems(p_rows, 'cr_no', array['customer', 'date_collected', 'drr_no'])
    union all
    select private.day_problems(p_project, p_rows, 'date_collected')
    union all
    select private.customer_problems(p_project, p_rows)
    union all
    select private.row_error(s.no, 'means', 'Cash, cheque, bank transfer or withholding.')
    from s where s.means is null and private.cell(s.value, 'means') is not null
    union all
    select private.row_error(s.no, f.field, case when s.means = 'cheque' then 'Fill this in.' else 'Only a cheque has this.' end)
    from s cross join unnest(array['cheque_bank', 'cheque_no', 'cheque_date']) f (field)
    where s.means is not null and (s.means = 'cheque') = (private.cell(s.value, f.field) is null)
    union all
    select private.row_error(s.no, 'account', case when s.means is distinct from 'bank_transfer' then 'Only a bank transfer has this.'
      else 'The company has no active account of this number.' end)
    from s where private.cell(s.value, 'account') is not null
      and (s.means is distinct from 'bank_transfer' or cardinality(private.banks_named(p_project, s.value ->> 'account')) <> 1)
    union all
    select private.row_error(s.no, 'invoice_no',
      case when b.id is null then 'No invoice has this number.' else format('This is an invoice of %s.', b.customer_name) end)
    from s left join public.bookings b on b.project_id = p_project and b.invoice_no = s.invoice_no
    left join public.customers c on c.project_id = p_project and c.id = b.customer_id
    where s.invoice_no is not null and lower(c.name) is distinct from s.customer
    union all
    select private.row_error(s.no, 'cr_no', 'This CR number is already used.')
    from s where exists (select from public.collections c where c.project_id = p_project and c.cr_no = private.cell(s.value, 'cr_no'))
    union all
    select private.row_error(t.no, 'cheque_no', format('Also in row %s, of another receipt.', t.first)) from (
      select s.no, private.cell(s.value, 'cr_no') as cr_no, min(s.no) over w as first,
        first_value(lower(private.cell(s.value, 'cr_no'))) over w as first_cr
      from s where s.means = 'cheque' and private.cell(s.value, 'cheque_no') is not null
      window w as (partition by lower(private.cell(s.value, 'cheque_bank')), lower(private.cell(s.value, 'cheque_no')) order by s.no)) t
    where lower(t.cr_no) <> t.first_cr))
$$;

create or replace function private.receipts_documents(p_project uuid, p_rows jsonb)
returns table (reference text, rows jsonb, document jsonb)
language sql stable security definer set search_path = '' as $$
  with s as materialized (
    select x.ordinality::int as no, x.value, lower(private.cell(x.value, 'cr_no')) as cr_no, b.id as booking_id,
      private.cell(x.value, 'amount')::numeric as amount,
      jsonb_build_object('collection_type', private.sheet_means(x.value ->> 'means'), 'cheque_bank', private.cell(x.value, 'cheque_bank'),
        'cheque_no', private.cell(x.value, 'cheque_no'),
        'cheque_date', private.cell(x.value, 'cheque_date'), 'bank_id', (private.banks_named(p_project, x.value ->> 'account'))[1],
        'reference_no', private.cell(x.value, 'reference_no')) as part
    from jsonb_array_elements(p_rows) with ordinality x
    left join public.bookings b on b.project_id = p_project and b.invoice_no = private.cell(x.value, 'invoice_no')
  ), parts as (
    -- A cheque that pays several invoices has a row for each, and is one part.
    select s.cr_no, min(s.no) as no, s.part || jsonb_build_object('amount', sum(s.amount)::text) as part from s group by s.cr_no, s.part
  ), payments as (
    select s.cr_no, min(s.no) as no, s.booking_id, sum(s.amount)::text as amount
    from s where s.booking_id is not null group by s.cr_no, s.booking_id
  ), receipts as materialized (
    select d.*, n.id as customer_id
    from (select s.cr_no, min(s.no) as no, (array_agg(s.value order by s.no))[1] as value, sum(s.amount) as amount,
        count(s.booking_id) = 0 as oldest from s group by s.cr_no) d
    left join private.customers_named(p_project, array(select lower(private.cell(y, 'customer')) from jsonb_array_elements(p_rows) y)) n
      on n.name = lower(private.cell(d.value, 'customer'))
  )
  select private.cell(d.value, 'cr_no'), jsonb_build_object('first', d.no, 'parts', p.rows, 'allocations', coalesce(a.rows, '[]')),
    jsonb_build_object('cr_no', private.cell(d.value, 'cr_no'), 'customer_id', d.customer_id,
      'date_collected', private.cell(d.value, 'date_collected'),
      'drr_no', private.cell(d.value, 'drr_no'), 'parts', p.parts, 'allocations', coalesce(a.allocations, o.allocations, '[]'))
  from receipts d
  join (select q.cr_no, jsonb_agg(q.no order by q.no) as rows, jsonb_agg(q.part order by q.no) as parts
    from parts q group by q.cr_no) p on p.cr_no = d.cr_no
  left join (select q.cr_no, jsonb_agg(q.no order by q.no) as rows,
      jsonb_agg(jsonb_build_object('booking_id', q.booking_id, 'amount', q.amount) order by q.no) as allocations
    from payments q group by q.cr_no) a on a.cr_no = d.cr_no
  left join private.allocate_oldest_first(p_project,
    (select coalesce(jsonb_agg(jsonb_build_object('receipt', r.cr_no, 'customer_id', r.customer_id, 'amount', r.amount) order by r.no),
      '[]') from receipts r where r.oldest),
    (select coalesce(jsonb_agg(jsonb_build_object('booking_id', q.booking_id, 'amount', q.amount)), '[]')
      from payments q)) o on o.receipt = d.cr_no
$$;
comment on function private.receipts_documents is
  'Reads the rows of a checked sheet as receipts. Those that name no invoice pay, in the order of the sheet, the oldest bookings that the '
  'others leave.';

create or replace function private.write_receipts_document(p_project uuid, p_document jsonb) returns uuid
language sql security definer set search_path = '' as $$
  select r.id from private.write_receipt(p_project, private.scope_of(p_project, 'collections.record'), p_document,
    private.read_list(p_document, 'parts', 20), true) r
$$;

create or replace function private.write_receipts_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_errors jsonb := private.write_documents('receipts', p_project, p_import, p_rows,
    '{"": "cr_no", "cr_no": "cr_no", "customer_id": "customer", "date_collected": "date_collected", "drr_no": "drr_no",
    "amount": "amount", "collection_type": "means", "cheque_bank": "cheque_bank", "cheque_no": "cheque_no", "cheque_date": "cheque_date",
    "bank_id": "account", "reference_no": "reference_no"}');
begin
  if v_errors = '[]' then
    perform private.post_new_receipts(p_project,
      array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import));
  end if;
  return v_errors;
end $$;

create or replace function private.undo_receipts(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_receipts uuid[] := array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v_used text;
  v public.collections;
begin
  perform from public.collections c where c.project_id = p_project and c.receipt_id = any (v_receipts) order by c.id for update;
  select c.cr_no into v_used from public.collections c
  where c.project_id = p_project and c.receipt_id = any (v_receipts)
    and (c.approval_status <> 'pending' or c.version > 1) order by c.cr_no limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state',
      format('Receipt %s has been approved, cancelled or changed since: cancel the receipts that are not needed instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(c.date_collected), '')
    from public.collections c where c.project_id = p_project and c.receipt_id = any (v_receipts);
  -- The opposite of what they posted; a pending receipt counts nowhere else.
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, amount, confirmed_amount)
  select e.project_id, e.on_date, 'cancellation', e.place, e.holder_id, e.collection_id, -e.amount, -e.confirmed_amount
  from public.money_entries e join public.collections c on c.project_id = e.project_id and c.id = e.collection_id
  where c.project_id = p_project and c.receipt_id = any (v_receipts) order by e.place desc, e.holder_id;
  delete from public.collection_allocations a using public.collections c
  where c.project_id = p_project and c.receipt_id = any (v_receipts) and a.project_id = p_project and a.collection_id = c.id;
  delete from public.collections c where c.project_id = p_project and c.receipt_id = any (v_receipts) and c.part_no > 1;
  delete from public.collections c where c.project_id = p_project and c.receipt_id = any (v_receipts);
end $$;
comment on function private.undo_receipts is
  'Deletes the pending receipts of an import as if they had never been there, so that their CR numbers may come again. Refuses once one of '
  'them was approved, cancelled or changed (wrong_state), and on a closed day (period_closed).';

select private.add_import_kind('receipts', 'collections.record',
  'Records receipts and post-dated cheques from a sheet, all or none; rows of one cr_no are one receipt, equal means in it are one part. '
  'Cells: cr_no, customer (the name of an approved customer), date_collected (the opening date for cheques that are on hand then), drr_no '
  '(in the first row of a receipt), amount, means (cash, cheque, bank transfer, withholding), cheque_bank, cheque_no, cheque_date, account '
  '(of a transfer: the number of our own account), reference_no, invoice_no (what it pays; when no row of a receipt names one, the oldest '
  'that the other receipts of the sheet leave). Each is recorded as record_receipt does it, pending.',
  p_tries => true);

-- ---------------------------------------------------------------------------------------------
-- Payees
-- ---------------------------------------------------------------------------------------------

create or replace function private.lock_payees_sheet(p_project uuid, p_rows jsonb) returns void
language sql security definer set search_path = '' as $$ select $$;

create or replace function private.check_payees_sheet(p_project uuid, p_rows jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with s as materialized (
    select x.ordinality::int as no, lower(private.cell(x.value, 'fname')) as name,
      coalesce(private.cell(x.value, 'account_no'), '') as account
    from jsonb_array_elements(p_rows) with ordinality x)
  select private.sorted_errors(array(
    select private.cell_problems(p_rows, '[["fname", "text", true, 200], ["account_no", "text", false, 40]]')
    union all
    select private.row_error(t.no, 'fname', format('Also in row %s.', t.first))
    from (select s.no, min(s.no) over (partition by s.name, s.account) as first from s where s.name is not null) t where t.no <> t.first
    union all
    select private.row_error(s.no, 'fname', 'There is a payee of this name and account already.')
    from s join public.payees y on y.project_id = p_project and lower(y.fname) = s.name and coalesce(y.account_no, '') = s.account))
$$;

create or replace function private.write_payees_sheet(p_project uuid, p_import uuid, p_rows jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_written int;
begin
  with written as (
    insert into public.payees (project_id, fname, account_no)
    select p_project, private.cell(r, 'fname'), private.cell(r, 'account_no') from jsonb_array_elements(p_rows) r
    on conflict do nothing returning id, version)
  insert into private.import_records (project_id, import_id, record_id, version) select p_project, p_import, w.id, w.version from written w;
  get diagnostics v_written = row_count;
  if v_written < jsonb_array_length(p_rows) then
    raise exception using errcode = '23505', hint = 'duplicate', detail = 'rows',
      message = 'A payee with one of these names was added by another user. Check the sheet again.';
  end if;
  return '[]';
end $$;

create or replace function private.undo_payees(p_project uuid, p_import uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_payees uuid[] := array(select r.record_id from private.import_records r where r.project_id = p_project and r.import_id = p_import);
  v_used text;
begin
  -- Alone, also against a voucher that is being written: its foreign key shares the lock.
  perform from public.payees y where y.project_id = p_project and y.id = any (v_payees) order by y.id for update;
  select y.fname into v_used from public.payees y where y.project_id = p_project and y.id = any (v_payees)
    and (y.version > 1 or exists (select from public.vouchers v where v.project_id = p_project and v.payee_id = y.id))
      order by y.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('%s has been used or changed since. Deactivate what you do not need instead.', v_used));
  end if;
  delete from public.payees y where y.project_id = p_project and y.id = any (v_payees);
end $$;
comment on function private.undo_payees is 'Deletes the payees of an import. Refuses once one of them was used, confirmed or changed.';

select private.add_import_kind('payees', 'masters.write',
  'Adds suppliers and other payees from a sheet, all or none. Cells: fname, account_no. An account number is confirmed by a second person '
  'as one that was typed.');
