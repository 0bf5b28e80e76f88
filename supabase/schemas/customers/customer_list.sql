-- The list of customers with what each owes, and its sums.
-- See docs/domain.md, Receivables and credit. Lists page by key.

create or replace function private.filtered_customers(p_project uuid, p_filters jsonb, p_figures boolean default true)
returns table (id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text,
  agent_id uuid, agent_name text,
  date_added date, created_by uuid, terms_days int, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.read');
  v_search text := private.search_text(nullif(btrim(p_filters ->> 'search'), ''));
  v_digits text := nullif(regexp_replace(v_search, '[^0-9]', '', 'g'), '');
  v_agent uuid := private.read_uuid(p_filters, 'agent_id');
  v_over boolean := private.read_boolean(p_filters, 'over_limit');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
begin
  return query
  -- Adds up for every customer what private.exposure does for one.
  with risk as (
    select x.customer_id, sum(x.amount) as amount
    from (
      select b.customer_id, b.cleared_balance as amount from public.bookings b
      where p_figures and b.project_id = p_project and (b.balance <> 0 or b.cleared_balance <> 0) and b.approval_status like 'approved%'
      union all
      select p.customer_id, p.cleared_amount - p.amount from private.receivable_positions p
      where p_figures and p.project_id = p_project and p.charged = 0 and (p.amount <> 0 or p.cleared_amount <> 0) and not p.is_booking) x
    group by x.customer_id
  ), found as (
    select c.*, f.display_name, coalesce(r.amount, 0.00) as at_risk
    from public.customers c
    left join public.profiles f on f.user_id = c.agent_id
    left join risk r on r.customer_id = c.id
    where c.project_id = p_project
      and (v_agents is null or c.agent_id = any (v_agents))
      and (p_filters ->> 'status' is null or c.approval_status = p_filters ->> 'status')
      and (v_agent is null or c.agent_id = v_agent)
      and (p_filters ->> 'area' is null or lower(c.area) = lower(p_filters ->> 'area'))
      and (v_search is null
        or position(v_search in private.search_text(concat_ws(E'\x1f', c.name, c.store_name, c.area, c.tin_no, f.display_name))) > 0
        or (length(v_digits) >= 3 and v_search !~ '[[:alpha:]]' and position(v_digits in regexp_replace(c.tin_no, '[^0-9]', '', 'g')) > 0))
  )
  select f.id, f.sort_key, f.name, f.store_name, f.area, f.tin_no, f.business_style, f.agent_id, f.display_name,
    f.date_added, f.created_by, f.terms_days, f.credit_line, f.approval_status, f.at_risk, f.credit_line - f.at_risk
  from found f where not v_over or f.at_risk > f.credit_line;
end $$;
comment on function private.filtered_customers is
  'Returns the customers that match the filters and the caller may read, with exposure and credit left in the project''s currency, also '
  'for readers who see no receipts: {search (name, store, TIN, area, agent), status, agent_id, area, over_limit}. Without p_figures '
  'exposure is 0.';

create or replace function public.customer_totals(p_project uuid, p_filters jsonb default '{}')
returns table (customers bigint, pending bigint, over_limit bigint, exposure numeric)
language sql stable set search_path = '' as $$
  select count(*), count(*) filter (where f.approval_status = 'pending'), count(*) filter (where f.exposure > f.credit_line),
    coalesce(sum(f.exposure), 0.00)
  from private.filtered_customers(p_project, p_filters) f
$$;
comment on function public.customer_totals is
  'Sums of the customers that match the filters: number, number pending approval, number over their credit line, and total exposure. '
  'p_filters: {search, status, agent_id, area, over_limit}. Customers are those that the caller may read. Errors: 42501.';

create or replace function public.customer_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, name text, store_name text, area text, tin_no text, business_style text,
  agent_id uuid, agent_name text,
  date_added date, created_by uuid, terms_days int, credit_line numeric, approval_status text, exposure numeric, credit_left numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_page record := private.read_page(p_filters, '{name,exposure,credit_left,added,agent,status}');
  -- All but the names are turned round by a sign, so that equal ones stay in the order of names.
  v_sign int := case when p_filters ->> 'sort' like '-%' and v_page.sorted_by <> 'name' then -1 else 1 end;
  v_agents uuid[] := case v_page.sorted_by when 'agent' then private.members_by_name(p_project) end;
  -- Otherwise the figures of the page are enough.
  v_figures boolean := v_page.sorted_by in ('exposure', 'credit_left') or private.read_boolean(p_filters, 'over_limit');
begin
  v_page.direction := v_page.direction * v_sign;
  return query
  with page as materialized (
    select f.*, k.n, row_number() over (order by k.n, f.sort_key, f.id) * v_page.direction as place
    from private.filtered_customers(p_project, p_filters, v_figures) f
    cross join lateral (select v_sign * case v_page.sorted_by when 'exposure' then f.exposure
      when 'credit_left' then coalesce(f.credit_left, 1e15) when 'added' then f.date_added - date '2000-01-01'
      when 'agent' then coalesce(array_position(v_agents, f.agent_id), 0)
      when 'status' then array_position('{pending,approved,rejected,inactive,merged}'::text[], f.approval_status) else 0 end as n) k
    where v_page.id is null
      or f.id <> v_page.id and ((k.n, f.sort_key, f.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0)
    order by place limit least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000)
  )
  select p.id, p.n || '~' || p.sort_key, p.name, p.store_name, p.area, p.tin_no, p.business_style, p.agent_id, p.agent_name,
    p.date_added, p.created_by, p.terms_days, p.credit_line, p.approval_status, coalesce(k.exposure, p.exposure),
    case when v_figures then p.credit_left else k.credit_left end
  from page p
  left join private.credit_of(p_project, case when not v_figures then array(select x.id from page x) end) k on k.customer_id = p.id
  order by p.place;
end $$;
comment on function public.customer_list is
  'A page of customers with exposure (balances of approved bookings + uncleared cheques) and credit left (null = no limit, which is more '
  'than any). p_filters: those of customer_totals; sort name (the default), exposure, credit_left, added, agent (by name) or status (in '
  'their order), with a minus before it for descending; limit; after or before: {n, t, id}, where a row''s sort_key is "n~t". With before '
  'the rows come last first. Errors: 42501, 22023.';

grant execute on function private.filtered_customers to authenticated;
