-- Statement of account of a customer. Specification section 3 (Customer, collectibles); report 8 of the design.
-- It says what the AR report says, document by document: its closing balance is the customer's row there.

create function private.statement_entries(p_project uuid, p_customer uuid, p_to date)
returns table (on_date date, kind text, document_id uuid, document_no text, so_no text, note text, due_on date, charge numeric, credit numeric)
language sql stable security invoker set search_path = '' as $$
  with owed as (
    select b.* from public.bookings b
    where b.project_id = p_project and b.customer_id = p_customer and b.approval_status like 'approved%' and b.date_invoiced <= p_to
  )
  select w.date_invoiced, case when w.is_opening then 'opening' else 'invoice' end, w.id, w.invoice_no, w.so_no,
    to_char(case when not w.is_opening and w.date_delivered <= p_to then w.date_delivered end, 'YYYY-MM-DD'), w.date_due, w.total, 0.00
  from owed w
  union all
  -- What was credited before the invoice counts with it.
  select greatest(k.on_date, w.date_invoiced), k.kind, w.id, w.invoice_no, w.so_no, null, null, 0.00, sum(k.amount)
  from owed w join public.booking_credits k on k.project_id = p_project and k.booking_id = w.id and k.on_date <= p_to
  group by 1, 2, 3, 4, 5 having sum(k.amount) <> 0
  union all
  select c.date_collected, c.collection_type, c.id, c.cr_no, null, concat_ws(' ', c.cheque_bank, c.cheque_no), c.cheque_date, 0.00, c.amount
  from public.collections c
  where c.project_id = p_project and c.customer_id = p_customer and c.approval_status = 'approved' and c.date_collected <= p_to
  union all
  -- A cheque that came back counts no more; brought to the bank once more, it counts again.
  select e.on_date, 'cheque_' || e.event, c.id, c.cr_no, null, concat_ws(' ', c.cheque_bank, c.cheque_no), null,
    greatest(-e.effect, 0.00), greatest(e.effect, 0.00)
  from public.collections c join public.cheque_events e on e.project_id = p_project and e.collection_id = c.id and e.on_date <= p_to and e.effect <> 0
  where c.project_id = p_project and c.customer_id = p_customer and c.approval_status = 'approved'
$$;
comment on function private.statement_entries is
  'What changed a customer''s balance until a day: invoices and opening receivables (charge; note: delivered on), goods not delivered or returned, receipts (credit; note: the cheque), cheques that came back or were deposited again. Their sum is the balance of the AR report as of that day. Runs with the caller''s rights.';

create function private.uncleared_cheques(p_project uuid, p_customer uuid, p_as_of date) returns setof public.collections
language sql stable security invoker set search_path = '' as $$
  select c.* from public.collections c
  where c.project_id = p_project and c.customer_id = p_customer and c.collection_type = 'cheque' and c.approval_status = 'approved'
    and c.date_collected <= p_as_of
    and coalesce((select e.event from public.cheque_events e
      where e.project_id = p_project and e.collection_id = c.id and e.on_date <= p_as_of order by e.id desc limit 1), 'deposited') = 'deposited'
$$;
comment on function private.uncleared_cheques is 'Approved cheques that were on hand or at the bank on a day. Runs with the caller''s rights.';

create function public.customer_statement(p_project uuid, p_customer uuid, p_filters jsonb default '{}') returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_from date := private.date_of(p_filters, 'from');
  v_to date := coalesce(private.date_of(p_filters, 'to'), private.business_date(p_project));
  v_ar jsonb := jsonb_build_object('as_of', v_to, 'customer_id', p_customer);
  v_answer jsonb;
