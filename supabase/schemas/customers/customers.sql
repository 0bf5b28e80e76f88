-- Customers: request, decision, and possible duplicates.
-- Collectibles are computed, never entered. See docs/domain.md, Receivables and credit.

create or replace function private.active_agent(p_project uuid, p_agent uuid, p_field text) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from public.memberships m where m.project_id = p_project and m.user_id = p_agent
                 and private.is_agent(m.role) and (m.status = 'active' or m.user_id = private.act_writer())) then
    perform private.invalid(p_field, 'Choose an active agent of this project.');
  end if;
  return p_agent;
end $$;

create or replace function private.lock_customer(p_project uuid, p_customer uuid, p_version int) returns public.customers
language plpgsql set search_path = '' as $$
declare v public.customers;
begin
  select * into v from public.customers where project_id = p_project and id = p_customer for no key update;
  perform private.check_version(v.version, p_version);
  return v;
end $$;

create or replace function private.read_tin(p jsonb, p_key text) returns text
language plpgsql immutable set search_path = '' as $$
declare v text := private.read_text(p, p_key, p_max => 20);
begin
  if v !~ '^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$' then perform private.invalid(p_key, 'Enter a TIN as 000-000-000-000.'); end if;
  return v;
end $$;
comment on function private.read_tin is 'Reads a TIN in the format of the Philippine BIR, with or without dashes; null when empty.';

create or replace function private.request_customer(p_project uuid, p_customer jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.request');
  v_decides boolean := private.scope_of(p_project, 'customers.decide') is not null and not private.read_boolean(p_customer, 'pending');
  v_agent uuid := private.read_uuid(p_customer, 'agent_id', v_scope = 'all');
  v_tin text := private.read_tin(p_customer, 'tin_no');
  v_class text := coalesce(private.read_vat_class(p_customer, 'vat_class'), 'vatable');
  v_customer public.customers;
begin
  if v_scope = 'own' then
    if v_agent is not null and v_agent <> auth.uid() then perform private.forbid('Agents can only add their own customers.'); end if;
    v_agent := auth.uid();
  end if;
  if not v_decides and (p_customer ->> 'credit_line' is not null or p_customer ->> 'terms_days' is not null) then
    perform private.forbid('Credit limit and terms are set by finance on approval.');
  end if;
  if not v_decides and v_class <> 'vatable' then
    perform private.forbid('The VAT class is set by finance.');
  end if;
  if private.read_int(p_customer, 'terms_days') > 365 then perform private.invalid('terms_days', 'At most 365 days.'); end if;
  insert into public.customers (project_id, name, store_name, address, area, contact, tin_no, business_style, vat_class,
    credit_line, terms_days, approval_status, agent_id, date_added)
  values (p_project, private.read_text(p_customer, 'name', true), private.read_text(p_customer, 'store_name'),
    private.read_text(p_customer, 'address', p_max => 400), private.read_text(p_customer, 'area'), private.read_text(p_customer, 'contact'),
    v_tin, private.read_text(p_customer, 'business_style'), v_class,
    private.read_money(p_customer, 'credit_line'), coalesce(private.read_int(p_customer, 'terms_days'), 0),
    case when v_decides then 'approved' else 'pending' end,
    private.active_agent(p_project, v_agent, 'agent_id'), private.business_date(p_project))
  returning * into v_customer;
  if v_decides then
    insert into public.customer_finance_events (project_id, customer_id, type, details)
    values (p_project, v_customer.id, 'approved',
      jsonb_build_object('credit_line', v_customer.credit_line, 'terms_days', v_customer.terms_days));
  end if;
  return jsonb_build_object('id', v_customer.id, 'version', v_customer.version, 'approval_status', v_customer.approval_status,
    'name', v_customer.name);
end $$;

select private.expose('request_customer');
comment on function public.request_customer is
  'Adds a customer: approved at once by someone who may decide and does not leave it open (pending: true), else pending. p_customer: '
  '{name, store_name, address, area, contact, tin_no, business_style, vat_class (vatable, the default, exempt or zero_rated: by who may '
  'decide), agent_id, credit_line (null = no limit), terms_days, pending}. A name that another customer has is taken, as shops share '
  'names: customer_duplicates finds it before, and the office is warned of it. Answers id, version, approval_status and name as it is '
  'kept. Errors: 42501, 22023 per field.';

create or replace function private.decide_customer(p_project uuid, p_customer uuid, p_version int, p_decision text,
  p_credit_line numeric default null, p_terms_days int default null, p_reason text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'customers.decide');
  v_customer public.customers;
begin
  v_customer := private.lock_customer(p_project, p_customer, p_version);
  if p_decision not in ('approved', 'rejected') or p_decision is null then
    perform private.invalid('decision', 'Approve or reject.');
  end if;
  if v_customer.approval_status <> 'pending' then
    perform private.refuse('wrong_state', format('This customer is already %s.', v_customer.approval_status));
  end if;
  if p_decision = 'rejected' and nullif(btrim(p_reason), '') is null then perform private.invalid('reason', 'Enter a reason.'); end if;
  if p_credit_line < 0 then perform private.invalid('credit_line', 'Enter an amount of zero or more.'); end if;
  if p_terms_days not between 0 and 365 then perform private.invalid('terms_days', 'Between 0 and 365 days.'); end if;
  update public.customers set approval_status = p_decision, decision_reason = left(nullif(btrim(p_reason), ''), 400),
    credit_line = p_credit_line, terms_days = coalesce(p_terms_days, terms_days)
  where project_id = p_project and id = p_customer returning * into v_customer;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_project, p_customer, p_decision,
    jsonb_build_object('credit_line', p_credit_line, 'terms_days', v_customer.terms_days, 'reason', p_reason));
  return jsonb_build_object('id', p_customer, 'version', v_customer.version, 'approval_status', v_customer.approval_status);
