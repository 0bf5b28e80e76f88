DROP FUNCTION "public"."booking_list"(uuid, jsonb);

DROP FUNCTION "public"."purchase_totals"(uuid, jsonb);

CREATE OR REPLACE FUNCTION private.booking_filter(p_filters jsonb, p_found uuid[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare v_where text := 'b.project_id = $1';
begin
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'stage' = 'undelivered' then v_where := v_where || ' and b.stage in (''validated'', ''invoiced'')';
  elsif p_filters ->> 'stage' is not null then v_where := v_where || ' and b.stage = $2 ->> ''stage'''; end if;
  if private.read_boolean(p_filters, 'uninvoiced') then v_where := v_where || ' and b.date_invoiced is null'; end if;
  if p_filters ->> 'agent' is not null then v_where := v_where || ' and b.agent_id = private.read_uuid($2, ''agent'')'; end if;
  if p_filters ->> 'added_from' is not null then v_where := v_where || ' and b.date_added >= private.read_date($2, ''added_from'')'; end if;
  if p_filters ->> 'added_to' is not null then v_where := v_where || ' and b.date_added <= private.read_date($2, ''added_to'')'; end if;
  if p_filters ->> 'delivered_from' is not null then v_where := v_where || ' and b.date_delivered >= private.read_date($2, ''delivered_from'')'; end if;
  if p_filters ->> 'delivered_to' is not null then v_where := v_where || ' and b.date_delivered <= private.read_date($2, ''delivered_to'')'; end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then
    v_where := v_where || ' and (' || case when p_found is null then 'position(lower(btrim($2 ->> ''search'')) in b.search_key) > 0' else 'b.id = any ($3)' end
      || case when jsonb_array_length(coalesce(p_filters -> 'search_agents', '[]')) > 0 then ' or b.agent_id = any (private.read_uuids($2, ''search_agents''))' else '' end || ')';
  end if;
  return v_where;
end $function$;

CREATE OR REPLACE FUNCTION private.purchase_filter(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_where text := 'p.project_id = $1';
  v_day text := case p_filters ->> 'basis' when 'invoice' then 'p.invoice_date' when 'delivery' then 'p.delivery_date' else 'p.date_added' end;
begin
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'status' is not null then v_where := v_where || ' and p.status = $2 ->> ''status'''; end if;
  if p_filters ->> 'kind' is not null then v_where := v_where || ' and p.kind = $2 ->> ''kind'''; end if;
  if p_filters ->> 'supplier' is not null then v_where := v_where || ' and lower(p.supplier) = lower($2 ->> ''supplier'')'; end if;
  if p_filters ->> 'from' is not null then v_where := v_where || ' and ' || v_day || ' >= private.read_date($2, ''from'')'; end if;
  if p_filters ->> 'to' is not null then v_where := v_where || ' and ' || v_day || ' <= private.read_date($2, ''to'')'; end if;
  if p_filters ->> 'product' is not null then
    v_where := v_where || ' and p.id in (select l.purchase_id from public.purchase_lines l where l.project_id = $1 and l.product_id = private.read_uuid($2, ''product''))';
  end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then
    v_where := v_where || ' and position(lower(btrim($2 ->> ''search'')) in lower(concat_ws(E''\x1f'', p.po_no, p.supplier, p.invoice_no))) > 0';
  end if;
  return v_where;
end $function$;

CREATE OR REPLACE FUNCTION private.voucher_filter(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  v_where text := 'v.project_id = $1';
  v_day text := case p_filters ->> 'basis' when 'printed' then 'v.date_printed' when 'released' then 'v.date_released' else 'v.date_added' end;
begin
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'status' is not null then v_where := v_where || ' and v.status = $2 ->> ''status'''; end if;
  if p_filters ->> 'above' is not null then
    v_where := v_where || ' and v.status in (''pending'', ''printed'') and v.approved_at is null and v.total > private.read_money($2, ''above'')';
  end if;
  if p_filters ->> 'payee' is not null then v_where := v_where || ' and v.payee_id = private.read_uuid($2, ''payee'')'; end if;
  if p_filters ->> 'category' is not null then v_where := v_where || ' and private.in_category(v.category, $2 ->> ''category'')'; end if;
  if p_filters ->> 'classification' is not null then v_where := v_where || ' and private.in_category(v.classification, $2 ->> ''classification'')'; end if;
  if p_filters ->> 'mode' is not null then v_where := v_where || ' and v.mode_of_payment = $2 ->> ''mode'''; end if;
  if p_filters ->> 'bank' is not null then v_where := v_where || ' and v.bank_id = private.read_uuid($2, ''bank'')'; end if;
  if p_filters ->> 'cost_center' is not null then
    v_where := v_where || ' and v.id in (select l.voucher_id from public.voucher_lines l where l.project_id = $1 and l.cost_center_id = private.read_uuid($2, ''cost_center''))';
  end if;
  if p_filters ->> 'from' is not null then v_where := v_where || ' and ' || v_day || ' >= private.read_date($2, ''from'')'; end if;
  if p_filters ->> 'to' is not null then v_where := v_where || ' and ' || v_day || ' <= private.read_date($2, ''to'')'; end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then v_where := v_where || ' and position(lower(btrim($2 ->> ''search'')) in v.search_key) > 0'; end if;
  return v_where;
end $function$;

CREATE OR REPLACE FUNCTION public.booking_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, so_no text, stage text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, date_added date, date_invoiced date, date_delivered date, total numeric, balance numeric, cleared_balance numeric, version integer, on_hold boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,so,customer,total}');
  v_key text := case ltrim(v_sort, '-') when 'so' then 'b.so_no' when 'customer' then 'b.customer_name' when 'total' then 'b.total_key' else 'b.date_added' end;
  v_reverse boolean := (v_sort like '-%') <> (p_filters ? 'before');
  v_found uuid[];
  v_place record;
  v_where text;
begin
  if private.scope_of(p_project, 'bookings.read') is null then perform private.forbid(); end if;
  v_place := private.read_place(p_filters);
  if nullif(btrim(p_filters ->> 'search'), '') is not null then v_found := private.bookings_found(p_project, p_filters ->> 'search'); end if;
  v_where := private.booking_filter(p_filters, v_found);
  if v_place.id is not null then
    v_where := v_where || format(' and (%s, b.id) %s (%L, %L)', v_key, case when v_reverse then '<' else '>' end,
      case v_key when 'b.date_added' then (date '2000-01-01' + v_place.n::int)::text when 'b.total_key' then v_place.n::bigint::text else v_place.t end, v_place.id);
  end if;
  return query execute
    'select b.id, ' || case v_key when 'b.date_added' then '(b.date_added - date ''2000-01-01'') || ''~''' when 'b.total_key' then 'b.total_key || ''~''' else '''0~'' || ' || v_key end
    || ', b.so_no, b.stage, b.invoice_no, b.customer_id, b.customer_name, b.store_name, b.agent_id, b.date_added, b.date_invoiced, b.date_delivered,
      b.total, b.balance, b.cleared_balance, b.version, b.on_hold
    from public.bookings b where ' || v_where || ' order by ' || v_key || case when v_reverse then ' desc, b.id desc' else ', b.id' end
    || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001)
  using p_project, p_filters, v_found;
end $function$;

CREATE OR REPLACE FUNCTION public.purchase_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, po_no text, invoice_no text, supplier text, date_added date, invoice_date date, delivery_date date, kind text, status text, line_count integer, total_cost numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,po,supplier,total}');
  v_key text := case ltrim(v_sort, '-') when 'po' then 'p.po_no' when 'supplier' then 'p.supplier' when 'total' then 'p.total_key' else 'p.date_added' end;
  v_reverse boolean := (v_sort like '-%') <> (p_filters ? 'before');
  v_place record;
  v_where text;
begin
  if private.scope_of(p_project, 'purchases.read') is null then perform private.forbid(); end if;
  v_place := private.read_place(p_filters);
  v_where := private.purchase_filter(p_filters);
  if v_place.id is not null then
    v_where := v_where || format(' and (%s, p.id) %s (%L, %L)', v_key, case when v_reverse then '<' else '>' end,
      case v_key when 'p.date_added' then (date '2000-01-01' + v_place.n::int)::text when 'p.total_key' then v_place.n::bigint::text else v_place.t end, v_place.id);
  end if;
  -- A day of an old row that is infinite has no distance to another day.
  return query execute
    'select p.id, ' || case v_key when 'p.date_added' then '(greatest(''0001-01-01'', least(p.date_added, ''9999-12-31'')) - date ''2000-01-01'') || ''~''' when 'p.total_key' then 'p.total_key || ''~''' else '''0~'' || ' || v_key end
    || ', p.po_no, p.invoice_no, p.supplier, p.date_added, p.invoice_date, p.delivery_date, p.kind, p.status, p.line_count, p.total_cost
    from public.purchases p where ' || v_where || ' order by ' || v_key || case when v_reverse then ' desc, p.id desc' else ', p.id' end
    || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.purchase_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(records bigint, purchases numeric, supplier_returns numeric, net numeric, returns_in numeric, cancelled bigint, cancelled_cost numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'status');
  if private.scope_of(p_project, 'purchases.read') is null then return; end if;
  return query execute
    'select s.records, s.purchases, s.supplier_returns, s.purchases - s.supplier_returns, s.returns_in, s.cancelled, s.cancelled_cost
    from (select count(*) as records,
        coalesce(sum(p.total_cost) filter (where p.status = ''active'' and p.kind = ''purchase''), 0.00) as purchases,
        coalesce(sum(p.total_cost) filter (where p.status = ''active'' and p.kind = ''supplier_return''), 0.00) as supplier_returns,
        coalesce(sum(p.total_cost) filter (where p.status = ''active'' and p.kind = ''return_in''), 0.00) as returns_in,
        count(*) filter (where p.status = ''cancelled'') as cancelled,
        coalesce(sum(p.total_cost) filter (where p.status = ''cancelled''), 0.00) as cancelled_cost
      from public.purchases p where ' || private.purchase_filter(p_filters) || ') s'
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.voucher_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, voucher_no integer, date_added date, pay_to text, general_description text, category text, classification text, invoice_no text, mode_of_payment text, cheque_bank text, cheque_no text, total numeric, status text, approved_at timestamp with time zone, date_released date)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,no,payee,total}');
  v_key text := case ltrim(v_sort, '-') when 'no' then 'v.voucher_no' when 'payee' then 'v.pay_to' when 'total' then 'v.total_key' else 'v.date_added' end;
  v_reverse boolean := (v_sort like '-%') <> (p_filters ? 'before');
  v_place record;
  v_where text;
begin
  if private.scope_of(p_project, 'vouchers.read') is null then perform private.forbid(); end if;
  v_place := private.read_place(p_filters);
  v_where := private.voucher_filter(p_filters);
  if v_place.id is not null then
    v_where := v_where || format(' and (%s, v.id) %s (%L, %L)', v_key, case when v_reverse then '<' else '>' end,
      case v_key when 'v.date_added' then (date '2000-01-01' + v_place.n::int)::text when 'v.pay_to' then v_place.t else v_place.n::bigint::text end, v_place.id);
  end if;
  -- A day of an old row that is infinite has no distance to another day.
  return query execute
    'select v.id, ' || case v_key when 'v.date_added' then '(greatest(''0001-01-01'', least(v.date_added, ''9999-12-31'')) - date ''2000-01-01'') || ''~''' when 'v.pay_to' then '''0~'' || v.pay_to' else v_key || ' || ''~''' end
    || ', v.voucher_no, v.date_added, v.pay_to, v.general_description, v.category, v.classification, v.invoice_no, v.mode_of_payment,
      v.cheque_bank, v.cheque_no, v.total, v.status, v.approved_at, v.date_released
    from public.vouchers v where ' || v_where || ' order by ' || v_key || case when v_reverse then ' desc, v.id desc' else ', v.id' end
    || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001)
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.voucher_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(status text, vouchers bigint, total numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'status');
  -- Without days it does not matter by which day they would be found.
  if jsonb_strip_nulls(private.fields_of(p_filters) - '{status,basis}'::text[]) = '{}' and private.scope_of(p_project, 'vouchers.read') = 'all' then
    return query select a.* from private.sums_of_vouchers(p_project, p_filters ->> 'status') a;
    return;
  end if;
  return query execute
    'select s.status, coalesce(f.vouchers, 0), coalesce(f.total, 0.00)
    from unnest(''{pending,printed,released,cancelled}''::text[]) with ordinality s (status, position)
    left join (select v.status, count(*) as vouchers, sum(v.total) as total from public.vouchers v where ' || private.voucher_filter(p_filters) || ' group by v.status) f
      on f.status = s.status
    order by s.position'
  using p_project, p_filters;
end $function$;

COMMENT ON FUNCTION "private"."purchase_filter"(jsonb) IS 'Returns the condition of a list of purchase records (alias p; $1 = project, $2 = the filters).';

COMMENT ON FUNCTION "private"."voucher_filter"(jsonb) IS 'Returns the condition of a list of vouchers (alias v; $1 = project, $2 = the filters).';

COMMENT ON FUNCTION "public"."booking_list"(uuid, jsonb) IS 'A page of bookings that the caller may read. p_filters: {search (SO no., invoice no., customer, store), search_agents: [uuid] (agents whose name it is as well), stage, uninvoiced (true: only those without an invoice), agent, added_from, added_to, delivered_from, delivered_to (inclusive), sort: added, so (its number), customer or total, with a minus before it for descending (the default is -added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come last first. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."purchase_list"(uuid, jsonb) IS 'A page of purchase records that the caller may read. p_filters: {search (PO no., supplier, supplier invoice), supplier, kind, status, basis (added, invoice, delivery: the date that from and to are about), from, to (inclusive), product (with a line of it), sort: added, po (its number), supplier or total, with a minus before it for descending (the default is -added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come last first. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."purchase_totals"(uuid, jsonb) IS 'Sums of the purchase records that match the filters of purchase_list: purchases less returns to suppliers = net; returns from customers apart; cancelled records are counted apart and are in none of these. No row without purchases.read.';

COMMENT ON FUNCTION "public"."voucher_list"(uuid, jsonb) IS 'A page of vouchers that the caller may read. p_filters: {search (voucher no., payee, supplier invoice, cheque no., description), status, above (only those above this total that wait for approval), payee, category, classification ((none): those without), mode, bank, cost_center, basis (added, printed, released: the date that from and to are about), from, to (inclusive), sort: added, no (its number), payee or total, with a minus before it for descending (the default is -added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come last first. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."voucher_totals"(uuid, jsonb) IS 'Returns number and total of the vouchers that match the filters of voucher_list, one row per status. Rows are those that the caller may read.';

REVOKE ALL ON FUNCTION "private"."purchase_filter"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."purchase_filter"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."voucher_filter"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."voucher_filter"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."booking_list"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."booking_list"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."purchase_list"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."purchase_list"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."purchase_totals"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."purchase_totals"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."voucher_list"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."voucher_list"(uuid, jsonb) TO "authenticated";
