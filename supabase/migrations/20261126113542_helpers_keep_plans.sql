set local check_function_bodies = off;

create or replace function private.read_reason(p_reason text, p_required boolean default true)
returns text language plpgsql immutable set search_path = '' as $$
begin
  return private.read_text(jsonb_build_object('reason', p_reason), 'reason', p_required, p_max => 400);
end $$;

create or replace function private.read_pieces(p jsonb, p_key text, p_required boolean default false, p_path text default '')
returns int language plpgsql immutable set search_path = '' as $$ begin return private.read_int(p, p_key, p_required, p_path, 10000000); end $$;

create or replace function private.new_id() returns uuid
language plpgsql volatile set search_path = '' as $$
begin
  return encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
end $$;

create or replace function private.sort_key(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return lower(regexp_replace(p_text, '[^[:alnum:] ]', '', 'g'));
end $$;

create or replace function private.lock_number(p_project uuid, p_what text, p_number text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_what, lower(p_number), 'of', p_project), 0));
end $$;

create or replace function private.open_day(p_project uuid, p_date date) returns date
language plpgsql stable security definer set search_path = '' as $$
declare v_through date := private.closed_through(p_project);
begin
  return case when p_date <= v_through then greatest(private.business_date(p_project), v_through + 1) else p_date end;
end $$;

create or replace function private.known_zone(p_name text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when private.is_time_zone(p_name) then p_name else 'UTC' end;
end $$;

create or replace function private.is_setting(p_key text, p_value jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare v_text text := p_value #>> '{}';
begin
  if p_key = 'ageing_buckets' then
    if jsonb_typeof(p_value) is distinct from 'array' then return false; end if;
    return jsonb_array_length(p_value) between 1 and 6
      and not exists (select from jsonb_array_elements(p_value) b where jsonb_typeof(b.value) <> 'number' or b.value::text !~ '^[1-9][0-9]{0,2}$')
      and p_value = (select jsonb_agg(distinct b.value order by b.value) from jsonb_array_elements(p_value) b);
  end if;
  -- Without a query, this is evaluated without a plan.
  return coalesce(case p_key
    when 'allow_back_orders' then jsonb_typeof(p_value) = 'boolean'
    when 'prices_include_vat' then jsonb_typeof(p_value) = 'boolean'
    when 'age_by' then jsonb_typeof(p_value) = 'string' and v_text in ('due', 'document')
    when 'stock_cost' then jsonb_typeof(p_value) = 'string' and v_text in ('default', 'average')
    when 'drr_label' then jsonb_typeof(p_value) = 'string' and btrim(v_text) <> '' and length(v_text) <= 20 and v_text !~ private.control_characters()
    when 'vat_percent' then jsonb_typeof(p_value) = 'number' and v_text ~ '^[0-9]{1,2}(\.[0-9]{1,2})?$'
    when 'price_floor_percent' then jsonb_typeof(p_value) = 'number' and v_text ~ '^([0-9]{1,2}(\.[0-9]{1,2})?|100(\.00?)?)$'
    when 'voucher_approval_above' then jsonb_typeof(p_value) = 'null' or (jsonb_typeof(p_value) = 'string' and v_text ~ '^[0-9]{1,12}(\.[0-9]{1,2})?$')
    when 'memo_approval_above' then jsonb_typeof(p_value) = 'null' or (jsonb_typeof(p_value) = 'string' and v_text ~ '^[0-9]{1,12}(\.[0-9]{1,2})?$')
  end, false);
end $$;

create or replace function private.known_settings(p_settings jsonb) returns jsonb
language plpgsql immutable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select jsonb_object_agg(d.key, case when d.key <> 'maker_checker' then private.setting_of(p_settings, d.key)
      else (select jsonb_object_agg(r.rule, private.rule_of(p_settings, r.rule)) from jsonb_object_keys(d.value) r (rule)) end)
    from jsonb_each(private.default_settings()) d);
end $$;

create or replace function private.unknown_settings(p_settings jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case when jsonb_typeof(p_settings) is distinct from 'object' then '{settings}'::text[]
      else array(
        select d.key from jsonb_object_keys(private.default_settings()) d (key)
        where p_settings ? d.key and case when d.key = 'maker_checker' then jsonb_typeof(p_settings -> d.key) <> 'object' else not private.is_setting(d.key, p_settings -> d.key) end
        union all
        select r.rule || '_maker_checker' from jsonb_object_keys(private.default_settings() -> 'maker_checker') r (rule)
        where jsonb_typeof(p_settings -> 'maker_checker' -> r.rule) <> 'boolean'
        order by 1) end);
end $$;

create or replace function private.to_repair(p public.projects) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(x.field, left(x.stored, 80)), '{}')
    from (
      select 'time_zone', p.time_zone where not private.is_time_zone(p.time_zone)
      union all select 'currency', p.currency where p.currency <> all (private.currencies())
      union all select u.field, case when u.field = 'settings' then p.settings
          when u.field like '%\_maker\_checker' then p.settings -> 'maker_checker' -> replace(u.field, '_maker_checker', '')
          else p.settings -> u.field end #>> '{}'
        from unnest(private.unknown_settings(p.settings)) u (field)
    ) x (field, stored));
