-- Lines of bookings: read from JSON, added up, written. One statement each, however many lines a booking has.

create or replace function private.read_booking_lines(p_project uuid, p_lines jsonb, p_customer public.customers)
returns public.booking_lines[]
language plpgsql set search_path = '' as $$
declare
  v_line jsonb;
  v_path text;
  v public.booking_lines;
  v_lines public.booking_lines[] := '{}';
  v_ids uuid[];
  v_products jsonb;
  v_gross numeric;
  v_discount numeric;
  v_settings jsonb := (select p.settings from public.projects p where p.id = p_project);
  v_percent numeric := private.setting_of(v_settings, 'vat_percent')::numeric;
  v_included boolean := private.setting_of(v_settings, 'prices_include_vat')::boolean;
begin
  if jsonb_array_length(p_lines) = 0 then perform private.invalid('lines', 'Add at least one product.'); end if;
  v_ids := array(select private.read_uuid(e.value, 'product_id', true, e.path) from private.items_of(p_lines, 'lines') e);
  select coalesce(jsonb_object_agg(x.id, jsonb_build_array(x.case_config, x.vat_class)), '{}') into v_products from (
    select p.id, p.case_config, private.vat_class_of(p_customer.vat_class, p.vat_class) as vat_class
    from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
    where i.project_id = p_project and p.status = 'active'
      and i.product_id = any (v_ids)
    order by i.product_id for key share of p, i) x;
  for v_line in select value from jsonb_array_elements(p_lines) loop
    v.line_no := cardinality(v_lines) + 1;
    v_path := format('lines[%s].', v.line_no - 1);
    v.product_id := v_ids[v.line_no];
    if not v_products ? v.product_id::text then perform private.invalid(v_path || 'product_id', 'Choose an active product.'); end if;
    v.case_config := v_products -> v.product_id::text ->> 0;
    v.vat_class := v_products -> v.product_id::text ->> 1;
    v.quantity := private.read_pieces(v_line, 'quantity', v_path);
    -- What a line does not have is not read, which saves the call.
    v.free_of := case when v_line ->> 'free_of' <> '' then private.read_int(v_line, 'free_of', false, v_path) end;
    v.agent_srp := coalesce(private.read_money(v_line, 'agent_srp', v.free_of is null, v_path), 0);
    v.agent_srp_pieces := case
      when v_line ->> 'agent_srp_pieces' <> '' then private.read_price_pieces(v_line, 'agent_srp_pieces', v_path) else 1 end;
    -- A value by itself: the column refuses a large number in words of its own.
    v_discount := case
      when v_line ->> 'discount_percent' <> '' then private.read_money(v_line, 'discount_percent', false, v_path) else 0 end;
    if v_discount > 100 then perform private.invalid(v_path || 'discount_percent', 'A discount is at most 100 percent.'); end if;
    v.discount_percent := v_discount;
    v.discount_amount := case
      when v_line ->> 'discount_amount' <> '' then private.read_money(v_line, 'discount_amount', false, v_path) else 0 end;
    v.vat_percent := private.vat_rate(v.vat_class, v_percent);
    v.vat_on_top := case when v_included then 0 else v.vat_percent end;
    -- A value by itself, so that its VAT is computed without a call.
    v_gross := private.line_amount(v.agent_srp, v.agent_srp_pieces, v.quantity);
    v_gross := private.limit_amount(private.with_vat(v_gross, v.vat_percent), v_path || 'agent_srp');
    if private.net_amount(v.agent_srp, v.agent_srp_pieces, v.quantity, v.discount_percent, v.discount_amount, v.quantity) < 0 then
      perform private.invalid(v_path || 'discount_amount', 'The discount exceeds the line amount.');
    end if;
    -- An index beyond the lines before reads null: no such line.
    if v.free_of is not null and ((v_lines[v.free_of]).line_no is null or (v_lines[v.free_of]).free_of is not null) then
      perform private.invalid(v_path || 'free_of', 'Enter free goods below the line they belong to.');
    end if;
    if v.free_of is not null and (v.agent_srp <> 0 or v.discount_percent <> 0 or v.discount_amount <> 0) then
      perform private.invalid(v_path || 'agent_srp', 'Free goods have no price and no discount.');
    end if;
    v_lines := v_lines || v;
  end loop;
  return v_lines;
end $$;
comment on function private.read_booking_lines is
  'Reads the lines of a booking from {product_id, quantity (pieces), agent_srp, agent_srp_pieces, discount_percent, discount_amount, '
  'free_of}, each line checked, and keeps their products. VAT is that of customer and product now, and stays as it is saved.';

create or replace function private.read_booking(p_old public.bookings, p_scope text, p_details jsonb, out booking public.bookings,
  out lines public.booking_lines[])
language plpgsql set search_path = '' as $$
declare
  v_list jsonb := private.read_list(p_details, 'lines', 200);
  v_customer_id uuid := coalesce(private.read_uuid(p_details, 'customer_id', p_old.id is null), p_old.customer_id);
  v_date date := private.read_date(p_details, 'date_added');
  v_customer public.customers;
begin
  booking := p_old;
  select * into v_customer from public.customers
  where project_id = p_old.project_id and id = v_customer_id and (p_scope = 'all' or agent_id = auth.uid()) for share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  -- An agent books for a customer whom the same agent has asked for: such a booking is validated once the customer is approved.
  if v_customer.id is distinct from p_old.customer_id and v_customer.approval_status <> 'approved'
    and not (p_scope = 'own' and v_customer.approval_status = 'pending' and v_customer.created_by = auth.uid()) then
    perform private.refuse('customer_not_approved',
      format('%s is %s: only approved customers can buy.', v_customer.name, v_customer.approval_status), 'customer_id');
  end if;
  booking.agent_id := coalesce(private.read_uuid(p_details, 'agent_id'), p_old.agent_id, v_customer.agent_id);
  if p_scope = 'own' and booking.agent_id <> auth.uid() then perform private.forbid('Agents can only book under their own name.'); end if;
  if booking.agent_id is distinct from p_old.agent_id then
    perform private.active_agent(p_old.project_id, booking.agent_id, 'agent_id');
  end if;
  if p_old.id is null or v_date <> p_old.date_added then
    booking.date_added := private.past_date(p_old.project_id, v_date, 'date_added');
    if p_scope = 'own' and (p_old.id is not null or booking.date_added <> private.own_day(p_old.project_id)) then
      perform private.forbid('Agents can only book for today.');
    end if;
  end if;
  booking.customer_id := v_customer.id;
  booking.customer_name := v_customer.name;
  booking.store_name := v_customer.store_name;
  booking.deliver_to := v_customer.address;
  booking.area := v_customer.area;
  booking.remarks := private.read_text(p_details, 'remarks', p_max => 400);
  lines := private.read_booking_lines(p_old.project_id, v_list, v_customer);
  select private.limit_amount(sum(x.amount), 'lines'), sum(x.gross - x.amount) into booking.total, booking.discount
  from (select private.delivered_amount(l, l.quantity) as amount, private.gross_amount(l, l.quantity) as gross from unnest(lines) l) x;
end $$;
comment on function private.read_booking is
  'Reads a new booking (p_old: its project alone) or the changes of a pending one, and its lines, with total and discount as the columns '
  'of the lines come to. p_scope: of bookings.write. Errors: those of create_booking and update_booking.';