end $$;

select private.expose('decide_customer');
comment on function public.decide_customer is
  'Approves or rejects a pending customer; approval sets credit line (null = no limit, 0 = cash only) and terms in days. Errors: 42501, '
  'P0002, stale_version, wrong_state, 22023 per field.';

-- ---------------------------------------------------------------------------------------------
-- Possible duplicates
-- ---------------------------------------------------------------------------------------------

create or replace function public.customer_duplicates(p_project uuid, p_candidates jsonb)
returns table (candidate text, id uuid, name text, store_name text, area text, tin_no text, agent_id uuid, approval_status text,
  same_tin boolean, same_taxpayer boolean, name_similarity numeric)
language sql stable set search_path = '' as $$
  with candidates as materialized (
    select e.value ->> 'key' as key, e.value ->> 'id' as own_id,
      nullif(regexp_replace(coalesce(e.value ->> 'tin_no', ''), '\D', '', 'g'), '') as tin,
      left(private.name_core(coalesce(e.value ->> 'name', '')), 80) as name,
      left(private.name_core(coalesce(e.value ->> 'store_name', '')), 80) as store
    from jsonb_array_elements(private.read_list(p_candidates, 'candidates', 50)) e
  ), others as materialized (
    select c.id, c.name, c.store_name, c.area, c.tin_no, c.agent_id, c.approval_status, c.name_core, c.store_core, c.taxpayer
    from public.customers c where c.project_id = p_project
  ), names as (
    select k.key, null::uuid as id, p.part, p.core from candidates k cross join lateral (values (1, k.name), (2, k.store)) p (part, core)
    union all
    select null, o.id, p.part, p.core from others o cross join lateral (values (1, o.name_core), (2, o.store_core)) p (part, core)
  ), grams as materialized (
    -- Names are split into trigrams, with a blank before and after.
    select n.key, n.id, n.part, length(n.core) as size, substr(' ' || n.core || ' ', g, 3) as gram
    from names n cross join lateral generate_series(1, length(n.core)) g
  ), alike as (
    select a.key, k.id, 2.0 * count(distinct k.gram) / (a.size + k.size) as name_similarity
    from grams a join grams k on k.gram = a.gram
    where a.key is not null and k.id is not null and 2 * least(a.size, k.size) >= greatest(a.size, k.size)
    group by a.key, a.part, a.size, k.id, k.part, k.size
  ), found as (
    select f.key, f.id, max(f.name_similarity) as name_similarity, bool_or(f.taxed) as taxed
    from (
      select a.key, a.id, a.name_similarity, false from alike a where a.name_similarity >= 0.55
      union all
      select k.key, o.id, 0, true from candidates k join others o on o.taxpayer = left(k.tin, 9) where length(k.tin) >= 9
    ) f (key, id, name_similarity, taxed)
    group by f.key, f.id
  ), ranked as (
    select k.tin, f.key, f.taxed, f.name_similarity, o.*,
      row_number() over (partition by f.key order by f.taxed desc, f.name_similarity desc, o.id) as row_no
    from found f join candidates k on k.key = f.key join others o on o.id = f.id
    where o.id::text is distinct from k.own_id
  )
  select r.key, r.id, r.name, r.store_name, r.area, r.tin_no, r.agent_id, r.approval_status,
    r.taxed and coalesce(nullif(ltrim(substr(r.tin, 10), '0'), ''), '0')
      = coalesce(nullif(ltrim(substr(regexp_replace(r.tin_no, '\D', '', 'g'), 10), '0'), ''), '0'),
    r.taxed, round(least(r.name_similarity, 1), 2)
  from ranked r where r.row_no <= 5 order by r.key, r.row_no
$$;
comment on function public.customer_duplicates is
  'Returns customers that may duplicate those in p_candidates: {candidates: [{key, id (of the customer itself, if it is one), name, '
  'store_name, tin_no}]}, up to 50; at most five each, those of the same taxpayer first. same_tin: the branch is the same too. '
  'name_similarity of name or store: 1 = the same letters; from 0.55 on. Serves a warning before a customer is added or approved twice. '
  'Rows are those that the caller may read.';
