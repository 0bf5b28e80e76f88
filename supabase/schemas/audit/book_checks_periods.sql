-- Integrity checks of periods: closed ones, and sealed months, in the shape of the checks of stock.

create or replace function private.check_periods(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with months as materialized (
    select s.month, daterange(s.month, (s.month + interval '1 month')::date) as days from private.sealed_months s
    where s.project_id = p_project
      and not exists (select from private.opened_months o where o.project_id = p_project and o.month = s.month)
  ), sums as (
    select s.book, s.month, s.item, s.part, true as sealed, jsonb_build_array(s.amount, s.amount2, s.number, s.number2) as figures
    from months m join private.book_months s on s.project_id = p_project and s.month = m.month
    union all
    select s.book, s.month, s.item, s.part, false, jsonb_build_array(s.amount, s.amount2, s.number, s.number2)
    from months m cross join lateral private.sums_of_books(p_project, m.days) s
  ), months_summed as (
    select s.book, s.month, concat_ws(' ', s.item, s.part) as what, (array_agg(s.figures) filter (where s.sealed))[1] as sealed,
      (array_agg(s.figures) filter (where not s.sealed))[1] as posted
    from sums s group by s.book, s.month, s.item, s.part
  ), acts as (
    select c.created_at, c.closed_through, lead(c.created_at, 1, 'infinity') over w as until, lead(c.act) over w as next_act
    from public.period_closings c where c.project_id = p_project
    window w as (order by c.created_at, c.id)
  ), entries (ledger, id, on_date, posted_at) as (
    select 'stock', e.product_id, e.on_date, e.created_at from public.stock_movements e where e.project_id = p_project
    union all
    select 'sales', e.booking_id, e.on_date, e.posted_at from public.sales_entries e where e.project_id = p_project
    union all
    select 'receivables', coalesce(e.collection_id, e.booking_id), e.on_date, e.posted_at
    from public.receivable_entries e where e.project_id = p_project
    union all
    select 'money', coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.holder_id), e.on_date, e.posted_at
    from public.money_entries e where e.project_id = p_project
    union all
    select 'vouchers', v.id, v.date_released, v.released_at from public.vouchers v where v.project_id = p_project and v.status = 'released'
    union all
    select 'new vouchers', v.id, v.date_added, v.created_at from public.vouchers v where v.project_id = p_project
    union all
    select 'purchases', p.id, p.date_added, p.created_at from public.purchases p where p.project_id = p_project
    union all
    select 'bookings', b.id, b.date_added, b.created_at from public.bookings b where b.project_id = p_project and not b.is_opening
    union all
    select 'edited vouchers', v.id, v.date_added, v.edited_at from public.vouchers v where v.project_id = p_project
    union all
    select 'edited bookings', b.id, b.date_added, b.edited_at from public.bookings b where b.project_id = p_project and not b.is_opening
    union all
    select 'invoice numbers', c.booking_id, c.old_date, c.created_at from public.invoice_changes c where c.project_id = p_project
  )
  select 'journal.months', p_project, format('%s %s, %s', case s.book when 'journal' then 'Account' when 'vat' then 'VAT'
    else initcap(s.book) end, s.what, to_char(s.month, 'MM/YYYY')), s.sealed, s.posted
  from months_summed s where s.sealed is distinct from s.posted
  union all
  select 'ledgers.closed', e.id, e.ledger || to_char(e.on_date, ' "of" MM/DD/YYYY'), jsonb_build_array(count(*) || ' entries posted later'),
    jsonb_build_array(to_char(a.closed_through, '"closed through" MM/DD/YYYY'))
  from acts a
  -- A command that began shortly before the reopening may have waited for it: its entries have the moment at which it began.
  join entries e on e.on_date <= a.closed_through and e.posted_at > a.created_at and e.posted_at < a.until
    and (a.next_act is distinct from 'reopen' or e.posted_at < a.until - interval '1 minute')
  group by a.created_at, a.closed_through, e.ledger, e.id, e.on_date
  union all
  select 'ledgers.closed', p_project, null, jsonb_build_array(p.closed_through), jsonb_build_array(l.closed_through)
  from public.projects p
  left join acts l on l.until = 'infinity'
  where p.id = p_project and p.closed_through is distinct from l.closed_through
$$;
comment on function private.check_periods is
  'Returns the sums of sealed months that are not what the journal and the reports have of them, what was posted, dated or edited in a '
  'period after it was closed and before it was reopened, and a project that is closed without an act.';
