-- Projects and their settings: commands of the platform administrator, and of General Manager and Owner in their own project.

create or replace function private.set_platform_admin(p_user uuid, p_email text, p_display_name text) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.platform_admin where user_id <> p_user) then
    perform private.refuse('admin_exists', 'A platform administrator already exists.');
  end if;
  insert into public.profiles (user_id, email, display_name) values (p_user, lower(btrim(p_email)), btrim(p_display_name))
  on conflict (user_id) do nothing;
  -- The administrator switches rules off and so does no business; the row is locked as provision_member locks it.
  perform from public.profiles p where p.user_id = p_user for no key update;
  if exists (select from public.memberships m where m.user_id = p_user) then
    perform private.refuse('wrong_state',
      'The platform administrator cannot belong to a project. Use another account.');
  end if;
  insert into private.platform_admin (user_id) values (p_user) on conflict (only_one) do nothing;
  return jsonb_build_object('user_id', p_user);
end $$;
select private.expose('set_platform_admin', 'service_role');
comment on function public.set_platform_admin is
  'Makes an account that belongs to no project the one platform administrator. For the secret key only: called by `npm run admin:create`. '
  'Errors: admin_exists, wrong_state.';

create or replace function private.create_project(p_project uuid, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(null, null);
  v_name text := private.read_text(p_details, 'name', true, p_max => 80);
begin
  if p_project is null then perform private.invalid('project', 'The form is incomplete: reload the page.'); end if;
  perform private.check_project_name(v_name, null);
  insert into public.projects (id, name, owner_name, owner_email, address, title, time_zone, currency,
    product_categories1, product_categories2, product_categories3)
  values (p_project, v_name, private.read_text(p_details, 'owner_name'), private.read_text(p_details, 'owner_email'),
    private.read_text(p_details, 'address', p_max => 400), private.read_text(p_details, 'title'),
    coalesce(private.read_text(p_details, 'time_zone'), 'Asia/Manila'), coalesce(private.read_text(p_details, 'currency'), 'PHP'),
    private.read_categories(p_details, 'product_categories1'), private.read_categories(p_details, 'product_categories2'),
    private.read_categories(p_details, 'product_categories3'))
  on conflict (id) do nothing;
  if not found then
    perform private.refuse_duplicate('project', 'This project already exists.');
  end if;
  return jsonb_build_object('id', p_project);
end $$;
select private.expose('create_project');
comment on function public.create_project is
  'Creates a project under an id made by the client. p_details: {name (unique), owner_name, owner_email, address, title, time_zone, '
  'currency, product_categories1, product_categories2, product_categories3: [text]}. Platform administrator only. Errors: 42501, 22023 per '
  'field, 23505 name.';

create or replace function private.update_project(p_project uuid, p_version int, p_details jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(p_project, 'settings.write');
  v_old public.projects;
  v_new public.projects;
begin
  -- What General Manager and Owner change. The name is unique among all companies, and a rule of two people binds its own General Manager.
  -- What is no object is refused below, as of the administrator.
  if not v_admin and jsonb_typeof(p_details) = 'object' and exists (select from jsonb_object_keys(p_details) k
    where k <> all (string_to_array('owner_name owner_email address title tin_no phone payment_instructions other_info1 other_info2 '
      'product_categories1 product_categories2 product_categories3 logo_uri logo_uri1 next_so_no next_voucher_no allow_back_orders '
      'voucher_approval_above memo_approval_above age_by ageing_buckets stock_cost drr_label vat_percent prices_include_vat '
      'price_floor_percent vat_registered branch_code serial_digits '
      'invoice_note authority_note field_days', ' '))) then perform private.forbid(); end if;
  select * into v_old from public.projects where id = p_project and status <> 'removed' for update;
  perform private.check_version(v_old.version, p_version);
  v_new := v_old;
  if p_details ? 'name' then
    v_new.name := private.read_text(p_details, 'name', true, p_max => 80);
    perform private.check_project_name(v_new.name, p_project);
  end if;
  -- The fields that are texts, with their lengths and what an empty one becomes.
  v_new := jsonb_populate_record(v_new, coalesce((
    select jsonb_object_agg(t.field, coalesce(private.read_text(p_details, t.field, p_max => t.length), t.empty))
    from (values ('owner_name', 200, null), ('owner_email', 200, null), ('address', 400, null), ('title', 200, null), ('tin_no', 40, null),
      ('phone', 80, null), ('payment_instructions', 400, null), ('other_info1', 400, ''), ('other_info2', 400, ''),
      ('time_zone', 200, 'Asia/Manila'), ('currency', 200, 'PHP')) t (field, length, empty)
    where p_details ? t.field), '{}'));
  v_new := jsonb_populate_record(v_new, coalesce((
    select jsonb_object_agg(c.list, to_jsonb(private.read_categories(p_details, c.list)))
    from unnest('{product_categories1,product_categories2,product_categories3}'::text[]) c (list) where p_details ? c.list), '{}'));
  v_new.project_logos := array[
    case when p_details ? 'logo_uri' then private.read_logo(p_project, p_details, 'logo_uri') else v_old.logo_uri end,
    case when p_details ? 'logo_uri1' then private.read_logo(p_project, p_details, 'logo_uri1') else v_old.logo_uri1 end];
  v_new.settings := private.read_settings(v_old, p_details);
  if p_details ? 'next_so_no' then
    v_new.booking_count := private.first_number(p_details, 'next_so_no', v_old.booking_count + 1,
      exists (select from public.bookings b where b.project_id = p_project)) - 1;
  end if;
  if p_details ? 'next_voucher_no' then
    v_new.voucher_count := private.first_number(p_details, 'next_voucher_no', v_old.voucher_count,
      exists (select from public.vouchers w where w.project_id = p_project));
  end if;
  update public.projects set
    name = v_new.name, owner_name = v_new.owner_name, owner_email = v_new.owner_email, address = v_new.address, title = v_new.title,
    tin_no = v_new.tin_no, phone = v_new.phone, payment_instructions = v_new.payment_instructions, other_info1 = v_new.other_info1,
    other_info2 = v_new.other_info2, product_categories1 = v_new.product_categories1,
    product_categories2 = v_new.product_categories2, product_categories3 = v_new.product_categories3, time_zone = v_new.time_zone,
    currency = v_new.currency, project_logos = v_new.project_logos, settings = v_new.settings,
    booking_count = v_new.booking_count, voucher_count = v_new.voucher_count
  where id = p_project returning * into v_new;
  return jsonb_build_object('id', p_project, 'version', v_new.version);
end $$;
select private.expose('update_project');
comment on function public.update_project is
  'Changes the fields and settings of a project that p_details names: name, owner_name, owner_email, address, title, tin_no, phone, '
  'payment_instructions, other_info1, other_info2, product_categories1..3 [text], time_zone, currency, logo_uri, logo_uri1 (path of an '
  'uploaded picture, or null), next_so_no, next_voucher_no (until one was drawn), allow_back_orders, credit_override_maker_checker, '
  'credit_lines_maker_checker, vouchers_maker_checker, memos_maker_checker, receipts_maker_checker, payee_accounts_maker_checker, '
  'product_edits_maker_checker, write_offs_maker_checker (booleans), voucher_approval_above, memo_approval_above (amount above which a '
  'voucher or a memo needs approval; null = none does), age_by (due, document), ageing_buckets [three days], stock_cost (default, average: '
  'what the inventory report values stock at), drr_label, vat_percent (0 = none), prices_include_vat (boolean; false: VAT comes on top of '
  'prices and costs, from the next entry on), price_floor_percent (of the live SRP, below which a booking needs an override; free goods '
  'always do), vat_registered (boolean), branch_code (five digits of the TIN; null = as in the TIN), serial_digits (6 to 12 digits that an '
  'invoice number gets at least; null = as typed), invoice_note, authority_note (texts at the foot of invoices), field_days (0 to 60: how '
  'many days back an act of a phone counts on its own day without a decision of the office). The '
  'platform administrator; in their own project General Manager and Owner (settings.write), but not name, time_zone, '
  'currency and ..._maker_checker. Errors: 42501, P0002, P0001 stale_version and wrong_state, 22023 per field, 23505 name.';

create or replace function private.remove_project(p_project uuid, p_status text default 'removed') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_admin boolean := private.admin_or(null, null);
begin
  if p_status not in ('active', 'inactive', 'removed') or p_status is null then
    perform private.invalid('status', 'Active, inactive or removed.');
  end if;
  update public.projects set status = p_status where id = p_project and status <> 'removed';
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('id', p_project, 'status', p_status);
end $$;
select private.expose('remove_project');
comment on function public.remove_project is
  'Soft-removes, deactivates or reactivates a project: its users lose access at their next statement, its rows stay. A removed project '
  'does not come back. Platform administrator only. Errors: 42501, P0002, 22023.';

create or replace function private.project_details(p_project uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_project jsonb;
begin
  if not private.is_admin() then perform private.authorize(p_project, 'settings.read'); end if;
  select to_jsonb(p) || jsonb_build_object('time_zone', private.known_zone(p.time_zone), 'settings', private.known_settings(p.settings),
    'to_repair', private.to_repair(p),
    'drawn', jsonb_build_object('so_no', exists (select from public.bookings b where b.project_id = p.id),
      'voucher_no', exists (select from public.vouchers w where w.project_id = p.id)),
    'people', (select count(*) from public.memberships m where m.project_id = p.id and m.status = 'active'),
    'pending_bookings', (select count(*) from public.bookings b where b.project_id = p.id and b.stage = 'pending'))
  into v_project from public.projects p where p.id = p_project;
  if not found then perform private.not_found(); end if;
  return v_project;
end $$;
select private.expose('project_details');
comment on function public.project_details is
  'Returns a project with every column, also owner_name, owner_email, settings and the counters booking_count and voucher_count, which are '
  'not read from the table; and to_repair: {field: stored value} of a time zone, currency or setting that is not known, in the place of '
  'which UTC or the value of a new project stands (the currency stays); drawn: {so_no, voucher_no: whether a document has drawn a number '
  'of the series}; people: the number of active members; pending_bookings: the number of them. For the platform administrator, General '
  'Manager and Owner (settings.read). Errors: 42501, P0002.';

create or replace function private.project_list(p_filters jsonb default '{}')
returns table (id uuid, sort_key text, name text, owner_name text, owner_email text, status text, time_zone text,
  currency text, matches bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_admin boolean := private.admin_or(null, null);
  v_back boolean := p_filters ? 'before';
  v_beyond jsonb := coalesce(p_filters -> 'after', p_filters -> 'before');
  v_key text := v_beyond ->> 'sort_key';
  v_id uuid := private.read_uuid(v_beyond, 'id');
  v_search text := private.search_text(p_filters ->> 'search');
begin
  return query
  with found as (
    select p.*, count(*) over () as matches from public.projects p
    where case when p_filters ->> 'status' is null then p.status <> 'removed' else p.status = p_filters ->> 'status' end
      and (v_search is null
        or position(v_search in private.search_text(concat_ws(E'\x1f', p.name, p.title, p.owner_name, p.owner_email))) > 0)
  )
  select f.id, f.sort_key, f.name, f.owner_name, f.owner_email, f.status, f.time_zone, f.currency, f.matches from found f
  where v_id is null or case when v_back then (f.sort_key, f.id) < (v_key, v_id) else (f.sort_key, f.id) > (v_key, v_id) end
  order by case when not v_back then f.sort_key end, case when v_back then f.sort_key end desc,
    case when not v_back then f.id end, case when v_back then f.id end desc
  limit least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000);
end $$;
select private.expose('project_list');
comment on function public.project_list is
  'A page of projects by name. p_filters: {search (name, title, owner and owner''s e-mail), status (all but removed ones when null), '
  'limit, after or before: {sort_key, id}}. With before the rows come last first. matches: the number on all pages. Platform administrator '
  'only. Errors: 42501.';

create or replace function private.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_admin boolean := private.admin_or(null, null);
begin
  return jsonb_build_object(
    'projects', (select jsonb_build_object(
        'active', count(*) filter (where p.status = 'active'), 'inactive', count(*) filter (where p.status = 'inactive'),
        'removed', count(*) filter (where p.status = 'removed')) from public.projects p),
    'people', (select jsonb_build_object(
        'active', count(*) filter (where m.active), 'inactive', count(*) filter (where not m.active))
      from (select bool_or(m.status = 'active') as active from public.memberships m group by m.user_id) m),
    'roles', coalesce((select jsonb_object_agg(r.role, r.people) from (
        select m.role, count(distinct m.user_id) as people from public.memberships m where m.status = 'active' group by m.role) r), '{}'),
    'people_by_project', coalesce((select jsonb_object_agg(r.project_id, r.people) from (
        select m.project_id, count(*) as people from public.memberships m where m.status = 'active' group by m.project_id) r), '{}'),
    'to_repair', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name) from public.projects p
      where p.status <> 'removed' and private.to_repair(p) <> '{}'), '[]'));
