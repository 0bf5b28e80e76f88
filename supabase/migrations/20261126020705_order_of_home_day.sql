CREATE OR REPLACE FUNCTION public.home_day(p_project uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'waiting', coalesce((select jsonb_agg(jsonb_build_object('kind', t.kind, 'items', t.items, 'amount', t.amount::text, 'oldest', t.oldest) order by t.oldest, t.kind)
      from public.inbox_totals(p_project) t where not t.mine), '[]'),
    'work', coalesce((select jsonb_agg(jsonb_build_object('task', d.task, 'items', d.items, 'amount', d.amount::text, 'oldest', d.oldest) order by d.oldest, d.task)
      from public.work_due(p_project) d), '[]'),
    'sales', case when private.scope_of(p_project, 'reports.sales') is not null then private.month_beside(p_project, 'sales') end,
    'collections', case when private.scope_of(p_project, 'reports.collection') is not null then private.month_beside(p_project, 'collections') end,
    'receivables', case when private.scope_of(p_project, 'reports.ar') is not null then
      (select jsonb_build_object('balance', coalesce(sum(r.balance), 0.00)::text, 'cleared_balance', coalesce(sum(r.cleared_balance), 0.00)::text, 'overdue', coalesce(sum(r.overdue), 0.00)::text)
        from private.receivables_by_agent(p_project, private.business_date(p_project)) r) end,
    'recent', coalesce((select jsonb_agg(jsonb_build_object('kind', f.kind, 'id', f.id, 'no', f.no, 'party', f.party, 'at', f.at) order by f.at desc, f.id)
      from (
        select d.table_name as kind, d.row_id as id, d.created_at as at,
          coalesce(b.so_no, c.cr_no, u.name, m.memo_no, p.po_no, v.voucher_no::text, w.request_no) as no,
          coalesce(b.customer_name, k.name, u.store_name, m.customer_name, p.supplier, v.pay_to, w.booking_details ->> 'customer') as party
        from private.own_documents(p_project, 8) d
        left join public.bookings b on d.table_name = 'bookings' and b.project_id = p_project and b.id = d.row_id
        left join public.collections c on d.table_name = 'collections' and c.project_id = p_project and c.id = d.row_id
        left join public.customers k on k.project_id = p_project and k.id = c.customer_id
        left join public.customers u on d.table_name = 'customers' and u.project_id = p_project and u.id = d.row_id
        left join public.memos m on d.table_name = 'memos' and m.project_id = p_project and m.id = d.row_id
        left join public.purchases p on d.table_name = 'purchases' and p.project_id = p_project and p.id = d.row_id
        left join public.vouchers v on d.table_name = 'vouchers' and v.project_id = p_project and v.id = d.row_id
        left join public.warehouse_requests w on d.table_name = 'warehouse_requests' and w.project_id = p_project and w.id = d.row_id
      ) f where f.no is not null), '[]'));
end $function$;
