-- What receipts bring and take back, for the collection report.

create or replace function private.counted_entries(p_project uuid, p_basis text, p_from date, p_to date,
  p_receipts uuid[] default null, p_agent uuid default null)
returns table (collection_id uuid, part text, on_date date, amount numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  with posted as (
    select e.collection_id, e.on_date, e.kind, -case p_basis when 'cleared' then e.cleared_amount else e.amount end as amount
    from public.receivable_entries e
    where e.project_id = p_project and e.collection_id is not null and e.on_date between v_from and v_to
      and (p_receipts is null or e.collection_id = any (p_receipts))
      and (p_agent is null
        or e.collection_id in (select c.id from public.collections c where c.project_id = p_project and c.agent_id = p_agent))
      -- A receipt by the date of its paper is read below, unless that date was closed when it was approved.
      and (p_basis in ('collected', 'cleared')
        or (p_basis = 'cr' and (e.kind not in ('receipt', 'archived') or (
          select c.cr_date <= c.books_closed or (c.books_closed is null and e.on_date > c.date_collected)
          from public.collections c where c.project_id = p_project and c.id = e.collection_id)))
        or (p_basis = 'drr' and e.kind in ('receipt', 'cancelled') and (
          select c.drr_date <= c.books_closed or (e.kind = 'cancelled' and c.opposite_on is not null)
          from public.collections c where c.project_id = p_project and c.id = e.collection_id)))
    union all
    select c.id, case p_basis when 'cr' then c.cr_date else c.drr_date end, 'receipt', -e.amount
    from public.collections c
    join public.receivable_entries e on e.project_id = p_project and e.collection_id = c.id
      and (e.kind in ('receipt', 'archived') or (p_basis = 'drr' and e.kind = 'cancelled' and c.opposite_on is null))
      and (p_basis = 'drr' or c.books_closed is not null or e.on_date <= c.date_collected)
    where c.project_id = p_project and (p_agent is null or c.agent_id = p_agent)
      and coalesce(case p_basis when 'cr' then c.cr_date else c.drr_date end > c.books_closed, true)
      and ((p_basis = 'cr' and c.cr_date between v_from and v_to) or (p_basis = 'drr' and c.drr_date between v_from and v_to))
    union all
    -- The receipts of a remittance that was cancelled after the closing of its day, and their opposites.
    select c.id, x.on_date, x.kind, x.sign * c.amount
    from public.remittances r
    join public.remittance_receipts l on l.project_id = p_project and l.remittance_id = r.id
    join public.collections c on c.project_id = p_project and c.id = l.collection_id and c.approved_at < r.cancelled_at
    cross join lateral (
      select case when r.remitted_on <= c.books_closed then min(e.on_date) else r.remitted_on end as on_date, 'receipt' as kind, 1 as sign
      from public.receivable_entries e where e.project_id = p_project and e.collection_id = c.id and e.kind = 'receipt'
      union all
      select r.opposite_on, 'cancelled', -1) x
    where p_basis = 'drr' and r.project_id = p_project and r.opposite_on is not null and (p_agent is null or c.agent_id = p_agent)
      and x.on_date between v_from and v_to
  ), summed as (
    select p.collection_id, k.part, p.on_date, sum(p.amount) as amount
    from posted p
    cross join lateral (select case when p.kind in ('redeposited', 'replaced', 'paid_back') then p.kind
      when p.kind = 'cheque_returned' then 'returned'
      when p.kind = 'cancelled' then 'reversed' else 'receipt' end as part) k
    group by p.collection_id, k.part, p.on_date having sum(p.amount) <> 0
  )
  select s.collection_id, s.part, s.on_date, s.amount from summed s
  -- Receipts that are cancelled on the day on which they count are not listed. The set of these is searched.
  where (s.collection_id, s.on_date, s.part, -s.amount) not in (
    select o.collection_id, o.on_date, case o.part when 'receipt' then 'reversed' else 'receipt' end, o.amount
    from summed o where o.part in ('receipt', 'reversed'));
end $$;
comment on function private.counted_entries is
  'Returns what receipts (p_receipts, and those of p_agent; null = all) brought on the days of a period, out of the receivables ledger, '
  'one row for each receipt, part and day: receipt (its approval; by basis cleared its clearing), redeposited (a cheque that had come '
  'back), and below zero returned (a cheque), replaced (a cheque), paid_back, reversed (cancelled after its approval). p_basis: collected '
  '(the day of the entry) | cleared (the same of cleared amounts) | cr (a receipt on its CR date, the rest on its own day) | drr '
  '(receipts that were not cancelled, on their DRR date). What was approved after the closing of its CR or DRR date counts on the day of '
  'its entry instead; what was cancelled after the closing of its DRR date, or of its remittance, has an opposite. A receipt that was '
  'cancelled on its own day is left out. It asks for no permission and is granted to nobody.';
