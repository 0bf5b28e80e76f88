-- What receipts bring and take back, and its sums of sealed months for the collection report.

create table private.receipt_months (
  project_id uuid not null,
  month date not null,
  figure text not null,
  amount numeric(18,2) not null,
  listed bigint not null,
  receipts bigint not null,
  primary key (project_id, month, figure)
);
select private.bound_columns('private.receipt_months');
comment on table private.receipt_months is
  'What receipts brought by sealed month and by what it counts as, with the number of rows that this is, and of receipts among them.';

create or replace function private.counted_entries(p_project uuid, p_basis text, p_from date, p_to date,
  p_receipts uuid[] default null, p_agent uuid default null)
returns table (collection_id uuid, part text, on_date date, amount numeric)
language plpgsql stable security definer set search_path = '' as $$
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
      and (p_agent is null
        or e.collection_id in (select c.id from public.collections c where c.project_id = p_project and c.agent_id = p_agent))
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
    cross join lateral (select case when p.kind in ('redeposited', 'replaced', 'paid_back') then p.kind
      when p.kind = 'cheque_returned' then 'returned'
      when p.kind = 'cancelled' then 'reversed' else 'receipt' end as part) k
    group by p.collection_id, k.part, p.on_date having sum(p.amount) <> 0
  )
  select s.collection_id, s.part, s.on_date, s.amount from summed s
  -- Receipts that are cancelled on the day on which they count are not listed. Few are, and their set is searched.
  where s.part not in ('receipt', 'reversed')
    or (s.part = 'receipt' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount
      from summed o where o.part = 'reversed'))
    or (s.part = 'reversed' and (s.collection_id, s.on_date, -s.amount) not in (select o.collection_id, o.on_date, o.amount
      from summed o where o.part = 'receipt'));
end $$;
comment on function private.counted_entries is
  'Returns what receipts (p_receipts, and those of p_agent; null = all) brought on the days of a period, out of the receivables ledger, '
  'one row for each receipt, part and day: receipt (its approval; by basis cleared its clearing), redeposited (a cheque that had come '
  'back), and below zero returned (a cheque), replaced (a cheque), paid_back, reversed (cancelled after its approval). p_basis: collected '
  '(the day of the entry) | cleared (the same of cleared amounts) | cr (a receipt on its CR date, the rest on its own day) | drr (receipts '
  'that were not cancelled, on their DRR date). A receipt that was cancelled on its own day is left out. It asks for no permission and is '
  'granted to nobody.';

create or replace function private.receipts_of_days(p_project uuid, p_days daterange)
returns table (figure text, amount numeric, listed bigint, receipts bigint)
language sql stable security definer set search_path = '' as $$
  select x.figure, sum(e.amount), count(*), count(*) filter (where e.part = 'receipt')
  from private.counted_entries(p_project, 'collected', lower(p_days), upper(p_days) - 1) e
  join public.collections c on c.project_id = p_project and c.id = e.collection_id
  cross join lateral (
    select case when e.part in ('redeposited', 'replaced') then 'returned' when e.part <> 'receipt' then e.part
      when c.from_archive then 'on_paper' else c.collection_type end as figure) x
  group by x.figure
$$;
comment on function private.receipts_of_days is
  'Returns what receipts brought on some days by what it counts as in the collection report: a payment type, on_paper, and below zero '
  'returned, reversed, paid_back. It asks for no permission and is granted to nobody.';

create or replace function private.receipt_sums(p_project uuid, p_from date, p_to date)
returns table (figure text, amount numeric, listed bigint, receipts bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_posted daterange := private.posted_days(p_project, p_from, p_to);
  -- Few cheques have not cleared, and what has cleared changes every day: months are not sealed with it.
  v_uncleared uuid[] := array(
    select c.id from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and (c.cheque_cleared_on is null or c.approval_status <> 'approved')
      and not c.from_archive and c.date_collected <= coalesce(p_to, 'infinity'));
begin
  if private.scope_of(p_project, 'reports.collection') is null
    or private.scope_of(p_project, 'collections.read') is distinct from 'all' then
    perform private.forbid();
  end if;
  return query
  with parts as materialized (
    select p.* from private.parts_of(p_project, lower(v_posted), upper(v_posted) - 1) p
  ), uncleared as materialized (
    select coalesce(sum(e.amount), 0.00) as amount from private.counted_entries(p_project, 'collected', p_from, p_to, v_uncleared) e
    where e.part = 'receipt'
  ), sums as (
    select s.figure, s.amount, s.listed, s.receipts
    from parts p join private.receipt_months s on s.project_id = p_project and s.month = p.month where p.days is null
    union all
    select s.figure, p.sign * s.amount, p.sign * s.listed, p.sign * s.receipts
    from parts p cross join lateral private.receipts_of_days(p_project, p.days) s where p.days is not null
    union all
    select 'cheque', -u.amount, 0, 0 from uncleared u
    union all
    select 'cheque_uncleared', u.amount, 0, 0 from uncleared u
  )
  select case s.figure when 'cheque' then 'cheque_cleared' else s.figure end, sum(s.amount), sum(s.listed)::bigint, sum(s.receipts)::bigint
  from sums s group by 1;
end $$;
comment on function private.receipt_sums is
  'Returns what receipts brought over a period (null = without limit), from the sums of sealed months and from the ledger of other '
  'days; cheques by whether they have cleared now. Errors: 42501 without reports.collection and all of collections.read.';
grant execute on function private.receipt_sums(uuid, date, date) to authenticated;
