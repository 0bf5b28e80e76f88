DROP VIEW "known"."collection_allocations";

DROP VIEW "known"."collections";

DROP VIEW "known"."inventory_whole";

DROP VIEW "known"."inventory";

DROP VIEW "known"."products_whole";

DROP VIEW "known"."products";

CREATE OR REPLACE FUNCTION private.audit_removed_allocations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The id of an allocation is a number, which the trail has no column for: each row gets an id of its own.
  insert into public.audit_log (project_id, user_id, table_name, row_id, kind, document_id, action, before)
  select r.project_id, auth.uid(), 'collection_allocations', gen_random_uuid(), 'collection', r.collection_id, 'delete', to_jsonb(r) from changed_rows r;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.make_known_view(p_table regclass, p_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_columns text[];
  v_before text[];
  v_key text;
  v_stamp text;
  v_parent text;
  v_audited boolean;
  v_replaced text := '';
  v_seen text;
  v_gone text;
  v_rows text;
begin
  -- Computed keys are not in the audit trail: they are computed again from what was before.
  select array_agg(quote_ident(a.attname) order by a.attnum),
    array_agg(case when d.adbin is null then quote_ident(a.attname) else pg_catalog.pg_get_expr(d.adbin, d.adrelid) || ' as ' || quote_ident(a.attname) end order by a.attnum)
  into v_columns, v_before
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum and a.attgenerated = 's' and a.attname = any (array['sort_key', 'search_key', 'total_key', 'name_core', 'store_core', 'taxpayer'])
  where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped
    and (p_whole or pg_catalog.has_column_privilege('authenticated', p_table, a.attnum, 'select'));
  v_audited := exists (select from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname like 'audit%');
  select substring(pg_catalog.pg_get_triggerdef(t.oid) from $$note_moment\('(\w+)'\)$$) into v_stamp
  from pg_catalog.pg_trigger t where t.tgrelid = p_table and t.tgname = 'note_moment';

  -- Row-level security cannot see rows that are gone: those who may read all of them may.
  v_seen := case
    when v_name in ('products', 'inventory') then 'stock.read'
    when v_name = 'customers' then 'customers.read'
    when v_name in ('bookings', 'booking_lines') then 'bookings.read'
    when v_name in ('collections', 'collection_allocations') then 'collections.read'
    when v_name in ('vouchers', 'voucher_lines') then 'vouchers.read' end;

  if v_stamp is not null then
    v_rows := format('select %s from %s x where x.%I <= (select private.known_at())', array_to_string(v_columns, ', '), p_table, v_stamp);
    v_gone := format('r.%I <= (select private.known_at())', v_stamp);
  elsif v_audited then
    select a.attname into v_key from unnest(array['id', 'user_id', 'product_id']) with ordinality k (name, place)
    join pg_catalog.pg_attribute a on a.attrelid = p_table and a.attname = k.name order by k.place limit 1;
    -- The lines of a document are replaced whole, and their insertion is not in the audit trail.
    select a.attname into v_parent from pg_catalog.pg_attribute a
    where v_name like '%\_lines' and a.attrelid = p_table and a.attname = regexp_replace(v_name, '_lines$', '_id');
    if v_parent is not null then
      v_replaced := format(' and x.%I not in (select c.document_id from private.changed_rows(%L) c where c.is_removed)', v_parent, v_name);
    end if;
    v_rows := format($view$
      select %1$s from %2$s x where not exists (select from private.changed_rows(%3$L) c where c.row_id = x.%4$I)%5$s
      union all
      select %6$s from (
        select r.* from private.changed_rows(%3$L) c
        join (select %1$s from %2$s) x on x.%4$I = c.row_id%7$s
        cross join lateral jsonb_populate_record(null::%2$s, to_jsonb(x) || c.before) r
        where not c.is_new and not c.is_removed%5$s) x$view$,
      array_to_string(v_columns, ', '), p_table, v_name, v_key, v_replaced, array_to_string(v_before, ', '),
      -- The primary key begins with the project.
      case when 'project_id' = any (v_columns) then ' and x.project_id = (select private.known_project())' else '' end);
    v_gone := 'not c.is_new';
  else
    raise exception 'There is no history of %: it is neither insert-only nor in the audit trail.', p_table;
  end if;
  if v_seen is not null then
    v_rows := v_rows || format($view$
      union all
      select %1$s from (
        select r.* from private.changed_rows(%2$L) c cross join lateral jsonb_populate_record(null::%3$s, c.before) r
        where c.is_removed and %5$s and (select private.scope_of(private.known_project(), %4$L)) = 'all') x$view$,
      array_to_string(v_before, ', '), v_name, p_table, v_seen, v_gone);
  end if;
  execute format('create view known.%I with (security_invoker = true) as %s', v_name || case when p_whole then '_whole' else '' end, v_rows);
  if not p_whole then execute format('grant select on known.%I to authenticated', v_name); end if;
end $function$;

CREATE VIEW "known"."collection_allocations" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.collection_id,
    x.booking_id,
    x.so_no,
    x.amount,
    x.effective_on,
    x.created_at,
    x.created_by
   FROM public.collection_allocations x
  WHERE (x.created_at <= ( SELECT private.known_at() AS known_at))
UNION ALL
 SELECT x.project_id,
    x.id,
    x.collection_id,
    x.booking_id,
    x.so_no,
    x.amount,
    x.effective_on,
    x.created_at,
    x.created_by
   FROM ( SELECT r.project_id,
            r.id,
            r.collection_id,
            r.booking_id,
            r.so_no,
            r.amount,
            r.effective_on,
            r.created_at,
            r.created_by
           FROM (private.changed_rows('collection_allocations'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.collection_allocations, c.before) r(project_id, id, collection_id, booking_id, so_no, amount, effective_on, created_at, created_by))
          WHERE (c.is_removed AND (r.created_at <= ( SELECT private.known_at() AS known_at)) AND (( SELECT private.scope_of(private.known_project(), 'collections.read'::text) AS scope_of) = 'all'::text))) x;

CREATE VIEW "known"."collections" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.receipt_id,
    x.part_no,
    x.customer_id,
    x.agent_id,
    x.collector_id,
    x.collection_type,
    x.amount,
    x.cr_no,
    x.cr_date,
    x.drr_no,
    x.drr_date,
    x.date_collected,
    x.time_collected,
    x.approval_status,
    x.data_status,
    x.cheque_bank,
    x.cheque_no,
    x.cheque_date,
    x.cheque_state,
    x.cheque_cleared_on,
    x.bank_id,
    x.reference_no,
    x.from_archive,
    x.reversed,
    x.approved_by,
    x.approved_at,
    x.cancel_reason,
    x.paid_back_on,
    x.paid_back_bank_id,
    x.paid_back_no,
    x.paid_back_reason,
    x.paid_back_by,
    x.paid_back_at,
    x.remarks,
    x.search_key,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.remittance_id
   FROM public.collections x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('collections'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.id))))