end $$;

create or replace function private.current_user_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := auth.jwt();
  v_session text := v_claims ->> 'session_id';
begin
  return (select u.user_id from public.profiles u
    where u.user_id = auth.uid() and u.status = 'active'
      -- A token of a session says for which service it is; another one of the same key is not for this one.
      and coalesce(v_claims -> 'aud' ? 'authenticated', v_session is null)
      and (v_session is null or exists (select from auth.sessions s where s.id = v_session::uuid and s.user_id = u.user_id)));
end $$;

create or replace function private.projects_with(p_permission text, p_scope text default 'all') returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  -- A person has few memberships: subqueries by key begin and end faster than joins.
  return array(select m.project_id from public.memberships m
    where m.user_id = v_me and m.status = 'active'
      and (select r.scope from private.role_permissions r where r.role = m.role and r.permission = p_permission) = p_scope
      and (select p.status from public.projects p where p.id = m.project_id) = 'active');
end $$;

create or replace function private.my_projects() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return array(select m.project_id from public.memberships m
    where m.user_id = v_me and m.status = 'active' and (select p.status from public.projects p where p.id = m.project_id) = 'active');
end $$;

create or replace function private.my_agents() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare v_teams uuid[] := private.projects_with('bookings.read', 'team');
begin
  return array(select m.user_id from public.memberships m where m.manager_id = auth.uid() and m.project_id = any (v_teams));
end $$;

create or replace function private.my_people() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all uuid[] := private.projects_with('people.read');
  v_teams uuid[] := private.projects_with('people.read', 'team');
begin
  return array(
    select m.user_id from public.memberships m where m.project_id = any (v_all)
    union
    select m.user_id from public.memberships m where m.project_id = any (v_teams) and m.manager_id = auth.uid());
end $$;

create or replace function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select exists (select from private.platform_admin a where a.user_id = (select private.current_user_id())));
end $$;

create or replace function private.scope_of(p_project uuid, p_permission text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare v_me uuid := private.current_user_id();
begin
  return (select (select r.scope from private.role_permissions r where r.role = m.role and r.permission = p_permission)
    from public.memberships m
    where m.project_id = p_project and m.user_id = v_me and m.status = 'active' and (select p.status from public.projects p where p.id = m.project_id) = 'active');
end $$;

create or replace function private.logos_by_name(p_logos text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (select jsonb_object_agg(l.name, p_logos[l.n]) from unnest(private.logo_names()) with ordinality l (name, n));
end $$;

create or replace function private.readable_settings(p_role text, p_settings jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(s.key, s.value), '{}')
    from jsonb_each(p_settings) s
    where s.key = 'drr_label'
      or exists (select from private.role_permissions g where g.role = p_role and g.permission = 'settings.read')
      or (s.key = 'stock_cost' and exists (select from private.role_permissions g where g.role = p_role and g.permission = 'costs.read'))
      or (s.key in ('age_by', 'ageing_buckets', 'allow_back_orders', 'maker_checker', 'memo_approval_above', 'voucher_approval_above')
        and exists (select from private.roles r where r.role = p_role and r.web_sign_in)));
end $$;

create or replace function private.current_identity() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'user_id', u.user_id,
      'email', u.email,
      'display_name', u.display_name,
      'is_admin', private.is_admin(),
      'memberships', coalesce((
        select jsonb_agg(jsonb_build_object(
          'project_id', p.id, 'project_name', p.name, 'role', m.role,
          'permissions', coalesce((select jsonb_agg(r.permission order by r.permission) from private.role_permissions r where r.role = m.role), '[]'),
          'time_zone', private.known_zone(p.time_zone), 'currency', p.currency, 'title', p.title, 'address', p.address,
          'closed_through', p.closed_through,
          'settings', private.readable_settings(m.role, private.known_settings(p.settings)),
          'to_repair', (select coalesce(jsonb_agg(r.field), '[]') from jsonb_object_keys(private.to_repair(p)) r (field))) || private.logos_by_name(p.project_logos) order by p.name)
        from public.memberships m
        join public.projects p on p.id = m.project_id and p.status = 'active'
        where m.user_id = u.user_id and m.status = 'active'), '[]'))
    from public.profiles u
    where u.user_id = (select private.current_user_id()));
