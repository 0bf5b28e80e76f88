-- Imports of receipts with their cheques. See docs/decisions/0047.

create or replace function private.sheet_receipts(p_project uuid, p_rows jsonb) returns table (reference text, rows jsonb, document jsonb)
language sql stable set search_path = '' as $$
  with s as materialized (
    select x as value, r.no, r.first, r.amount, b.id as booking_id, jsonb_build_object('collection_type', r.means,
      'cheque_bank', r.cheque_bank, 'cheque_no', r.cheque_no, 'cheque_date', r.cheque_date, 'bank_id', r.bank_id,
      'reference_no', r.reference_no) as part
    from jsonb_array_elements(p_rows) x
    cross join lateral jsonb_to_record(x) r (no int, first int, amount numeric, means text, cheque_bank text, cheque_no text,
      cheque_date text, bank_id text, reference_no text, invoice_no text)
    left join public.bookings b on b.project_id = p_project and b.invoice_no = r.invoice_no
  ), parts as (
    -- A cheque that pays several invoices has a row for each, and is one part.
    select s.first, min(s.no) as no, s.part || jsonb_build_object('amount', sum(s.amount)::text) as part from s group by s.first, s.part
  ), payments as materialized (
    select s.first, min(s.no) as no, jsonb_build_object('booking_id', s.booking_id, 'amount', sum(s.amount)::text) as payment
    from s where s.booking_id is not null group by s.first, s.booking_id
  ), receipts as materialized (
    select h.first, h.value, d.amount, p.rows, p.parts, a.rows as paying, a.payments
    from s h
    join (select s.first, sum(s.amount) as amount from s group by s.first) d on d.first = h.no
    join (select q.first, jsonb_agg(q.no order by q.no) as rows, jsonb_agg(q.part order by q.no) as parts
      from parts q group by q.first) p on p.first = h.no
    left join (select q.first, jsonb_agg(q.no order by q.no) as rows, jsonb_agg(q.payment order by q.no) as payments
      from payments q group by q.first) a on a.first = h.no
  )
  select r.value ->> 'cr_no', jsonb_build_object('first', r.first, 'parts', r.rows, 'allocations', coalesce(r.paying, '[]')),
    r.value || jsonb_build_object('parts', r.parts, 'allocations', coalesce(r.payments, o.allocations, '[]'))
  from receipts r
  left join private.allocate_oldest_first(p_project,
    (select coalesce(jsonb_agg(jsonb_build_object('receipt', d.first::text, 'customer_id', d.value -> 'customer_id', 'amount', d.amount)
      order by d.first), '[]') from receipts d where d.payments is null),
    (select coalesce(jsonb_agg(q.payment), '[]') from payments q)) o on o.receipt = r.first::text
$$;
comment on function private.sheet_receipts is
  'Returns receipts. Those that name no invoice pay, in the order of the sheet, the oldest bookings that the others leave.';

create or replace function private.undo_receipts(p_project uuid, p_receipts uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_parts uuid[];
  v_used text;
begin
  v_parts := array(select c.id from public.collections c where c.project_id = p_project and c.receipt_id = any (p_receipts)
    order by c.id for update);
  select c.cr_no into v_used from public.collections c where c.project_id = p_project and c.id = any (v_parts)
    and (c.approval_status <> 'pending' or c.version > 1 or private.has_files_or_comments(p_project, c.id)) order by c.cr_no limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state',
      format('Receipt %s has been approved, cancelled or changed since: cancel the receipts that are not needed instead.', v_used));
  end if;
  perform private.expect_movable(p_project, min(c.date_collected), '')
    from public.collections c where c.project_id = p_project and c.id = any (v_parts);
  -- The opposite of what they posted; a pending receipt counts nowhere else.
  insert into public.money_entries (project_id, on_date, kind, place, holder_id, collection_id, amount, confirmed_amount)
  select e.project_id, e.on_date, 'cancellation', e.place, e.holder_id, e.collection_id, -e.amount, -e.confirmed_amount
  from public.money_entries e where e.project_id = p_project and e.collection_id = any (v_parts) order by e.place desc, e.holder_id;
  delete from public.collection_allocations a where a.project_id = p_project and a.collection_id = any (v_parts);
  delete from public.collections c where c.project_id = p_project and c.id = any (v_parts) and c.part_no > 1;
  delete from public.collections c where c.project_id = p_project and c.id = any (v_parts);
end $$;
comment on function private.undo_receipts is
  'Deletes the pending receipts of an import, so that their CR numbers may come again, unless one was used or changed.';
