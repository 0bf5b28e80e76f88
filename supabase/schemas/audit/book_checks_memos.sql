-- Integrity checks of credit memos and debit memos, in the shape of the checks of stock.

create or replace function private.check_memos(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with memos as not materialized (
    select m.*, (m.status = 'approved')::int as counts from public.memos m where m.project_id = p_project)
  select c.check_key, c.id, null, c.stored, c.expected
  from (
    select 'memos.credits' as check_key, m.id, jsonb_build_array(coalesce(sum(k.amount), 0), coalesce(sum(k.vat_amount), 0)) as stored,
      jsonb_build_array(m.amount * m.counts, m.vat_amount * m.counts) as expected
    from memos m left join public.booking_credits k on k.project_id = p_project and k.memo_id = m.id
    where m.kind = 'credit' group by m.id, m.amount, m.vat_amount, m.counts
    union all
    select 'memos.credits', m.id, jsonb_build_array(m.amount, m.vat_amount), jsonb_build_array(sum(g.amount), sum(g.vat_amount))
    from memos m join public.memo_goods g on g.project_id = p_project and g.memo_id = m.id group by m.id, m.amount, m.vat_amount
    union all
    -- The sales ledger has under the memo what it credits or charges of lines, so that the journal has one entry of it.
    select 'memos.sales', x.memo_id, jsonb_build_array(sum(x.posted), sum(x.posted_vat)), jsonb_build_array(sum(x.amount), sum(x.vat))
    from (
      select e.memo_id, e.amount as posted, e.vat_amount as posted_vat, 0.00 as amount, 0.00 as vat
      from public.sales_entries e where e.project_id = p_project and e.memo_id is not null
      union all
      select k.memo_id, 0, 0, -k.amount, -k.vat_amount from public.booking_credits k
      where k.project_id = p_project and k.memo_id is not null and k.line_id is not null
      union all
      select l.memo_id, 0, 0, l.amount, l.vat_amount from public.memo_lines l join memos d on d.id = l.memo_id
      where l.project_id = p_project and d.kind = 'debit' and d.counts = 1) x
    group by x.memo_id
    union all
    select 'memos.debits', m.id,
      jsonb_build_array(b.so_no, b.total, regexp_replace(b.approval_status, '^approved.*', 'approved'), b.is_debit_memo),
      case when m.approved_at is null then '[null, null, null, null]' else jsonb_build_array(m.memo_no, m.amount, m.status, true) end
    from memos m left join public.bookings b on b.project_id = p_project and b.id = m.booking_id
    where m.kind = 'debit') c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_memos is
  'Returns the violations of the checks of memos: what credit memos credited, what debit memos opened.';
