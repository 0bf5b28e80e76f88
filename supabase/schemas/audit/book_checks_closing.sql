-- Integrity check of closed periods, in the shape of the checks of stock.

create or replace function private.check_closing(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with acts as (
    select c.project_id, c.created_at, c.closed_through,
      lead(c.created_at, 1, 'infinity') over w as until, lead(c.act) over w as next_act
    from public.period_closings c where c.project_id = any (p_projects)
    window w as (partition by c.project_id order by c.created_at, c.id)
  ), entries (project_id, ledger, kind, id, on_date, posted_at) as (
    select e.project_id, 'stock', 'product', e.product_id, e.on_date, e.created_at
    from public.stock_movements e where e.project_id = any (p_projects)
    union all
    select e.project_id, 'sales', 'booking', e.booking_id, e.on_date, e.posted_at
    from public.sales_entries e where e.project_id = any (p_projects)
    union all
    select e.project_id, 'receivables', case when e.collection_id is null then 'booking' else 'collection' end,
      coalesce(e.collection_id, e.booking_id), e.on_date, e.posted_at
    from public.receivable_entries e where e.project_id = any (p_projects)
    union all
    select e.project_id, 'money', case when e.collection_id is not null then 'collection' when e.remittance_id is not null then 'remittance'
      when e.slip_id is not null then 'deposit' else 'voucher' end,
        coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id), e.on_date, e.posted_at
    from public.money_entries e where e.project_id = any (p_projects)
    union all
    select v.project_id, 'vouchers', 'voucher', v.id, v.date_released, v.released_at
    from public.vouchers v where v.project_id = any (p_projects) and v.status = 'released'
  )
  select 'ledgers.closed', a.project_id, x.kind, x.id, format('%s of %s', x.ledger, to_char(x.on_date, 'MM/DD/YYYY')),
    format('%s entries posted later', x.entries), format('closed through %s', to_char(a.closed_through, 'MM/DD/YYYY'))
  from acts a
  cross join lateral (
    select e.ledger, e.kind, e.id, e.on_date, count(*) as entries from entries e
    -- A command that began shortly before the reopening may have waited for it: its entries have the moment at which it began.
    where e.project_id = a.project_id and e.on_date <= a.closed_through and e.posted_at > a.created_at and e.posted_at < a.until
      and (a.next_act is distinct from 'reopen' or e.posted_at < a.until - interval '1 minute')
    group by e.ledger, e.kind, e.id, e.on_date) x
  union all
  select 'ledgers.closed', p.id, 'project', p.id, p.name, coalesce(p.closed_through::text, '–'), coalesce(l.closed_through::text, '–')
  from public.projects p
  left join lateral (select a.closed_through from acts a where a.project_id = p.id and a.until = 'infinity') l on true
  where p.id = any (p_projects) and p.closed_through is distinct from l.closed_through
$$;
comment on function private.check_closing is
  'Returns the violations of the check of closed periods: entries posted in a period after it was closed and before it was reopened, and a '
  'project that is closed without an act.';
