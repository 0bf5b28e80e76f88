-- Receipts by day, and their sums of past days that are kept for the collection report. See docs/decisions/0056.

create table private.receipt_day_sums (
  project_id uuid not null,
  on_date date not null,
  counted_as text not null,
  net numeric(18,2) not null,
  listed bigint not null,
  primary key (project_id, on_date, counted_as)
);
select private.bound_columns('private.receipt_day_sums');
comment on table private.receipt_day_sums is
  'What receipts brought by kept day, and the number of rows that this is (private.receipt_days).';

create index collections_uncleared_idx on public.collections (project_id, date_collected)
  where collection_type = 'cheque' and (cheque_cleared_on is null or approval_status <> 'approved');

create or replace function private.counted_entries(p_project uuid, p_basis text, p_from date, p_to date, p_receipts uuid[] default null, p_agent uuid default null)
returns table (collection_id uuid, part text, on_date date, amount numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
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
      and (p_agent is null or e.collection_id in (select c.id from public.collections c where c.project_id = p_project and c.agent_id = p_agent))
      -- By the date of a paper the receipt itself is read below.
      and (p_basis in ('collected', 'cleared') or (p_basis = 'cr' and e.kind not in ('receipt', 'archived')))
    union all
    select c.id, case p_basis when 'cr' then c.cr_date else c.drr_date end, 'receipt', -e.amount
    from public.collections c
    join public.receivable_entries e on e.project_id = p_project and e.collection_id = c.id
      and (e.kind in ('receipt', 'archived') or (p_basis = 'drr' and e.kind = 'cancelled'))
    where c.project_id = p_project and (p_agent is null or c.agent_id = p_agent)
      and ((p_basis = 'cr' and c.cr_date between v_from and v_to) or (p_basis = 'drr' and c.drr_date between v_from and v_to))
  ), summed as (
    select p.collection_id, k.part, p.on_date, sum(p.amount) as amount
    from posted p
    cross join lateral (select case when p.kind in ('redeposited', 'replaced', 'paid_back') then p.kind when p.kind = 'cheque_returned' then 'returned'
      when p.kind = 'cancelled' then 'reversed' else 'receipt' end as part) k
    group by p.collection_id, k.part, p.on_date having sum(p.amount) <> 0
  )
  select s.collection_id, s.part, s.on_date, s.amount from summed s
  -- Receipts that are cancelled on the day on which they count are not listed. Few are, and their set is searched.
  where s.part not in ('receipt', 'reversed')
    or (s.part = 'receipt' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount from summed o where o.part = 'reversed'))
    or (s.part = 'reversed' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount from summed o where o.part = 'receipt'));
end $$;
comment on function private.counted_entries is
  'Returns what receipts (p_receipts, and those of p_agent; null = all) brought on the days of a period, out of the receivables ledger, one row for each receipt, part and day: receipt (its approval; by basis cleared its clearing), redeposited (a cheque that had come back), and below zero returned (a cheque), replaced (a cheque), paid_back, reversed (cancelled after its approval). p_basis: collected (the day of the entry) | cleared (the same of cleared amounts) | cr (a receipt on its CR date, the rest on its own day) | drr (receipts that were not cancelled, on their DRR date). A receipt that was cancelled on its own day is left out. It asks for no permission and is granted to nobody.';

create or replace function private.receipt_days(p_project uuid, p_from date, p_to date)
returns table (on_date date, counted_as text, net numeric, listed bigint)
language sql stable security definer set search_path = '' as $$
  select e.on_date, x.counted_as, sum(e.amount), count(*)
  from private.counted_entries(p_project, 'collected', p_from, p_to) e
  join public.collections c on c.project_id = p_project and c.id = e.collection_id
  cross join lateral (select case when e.part in ('redeposited', 'replaced') then 'returned' when e.part <> 'receipt' then e.part when c.from_archive then 'on_paper'
    else c.collection_type end as counted_as) x
  group by e.on_date, x.counted_as
$$;
comment on function private.receipt_days is
  'Returns what receipts brought by day and by what it counts as in the collection report: cash, cheque, bank_transfer, withholding, on_paper, and below zero returned, reversed, paid_back. It asks for no permission and is granted to nobody.';

create or replace function private.receipt_sums(p_project uuid, p_from date, p_to date)
returns table (counted_as text, net numeric, listed bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  -- Few cheques have not cleared, and what has cleared changes every day: it is not kept.
  v_uncleared uuid[] := array(
    select c.id from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and (c.cheque_cleared_on is null or c.approval_status <> 'approved')
      and not c.from_archive and c.date_collected <= coalesce(p_to, 'infinity'));
begin
  if private.scope_of(p_project, 'reports.collection') is null or private.scope_of(p_project, 'collections.read') is distinct from 'all' then perform private.forbid(); end if;
  return query
  select x.counted_as, sum(x.net), sum(x.listed)::bigint
  from (
    select s.counted_as, s.net, s.listed
    from private.exact_days k join private.receipt_day_sums s on s.project_id = p_project and s.on_date = k.on_date
    where k.project_id = p_project and k.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity')
    union all
    select d.counted_as, d.net, d.listed
    from private.days_to_read(p_project, p_from, p_to) r cross join lateral private.receipt_days(p_project, r.first_day, r.last_day) d
    union all
    select 'cheque_uncleared', e.amount, 0 from private.counted_entries(p_project, 'collected', p_from, p_to, v_uncleared) e where e.part = 'receipt') x
  group by x.counted_as;
end $$;
comment on function private.receipt_sums is
  'Returns the sums of receipt_days over a period, from kept days and from the ledger of the others, and as cheque_uncleared the part of cheque that has not cleared by now. Errors: 42501 without reports.collection and all of collections.read.';
grant execute on function private.receipt_sums(uuid, date, date) to authenticated;
