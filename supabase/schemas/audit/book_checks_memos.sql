-- Integrity checks of credit memos and debit memos, in the shape of the checks of stock.

create or replace function private.check_memos(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with credited as (
    select k.project_id, k.memo_id, sum(k.amount) as amount, sum(k.vat_amount) as vat, max(k.amount) as most
    from public.booking_credits k where k.project_id = any (p_projects) and k.memo_id is not null group by k.project_id, k.memo_id)
  select 'memos.credits', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' / ', coalesce(c.amount, 0), coalesce(c.vat, 0)),
    concat_ws(' / ', x.amount, x.vat)
  from public.memos m
  left join credited c on c.project_id = m.project_id and c.memo_id = m.id
  cross join lateral (select case when m.status = 'approved' then m.amount else 0 end as amount,
      case when m.status = 'approved' then m.vat_amount else 0 end as vat) x
  where m.project_id = any (p_projects) and m.kind = 'credit'
    and (coalesce(c.amount, 0), coalesce(c.vat, 0)) is distinct from (x.amount, x.vat)
  union all
  select 'memos.credits', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' / ', m.amount, m.vat_amount),
    concat_ws(' / ', sum(g.amount), sum(g.vat_amount))
  from public.memos m join public.memo_goods g on g.project_id = m.project_id and g.memo_id = m.id
  where m.project_id = any (p_projects) group by m.project_id, m.id
  having (m.amount, m.vat_amount) is distinct from (sum(g.amount), sum(g.vat_amount))
  union all
  -- The sales ledger has under the memo what it credits or charges of lines, so that the journal has one entry of it.
  select 'memos.sales', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' / ', sum(x.posted), sum(x.posted_vat)),
    concat_ws(' / ', sum(x.amount), sum(x.vat))
  from (
    select e.project_id, e.memo_id, e.amount as posted, e.vat_amount as posted_vat, 0.00 as amount, 0.00 as vat
    from public.sales_entries e where e.project_id = any (p_projects) and e.memo_id is not null
    union all
    select k.project_id, k.memo_id, 0, 0, -k.amount, -k.vat_amount from public.booking_credits k
    where k.project_id = any (p_projects) and k.memo_id is not null and k.line_id is not null
    union all
    select l.project_id, l.memo_id, 0, 0, l.amount, l.vat_amount from public.memo_lines l
    join public.memos d on d.project_id = l.project_id and d.id = l.memo_id and d.kind = 'debit' and d.status = 'approved'
    where l.project_id = any (p_projects)) x
  join public.memos m on m.project_id = x.project_id and m.id = x.memo_id
  group by m.project_id, m.id having (sum(x.posted), sum(x.posted_vat)) is distinct from (sum(x.amount), sum(x.vat))
  union all
  select 'memos.debits', m.project_id, 'memo', m.id, m.memo_no, concat_ws(' ', b.so_no, b.total, b.approval_status),
    concat_ws(' ', m.memo_no, m.amount, m.status)
  from public.memos m left join public.bookings b on b.project_id = m.project_id and b.id = m.booking_id
  where m.project_id = any (p_projects) and m.kind = 'debit'
    and case when m.approved_at is null then b.id is not null
      else (b.so_no, b.total, b.approval_status like 'approved%', b.is_debit_memo) is distinct from (m.memo_no, m.amount,
        m.status = 'approved', true) end
  union all
  select 'memos.numbers', p.id, 'project', p.id, p.name,
    format('%s credit memos, %s debit memos drawn', p.credit_memo_count, p.debit_memo_count),
    format('%s and %s, up to %s and %s', s.credits, s.debits, s.last_credit, s.last_debit)
  from public.projects p
  join (select m.project_id, count(*) filter (where m.kind = 'credit') as credits, count(*) filter (where m.kind = 'debit') as debits,
      coalesce(max(substr(m.memo_no, 4)::int) filter (where m.kind = 'credit'), 0) as last_credit,
      coalesce(max(substr(m.memo_no, 4)::int) filter (where m.kind = 'debit'), 0) as last_debit
    from public.memos m where m.project_id = any (p_projects) group by m.project_id) s on s.project_id = p.id
  where (s.credits, s.last_credit, s.debits, s.last_debit) is distinct from
    (p.credit_memo_count::bigint, p.credit_memo_count, p.debit_memo_count::bigint, p.debit_memo_count)
$$;
comment on function private.check_memos is
  'Returns the violations of the checks of memos: what credit memos credited, what debit memos opened, numbers.';
