CREATE OR REPLACE FUNCTION private.import_sheet(p_kind text, p_project uuid, p_idempotency_key uuid, p_import jsonb, p_check boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, private.import_permission(p_kind));
  v_kind private.import_kinds;
  v_done jsonb;
  v_rows jsonb := private.read_list(p_import, 'rows', 10000);
  v_count int := jsonb_array_length(v_rows);
  v_errors jsonb;
  v_changes jsonb;
  v_answer jsonb;
  v_import public.imports;
begin
  select * into v_kind from private.import_kinds k where k.kind = p_kind;
  if v_count = 0 then perform private.invalid('rows', 'The sheet has no rows.'); end if;
  if jsonb_path_exists(v_rows, 'strict $[*] ? (@.type() != "object")') then perform private.invalid('rows', 'Each row names its columns.'); end if;
  perform private.read_value(x.value, y.key) from jsonb_array_elements(v_rows) x cross join lateral jsonb_object_keys(
    case jsonb_typeof(x.value) when 'object' then x.value else '{"row": null}' end) y (key);
  -- This comes first, so that a sheet that is sent again is not compared with its own imported rows.
  if p_check is not true then
    v_done := private.begin_command(p_project, p_idempotency_key, 'import_' || p_kind, p_import);
    if v_done is not null then return v_done; end if;
  end if;
  if p_check is not true or v_kind.tries then
    -- Two imports of one file: the second finds the rows of the first.
    perform private.lock_number(p_project, 'imported ' || p_kind, '');
    execute format('select private.lock_%I_sheet($1, $2)', p_kind) using p_project, v_rows;
  end if;
  execute format('select private.check_%I_sheet($1, $2)', p_kind) into v_errors using p_project, v_rows;
  if v_kind.changes and v_errors = '[]' then
    execute format('select private.changes_%I_sheet($1, $2)', p_kind) into v_changes using p_project, v_rows;
    if p_check is not true then
      if v_changes = '[]' then perform private.refuse('wrong_state', 'Nothing in this sheet differs from what is there.'); end if;
      if p_import ->> 'seen' is distinct from md5(v_changes::text) and p_import ? 'seen' then
        perform private.refuse('stale_version', 'One of these rows was changed by another user. Review the changes and try again.');
      end if;
    end if;
  end if;
  if v_errors = '[]' and (p_check is not true or v_kind.tries) then
    begin
      insert into public.imports (project_id, kind, file_name, row_count)
      values (p_project, p_kind, coalesce(private.read_text(p_import, 'file_name'), 'Pasted rows'), v_count) returning * into v_import;
      execute format('select private.write_%I_sheet($1, $2, $3)', p_kind) into v_errors using p_project, v_import.id, v_rows;
      if p_check or v_errors <> '[]' then raise exception using errcode = 'KL001'; end if;
    exception when sqlstate 'KL001' then v_import := null;
    end;
  end if;
  v_answer := jsonb_build_object('rows', v_count, 'errors', v_errors)
    || case when v_changes is null then '{}' else jsonb_build_object('changes', v_changes, 'seen', md5(v_changes::text)) end;
  if v_import.id is null then
    -- Nothing was written, so that a corrected sheet may come under the same key.
    perform private.abandon_command(p_idempotency_key);
    return v_answer;
  end if;
  return private.complete_command(p_idempotency_key, v_answer - 'changes' - 'seen' || jsonb_build_object('id', v_import.id, 'version', v_import.version));
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
    -- A value by itself: the column refuses a large number in words of its own.
    v_discount := coalesce(private.read_money(v_line, 'discount_percent', false, v_path), 0);
    if v_discount > 100 then perform private.invalid(v_path || 'discount_percent', 'A discount is at most 100 percent.'); end if;
    v.discount_percent := v_discount;
    v.discount_amount := coalesce(private.read_money(v_line, 'discount_amount', false, v_path), 0);
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