end $$;

create or replace function private.decide_collection(p_project uuid, p_collection uuid, p_version int, p_to text, p_reason text) returns public.collections
language plpgsql security definer set search_path = '' as $$
declare
  v public.collections;
  v_parts uuid[] := private.lock_receipt(p_project, p_collection);
  v_part public.collections;
  v_booking record;
  v_banks uuid[];
  v_bank record;
  v_on date;
begin
  select * into v from public.collections where project_id = p_project and id = p_collection;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v.version, p_version);
  if v.approval_status = 'cancelled' or (p_to = 'approved' and v.approval_status <> 'pending') then
    perform private.refuse('wrong_state', format('Receipt %s is already %s.', v.cr_no, v.approval_status));
  end if;
  -- The collector and the recorder may still withdraw a pending receipt, which counts nowhere.
  if (p_to = 'approved' or v.approval_status = 'approved') and auth.uid() in (v.created_by, v.collector_id)
    and private.needs_second_person(p_project, 'receipts') then
    perform private.refuse('maker_checker', format('You recorded or collected receipt %s: another user who approves collections has to %s it.',
      v.cr_no, case p_to when 'approved' then 'approve' else 'cancel' end));
  end if;
  for v_part in select c.* from public.collections c where c.project_id = p_project and c.receipt_id = v.receipt_id order by c.part_no loop
    if p_to = 'cancelled' then
      perform private.refuse_cancelling(v_part);
    elsif v_part.collection_type = 'bank_transfer' and v_part.bank_id is null then
      perform private.refuse('account_unknown', format('Select the account that received the transfer of receipt %s first.', v.cr_no), 'bank_id');
    end if;
  end loop;
  -- The accounts are locked, so that no two commands take the same money out of them.
  v_banks := array(select distinct c.bank_id from public.collections c where p_to = 'cancelled' and c.project_id = p_project and c.receipt_id = v.receipt_id
    and c.collection_type = 'bank_transfer' and c.approval_status = 'approved' order by 1);
  perform from public.banks k where k.project_id = p_project and k.id = any (v_banks) order by k.id for no key update;
  perform private.lock_allocated(p_project, v_parts);
  select b.so_no, b.stage into v_booking from public.collections c
  join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
  cross join lateral (select k.so_no, k.stage, k.approval_status from public.bookings k where k.project_id = p_project and k.id = a.booking_id offset 0) b
  where c.project_id = p_project and c.receipt_id = v.receipt_id and p_to = 'approved' and b.approval_status not like 'approved%' limit 1;
  if found then
    perform private.refuse('wrong_state', format('%s is %s: cancel this receipt and record it anew.', v_booking.so_no, v_booking.stage));
  end if;
  update public.collections set approval_status = p_to,
    approved_by = case when p_to = 'approved' then auth.uid() else approved_by end,
    approved_at = case when p_to = 'approved' then now() else approved_at end,
    cancel_reason = p_reason
  where project_id = p_project and receipt_id = v.receipt_id;
  v_on := case p_to when 'approved' then private.open_day(p_project, v.date_collected) else private.business_date(p_project) end;
  perform private.post_receipt(p_project, x.id, case p_to when 'approved' then 'receipt' else 'cancelled' end, v_on)
  from unnest(v_parts) with ordinality x (id, no) order by x.no;
  perform private.post_money(p_project, v_parts, case p_to when 'approved' then 'approval' else 'cancellation' end, v_on);
  select k.bank, k.account_no, b.balance into v_bank from public.banks k cross join lateral (select private.bank_balance(p_project, k.id, v_on) as balance) b
  where k.project_id = p_project and k.id = any (v_banks) and b.balance < 0 limit 1;
  if found then
    perform private.refuse('cash_exceeded', format('The transfer was spent: without it %s %s has %s by the books. Record its statement balance, or pay the receipt back.',
      v_bank.bank, v_bank.account_no, to_char(v_bank.balance, 'FM999,999,999,990.00')));
  end if;
  perform private.settle_booking(p_project, x.booking_id)
  from (select distinct a.booking_id from public.collections c join public.collection_allocations a on a.project_id = p_project and a.collection_id = c.id
        where c.project_id = p_project and c.receipt_id = v.receipt_id order by a.booking_id) x;
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  select p_project, v.customer_id, 'collection ' || p_to, jsonb_build_object('cr_no', v.cr_no, 'amount', sum(c.amount)::text)
  from public.collections c where c.project_id = p_project and c.receipt_id = v.receipt_id;
  select * into v from public.collections where project_id = p_project and id = p_collection;
  return v;