UNION ALL
 SELECT x.project_id,
    x.id,
    x.receipt_id,
    x.part_no,
    x.customer_id,
    x.agent_id,
    x.collector_id,
    x.collection_type,
    x.amount,
    x.cr_no,
    x.cr_date,
    x.drr_no,
    x.drr_date,
    x.date_collected,
    x.time_collected,
    x.approval_status,
    x.data_status,
    x.cheque_bank,
    x.cheque_no,
    x.cheque_date,
    x.cheque_state,
    x.cheque_cleared_on,
    x.bank_id,
    x.reference_no,
    x.from_archive,
    x.reversed,
    x.approved_by,
    x.approved_at,
    x.cancel_reason,
    x.paid_back_on,
    x.paid_back_bank_id,
    x.paid_back_no,
    x.paid_back_reason,
    x.paid_back_by,
    x.paid_back_at,
    x.remarks,
    lower(((((((x.cr_no || ' '::text) || COALESCE(x.drr_no, ''::text)) || ' '::text) || COALESCE(x.cheque_no, ''::text)) || ' '::text) || COALESCE(x.cheque_bank, ''::text))) AS search_key,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.remittance_id
   FROM ( SELECT r.project_id,
            r.id,
            r.receipt_id,
            r.part_no,
            r.customer_id,
            r.agent_id,
            r.collector_id,
            r.collection_type,
            r.amount,
            r.cr_no,
            r.cr_date,
            r.drr_no,
            r.drr_date,
            r.date_collected,
            r.time_collected,
            r.approval_status,
            r.data_status,
            r.cheque_bank,
            r.cheque_no,
            r.cheque_date,
            r.cheque_state,
            r.cheque_cleared_on,
            r.bank_id,
            r.reference_no,
            r.from_archive,
            r.reversed,
            r.approved_by,
            r.approved_at,
            r.cancel_reason,
            r.paid_back_on,
            r.paid_back_bank_id,
            r.paid_back_no,
            r.paid_back_reason,
            r.paid_back_by,
            r.paid_back_at,
            r.remarks,
            r.search_key,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.remittance_id
           FROM ((private.changed_rows('collections'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT collections.project_id,
                    collections.id,
                    collections.receipt_id,
                    collections.part_no,
                    collections.customer_id,
                    collections.agent_id,
                    collections.collector_id,
                    collections.collection_type,
                    collections.amount,
                    collections.cr_no,
                    collections.cr_date,
                    collections.drr_no,
                    collections.drr_date,
                    collections.date_collected,
                    collections.time_collected,
                    collections.approval_status,
                    collections.data_status,
                    collections.cheque_bank,
                    collections.cheque_no,
                    collections.cheque_date,
                    collections.cheque_state,
                    collections.cheque_cleared_on,
                    collections.bank_id,
                    collections.reference_no,
                    collections.from_archive,
                    collections.reversed,
                    collections.approved_by,
                    collections.approved_at,
                    collections.cancel_reason,
                    collections.paid_back_on,
                    collections.paid_back_bank_id,
                    collections.paid_back_no,
                    collections.paid_back_reason,
                    collections.paid_back_by,
                    collections.paid_back_at,
                    collections.remarks,
                    collections.search_key,
                    collections.version,
                    collections.created_by,
                    collections.created_at,
                    collections.modified_at,
                    collections.remittance_id
                   FROM public.collections) x_1 ON (((x_1.id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.collections, (to_jsonb(x_1.*) || c.before)) r(project_id, id, receipt_id, part_no, customer_id, agent_id, collector_id, collection_type, amount, cr_no, cr_date, drr_no, drr_date, date_collected, time_collected, approval_status, data_status, cheque_bank, cheque_no, cheque_date, cheque_state, cheque_cleared_on, bank_id, reference_no, from_archive, reversed, approved_by, approved_at, cancel_reason, paid_back_on, paid_back_bank_id, paid_back_no, paid_back_reason, paid_back_by, paid_back_at, remarks, search_key, version, created_by, created_at, modified_at, remittance_id))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x
UNION ALL
 SELECT x.project_id,
    x.id,
    x.receipt_id,
    x.part_no,
    x.customer_id,
    x.agent_id,
    x.collector_id,
    x.collection_type,
    x.amount,
    x.cr_no,
    x.cr_date,
    x.drr_no,
    x.drr_date,
    x.date_collected,
    x.time_collected,
    x.approval_status,
    x.data_status,
    x.cheque_bank,
    x.cheque_no,
    x.cheque_date,
    x.cheque_state,
    x.cheque_cleared_on,
    x.bank_id,
    x.reference_no,
    x.from_archive,
    x.reversed,
    x.approved_by,
    x.approved_at,
    x.cancel_reason,
    x.paid_back_on,
    x.paid_back_bank_id,
    x.paid_back_no,
    x.paid_back_reason,
    x.paid_back_by,
    x.paid_back_at,
    x.remarks,
    lower(((((((x.cr_no || ' '::text) || COALESCE(x.drr_no, ''::text)) || ' '::text) || COALESCE(x.cheque_no, ''::text)) || ' '::text) || COALESCE(x.cheque_bank, ''::text))) AS search_key,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.remittance_id
   FROM ( SELECT r.project_id,
            r.id,
            r.receipt_id,
            r.part_no,
            r.customer_id,
            r.agent_id,
            r.collector_id,
            r.collection_type,
            r.amount,
            r.cr_no,
            r.cr_date,
            r.drr_no,
            r.drr_date,
            r.date_collected,
            r.time_collected,
            r.approval_status,
            r.data_status,
            r.cheque_bank,
            r.cheque_no,
            r.cheque_date,
            r.cheque_state,
            r.cheque_cleared_on,
            r.bank_id,
            r.reference_no,
            r.from_archive,
            r.reversed,
            r.approved_by,
            r.approved_at,
            r.cancel_reason,
            r.paid_back_on,
            r.paid_back_bank_id,
            r.paid_back_no,
            r.paid_back_reason,
            r.paid_back_by,
            r.paid_back_at,
            r.remarks,
            r.search_key,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.remittance_id
           FROM (private.changed_rows('collections'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.collections, c.before) r(project_id, id, receipt_id, part_no, customer_id, agent_id, collector_id, collection_type, amount, cr_no, cr_date, drr_no, drr_date, date_collected, time_collected, approval_status, data_status, cheque_bank, cheque_no, cheque_date, cheque_state, cheque_cleared_on, bank_id, reference_no, from_archive, reversed, approved_by, approved_at, cancel_reason, paid_back_on, paid_back_bank_id, paid_back_no, paid_back_reason, paid_back_by, paid_back_at, remarks, search_key, version, created_by, created_at, modified_at, remittance_id))
          WHERE (c.is_removed AND (NOT c.is_new) AND (( SELECT private.scope_of(private.known_project(), 'collections.read'::text) AS scope_of) = 'all'::text))) x;

CREATE VIEW "known"."inventory_whole" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.product_id,
    x.stats,
    x.purchased,
    x.supplier_returned,
    x.used_stocks,
    x.stocks_returned,
    x.adjusted,
    x.reserved,
    x.bad_order,
    x.on_hand,
    x.available,
    x.stock_value,
    x.current_srp,
    x.current_srp_pieces,
    x.reorder_level,
    x.below_reorder,
    x.modified_at
   FROM public.inventory x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('inventory'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.product_id))))
UNION ALL
 SELECT x.project_id,
    x.product_id,
    x.stats,
    x.purchased,
    x.supplier_returned,
    x.used_stocks,
    x.stocks_returned,
    x.adjusted,
    x.reserved,
    x.bad_order,
    x.on_hand,
    x.available,
    x.stock_value,
    x.current_srp,
    x.current_srp_pieces,
    x.reorder_level,
    x.below_reorder,
    x.modified_at
   FROM ( SELECT r.project_id,
            r.product_id,
            r.stats,
            r.purchased,
            r.supplier_returned,
            r.used_stocks,
            r.stocks_returned,
            r.adjusted,
            r.reserved,
            r.bad_order,
            r.on_hand,
            r.available,
            r.stock_value,
            r.current_srp,
            r.current_srp_pieces,
            r.reorder_level,
            r.below_reorder,
            r.modified_at
           FROM ((private.changed_rows('inventory'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT inventory.project_id,
                    inventory.product_id,
                    inventory.stats,
                    inventory.purchased,
                    inventory.supplier_returned,
                    inventory.used_stocks,
                    inventory.stocks_returned,
                    inventory.adjusted,
                    inventory.reserved,
                    inventory.bad_order,
                    inventory.on_hand,
                    inventory.available,
                    inventory.stock_value,
                    inventory.current_srp,
                    inventory.current_srp_pieces,
                    inventory.reorder_level,
                    inventory.below_reorder,
                    inventory.modified_at
                   FROM public.inventory) x_1 ON (((x_1.product_id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.inventory, (to_jsonb(x_1.*) || c.before)) r(project_id, product_id, stats, purchased, supplier_returned, used_stocks, stocks_returned, adjusted, reserved, bad_order, on_hand, available, stock_value, current_srp, current_srp_pieces, reorder_level, below_reorder, modified_at))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x
UNION ALL
 SELECT x.project_id,
    x.product_id,
    x.stats,
    x.purchased,
    x.supplier_returned,
    x.used_stocks,
    x.stocks_returned,
    x.adjusted,
    x.reserved,
    x.bad_order,
    x.on_hand,
    x.available,
    x.stock_value,
    x.current_srp,
    x.current_srp_pieces,
    x.reorder_level,
    x.below_reorder,
    x.modified_at
   FROM ( SELECT r.project_id,
            r.product_id,
            r.stats,
            r.purchased,
            r.supplier_returned,
            r.used_stocks,
            r.stocks_returned,
            r.adjusted,
            r.reserved,
            r.bad_order,
            r.on_hand,
            r.available,
            r.stock_value,
            r.current_srp,
            r.current_srp_pieces,
            r.reorder_level,
            r.below_reorder,
            r.modified_at
           FROM (private.changed_rows('inventory'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.inventory, c.before) r(project_id, product_id, stats, purchased, supplier_returned, used_stocks, stocks_returned, adjusted, reserved, bad_order, on_hand, available, stock_value, current_srp, current_srp_pieces, reorder_level, below_reorder, modified_at))
          WHERE (c.is_removed AND (NOT c.is_new) AND (( SELECT private.scope_of(private.known_project(), 'stock.read'::text) AS scope_of) = 'all'::text))) x;

CREATE VIEW "known"."inventory" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.product_id,
    x.stats,
    x.reserved,
    x.bad_order,
    x.on_hand,
    x.available,
    x.current_srp,
    x.current_srp_pieces,
    x.reorder_level,
    x.below_reorder,
    x.modified_at
   FROM public.inventory x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('inventory'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.product_id))))
UNION ALL
 SELECT x.project_id,
    x.product_id,
    x.stats,
    x.reserved,
    x.bad_order,
    x.on_hand,
    x.available,
    x.current_srp,
    x.current_srp_pieces,
    x.reorder_level,
    x.below_reorder,
    x.modified_at
   FROM ( SELECT r.project_id,
            r.product_id,
            r.stats,
            r.purchased,
            r.supplier_returned,
            r.used_stocks,
            r.stocks_returned,
            r.adjusted,
            r.reserved,
            r.bad_order,
            r.on_hand,
            r.available,
            r.stock_value,
            r.current_srp,
            r.current_srp_pieces,
            r.reorder_level,
            r.below_reorder,
            r.modified_at
           FROM ((private.changed_rows('inventory'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT inventory.project_id,
                    inventory.product_id,
                    inventory.stats,
                    inventory.reserved,
                    inventory.bad_order,
                    inventory.on_hand,
                    inventory.available,
                    inventory.current_srp,
                    inventory.current_srp_pieces,
                    inventory.reorder_level,
                    inventory.below_reorder,
                    inventory.modified_at
                   FROM public.inventory) x_1 ON (((x_1.product_id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.inventory, (to_jsonb(x_1.*) || c.before)) r(project_id, product_id, stats, purchased, supplier_returned, used_stocks, stocks_returned, adjusted, reserved, bad_order, on_hand, available, stock_value, current_srp, current_srp_pieces, reorder_level, below_reorder, modified_at))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x
UNION ALL
 SELECT x.project_id,
    x.product_id,
    x.stats,
    x.reserved,
    x.bad_order,
    x.on_hand,
    x.available,
    x.current_srp,
    x.current_srp_pieces,
    x.reorder_level,
    x.below_reorder,
    x.modified_at
   FROM ( SELECT r.project_id,
            r.product_id,
            r.stats,
            r.purchased,
            r.supplier_returned,
            r.used_stocks,
            r.stocks_returned,
            r.adjusted,
            r.reserved,
            r.bad_order,
            r.on_hand,
            r.available,
            r.stock_value,
            r.current_srp,
            r.current_srp_pieces,
            r.reorder_level,
            r.below_reorder,
            r.modified_at
           FROM (private.changed_rows('inventory'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.inventory, c.before) r(project_id, product_id, stats, purchased, supplier_returned, used_stocks, stocks_returned, adjusted, reserved, bad_order, on_hand, available, stock_value, current_srp, current_srp_pieces, reorder_level, below_reorder, modified_at))
          WHERE (c.is_removed AND (NOT c.is_new) AND (( SELECT private.scope_of(private.known_project(), 'stock.read'::text) AS scope_of) = 'all'::text))) x;

CREATE VIEW "known"."products_whole" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.description,
    x.sort_key,
    x.supplier,
    x.material_code,
    x.category1,
    x.category2,
    x.category3,
    x.unit_of_measure,
    x.case_config,
    x.liters_per_case,
    x.status,
    x.price_unit,
    x.vat_class,
    x.def_cost,
    x.def_cost_pieces,
    x.def_srp,
    x.def_srp_pieces,
    x.selected_color,
    x.reorder_level,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.import_id
   FROM public.products x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('products'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.id))))
UNION ALL
 SELECT x.project_id,
    x.id,
    x.description,
    private.sort_key(x.description) AS sort_key,
    x.supplier,
    x.material_code,
    x.category1,
    x.category2,
    x.category3,
    x.unit_of_measure,
    x.case_config,
    x.liters_per_case,
    x.status,
    x.price_unit,
    x.vat_class,
    x.def_cost,
    x.def_cost_pieces,
    x.def_srp,
    x.def_srp_pieces,
    x.selected_color,
    x.reorder_level,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.import_id
   FROM ( SELECT r.project_id,
            r.id,
            r.description,
            r.sort_key,
            r.supplier,
            r.material_code,
            r.category1,
            r.category2,
            r.category3,
            r.unit_of_measure,
            r.case_config,
            r.liters_per_case,
            r.status,
            r.price_unit,
            r.vat_class,
            r.def_cost,
            r.def_cost_pieces,
            r.def_srp,
            r.def_srp_pieces,
            r.selected_color,
            r.reorder_level,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.import_id
           FROM ((private.changed_rows('products'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT products.project_id,
                    products.id,
                    products.description,
                    products.sort_key,
                    products.supplier,
                    products.material_code,
                    products.category1,
                    products.category2,
                    products.category3,
                    products.unit_of_measure,
                    products.case_config,
                    products.liters_per_case,
                    products.status,
                    products.price_unit,
                    products.vat_class,
                    products.def_cost,
                    products.def_cost_pieces,
                    products.def_srp,
                    products.def_srp_pieces,
                    products.selected_color,
                    products.reorder_level,
                    products.version,
                    products.created_by,
                    products.created_at,
                    products.modified_at,
                    products.import_id
                   FROM public.products) x_1 ON (((x_1.id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.products, (to_jsonb(x_1.*) || c.before)) r(project_id, id, description, sort_key, supplier, material_code, category1, category2, category3, unit_of_measure, case_config, liters_per_case, status, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color, reorder_level, version, created_by, created_at, modified_at, import_id))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x
UNION ALL
 SELECT x.project_id,
    x.id,
    x.description,
    private.sort_key(x.description) AS sort_key,
    x.supplier,
    x.material_code,
    x.category1,
    x.category2,
    x.category3,
    x.unit_of_measure,
    x.case_config,
    x.liters_per_case,
    x.status,
    x.price_unit,
    x.vat_class,
    x.def_cost,
    x.def_cost_pieces,
    x.def_srp,
    x.def_srp_pieces,
    x.selected_color,
    x.reorder_level,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.import_id
   FROM ( SELECT r.project_id,
            r.id,
            r.description,
            r.sort_key,
            r.supplier,
            r.material_code,
            r.category1,
            r.category2,
            r.category3,
            r.unit_of_measure,
            r.case_config,
            r.liters_per_case,
            r.status,
            r.price_unit,
            r.vat_class,
            r.def_cost,
            r.def_cost_pieces,
            r.def_srp,
            r.def_srp_pieces,
            r.selected_color,
            r.reorder_level,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.import_id
           FROM (private.changed_rows('products'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.products, c.before) r(project_id, id, description, sort_key, supplier, material_code, category1, category2, category3, unit_of_measure, case_config, liters_per_case, status, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color, reorder_level, version, created_by, created_at, modified_at, import_id))
          WHERE (c.is_removed AND (NOT c.is_new) AND (( SELECT private.scope_of(private.known_project(), 'stock.read'::text) AS scope_of) = 'all'::text))) x;

CREATE VIEW "known"."products" WITH (security_invoker=true) AS  SELECT x.project_id,
    x.id,
    x.description,
    x.sort_key,
    x.material_code,
    x.category1,
    x.category2,
    x.category3,
    x.unit_of_measure,
    x.case_config,
    x.liters_per_case,
    x.status,
    x.price_unit,
    x.vat_class,
    x.def_srp,
    x.def_srp_pieces,
    x.selected_color,
    x.reorder_level,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.import_id
   FROM public.products x
  WHERE (NOT (EXISTS ( SELECT
           FROM private.changed_rows('products'::text) c(row_id, document_id, is_new, is_removed, before)
          WHERE (c.row_id = x.id))))
UNION ALL
 SELECT x.project_id,
    x.id,
    x.description,
    private.sort_key(x.description) AS sort_key,
    x.material_code,
    x.category1,
    x.category2,
    x.category3,
    x.unit_of_measure,
    x.case_config,
    x.liters_per_case,
    x.status,
    x.price_unit,
    x.vat_class,
    x.def_srp,
    x.def_srp_pieces,
    x.selected_color,
    x.reorder_level,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.import_id
   FROM ( SELECT r.project_id,
            r.id,
            r.description,
            r.sort_key,
            r.supplier,
            r.material_code,
            r.category1,
            r.category2,
            r.category3,
            r.unit_of_measure,
            r.case_config,
            r.liters_per_case,
            r.status,
            r.price_unit,
            r.vat_class,
            r.def_cost,
            r.def_cost_pieces,
            r.def_srp,
            r.def_srp_pieces,
            r.selected_color,
            r.reorder_level,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.import_id
           FROM ((private.changed_rows('products'::text) c(row_id, document_id, is_new, is_removed, before)
             JOIN ( SELECT products.project_id,
                    products.id,
                    products.description,
                    products.sort_key,
                    products.material_code,
                    products.category1,
                    products.category2,
                    products.category3,
                    products.unit_of_measure,
                    products.case_config,
                    products.liters_per_case,
                    products.status,
                    products.price_unit,
                    products.vat_class,
                    products.def_srp,
                    products.def_srp_pieces,
                    products.selected_color,
                    products.reorder_level,
                    products.version,
                    products.created_by,
                    products.created_at,
                    products.modified_at,
                    products.import_id
                   FROM public.products) x_1 ON (((x_1.id = c.row_id) AND (x_1.project_id = ( SELECT private.known_project() AS known_project)))))
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.products, (to_jsonb(x_1.*) || c.before)) r(project_id, id, description, sort_key, supplier, material_code, category1, category2, category3, unit_of_measure, case_config, liters_per_case, status, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color, reorder_level, version, created_by, created_at, modified_at, import_id))
          WHERE ((NOT c.is_new) AND (NOT c.is_removed))) x
UNION ALL
 SELECT x.project_id,
    x.id,
    x.description,
    private.sort_key(x.description) AS sort_key,
    x.material_code,
    x.category1,
    x.category2,
    x.category3,
    x.unit_of_measure,
    x.case_config,
    x.liters_per_case,
    x.status,
    x.price_unit,
    x.vat_class,
    x.def_srp,
    x.def_srp_pieces,
    x.selected_color,
    x.reorder_level,
    x.version,
    x.created_by,
    x.created_at,
    x.modified_at,
    x.import_id
   FROM ( SELECT r.project_id,
            r.id,
            r.description,
            r.sort_key,
            r.supplier,
            r.material_code,
            r.category1,
            r.category2,
            r.category3,
            r.unit_of_measure,
            r.case_config,
            r.liters_per_case,
            r.status,
            r.price_unit,
            r.vat_class,
            r.def_cost,
            r.def_cost_pieces,
            r.def_srp,
            r.def_srp_pieces,
            r.selected_color,
            r.reorder_level,
            r.version,
            r.created_by,
            r.created_at,
            r.modified_at,
            r.import_id
           FROM (private.changed_rows('products'::text) c(row_id, document_id, is_new, is_removed, before)
             CROSS JOIN LATERAL jsonb_populate_record(NULL::public.products, c.before) r(project_id, id, description, sort_key, supplier, material_code, category1, category2, category3, unit_of_measure, case_config, liters_per_case, status, price_unit, vat_class, def_cost, def_cost_pieces, def_srp, def_srp_pieces, selected_color, reorder_level, version, created_by, created_at, modified_at, import_id))
          WHERE (c.is_removed AND (NOT c.is_new) AND (( SELECT private.scope_of(private.known_project(), 'stock.read'::text) AS scope_of) = 'all'::text))) x;

CREATE TRIGGER audit_deletes AFTER DELETE ON public.collection_allocations REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.audit_removed_allocations();

COMMENT ON FUNCTION "private"."audit_removed_allocations"() IS 'Statement trigger: writes the allocations that an undone import removed into the audit trail, so that reports as known at an earlier moment have them.';

REVOKE ALL ON FUNCTION "private"."audit_removed_allocations"() FROM PUBLIC;

GRANT SELECT ON TABLE "known"."collection_allocations" TO "authenticated";

GRANT SELECT ON TABLE "known"."collections" TO "authenticated";

GRANT SELECT ON TABLE "known"."inventory" TO "authenticated";

GRANT SELECT ON TABLE "known"."products" TO "authenticated";
