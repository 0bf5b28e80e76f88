-- Identity of the caller, read once per request.

create or replace function private.current_identity() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'user_id', u.user_id,
      'email', u.email,
      'display_name', u.display_name,
      'is_admin', private.is_admin(),
      'state', (select s.state from private.installed_state s),
      'memberships', coalesce((
        select jsonb_agg(jsonb_build_object(
          'project_id', p.id, 'project_name', p.name, 'role', m.role,
          'permissions',
          coalesce((select jsonb_agg(r.permission order by r.permission) from private.role_permissions r where r.role = m.role), '[]'),
          'time_zone', private.known_zone(p.time_zone), 'currency', p.currency, 'title', p.title, 'address', p.address,
          'closed_through', p.closed_through, 'sample', p.sample,
          -- All with settings.read, otherwise the label of the daily remittance report and, on the web, those that its screens need.
          -- No rule of two people holds for whoever is the whole office.
          'settings', (select coalesce(jsonb_object_agg(s.key, case when s.key = 'maker_checker' and m.role = 'one-person office'
              then (select jsonb_object_agg(r.rule, false) from jsonb_object_keys(s.value) r (rule)) else s.value end), '{}')
            from jsonb_each(private.known_settings(p.settings)) s
            where s.key = 'drr_label' or exists (select from private.role_permissions g where g.role = m.role
                and g.permission in ('settings.read', case s.key when 'stock_cost' then 'costs.read' end))
              or (s.key in ('age_by', 'ageing_buckets', 'allow_back_orders', 'maker_checker', 'memo_approval_above',
                'voucher_approval_above') and (select r.web_sign_in from private.roles r where r.role = m.role))),
          'to_repair', (select coalesce(jsonb_agg(r.field), '[]') from jsonb_object_keys(private.to_repair(p)) r (field)),
          'logo_uri', p.logo_uri, 'logo_uri1', p.logo_uri1) order by p.name)
        from public.memberships m
        join public.projects p on p.id = m.project_id and p.status = 'active'
        where m.user_id = u.user_id and m.status = 'active' and private.opens_here(p.id, m.role)), '[]'))
    from public.profiles u
    where u.user_id = (select private.current_user_id()));
end $$;
select private.expose('current_identity');
comment on function public.current_identity is
  'Returns the signed-in user with the active memberships that the session opens, and their permissions; null for an unknown or '
  'deactivated user. The subject is always the user of the token. settings.maker_checker has the rules as they hold for the user: none in '
  'a one-person office.';