end $$;

create or replace function private.post_receipt(p_project uuid, p_collection uuid, p_kind text, p_date date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, collection_id, amount, cleared_amount)
  select p_project, p_date, p_kind, c.customer_id,
    coalesce((select b.agent_id from public.bookings b where b.project_id = p_project and b.id = x.booking_id), c.agent_id), x.booking_id, p_collection, sum(x.amount), sum(x.cleared_amount)
  from public.collections c
  cross join lateral (
    select d.booking_id, d.amount, d.cleared_amount from private.receipt_entries_due(c) d
    union all
    select e.booking_id, -e.amount, -e.cleared_amount from public.receivable_entries e
    where e.project_id = p_project and e.collection_id = p_collection
  ) x
  where c.project_id = p_project and c.id = p_collection
  group by c.customer_id, c.agent_id, x.booking_id having sum(x.amount) <> 0 or sum(x.cleared_amount) <> 0
  order by sum(x.amount);
end $$;

create or replace function private.lock_bookings(p_project uuid, p_bookings uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  -- Each is found by its key, whatever the planner knows of the table: by one condition on all of them it may read every booking of the project.
  perform from (select distinct u.id from unnest(p_bookings) u(id) order by u.id) g
  cross join lateral (select from public.bookings b where b.project_id = p_project and b.id = g.id for no key update) l;
end $$;

create or replace function private.last_delivery_entry(p_project uuid, p_booking uuid) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(max(e.id), 0) from public.sales_entries e
    where e.project_id = p_project and e.booking_id = p_booking and e.kind = 'delivery');
end $$;

create or replace function private.invoice_serial(p_no text) returns bigint
language plpgsql immutable set search_path = '' as $$ begin return substring(p_no from '[0-9]{1,15}$')::bigint; end $$;

create or replace function private.price_floor_percent(p_project uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.project_setting(p_project, 'price_floor_percent')::numeric;
end $$;

create or replace function private.lock_allocated(p_project uuid, p_collections uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  perform private.lock_bookings(p_project, array(select a.booking_id from public.collection_allocations a
    where a.project_id = p_project and a.collection_id = any (p_collections)));
end $$;

CREATE OR REPLACE FUNCTION known.current_user_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_claims jsonb := auth.jwt();
  v_session text := v_claims ->> 'session_id';
begin
  return (select u.user_id from known.profiles u
    where u.user_id = auth.uid() and u.status = 'active'
      -- A token of a session says for which service it is; another one of the same key is not for this one.
      and coalesce(v_claims -> 'aud' ? 'authenticated', v_session is null)
      and (v_session is null or exists (select from auth.sessions s where s.id = v_session::uuid and s.user_id = u.user_id)));
end $function$;

CREATE OR REPLACE FUNCTION known.my_projects()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_me uuid := known.current_user_id();
begin
  return array(select m.project_id from known.memberships m
    where m.user_id = v_me and m.status = 'active' and (select p.status from known.projects_whole p where p.id = m.project_id) = 'active');
end $function$;
