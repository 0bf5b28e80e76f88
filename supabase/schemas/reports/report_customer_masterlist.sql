-- Report: customer master list, with owning agent, credit line, balances and last order.

create or replace function private.customer_books(p_project uuid)
returns table (customer_id uuid, balance numeric, at_risk numeric, first_order date, last_order date, orders bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  -- Rows are not filtered below, so the caller has to read all of them.
  if exists (select from unnest('{bookings.read,collections.read,customers.read}'::text[]) n
    where private.scope_of(p_project, n) is distinct from 'all') then
    perform private.forbid();
  end if;
  return query
  select x.customer_id, coalesce(sum(x.balance), 0.00), coalesce(sum(x.at_risk), 0.00), min(x.first_order), max(x.last_order),
    coalesce(sum(x.orders), 0)::bigint
  from (
    -- Nothing is owed of a booking before its invoice or archive, but it is at risk.
    select b.customer_id, case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance end as balance,
      b.cleared_balance as at_risk, null::date as first_order, null::date as last_order, null::bigint as orders
    from public.bookings b
    where b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
    union all
    select p.customer_id, p.amount, case when not p.is_booking then p.cleared_amount - p.amount end, null, null, null
    from private.receivable_positions p where p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0)
    union all
    select b.customer_id, null, null, min(b.date_added), max(b.date_added), count(*) from public.bookings b
    where b.project_id = p_project and b.approval_status <> 'cancelled' and not b.is_opening group by b.customer_id) x
  group by x.customer_id;
end $$;
comment on function private.customer_books is
  'Returns what each customer owes and has at risk, as report_ar has them today, from the balances of bookings, and of advances and '
  'unapplied credit from the positions of the receivables ledger, entries of later days too; and first and last day and number of the '
  'bookings that are not cancelled, without opening balances. Errors: 42501 unless the caller reads all bookings, receipts and customers.';

create or replace function private.masterlist_lines(p_project uuid, p_filters jsonb)
returns table (customer_id uuid, sort_key text, name text, store_name text, tin_no text, business_style text, address text, area text,
  contact text,
  agent_id uuid, agent_name text, manager_id uuid, manager_name text, approval_status text, activity text, is_active boolean,
    terms_days int,
  credit_line numeric, collectibles numeric, credit_left numeric, first_order date, last_order date, orders bigint, date_added date)
language plpgsql stable set search_path = '' as $$
declare
  v_today date := private.business_date(p_project);
  v_kept boolean := private.known_at() is null and not private.moves_later(p_project, v_today);
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_manager uuid := private.read_uuid(p_filters, 'manager_id');
  v_no_tin boolean := private.read_boolean(p_filters, 'no_tin');
  v_quiet int := private.read_int(p_filters, 'quiet_days', p_max => 36500);
  v_days int := coalesce(private.read_int(p_filters, 'quiet_days', p_max => 36500), 90);
begin
  return query
  with owed as (
    select d.customer_id, sum(d.balance) as balance, sum(d.at_risk) as at_risk
    from private.ar_documents(p_project, v_today, 'invoice', false, null, p_summed => true) d where not v_kept group by d.customer_id
  ), books as (
    select n.* from private.customer_books(p_project) n
  ), found as (
    select c.*, coalesce(a.display_name, 'Former agent') as agent_name, m.manager_id, g.display_name as manager_name,
      coalesce(case when v_kept then o.balance else w.balance end, 0.00) as owes,
      c.credit_line - coalesce(case when v_kept then o.at_risk else w.at_risk end, 0.00) as left_of_line,
      o.first_order, o.last_order, coalesce(o.orders, 0) as orders,
      c.approval_status = 'approved' and coalesce(o.last_order >= v_today - v_days, false) as is_active
    from public.customers c
    left join owed w on w.customer_id = c.id
    left join books o on o.customer_id = c.id
    left join public.profiles a on a.user_id = c.agent_id
    left join public.memberships m on m.project_id = p_project and m.user_id = c.agent_id
    left join public.profiles g on g.user_id = m.manager_id
    where c.project_id = p_project
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_agent is null or c.agent_id = v_agent) and (v_manager is null or m.manager_id = v_manager)
      and (not v_no_tin or coalesce(c.taxpayer, '') = '')
      and (v_quiet is null or o.last_order is null or o.last_order < v_today - v_quiet)
  )
  select f.id, f.sort_key, f.name, f.store_name, f.tin_no, f.business_style, f.address, nullif(btrim(f.area), ''), f.contact,
    f.agent_id, f.agent_name, f.manager_id, f.manager_name, f.approval_status,
    case when f.approval_status <> 'approved' then initcap(f.approval_status) when f.is_active then 'Active'
      when f.last_order is null then 'No order yet' else format('No order in %s days', v_days) end,
    f.is_active, f.terms_days, f.credit_line, f.owes, f.left_of_line, f.first_order, f.last_order, f.orders, f.date_added
  from found f;
