-- Home: the day of a person in one answer.

create index audit_log_own_idx on public.audit_log (project_id, user_id, id desc)
  where action = 'insert'
    and table_name in ('bookings', 'collections', 'customers', 'memos', 'purchases', 'vouchers', 'warehouse_requests');

create or replace function private.own_documents(p_project uuid, p_limit int)
returns table (table_name text, row_id uuid, created_at timestamptz)
language sql stable security definer rows 10 set search_path = '' as $$
  select a.table_name, a.row_id, a.created_at from public.audit_log a
  where a.project_id = p_project and p_project = any (private.my_projects()) and a.user_id = auth.uid() and a.action = 'insert'
    and a.table_name in ('bookings', 'collections', 'customers', 'memos', 'purchases', 'vouchers', 'warehouse_requests')
  order by a.id desc limit p_limit
$$;
comment on function private.own_documents is 'Returns the last documents that the caller entered in a project of theirs, the newest first.';

create or replace function private.month_beside(p_project uuid, p_report text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_today date := private.business_date(p_project);
  v_first date := date_trunc('month', v_today);
  -- The last day of a month is compared with the last day of the other month, as in the sales report.
  v_last boolean := v_today = v_first + interval '1 month' - interval '1 day';
begin
  return (
    select jsonb_object_agg(b.name, coalesce(case p_report
      when 'sales' then (select sum(n.net) from private.net_sales(p_project, daterange(d.first, d.last, '[]')) n)
      else (select sum(c.collected) from private.collected_by_day(p_project, d.first, d.last) c) end, 0.00)::text)
    from (values ('month', interval '0'), ('last_month', interval '1 month'), ('last_year', interval '1 year')) b (name, back)
    cross join lateral (select (v_first - b.back)::date as first,
      case when v_last then v_first - b.back + interval '1 month' - interval '1 day' else v_today - b.back end::date as last) d);
end $$;
comment on function private.month_beside is
  'Returns the sales or collections of the month to date beside the same days of the month and of the year before, as the report has them: '
  '{month, last_month, last_year}, money as text.';

create or replace function private.first_steps(p_project uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from unnest('{people.write,products.write,customers.decide,bookings.write}'::text[]) w
    where private.scope_of(p_project, w) = 'all') then return null; end if;
  return (
    select to_jsonb(s) from (
      select p.address is not null and p.tin_no is not null as company,
        exists (select from public.memberships m where m.project_id = p_project and m.status = 'active'
          and (m.role = 'one-person office' or not private.is_agent(m.role) and m.user_id <> private.current_user_id())) as people,
        exists (select from public.products g where g.project_id = p_project) as products,
        exists (select from public.memberships m
          where m.project_id = p_project and m.status = 'active' and private.is_agent(m.role)) as agent,
        exists (select from public.customers c where c.project_id = p_project) as customers,
        exists (select from public.imports i where i.project_id = p_project and i.import_status = 'done'
          and i.kind in ('opening_stock', 'open_invoices')) as opening,
        exists (select from public.bookings b where b.project_id = p_project and b.approval_status = 'approved') as booking
      from public.projects p where p.id = p_project) s
    -- A new company has no opening balances.
    where not (s.company and s.people and s.booking));
end $$;
comment on function private.first_steps is
  'Returns which steps of its first day a company has done, to those who do some of them, until its own data, its people and a validated '
  'booking are there; else null.';

create or replace function public.home_day(p_project uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'waiting', coalesce((select jsonb_agg((select to_jsonb(f) from (select t.kind, t.items, t.amount::text, t.oldest) f)
      order by t.oldest, t.kind)
      from public.inbox_totals(p_project) t where not t.mine), '[]'),
    'work', coalesce((select jsonb_agg((select to_jsonb(f) from (select d.task, d.items, d.amount::text, d.oldest) f)
      order by d.oldest, d.task)
      from public.work_due(p_project) d), '[]'),
    'sales', case when private.scope_of(p_project, 'reports.sales') is not null then private.month_beside(p_project, 'sales') end,
    'collections', case
      when private.scope_of(p_project, 'reports.collection') is not null then private.month_beside(p_project, 'collections') end,
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then
      (select jsonb_build_object('balance', coalesce(sum(r.balance), 0.00)::text,
        'cleared_balance', coalesce(sum(r.cleared_balance), 0.00)::text, 'overdue', coalesce(sum(r.overdue), 0.00)::text)
        from private.receivables_on(p_project, private.business_date(p_project)) r) end,
    'recent', coalesce(
      (select jsonb_agg(jsonb_build_object('kind', f.kind, 'id', f.id, 'no', f.no, 'party', f.party, 'at', f.at) order by f.at desc, f.id)
      from (
        select d.table_name as kind, d.row_id as id, d.created_at as at,
          n.no, coalesce(n.party, c.name) as party
        from private.own_documents(p_project, 8) d
        join private.documents n on n.project_id = p_project and n.id = d.row_id
        left join public.customers c on c.project_id = p_project and c.id = n.customer_id
      ) f where f.no is not null), '[]'),
    'first_steps', private.first_steps(p_project));
end $$;
comment on function public.home_day is
  'Returns what Home shows, for the caller: waiting (kinds of documents pending the caller''s decision: items, amount, oldest), work '
  '(work_due), sales and collections of the month to date {month, last_month, last_year}, receivables {balance, cleared_balance, overdue} '
  '(null without the permission of the report), recent (the last documents that the caller entered and may read: kind (the table), id, no, '
  'party, at), first_steps {company, people, products, agent, customers, opening, booking: whether it is done} (null once the company has '
  'its data, its people and a validated booking, and for who does none of them). Money as text.';

create or replace function private.home_receivables(p_project uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if private.scope_of(p_project, 'reports.ar') is null then return '{"ageing": null, "overdue": []}'; end if;
  return (
    with owed as materialized (
      select r.* from private.receivables_on(p_project, private.business_date(p_project)) r
    ), late as (
      select o.customer_id, sum(o.overdue) as overdue, max(o.age_days) as age_days from owed o group by o.customer_id
      having sum(o.overdue) > 0
    ), first as (
      select c.id, c.name, c.store_name, c.contact, l.overdue::text, l.age_days,
        row_number() over (order by l.overdue desc, c.sort_key, c.id)
      from late l join public.customers c on c.project_id = p_project and c.id = l.customer_id
      order by l.overdue desc, c.sort_key, c.id limit 5
    )
    select jsonb_build_object('overdue', coalesce((select jsonb_agg(to_jsonb(f) - 'row_number' order by f.row_number) from first f), '[]'),
      'ageing', private.ageing_by_name(array_agg(b.amount order by n), private.ageing_bounds(p_project)))
    -- Six bounds make eight buckets.
    from generate_series(0, 7) n
    left join (select o.bucket, sum(o.cleared_balance) as amount from owed o group by o.bucket) b on b.bucket = n);
end $$;
comment on function private.home_receivables is
  'Returns the ageing of all receivables of today and the five customers with most past due, as report_ar has them: {ageing, overdue '
  '[{id, name, store_name, contact, overdue, age_days}]}. Runs with the caller''s rights. Errors: 42501.';

create or replace function public.home_overview(p_project uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_today date := private.business_date(p_project);
begin
  if private.scope_of(p_project, 'portal.gm') is null and private.scope_of(p_project, 'portal.ase') is null then perform private.forbid();
  end if;
  return private.home_receivables(p_project) || (
    select jsonb_build_object(
      'targets', (select coalesce(jsonb_object_agg(t.month, t.sales::text), '{}') from public.targets_by_month(p_project,
        jsonb_build_object('from', to_char(v_today - 29, 'YYYY-MM'), 'to', to_char(v_today, 'YYYY-MM'))) t),
      'cash', case when private.scope_of(p_project, 'treasury.position') is not null then jsonb_build_object(
        'office', (select c.at_office::text from public.cash_position(p_project) c),
        'banks', (select coalesce(sum(private.bank_balance(p_project, b.id, null)), 0.00)::text
          from public.banks b where b.project_id = p_project),
        'moved', (select coalesce(jsonb_object_agg(m.on_date, m.amount::text), '{}') from (
          select e.on_date, sum(case e.place when 'bank' then e.confirmed_amount else e.amount end) as amount
          from public.money_entries e
          where e.project_id = p_project and e.place in ('office', 'bank') and e.on_date > v_today - 30 group by e.on_date) m)) end,
      'sales', case when private.scope_of(p_project, 'reports.sales') is not null then (
        select coalesce(jsonb_object_agg(d.on_date, d.net::text), '{}') from (
          select n.on_date, sum(n.net) as net from private.net_sales(p_project, daterange(v_today - 59, v_today, '[]')) n
          group by n.on_date) d) end,
      'collections', case when private.scope_of(p_project, 'reports.collection') is not null then (
        select coalesce(jsonb_object_agg(c.on_date, c.collected::text), '{}')
        from private.collected_by_day(p_project, v_today - 29, v_today) c) end));
end $$;
comment on function public.home_overview is
  'Returns what Home shows to those who have a portal: targets (sales targets of the months of the last thirty days {YYYY-MM: the sum of '
  'all agents, null without one}), cash of today {office, banks, moved (on each of the last thirty days {day: amount})}, sales of the '
  'last sixty and collections of the last thirty days {day: amount}, ageing of all receivables (as report_ar has it) and overdue, the '
  'five customers with most past due [{id, name, store_name, contact, overdue, age_days (of the oldest document)}]. cash, sales, '
  'collections and ageing are null, and overdue is empty, without the permission of their report. Money as text. Errors: 42501.';

grant execute on function private.own_documents, private.month_beside, private.first_steps, private.home_receivables to authenticated;
