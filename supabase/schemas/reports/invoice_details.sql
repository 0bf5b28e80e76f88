-- Details of the bookings on a page of the report of invoices, besides their figures.

create or replace function private.invoice_details(p_project uuid, p_bookings uuid[], p_issued boolean)
returns table (booking_id uuid, so_no text, invoice_no text, stage text, is_opening boolean, date_added date, date_due date, date_delivered date, agent_id uuid, agent_name text,
  customer_id uuid, customer_name text, store_name text, tin_no text, business_style text, cancel_reason text)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  -- One plan is right for the bookings of every page, and to make it takes longer than to run it.
  perform set_config('plan_cache_mode', case when cardinality(p_bookings) > 200 then 'force_custom_plan' else 'force_generic_plan' end, true);
  return query
  with names as materialized (
    select o.booking_id, o.names from private.customers_at_issue(p_project, case when p_issued then p_bookings else '{}' end) o
  )
  select b.id, b.so_no, b.invoice_no, b.stage, b.is_opening, b.date_added, b.date_due, b.date_delivered, b.agent_id, coalesce(w.display_name, 'Former agent'),
    b.customer_id, b.customer_name, coalesce(b.store_name, c.store_name),
    case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end, case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end, b.cancel_reason
  from public.bookings b
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  left join public.profiles w on w.user_id = b.agent_id
  left join names o on o.booking_id = b.id
  where b.project_id = p_project and b.id = any (p_bookings);
end $$;
comment on function private.invoice_details is
  'Returns bookings with the name of their agent, and with the TIN and business style of their customer: with p_issued those of the day of issue. Runs with the caller''s rights.';

grant execute on function private.invoice_details(uuid, uuid[], boolean) to authenticated;