end $$;
comment on function private.masterlist_lines is
  'Returns the customers that match p_filters (see report_customer_masterlist), with their balances of today and their orders. Runs '
  'with the caller''s rights. Errors: 22023.';

create or replace function public.report_customer_masterlist(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, customer_id uuid, name text, agent_id uuid, manager_id uuid, area text, approval_status text,
  collectibles numeric, credit_left numeric, last_order date, orders bigint, date_added date, customers bigint, figures jsonb)
language plpgsql stable set search_path = '' as $$
begin
  return query execute private.report_statement(p_project, p_filters, 'report_customer_masterlist', 'reports.masterlist', array[
      ['customer', 'customer', 'customer_id', $k$'', '', s.sort_key, s.customer_id$k$, 'line'],
      ['grouped', 'agent', 'agent_id', 'private.sort_key(s.agent_name), s.agent_id', 'true'], ['grouped', 'customer',
        'agent_id, customer_id', 's.sort_key, s.customer_id', 'line'],
      ['by_area', 'area', 'area_key', 's.area_key', 'true'], ['by_area', 'customer', 'area_key, customer_id',
        's.sort_key, s.customer_id', 'line'],
      ['agent', 'agent', 'agent_id', $k$'', '', private.sort_key(s.agent_name), s.agent_id$k$, ''], ['area', 'area', 'area_key', $k$'', '',
        s.area_key$k$, ''], ['total', 'total', '', $k$''$k$, '']],
    array[['collectibles', 'highest', 's.collectibles'], ['last_order', 'by', $k$coalesce(s.last_order::text, '')$k$],
      ['added', 'by', $k$to_char(10000000 - (s.date_added - date '2000-01-01'), 'FM00000000')$k$]],
    -- Rows without area come last.
    $lines$select l.*, coalesce('0' || lower(l.area), '1') as area_key from private.masterlist_lines($1, $2) l$lines$,
    $sums$min:sort_key, min:area, min(l.agent_id::text)::uuid as of_agent, min:agent_name, min(l.manager_id::text)::uuid as manager_id,
      min:manager_name, sum(l.credit_line) as credit_line, sum:collectibles, min:first_order, max(l.last_order) as last_order,
      pieces:orders, min(l.date_added) as date_added, count(l.customer_id) as customers, count(*) filter (where l.is_active) as active,
      count(l.customer_id) filter (where coalesce(l.tin_no, '') = '') as without_tin,
      count(l.customer_id) filter (where l.credit_line is null) as without_limit, count(distinct l.agent_id) as agents,
      count(distinct l.area_key) as areas$sums$,
    $row$
    select k.level, k.row_key, k.customer_id, l.name, case when a.shown then k.of_agent end, case when a.shown then k.manager_id end, case
      when k.part in ('customer', 'area') then k.area end, l.approval_status, k.collectibles, l.credit_left, k.last_order, k.orders,
        l.date_added, k.customers,
      (select to_jsonb(f) from (select l.store_name, l.tin_no, l.business_style, l.address, l.contact, case when a.shown then
        k.agent_name end as agent_name, case when a.shown then k.manager_name end as manager_name, initcap(l.approval_status) as
        approval, l.activity, l.terms_days, k.credit_line, k.first_order, k.active, k.without_tin, k.without_limit, k.agents, k.areas)
        f)
    from page k left join lines l on l.customer_id = k.customer_id
    cross join lateral (select k.part in ('customer', 'agent') as shown) a$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_customer_masterlist is
  'Customer master list with balances of today, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.customer_books, private.masterlist_lines to authenticated;
