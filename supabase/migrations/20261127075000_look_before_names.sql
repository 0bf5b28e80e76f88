CREATE OR REPLACE FUNCTION private.keep_booked_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_key text := lower(new.customer_name || ' ' || coalesce(new.store_name, ''));
begin
  -- Nearly every booking has a name that is there.
  if exists (select from private.booked_names n where n.project_id = new.project_id and n.customer_id = new.customer_id and n.hash = md5(v_key)) then return null; end if;
  insert into private.booked_names (project_id, customer_id, search_key) values (new.project_id, new.customer_id, v_key) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_receipt_sums()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into private.document_sums values (old.project_id, old.collection_type, old.approval_status, -1, -(old.part_no = 1)::int, -old.amount, -old.reversed),
      (new.project_id, new.collection_type, new.approval_status, 1, (new.part_no = 1)::int, new.amount, new.reversed);
  elsif tg_op = 'DELETE' then
    insert into private.document_sums values (old.project_id, old.collection_type, old.approval_status, -1, -(old.part_no = 1)::int, -old.amount, -old.reversed);
  else
    insert into private.document_sums values (new.project_id, new.collection_type, new.approval_status, 1, (new.part_no = 1)::int, new.amount, new.reversed);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_closing(p_project uuid)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closing of ' || p_project::text, 0));
  -- As private.closed_through does, without the call: each statement that posts asks.
  return (select p.closed_through from public.projects p where p.id = p_project);
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
  v_discount numeric;
  v_settings jsonb := (select p.settings from public.projects p where p.id = p_project);
  v_percent numeric := private.setting_of(v_settings, 'vat_percent')::numeric;
  v_included boolean := private.setting_of(v_settings, 'prices_include_vat')::boolean;
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
    -- What a line does not have is not read, which saves the call.
    v.free_of := case when v_line ->> 'free_of' <> '' then private.read_int(v_line, 'free_of', false, v_path) end;
    v.agent_srp := coalesce(private.read_money(v_line, 'agent_srp', v.free_of is null, v_path), 0);
    v.agent_srp_pieces := case when v_line ->> 'agent_srp_pieces' <> '' then private.read_price_pieces(v_line, 'agent_srp_pieces', v_path) else 1 end;
    -- A value by itself: the column refuses a large number in words of its own.
    v_discount := case when v_line ->> 'discount_percent' <> '' then private.read_money(v_line, 'discount_percent', false, v_path) else 0 end;
    if v_discount > 100 then perform private.invalid(v_path || 'discount_percent', 'A discount is at most 100 percent.'); end if;
    v.discount_percent := v_discount;
    v.discount_amount := case when v_line ->> 'discount_amount' <> '' then private.read_money(v_line, 'discount_amount', false, v_path) else 0 end;
    v.vat_percent := private.vat_rate(v.vat_class, v_percent);
    v.vat_on_top := case when v_included then 0 else v.vat_percent end;
    -- A value by itself, so that its VAT is computed without a call.
    v_gross := private.line_amount(v.agent_srp, v.agent_srp_pieces, v.quantity);
    v_gross := private.limit_amount(private.with_vat(v_gross, v.vat_percent), v_path || 'agent_srp');
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
