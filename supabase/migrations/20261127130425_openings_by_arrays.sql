CREATE OR REPLACE FUNCTION private.undo_customers(p_project uuid, p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Arrays instead of joins: a plan that was kept from a small company takes a minute to join 10,000 rows.
  v_customers uuid[] := array(select c.id from public.customers c where c.project_id = p_project and c.import_id = p_import);
  v_bookings uuid[];
  v_used text;
begin
  -- The rows are locked first, so that nothing can begin to depend on them meanwhile.
  perform from public.bookings b where b.project_id = p_project and b.customer_id = any (v_customers) order by b.id for update;
  perform from public.customers c where c.project_id = p_project and c.id = any (v_customers) order by c.id for update;
  select c.name into v_used from public.customers c
  where c.project_id = p_project and c.import_id = p_import and (c.version > 1
    or exists (select from public.bookings b where b.project_id = p_project and b.customer_id = c.id and (not b.is_opening or b.version > 1))
    or exists (select from public.bookings b join private.import_records r on r.project_id = b.project_id and r.record_id = b.id
      where b.project_id = p_project and b.customer_id = c.id)
    or exists (select from public.memos m where m.project_id = p_project and m.customer_id = c.id)
    or exists (select from public.collections k where k.project_id = p_project and k.customer_id = c.id)
    or exists (select from public.customer_finance_events e where e.project_id = p_project and e.customer_id = c.id))
  order by c.sort_key limit 1;
  if v_used is not null then
    perform private.refuse('wrong_state', format('%s has been used or changed since. Deactivate what you do not need instead.', v_used));
  end if;
  v_bookings := array(select b.id from public.bookings b where b.project_id = p_project and b.customer_id = any (v_customers));
  perform private.expect_movable(p_project, min(coalesce(b.opening_date, b.date_invoiced)), '') from public.bookings b where b.project_id = p_project and b.id = any (v_bookings);
  perform private.unpost_openings(p_project, v_bookings);
  delete from public.bookings where project_id = p_project and id = any (v_bookings);
  delete from public.customers where project_id = p_project and id = any (v_customers);
end $function$;

CREATE OR REPLACE FUNCTION private.write_customers_sheet(p_project uuid, p_import uuid, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_today date := private.business_date(p_project);
  v_bookings uuid[];
begin
  insert into public.customers (project_id, name, store_name, address, area, contact, tin_no, business_style, vat_class, credit_line, terms_days,
    approval_status, agent_id, date_added, import_id)
  select p_project, btrim(s.value ->> 'name'), private.read_text(s.value, 'store_name'), private.read_text(s.value, 'address', p_max => 400),
    private.read_text(s.value, 'area'), private.read_text(s.value, 'contact'), private.read_text(s.value, 'tin_no'), private.read_text(s.value, 'business_style'),
    coalesce(private.sheet_vat(s.value ->> 'vat_class'), 'vatable'), private.read_money(s.value, 'credit_line'), coalesce(private.read_int(s.value, 'terms_days'), 0), 'approved', m.user_id, v_today, p_import
  from private.customer_sheet(p_rows) s
  join (public.memberships m join public.profiles p on p.user_id = m.user_id)
    on m.project_id = p_project and m.role = 'Agent' and m.status = 'active'
    and lower(btrim(s.value ->> 'agent')) in (lower(p.display_name), lower(p.email))
  where s.no = s.first;
  with written as (
    insert into public.bookings (project_id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, is_opening,
      approval_status, validated_at, validated_by, date_added, invoice_no, date_invoiced, date_due, date_delivered, opening_date, total, remarks)
    select p_project, 'OB-' || s.invoice_no, c.id, c.agent_id, c.name, c.store_name, c.address, c.area, true,
      'approved', now(), auth.uid(), d.invoiced, s.invoice_no, d.invoiced, coalesce(private.read_date(s.value, 'due_date'), d.invoiced + c.terms_days), d.invoiced,
      private.read_date(s.value, 'opening_date'), private.read_money(s.value, 'amount'), 'Open from before'
    from private.customer_sheet(p_rows) s
    join public.customers c on c.project_id = p_project and c.import_id = p_import and lower(c.name) = s.key
    cross join lateral (select private.read_date(s.value, 'invoice_date') as invoiced) d
    where s.invoice_no is not null
    order by d.invoiced, s.no
    returning id)
  select array(select w.id from written w) into v_bookings;
  perform private.post_openings(p_project, v_bookings);
  return '[]';
end $function$;
