-- Settings that decide what a report has: they are of the moment that its figures are of.

create or replace function public.settings_as_of(p_project uuid, p_filters jsonb default '{}') returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if private.set_known_at(p_project, p_filters) then return known.settings_as_of(p_project, p_filters - 'known_at'); end if;
  return case when private.scope_of(p_project, 'reports.ar') is null then '{}'
      else jsonb_build_object('age_by', private.project_setting(p_project, 'age_by'),
        'ageing_buckets', private.project_setting(p_project, 'ageing_buckets')) end
    || case when private.scope_of(p_project, 'costs.read') is null then '{}'
      else jsonb_build_object('stock_cost', private.project_setting(p_project, 'stock_cost')) end;
end $$;
comment on function public.settings_as_of is
  'Returns the settings that decide which amounts and choices a report has, as known at p_filters.known_at (default: now): age_by, '
  'ageing_buckets (with reports.ar), stock_cost (with costs.read); none to who has neither, whose reports need none. Errors: 22023.';
