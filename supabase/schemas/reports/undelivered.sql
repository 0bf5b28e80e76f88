-- Report of deliveries: what had not been delivered of validated bookings as of a day.

create or replace function private.undelivered_as_of(p_project uuid, p_filters jsonb)
returns table (booking_id uuid, age int, age_group int, lines bigint, pieces bigint, cases bigint, loose bigint, litres numeric,
  amount numeric)
language plpgsql stable set search_path = '' as $$
declare
  page record := private.report_filters(p_filters);
  v_as_of date := coalesce(private.read_date(p_filters, 'as_of'), private.business_date(p_project));
begin
  return query
  with waiting as materialized (
    select b.id, b.date_added from public.bookings b
    where b.project_id = p_project and b.approval_status like 'approved%' and not b.is_opening and b.date_added <= v_as_of
      and (b.stage in ('validated', 'invoiced') or b.date_delivered > v_as_of)
      and (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)
  ), gone as (
    select m.source_line as line_id, -sum(m.quantity) as delivered, 0 as released
    from waiting w join public.stock_movements m on m.project_id = p_project and m.source_table = 'bookings' and m.source_id = w.id
    where m.kind = 'issue' and m.on_date <= v_as_of group by m.source_line
    union all
    select k.line_id, 0, sum(k.quantity)
    from waiting w join public.booking_credits k on k.project_id = p_project and k.booking_id = w.id
    where k.kind = 'released' and k.on_date <= v_as_of group by k.line_id
  ), done as (
    select g.line_id, sum(g.delivered)::int as delivered, sum(g.released)::int as released from gone g group by g.line_id
  ), open as (
    select w.id, v_as_of - w.date_added as age, l.case_config, l.quantity - coalesce(d.delivered + d.released, 0) as pieces,
      p.liters_per_case,
      private.delivered_amount(l, l.quantity - coalesce(d.released, 0)) - private.delivered_amount(l, coalesce(d.delivered, 0)) as amount
    from waiting w
    join public.booking_lines l on l.project_id = p_project and l.booking_id = w.id
    join public.products p on p.project_id = p_project and p.id = l.product_id
    left join done d on d.line_id = l.id
    where l.quantity > coalesce(d.delivered + d.released, 0) and (page.product_id is null or l.product_id = page.product_id)
  )
  select o.id, o.age, case when o.age <= 7 then 0 when o.age <= 14 then 1 when o.age <= 30 then 2 else 3 end,
    count(*), sum(o.pieces)::bigint, sum(o.pieces / o.case_config)::bigint,
    sum(case when p_filters ->> 'units' = 'cases' then private.case_millionths(o.pieces, o.case_config)
      else o.pieces % o.case_config end)::bigint,
    sum(round(o.pieces * o.liters_per_case / o.case_config, 3)), sum(o.amount)
  from open o group by o.id, o.age;
end $$;
comment on function private.undelivered_as_of is
  'Returns bookings with open pieces on a day (p_filters.as_of, default today; also agent_id, customer_id, product_id), with the open '
  'pieces and amount and their age in days since they were added; bookings cancelled since are left out. Runs with the caller''s '
  'rights. Errors: 22023.';

create or replace function private.booking_figures(p_booking public.bookings, p_agent uuid, p_name text) returns jsonb
language sql stable
return jsonb_build_object('invoice_no', p_booking.invoice_no, 'date_added', p_booking.date_added, 'customer_name', p_booking.customer_name,
  'store_name', p_booking.store_name, 'deliver_to', p_booking.deliver_to, 'area', p_booking.area,
  'agent_name', case when p_agent is not null then coalesce(p_name, 'Former agent') end,
  'stage', case when p_booking.on_hold then 'on hold' else p_booking.stage end);
comment on function private.booking_figures is 'Returns what a row of the report of deliveries says of its booking and its agent.';

grant execute on function private.undelivered_as_of, private.booking_figures to authenticated;
