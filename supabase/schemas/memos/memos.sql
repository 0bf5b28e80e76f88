-- Credit memos and debit memos: numbers and locks. See docs/domain.md, Memos, and docs/decisions/0037.

create or replace function private.booking_of_lines(p_project uuid, p_memo uuid) returns uuid
language sql stable set search_path = '' as $$
  select l.booking_id from public.memo_lines m
  join public.booking_lines l on l.project_id = m.project_id and l.id = m.line_id
  where m.project_id = p_project and m.memo_id = p_memo limit 1
$$;
comment on function private.booking_of_lines is
  'Returns the booking of whose lines a memo is; null for a memo without lines, and where the caller may not read that booking.';
grant execute on function private.booking_of_lines to authenticated;

create or replace function private.insert_memo(p_memo public.memos, p_lines public.memo_lines[] default '{}') returns public.memos
language plpgsql set search_path = '' as $$
declare
  v public.memos;
  v_status text := coalesce(p_memo.status,
    case when p_memo.amount > private.approval_above(p_memo.project_id, 'memo') then 'pending' else 'approved' end);
begin
  perform private.lock_closing(p_memo.project_id);
  update public.projects set credit_memo_count = credit_memo_count + (p_memo.kind = 'credit')::int,
    debit_memo_count = debit_memo_count + (p_memo.kind = 'debit')::int
  where id = p_memo.project_id
  returning case p_memo.kind when 'credit' then 'CM-' || lpad(credit_memo_count::text, 6, '0')
    else 'DM-' || lpad(debit_memo_count::text, 6, '0') end into v.memo_no;
  insert into public.memos (project_id, memo_no, kind, on_date, customer_id, agent_id, customer_name, store_name, booking_id, purchase_id,
    request_id, reason_code, note, amount, vat_amount, status, created_by, approved_by, approved_at)
  select p_memo.project_id, v.memo_no, p_memo.kind, p_memo.on_date, c.id, p_memo.agent_id, c.name, c.store_name,
    p_memo.booking_id, p_memo.purchase_id, p_memo.request_id, p_memo.reason_code, p_memo.note, p_memo.amount,
    coalesce(p_memo.vat_amount, 0), v_status, coalesce(p_memo.created_by, auth.uid()),
    case when v_status = 'approved' then auth.uid() end, case when v_status = 'approved' then now() end
  from public.customers c where c.project_id = p_memo.project_id and c.id = p_memo.customer_id
  returning * into v;
  insert into public.memo_lines (project_id, memo_id, line_id, pieces, stock_state, amount, vat_amount, price_difference,
    price_difference_pieces)
  select v.project_id, v.id, l.line_id, l.pieces, l.stock_state, l.amount, l.vat_amount, l.price_difference, l.price_difference_pieces
  from unnest(p_lines) l;
  return v;
end $$;
comment on function private.insert_memo is
  'Writes a memo and its lines under the next number of its kind (CM-, DM-), with the names of its customer; without a status it waits for '
  'approval above the project''s amount. The caller has locked what the memo is about: rows of documents and of stock.';

create or replace function private.lock_credited_customer(p_project uuid, p_customer uuid) returns public.customers
language plpgsql set search_path = '' as $$
declare v public.customers;
begin
  select * into v from public.customers c where c.project_id = p_project and c.id = p_customer for key share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  if v.approval_status not in ('approved', 'inactive') then
    perform private.refuse('customer_not_approved', format('%s is %s.', v.name, v.approval_status), 'customer_id');
  end if;
  return v;
end $$;
comment on function private.lock_credited_customer is
  'Returns the customer of a new memo. Errors: customer_not_approved, 22023 customer_id.';

create or replace function private.refuse_amount(p_memo public.memos, p_left numeric) returns void
language plpgsql immutable security definer set search_path = '' as $$
begin
  perform private.refuse('over_credited', format('Only %s is open on delivered invoices of %s until this date.',
    private.money_text(p_left), p_memo.customer_name), 'amount');
end $$;
comment on function private.refuse_amount is 'Raises over_credited for an amount above what is open of what was delivered.';
