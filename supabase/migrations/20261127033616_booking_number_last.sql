CREATE OR REPLACE FUNCTION private.are_short_texts(p_texts text[], p_count integer, p_length integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare v_text text;
begin
  if p_texts is null then return null; end if;
  if cardinality(p_texts) > p_count or array_ndims(p_texts) > 1 then return false; end if;
  -- Without a query: each number that a document draws evaluates the checks of its project.
  foreach v_text in array p_texts loop
    if length(v_text) > p_length or v_text ~ private.control_characters() then return false; end if;
  end loop;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.create_booking(p_project uuid, p_idempotency_key uuid, p_booking jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_done jsonb;
  v_scope text := private.authorize(p_project, 'bookings.write');
  v_list jsonb := private.read_list(p_booking, 'lines', 200);
  v_lines public.booking_lines[];
  v_customer_id uuid := private.read_uuid(p_booking, 'customer_id', true);
  v_customer public.customers;
  v_agent uuid := private.read_uuid(p_booking, 'agent_id');
  v_date date := private.past_date(p_project, private.read_date(p_booking, 'date_added'), 'date_added');
  v_booking public.bookings;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'create_booking', p_booking);
  if v_done is not null then return v_done; end if;

  select * into v_customer from public.customers
  where project_id = p_project and id = v_customer_id
    and (v_scope = 'all' or agent_id = auth.uid()) for share;
  if not found then perform private.invalid('customer_id', 'Choose a customer.'); end if;
  if v_customer.approval_status <> 'approved' then
    perform private.refuse('customer_not_approved', format('%s is %s: only approved customers can buy.', v_customer.name, v_customer.approval_status), 'customer_id');
  end if;
  v_agent := coalesce(v_agent, v_customer.agent_id);
  if v_scope = 'own' and (v_agent <> auth.uid() or v_date <> private.business_date(p_project)) then
    perform private.forbid('Agents book for themselves, today.');
  end if;
  perform private.active_agent(p_project, v_agent, 'agent_id');
  v_booking.remarks := private.read_text(p_booking, 'remarks', p_max => 400);
  v_lines := private.read_booking_lines(p_project, v_list, v_customer);
  select t.total, t.discount into v_booking.total, v_booking.discount from private.add_up_lines(v_lines) t;

  -- The number is drawn last, so that the project's row is locked as briefly as possible: the lines are written before it, and
  -- their foreign keys are checked at the end of the statement, when the booking is there.
  perform private.lock_closing(p_project);
  v_booking.id := private.new_id();
  with lines as (
    insert into public.booking_lines (project_id, booking_id, line_no, product_id, case_config, quantity, agent_srp, agent_srp_pieces,
      discount_percent, discount_amount, free_of, vat_class, vat_percent, vat_on_top)
    select p_project, v_booking.id, l.line_no, l.product_id, l.case_config, l.quantity, l.agent_srp, l.agent_srp_pieces,
      l.discount_percent, l.discount_amount, l.free_of, l.vat_class, l.vat_percent, l.vat_on_top
    from unnest(v_lines) l returning line_no
  )
  insert into public.bookings (project_id, id, so_no, customer_id, agent_id, customer_name, store_name, deliver_to, area, date_added, total, discount, remarks)
  select p_project, v_booking.id, private.draw_so_no(p_project), v_customer.id, v_agent, v_customer.name, v_customer.store_name, v_customer.address, v_customer.area,
    v_date, v_booking.total, v_booking.discount, v_booking.remarks
  from (select count(*) from lines) l
  returning * into v_booking;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_booking.id, 'so_no', v_booking.so_no,
    'total', v_booking.total::text, 'version', v_booking.version));
end $function$;