begin
  if private.scope_of(p_project, 'reports.ar') is null then perform private.forbid(); end if;
  if not exists (select from public.customers c where c.project_id = p_project and c.id = p_customer) then perform private.not_found(); end if;
  if v_from > v_to then perform private.invalid('from', 'The first day is after the last one.'); end if;

  with entries as (
    select e.*, sum(e.charge - e.credit) over (order by e.on_date, e.credit > 0, e.document_no, e.document_id, e.kind) as balance,
      row_number() over (order by e.on_date, e.credit > 0, e.document_no, e.document_id, e.kind) as place
    from private.statement_entries(p_project, p_customer, v_to) e
  ), sums as (
    select coalesce(sum(e.charge - e.credit) filter (where e.on_date < v_from), 0.00) as opening,
      coalesce(sum(e.charge) filter (where v_from is null or e.on_date >= v_from), 0.00) as charges,
      coalesce(sum(e.credit) filter (where v_from is null or e.on_date >= v_from), 0.00) as credits,
      coalesce(sum(e.charge - e.credit), 0.00) as closing
    from entries e
  ), cheques as (
    select c.* from private.uncleared_cheques(p_project, p_customer, v_to) c
  ), aged as (
    select r.* from public.report_ar(p_project, v_ar || '{"level": "total"}') r
  )
  select jsonb_build_object(
    'from', v_from, 'to', v_to,
    'opening', s.opening::text, 'charges', s.charges::text, 'credits', s.credits::text, 'closing', s.closing::text,
    'uncleared', u.amount::text, 'cleared', (s.closing + u.amount)::text,
    'entries', coalesce((select jsonb_agg(jsonb_build_object('on', e.on_date, 'kind', e.kind, 'id', e.document_id, 'no', e.document_no,
        'so_no', e.so_no, 'note', nullif(e.note, ''), 'due', e.due_on, 'charge', e.charge::text, 'credit', e.credit::text, 'balance', e.balance::text)
        order by e.place) from entries e where v_from is null or e.on_date >= v_from), '[]'),
    'cheques', coalesce((select jsonb_agg(jsonb_build_object('no', c.cr_no, 'on', c.date_collected, 'bank', c.cheque_bank, 'cheque', c.cheque_no,
        'dated', c.cheque_date, 'amount', c.amount::text) order by c.cheque_date, c.id) from cheques c), '[]'),
    'open', coalesce((select jsonb_agg(jsonb_build_object('kind', r.row_kind, 'id', r.booking_id, 'no', r.document_no, 'so_no', r.so_no, 'on', r.doc_date,
        'due', r.due_date, 'age', r.age_days, 'total', r.total::text, 'collected', r.collected::text, 'balance', r.balance::text)
        order by r.doc_date, r.row_key) from public.report_ar(p_project, v_ar) r), '[]'),
    'ageing', jsonb_build_object('bucket_current', a.bucket_current::text, 'bucket_1', a.bucket_1::text, 'bucket_2', a.bucket_2::text,
        'bucket_3', a.bucket_3::text, 'bucket_4', a.bucket_4::text),
    'not_invoiced', coalesce((select jsonb_agg(jsonb_build_object('id', b.id, 'so_no', b.so_no, 'on', b.date_delivered, 'balance', b.balance::text)
        order by b.date_delivered, b.id) from public.bookings b
        where b.project_id = p_project and b.customer_id = p_customer and b.approval_status like 'approved%'
          and b.date_delivered <= v_to and (b.date_invoiced is null or b.date_invoiced > v_to)), '[]'))
  into v_answer
  from sums s, aged a, (select coalesce(sum(c.amount), 0.00) as amount from cheques c) u;
  return v_answer;
end $$;
comment on function public.customer_statement is
  'Statement of account in one answer. p_filters: {from (empty: from the beginning), to (default today)}. opening + charges - credits = closing, the customer''s balance in report_ar as of "to"; uncleared: cheques received and not cleared then; cleared = closing + uncleared, what is owed when cleared money alone counts; entries with the running balance; open: documents with their age; ageing by the project''s buckets; not_invoiced: delivered and not invoiced by then, in none of the balances. Amounts are texts. Errors: 42501, P0002, 22023.';

grant execute on function
  private.statement_entries(uuid, uuid, date), private.uncleared_cheques(uuid, uuid, date), public.customer_statement(uuid, uuid, jsonb),
  private.not_found()
to authenticated;
