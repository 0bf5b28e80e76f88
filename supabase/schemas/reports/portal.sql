-- Monthly targets of agents for the portals. The actual figures come from the reports.

create table public.agent_targets (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  agent_id uuid not null,
  from_month date not null check (extract(day from from_month) = 1),
  sales numeric(14,2) check (sales >= 0),
  collections numeric(14,2) check (collections >= 0),
  like private.stamped including defaults,
  primary key (project_id, id),
  unique (project_id, agent_id, from_month),
  foreign key (project_id, agent_id) references public.memberships (project_id, user_id)
);
comment on table public.agent_targets is
  'Monthly targets of an agent for sales and collections, which apply from from_month (its first day) until a later row; null = no target.';
select private.guard_table('public.agent_targets', p_read => '{portal.gm,portal.ase}');

create or replace function private.read_month(p jsonb, p_key text) returns date
language plpgsql immutable set search_path = '' as $$
declare v text := btrim(coalesce(p ->> p_key, ''));
begin
  if v !~ '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$' then perform private.invalid(p_key, 'Choose a month.'); end if;
  return (v || '-01')::date;
end $$;
comment on function private.read_month is 'Reads a month, YYYY-MM, and returns its first day.';

create or replace function private.targets_at(p_project uuid, p_month date)
returns table (agent_id uuid, from_month date, sales numeric, collections numeric)
language sql stable set search_path = '' as $$
  select distinct on (t.agent_id) t.agent_id, t.from_month, t.sales, t.collections
  from public.agent_targets t where t.project_id = p_project and t.from_month <= p_month
  order by t.agent_id, t.from_month desc
$$;
comment on function private.targets_at is
  'Returns the targets that apply in a month, each with the month for which it was set. Runs with the caller''s rights.';

create or replace function public.targets_of_month(p_project uuid, p_month text)
returns table (agent_id uuid, agent_name text, active boolean, from_month date, sales numeric, collections numeric)
language plpgsql stable set search_path = '' as $$
declare v_month date;
begin
  if private.scope_of(p_project, 'portal.gm') is null and private.scope_of(p_project, 'portal.ase') is null then perform private.forbid();
  end if;
  v_month := private.read_month(jsonb_build_object('month', p_month), 'month');
  return query
  select m.user_id, p.display_name, m.status = 'active', t.from_month, t.sales, t.collections
  from public.memberships m
  join public.profiles p on p.user_id = m.user_id
  left join private.targets_at(p_project, v_month) t on t.agent_id = m.user_id
  where m.project_id = p_project and m.role = 'Agent' and (m.status = 'active' or t.sales is not null or t.collections is not null)
  order by p.sort_key, m.user_id;
end $$;
comment on function public.targets_of_month is
  'Lists every active agent, and other users with a target, with the targets of a month (YYYY-MM); null = no target. from_month: the month '
  'from which the target applies. Errors: 42501, 22023 month.';

create or replace function public.targets_by_month(p_project uuid, p_filters jsonb)
returns table (month text, sales numeric, collections numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_from date;
  v_to date;
  v_agent uuid;
begin
  if private.scope_of(p_project, 'portal.gm') is null and private.scope_of(p_project, 'portal.ase') is null then perform private.forbid();
  end if;
  v_from := private.read_month(p_filters, 'from');
  v_to := private.read_month(p_filters, 'to');
  v_agent := private.read_uuid(p_filters, 'agent_id');
  if v_to > v_from + interval '10 years' then perform private.invalid('to', 'Choose at most ten years.'); end if;
  return query
  select to_char(m.day, 'YYYY-MM'), sum(t.sales), sum(t.collections)
  from generate_series(v_from::timestamp, v_to::timestamp, interval '1 month') m (day)
  cross join lateral private.targets_at(p_project, m.day::date) t
  where v_agent is null or t.agent_id = v_agent
  group by m.day order by m.day;
end $$;
comment on function public.targets_by_month is
  'Returns the targets of each month of a range as the sum of all agents, or of one; null = no target, a month without any is absent. '
  'p_filters: {from, to (YYYY-MM, at most ten years), agent_id}. Errors: 42501, 22023.';

create or replace function private.set_agent_targets(p_project uuid, p_targets jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'portal.gm');
  v_month date;
  v_line jsonb;
  v_path text;
  v_agent uuid;
  v_sales numeric;
  v_collections numeric;
  v_now record;
  v_changed int := 0;
begin
  v_month := private.read_month(p_targets, 'month');
  -- The lock serializes changes of targets, so that the comparison below holds.
  perform from public.memberships m where m.project_id = p_project and m.role = 'Agent' order by m.user_id for no key update;
  for v_line, v_path in
    select e.value, format('targets[%s].', e.ordinality - 1)
    from jsonb_array_elements(private.read_list(p_targets, 'targets')) with ordinality e
  loop
    v_agent := private.read_uuid(v_line, 'agent_id', true, v_path);
    v_sales := private.read_money(v_line, 'sales', false, v_path);
    v_collections := private.read_money(v_line, 'collections', false, v_path);
    perform private.active_agent(p_project, v_agent, v_path || 'agent_id');
    -- Returns one row, with nulls where no target applies yet.
    select max(t.sales) as sales, max(t.collections) as collections into v_now
    from private.targets_at(p_project, v_month) t where t.agent_id = v_agent;
    continue when (v_sales, v_collections) is not distinct from (v_now.sales, v_now.collections);
    if (private.read_money(v_line, 'seen_sales', false, v_path), private.read_money(v_line, 'seen_collections', false, v_path))
       is distinct from (v_now.sales, v_now.collections) then
      perform private.refuse('stale_version', 'The targets were changed by another user. Review the changes and try again.');
    end if;
    insert into public.agent_targets (project_id, agent_id, from_month, sales, collections)
    values (p_project, v_agent, v_month, v_sales, v_collections)
    on conflict (project_id, agent_id, from_month) do update set sales = excluded.sales, collections = excluded.collections;
    v_changed := v_changed + 1;
  end loop;
  return jsonb_build_object('changed', v_changed);
end $$;
select private.expose('set_agent_targets');
comment on function public.set_agent_targets is
  'Sets monthly targets of agents for sales and collections from a month on, until the next month with other targets; all or none. '
  'p_targets: {month (YYYY-MM), targets: [{agent_id, sales, collections (empty = no target), seen_sales, seen_collections (the values that '
  'the form showed)}]}. What is as it was is left alone. Answers {changed: number of agents}. Errors: 42501, stale_version, 22023 per '
  'field.';

grant execute on function private.read_month, private.targets_at to authenticated;
