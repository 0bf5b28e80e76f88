-- Integrity checks of bookings, and of numbers and decisions of documents. See docs/domain.md, invariants 9 and 11-13.

-- Lines of bookings as documents have them: what is delivered, at AgentSRP less discounts, with VAT on top; gross: without the discounts.
create view private.checked_lines with (security_invoker = true) as
select l.project_id, l.id, l.booking_id, l.line_no, l.amount, l.quantity_delivered, l.free_of, l.vat_class, l.vat_percent, l.vat_on_top,
  d.net + round(d.net * l.vat_on_top / 100, 2) as delivered, d.gross + round(d.gross * l.vat_on_top / 100, 2) as gross
from public.booking_lines l
cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent)
    - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as net,
  round(l.agent_srp * l.quantity_delivered / l.agent_srp_pieces, 2) as gross) d;

create view private.checked_vat with (security_invoker = true) as
  -- VAT on top of prices is rounded on each line, VAT in the prices on the sum of a document.
  select s.project_id, s.booking_id, s.exempt, s.zero_rated, s.on_top + s.within - round(s.within / s.share, 2) as vat,
    s.delivered_on_top + s.delivered_within - round(s.delivered_within / s.share, 2) as delivered_vat
  from (
    select l.project_id, l.booking_id, coalesce(sum(l.amount) filter (where l.vat_class = 'exempt'), 0) as exempt,
      coalesce(sum(l.amount) filter (where l.vat_class = 'zero_rated'), 0) as zero_rated, max(r.share) as share,
      coalesce(sum(l.amount - round(l.amount / r.share, 2)) filter (where l.vat_on_top > 0), 0) as on_top,
      coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0) as within,
      coalesce(sum(l.delivered - round(l.delivered / r.share, 2)) filter (where l.vat_on_top > 0), 0) as delivered_on_top,
      coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0) as delivered_within
    from private.checked_lines l
    cross join lateral (select 1 + l.vat_percent / 100 as share) r
    group by l.project_id, l.booking_id) s;
comment on view private.checked_vat is
  'The VAT of each booking by its lines, its exempt and zero-rated sales, and the VAT of what is delivered.';