end $$;
select private.expose('admin_overview');
comment on function public.admin_overview is
  'Returns counts for the administrator: {projects: {active, inactive, removed}, people: {active, inactive}, roles: {role: people}, '
  'people_by_project: {id: active people}, to_repair: [{id, name} of projects with a time zone, currency or setting that is not known]}. '
  'Platform administrator only. Errors: 42501.';

-- ---------------------------------------------------------------------------------------------
-- Logos: private pictures below the project's own folder
-- ---------------------------------------------------------------------------------------------

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('logos', 'logos', false, 1048576, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do nothing;

create policy logos_select on storage.objects for select to authenticated
  using (bucket_id = 'logos' and not (select private.asks_for_signed_link())
    and ((storage.foldername(objects.name))[1] = any ((select private.my_projects())::uuid[]::text[]) or (select private.is_admin())));
create policy logos_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and not (select private.asks_for_signed_link())
    and ((select private.is_admin())
      or (storage.foldername(objects.name))[1] = any ((select private.projects_with('settings.write'))::uuid[]::text[]))
    and exists (select from public.projects p where p.id::text = (storage.foldername(objects.name))[1] and p.status <> 'removed'));
create policy logos_delete on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and ((select private.is_admin())
    or (storage.foldername(objects.name))[1] = any ((select private.projects_with('settings.write'))::uuid[]::text[])));
