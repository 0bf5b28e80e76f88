-- The month of a person in the field, beside the targets: for the app's first screen. See docs/field-app.md.

create or replace function private.field_month(p_project uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'field.read');
  v_agents uuid[] := case v_scope when 'own' then array[auth.uid()] when 'team' then private.my_agents() end;
  v_sells boolean := private.scope_of(p_project, 'bookings.read') in ('all', 'team', 'own');
  v_to date := private.business_date(p_project);
  v_from date := date_trunc('month', v_to)::date;
begin
  return (
    select jsonb_strip_nulls(jsonb_build_object('month', to_char(v_from, 'YYYY-MM'),
      'sales', case when v_sells then coalesce((select sum(n.net) from private.net_sales(p_project, daterange(v_from, v_to, '[]')) n), 0.00)
        end::text,
      'collected', coalesce((
        -- Receipts that a collector brought, or that the customers of agents paid.
        select sum(e.amount) from private.counted_entries(p_project, 'collected', v_from, v_to,
          p_agent => case when v_scope = 'own' and v_sells then auth.uid() end) e
        join public.collections c on c.project_id = p_project and c.id = e.collection_id and not c.from_archive
        where v_agents is null or case when v_sells then c.agent_id else c.collector_id end = any (v_agents)), 0.00)::text,
      'sales_target', (sum(t.sales) filter (where v_sells))::text, 'collections_target', (sum(t.collections) filter (where v_sells))::text))
    from private.targets_at(p_project, v_from) t where v_agents is null or t.agent_id = any (v_agents));
end $$;
select private.expose('field_month');
comment on function public.field_month is
  'The current month of the caller, or of the team of a Manager, up to today: {month, sales (net, by delivery, as report_sales; absent for '
  'collectors), collected (approved receipts by collection date), sales_target, collections_target (absent: none)}. Errors: 42501.';