CREATE OR REPLACE FUNCTION private.draw_so_no(p_project uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_no text;
begin
  update public.projects set booking_count = booking_count + 1 where id = p_project returning booking_count::text into v_no;
  return 'SO-' || lpad(v_no, greatest(6, length(v_no)), '0');
end $function$;

CREATE OR REPLACE FUNCTION private.read_booking_lines(p_project uuid, p_lines jsonb, p_customer public.customers)
 RETURNS public.booking_lines[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_line jsonb;
  v_path text;
  v public.booking_lines;
  v_lines public.booking_lines[] := '{}';
  v_ids uuid[];
  v_products jsonb;
  v_gross numeric;
  v_percent numeric := private.project_setting(p_project, 'vat_percent')::numeric;
  v_included boolean := private.project_setting(p_project, 'prices_include_vat')::boolean;
begin
  if jsonb_array_length(p_lines) = 0 then perform private.invalid('lines', 'Add at least one product.'); end if;
  v_ids := array(select private.read_uuid(e.value, 'product_id', true, format('lines[%s].', e.ordinality - 1))
    from jsonb_array_elements(p_lines) with ordinality e);
  select coalesce(jsonb_object_agg(x.id, jsonb_build_array(x.case_config, x.vat_class)), '{}') into v_products from (
    select p.id, p.case_config, private.vat_class_of(p_customer.vat_class, p.vat_class) as vat_class
    from public.inventory i join public.products p on p.project_id = i.project_id and p.id = i.product_id
    where i.project_id = p_project and p.status = 'active'
      and i.product_id = any (v_ids)
    order by i.product_id for key share of i) x;
  for v_line in select value from jsonb_array_elements(p_lines) loop
    v.line_no := cardinality(v_lines) + 1;
    v_path := format('lines[%s].', v.line_no - 1);
    v.product_id := v_ids[v.line_no];
    if not v_products ? v.product_id::text then perform private.invalid(v_path || 'product_id', 'Choose an active product.'); end if;
    v.case_config := v_products -> v.product_id::text ->> 0;
    v.vat_class := v_products -> v.product_id::text ->> 1;
    v.quantity := private.read_pieces(v_line, 'quantity', true, v_path);
    if v.quantity = 0 then perform private.invalid(v_path || 'quantity', 'Enter a quantity above zero.'); end if;
    v.free_of := private.read_int(v_line, 'free_of', false, v_path);
    v.agent_srp := coalesce(private.read_money(v_line, 'agent_srp', v.free_of is null, v_path), 0);
    v.agent_srp_pieces := private.read_price_pieces(v_line, 'agent_srp_pieces', v_path);
    v.discount_percent := coalesce(private.read_money(v_line, 'discount_percent', false, v_path), 0);
    v.discount_amount := coalesce(private.read_money(v_line, 'discount_amount', false, v_path), 0);
    v.vat_percent := private.vat_rate(v.vat_class, v_percent);
    v.vat_on_top := case when v_included then 0 else v.vat_percent end;
    -- A value by itself, so that its VAT is computed without a call.
    v_gross := private.line_amount(v.agent_srp, v.agent_srp_pieces, v.quantity);
    v_gross := private.limit_amount(private.with_vat(v_gross, v.vat_percent), v_path || 'agent_srp');
    if v.discount_percent > 100 then perform private.invalid(v_path || 'discount_percent', 'A discount is at most 100 percent.'); end if;
    if private.net_amount(v.agent_srp, v.agent_srp_pieces, v.quantity, v.discount_percent, v.discount_amount, v.quantity) < 0 then
      perform private.invalid(v_path || 'discount_amount', 'The discount is more than the line.');
    end if;
    -- An index beyond the lines before reads null: no such line.
    if v.free_of is not null and ((v_lines[v.free_of]).line_no is null or (v_lines[v.free_of]).free_of is not null) then
      perform private.invalid(v_path || 'free_of', 'Free goods follow the line with which they are given.');
    end if;
    if v.free_of is not null and (v.agent_srp <> 0 or v.discount_percent <> 0 or v.discount_amount <> 0) then
      perform private.invalid(v_path || 'agent_srp', 'Free goods have no price and no discount.');
    end if;
    v_lines := v_lines || v;
  end loop;
  return v_lines;
end $function$;

COMMENT ON FUNCTION "private"."draw_so_no"(uuid) IS 'Draws the next SO number. It locks the project until commit, so it comes last.';

REVOKE ALL ON FUNCTION "private"."draw_so_no"(uuid) FROM PUBLIC;
