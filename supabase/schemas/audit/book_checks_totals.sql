-- Control totals that go across screens: one figure of a customer in every place that shows it. The other control totals are
-- among the checks of their ledger.

create or replace function private.check_totals(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with asked as (
    select p.id, private.business_date(p.id) as today, array(select c.id from public.customers c where c.project_id = p.id) as customers,
      -- Reports are asked for somebody who reads all of them.
      not exists (select from unnest('{bookings.read,collections.read,customers.read,reports.ar}'::text[]) n
        where private.scope_of(p.id, n) is distinct from 'all') as reads
    from unnest(p_projects) p (id)
  ), ledger as materialized (
    select e.project_id, e.customer_id, sum(e.amount) as amount, sum(e.cleared_amount) as cleared,
      coalesce(sum(e.amount) filter (where e.on_date <= a.today), 0) as amount_today,
      coalesce(sum(e.cleared_amount) filter (where e.on_date <= a.today), 0) as cleared_today
    from asked a join public.receivable_entries e on e.project_id = a.id group by e.project_id, e.customer_id
  ), shown (project_id, customer_id, place, amount, cleared) as (
    select l.project_id, l.customer_id, 'customer page', o.collectibles, o.collectibles + o.uncleared
    from ledger l cross join lateral private.owed(l.project_id, l.customer_id) o
    union all
    select a.id, s.customer_id, 'statement', null, sum(s.charge - s.credit)
    from asked a cross join lateral private.statement_entries(a.id, a.customers, a.today + 1, a.today) s group by a.id, s.customer_id
    union all
    select a.id, h.customer_id, 'cheques of the statement', null, sum(h.amount)
    from asked a cross join lateral private.held_cheques(a.id, a.customers, a.today) h group by a.id, h.customer_id
    union all
    select a.id, r.customer_id, 'AR report', sum(r.balance), sum(r.cleared_balance)
    from asked a cross join lateral private.ar_lines(a.id, '{}') r where a.reads group by a.id, r.customer_id
    union all
    select a.id, m.customer_id, 'master list', m.collectibles, null
    from asked a cross join lateral private.masterlist_lines(a.id, '{}') m where a.reads
  ), places (place, of_today, has_amount, has_cleared, held) as (
    values ('customer page', false, true, true, false), ('statement', true, false, true, false),
      ('cheques of the statement', true, false, false, true),
      ('AR report', true, true, true, false), ('master list', true, true, false, false)
  )
  select 'totals.receivables', c.project_id, 'customer', c.id, format('%s: %s', c.name, p.place), concat_ws(' / ', x.amount, x.cleared),
    concat_ws(' / ', x.amount_due, x.cleared_due)
  from asked a
  join public.customers c on c.project_id = a.id
  cross join places p
  left join ledger l on l.project_id = c.project_id and l.customer_id = c.id
  left join shown s on s.project_id = c.project_id and s.customer_id = c.id and s.place = p.place
  cross join lateral (select case when p.has_amount then coalesce(s.amount, 0.00) end as amount,
    case when p.has_cleared or p.held then coalesce(s.cleared, 0.00) end as cleared,
    case when p.has_amount then coalesce(case when p.of_today then l.amount_today else l.amount end, 0.00) end as amount_due,
    case when p.held then coalesce(l.cleared_today - l.amount_today, 0.00)
      when p.has_cleared then coalesce(case when p.of_today then l.cleared_today else l.cleared end, 0.00) end as cleared_due) x
  where (a.reads or p.place not in ('AR report', 'master list')) and (x.amount, x.cleared) is distinct from (x.amount_due, x.cleared_due)
  union all
  select 'totals.receivables', a.id, 'project', a.id, 'Home', concat_ws(' / ', h.amount, h.cleared), concat_ws(' / ', l.amount, l.cleared)
  from asked a
  cross join lateral (select coalesce(sum(r.balance), 0.00) as amount, coalesce(sum(r.cleared_balance), 0.00) as cleared
    from private.receivables_now(a.id) r) h
  cross join lateral (select coalesce(sum(k.amount), 0.00) as amount, coalesce(sum(k.cleared), 0.00) as cleared
    from ledger k where k.project_id = a.id) l
  where a.reads and (h.amount, h.cleared) is distinct from (l.amount, l.cleared)
$$;
comment on function private.check_totals is
  'Returns the customers whose receivables are not the same in the ledger and on each screen that shows them: customer page, statement of '
  'account, AR report, master list; and Home, of all of them. AR report, master list and Home are asked only for a caller who reads them.';