create or replace function private.check_orders(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  -- An opening receivable and a debit memo have no lines.
  select 'orders.total', b.id, x.label, x.stored, x.expected
  from public.bookings b
  left join (select k.booking_id, sum(n.amount + round(n.amount * k.vat_on_top / 100, 2)) as amount,
      sum(n.gross + round(n.gross * k.vat_on_top / 100, 2)) as gross
    from public.booking_lines k
    cross join lateral (select round(k.agent_srp * k.quantity / k.agent_srp_pieces, 2) as gross,
      round(k.agent_srp * k.quantity * (100 - k.discount_percent) / (100.0 * k.agent_srp_pieces), 2) - k.discount_amount as amount) n
    where k.project_id = p_project group by k.booking_id) l on l.booking_id = b.id
  cross join lateral (values
    (null, jsonb_build_array(case when not b.is_opening then b.total end), jsonb_build_array(l.amount)),
    ('%s discount', jsonb_build_array(case when not b.is_opening then b.discount end), jsonb_build_array(l.gross - l.amount)))
    x (label, stored, expected)
  where b.project_id = p_project and x.stored is distinct from x.expected
  union all
  select 'vat.bookings', b.id, null, x.stored, x.expected
  from public.bookings b
  join private.checked_vat v on v.project_id = p_project and v.booking_id = b.id
  cross join lateral (select jsonb_build_array(b.vat_amount, b.exempt_amount, b.zero_rated_amount) as stored,
    jsonb_build_array(v.vat, v.exempt, v.zero_rated) as expected) x
  where b.project_id = p_project and b.validated_at is not null and x.stored <> x.expected
  union all
  -- Debts of earlier bookings count for later ones. A returned cheque, a cancelled receipt or a cancelled credit memo restores the debts
  -- it had paid, whatever was sold meanwhile; a lowered credit line counts for bookings validated later.
  select 'orders.credit', c.id, null, jsonb_build_array(c.credit_line), jsonb_build_array(o.owed)
  from public.customers c
  join (
    select x.customer_id, sum(x.owed) as owed, sum(x.owed - x.restored) as sold from (
      select b.customer_id, b.balance as owed, 0.00 as restored from public.bookings b
      where b.project_id = p_project and b.approval_status like 'approved%' and not b.is_opening
      union all
      select k.customer_id, 0, -e.effect
      from public.cheque_events e join public.collections k on k.project_id = p_project and k.id = e.collection_id
      where e.project_id = p_project and e.event = 'returned'
      union all
      select k.customer_id, 0, k.amount from public.collections k
      where k.project_id = p_project and k.approval_status = 'cancelled' and k.approved_at is not null
      union all
      select m.customer_id, 0, m.amount from public.memos m
      where m.project_id = p_project and m.kind = 'credit' and m.cancelled_on is not null) x
    group by x.customer_id) o on o.customer_id = c.id
  where c.project_id = p_project and o.sold > c.credit_line
    and not exists (select from public.bookings b
      where b.project_id = p_project and b.customer_id = c.id and b.override_reason is not null)
    and not exists (select from public.customer_finance_events f cross join lateral jsonb_array_elements_text(f.details -> 'credit_line') l
      where f.project_id = p_project and f.customer_id = c.id and f.type = 'credit' and (l.value is null or l.value::numeric >= o.sold))
$$;
comment on function private.check_orders is 'Returns the violations of the booking checks: totals, VAT and credit lines.';

create or replace function private.check_documents(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  -- Bookings and vouchers may begin at the number where the paper books ended; from there on a series has no gaps.
  select s.check_key, p_project, null, jsonb_build_array(s.drawn || ' drawn'),
    jsonb_build_array(format('%s numbers on %s documents, %s to %s', n.numbers, n.documents, coalesce(n.first, 0), coalesce(n.last, 0)))
  from public.projects p
  cross join lateral (values ('orders.numbers', 'SO', p.booking_count), ('orders.receipts', 'DR', p.delivery_receipt_count),
    ('memos.numbers', 'CM', p.credit_memo_count), ('memos.numbers', 'DM', p.debit_memo_count),
    ('vouchers.numbers', 'V', p.voucher_count - 1)) s (check_key, series, drawn)
  left join (
    select d.series, count(distinct d.no) as numbers, count(*) as documents, min(d.no) as first, max(d.no) as last
    from (
      select 'SO' as series, substr(b.so_no, 4)::int as no from public.bookings b where b.project_id = p_project and not b.is_opening
      union all
      select 'DR', substr(r.dr_no, 4)::int from public.delivery_receipts r where r.project_id = p_project
      union all
      select case m.kind when 'credit' then 'CM' else 'DM' end, substr(m.memo_no, 4)::int from public.memos m where m.project_id = p_project
      union all
      select 'V', v.voucher_no from public.vouchers v where v.project_id = p_project) d
    group by d.series) n on n.series = s.series
  where p.id = p_project and case when n.series is null then s.series not in ('SO', 'V') and s.drawn <> 0
    else n.numbers <> n.documents or n.last <> s.drawn
      or n.documents <> n.last + 1 - case when s.series in ('SO', 'V') then n.first else 1 end end
  union all
  -- Decisions are in the audit trail.
  select 'trail.' || d.kind, d.id, null, jsonb_build_array(d.state), null::jsonb
  from (
    select 'bookings' as kind, 'bookings' as table_name, b.id, b.approval_status as state,
      case when b.is_opening and b.approval_status = 'approved' then 'insert' else 'update' end as action
    from public.bookings b where b.project_id = p_project
    union all
    select 'customers', 'customers', c.id, c.approval_status, null from public.customers c where c.project_id = p_project
    union all
    select 'receipts', 'collections', c.id, c.approval_status, null from public.collections c where c.project_id = p_project
    union all
    select 'vouchers', 'vouchers', v.id, v.status, 'update' from public.vouchers v where v.project_id = p_project) d
  where d.state <> 'pending' and not exists (select from public.audit_log g
    where g.project_id = p_project and g.table_name = d.table_name and g.row_id = d.id and g.action = coalesce(d.action, g.action)
      and coalesce(g.after ->> 'approval_status', g.after ->> 'status') = d.state)
$$;
comment on function private.check_documents is
  'Returns the series of document numbers that have a gap or a double, or another end than the project, and decided bookings, customers, '
  'receipts and vouchers whose state is not in the audit trail.';
