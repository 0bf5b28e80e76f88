CREATE OR REPLACE FUNCTION public.collection_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(collection_type text, receipts bigint, approved numeric, returned numeric, pending_receipts bigint, pending numeric, cancelled_receipts bigint, cancelled numeric, all_receipts bigint, all_pending_receipts bigint, all_cancelled_receipts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.scope_of(p_project, 'collections.read');
  v_where text;
begin
  if v_scope is null then perform private.forbid(); end if;
  v_where := private.collection_filter(p_filters);
  -- One pass over the receipts: where whole receipts are found, each is counted by its first part. Of all receipts the sums are kept.
  -- A box that was not ticked is no filter.
  return query execute
    'with found as materialized (' || case when v_scope = 'all' and jsonb_strip_nulls(private.fields_of(p_filters) - 'status')
        - case when not private.read_boolean(p_filters, 'unapplied') then 'unapplied' else '' end = '{}' then
       'select s.* from private.sums_of_receipts($1, $2 ->> ''status'') s'
     else
       'select c.collection_type as type, c.approval_status as status, count(*) as parts, count(*) filter (where c.part_no = 1) as receipts,
         sum(c.amount) as amount, sum(c.reversed) as reversed
       from public.collections c where ' || v_where || ' group by c.collection_type, c.approval_status' end || ')
     select t.type, coalesce(s.receipts, 0), coalesce(s.approved, 0.00), coalesce(s.returned, 0.00), coalesce(s.pending_receipts, 0), coalesce(s.pending, 0.00),
       coalesce(s.cancelled_receipts, 0), coalesce(s.cancelled, 0.00), w.receipts, w.pending, w.cancelled
     from unnest(''{cash,cheque,bank_transfer,withholding}''::text[]) with ordinality t (type, row_no)
     left join (
       select x.type, sum(x.parts)::bigint as receipts,
         sum(x.amount - x.reversed) filter (where x.status = ''approved'') as approved,
         sum(x.reversed) filter (where x.status = ''approved'') as returned,
         sum(x.parts) filter (where x.status = ''pending'')::bigint as pending_receipts,
         sum(x.amount) filter (where x.status = ''pending'') as pending,
         sum(x.parts) filter (where x.status = ''cancelled'')::bigint as cancelled_receipts,
         sum(x.amount) filter (where x.status = ''cancelled'') as cancelled
       from found x group by x.type) s on s.type = t.type
     cross join (' || case when private.filters_parts(p_filters) then
       'select count(distinct c.receipt_id) as receipts, count(distinct c.receipt_id) filter (where c.approval_status = ''pending'') as pending,
          count(distinct c.receipt_id) filter (where c.approval_status = ''cancelled'') as cancelled
        from public.collections c where ' || v_where
     else
       'select coalesce(sum(x.receipts), 0)::bigint as receipts, coalesce(sum(x.receipts) filter (where x.status = ''pending''), 0)::bigint as pending,
          coalesce(sum(x.receipts) filter (where x.status = ''cancelled''), 0)::bigint as cancelled
        from found x' end || ') w
     order by t.row_no'
  using p_project, p_filters;
end $function$;

CREATE OR REPLACE FUNCTION public.voucher_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(status text, vouchers bigint, total numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Without days it does not matter by which day they would be found.
  if jsonb_strip_nulls(private.fields_of(p_filters) - '{status,basis}'::text[]) = '{}' and private.scope_of(p_project, 'vouchers.read') = 'all' then
    return query select a.* from private.sums_of_vouchers(p_project, p_filters ->> 'status') a;
    return;
  end if;
  return query
  select s.status, count(v.id), coalesce(sum(v.total), 0.00)
  from unnest('{pending,printed,released,cancelled}'::text[]) with ordinality s (status, position)
  left join public.vouchers v on v.project_id = p_project and v.status = s.status
    and (p_filters ->> 'status' is null or v.status = p_filters ->> 'status')
    and (p_filters ->> 'above' is null
      or (v.status in ('pending', 'printed') and v.approved_at is null and v.total > (select private.read_money(p_filters, 'above'))))
    and (p_filters ->> 'payee' is null or v.payee_id = (select private.read_uuid(p_filters, 'payee')))
    and private.in_category(v.category, p_filters ->> 'category')
    and private.in_category(v.classification, p_filters ->> 'classification')
    and (p_filters ->> 'mode' is null or v.mode_of_payment = p_filters ->> 'mode')
    and (p_filters ->> 'bank' is null or v.bank_id = (select private.read_uuid(p_filters, 'bank')))
    and (p_filters ->> 'cost_center' is null or exists (select from public.voucher_lines l
      where l.project_id = v.project_id and l.voucher_id = v.id and l.cost_center_id = (select private.read_uuid(p_filters, 'cost_center'))))
    and (p_filters ->> 'from' is null
      or case p_filters ->> 'basis' when 'printed' then v.date_printed when 'released' then v.date_released else v.date_added end >= (select private.read_date(p_filters, 'from')))
    and (p_filters ->> 'to' is null
      or case p_filters ->> 'basis' when 'printed' then v.date_printed when 'released' then v.date_released else v.date_added end <= (select private.read_date(p_filters, 'to')))
    and (p_filters ->> 'search' is null or position(lower(p_filters ->> 'search') in v.search_key) > 0)
  group by s.status, s.position order by s.position;
end $function$;
