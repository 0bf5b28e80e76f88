-- Control totals that go across screens: one figure of a customer in every place that shows it. The other control totals are
-- among the checks of their ledger.

create or replace function private.check_totals(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with asked as materialized (
    select p_project as id, private.business_date(p_project) as today,
      array(select c.id from public.customers c where c.project_id = p_project) as customers,
      -- Reports are asked for somebody who reads all of them.
      not exists (select from unnest('{bookings.read,collections.read,customers.read,reports.ar}'::text[]) n
        where private.scope_of(p_project, n) is distinct from 'all') as reads
  ), ledger as materialized (
    select c.id as customer_id, coalesce(sum(e.amount), 0.00) as amount, coalesce(sum(e.cleared_amount), 0.00) as cleared,
      coalesce(sum(e.amount) filter (where e.on_date <= a.today), 0.00) as amount_today,
      coalesce(sum(e.cleared_amount) filter (where e.on_date <= a.today), 0.00) as cleared_today
    from asked a cross join public.customers c
    left join public.receivable_entries e on e.project_id = p_project and e.customer_id = c.id
    where c.project_id = p_project group by c.id
  ), shown (customer_id, place, amount, cleared) as (
    select l.customer_id, 'customer page', o.collectibles, o.collectibles + o.uncleared
    from ledger l cross join lateral private.owed(p_project, l.customer_id) o
    union all
    select s.customer_id, 'statement', null, s.charge - s.credit
    from asked a cross join lateral private.statement_entries(p_project, a.customers, a.today + 1, a.today) s
    union all
    select h.customer_id, 'cheques of the statement', null, h.amount
    from asked a cross join lateral private.held_cheques(p_project, a.customers, a.today) h
    union all
    select r.customer_id, 'AR report', r.balance, r.cleared_balance
    from asked a cross join lateral private.ar_lines(a.id, '{}') r where a.reads
    union all
    select m.customer_id, 'master list', m.collectibles, null
    from asked a cross join lateral private.masterlist_lines(a.id, '{}') m where a.reads
  )
  select 'totals.receivables', l.customer_id, '%s: ' || p.place, x.stored, p.expected
  from asked a
  cross join ledger l
  cross join lateral (values ('customer page', jsonb_build_array(l.amount, l.cleared)),
    ('statement', jsonb_build_array(0, l.cleared_today)),
    ('cheques of the statement', jsonb_build_array(0, l.cleared_today - l.amount_today)),
    ('AR report', jsonb_build_array(l.amount_today, l.cleared_today)), ('master list', jsonb_build_array(l.amount_today, 0)))
    p (place, expected)
  left join (select s.customer_id, s.place, sum(s.amount) as amount, sum(s.cleared) as cleared from shown s group by 1, 2) s
    on s.customer_id = l.customer_id and s.place = p.place
  cross join lateral (select jsonb_build_array(coalesce(s.amount, 0.00), coalesce(s.cleared, 0.00)) as stored) x
  where (a.reads or p.place not in ('AR report', 'master list')) and x.stored <> p.expected
  union all
  select 'totals.receivables', p_project, 'Home', h.said, k.posted
  from asked a
  cross join lateral (select jsonb_build_array(coalesce(sum(r.balance), 0.00), coalesce(sum(r.cleared_balance), 0.00)) as said
    from private.receivables_on(a.id, private.business_date(a.id)) r) h
  cross join (select jsonb_build_array(coalesce(sum(l.amount_today), 0.00), coalesce(sum(l.cleared_today), 0.00)) as posted from ledger l) k
  where a.reads and h.said <> k.posted
$$;
comment on function private.check_totals is
  'Returns the customers whose receivables are not the same in the ledger and on each screen that shows them: customer page, statement of '
  'account, AR report, master list; and Home, of all of them. AR report, master list and Home are asked only for a caller who reads them.';
