DROP FUNCTION "private"."price_item"(uuid, uuid, uuid, date);

CREATE OR REPLACE FUNCTION private.check_categories()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v record;
begin
  for v in
    select c.field, c.given, private.category_error(new.project_id, c.level, c.given) as error
    from (values (1, 'category1', new.category1, case when tg_op = 'UPDATE' then old.category1 end),
      (2, 'category2', new.category2, case when tg_op = 'UPDATE' then old.category2 end),
      (3, 'category3', new.category3, case when tg_op = 'UPDATE' then old.category3 end)) c (level, field, given, kept)
    where c.given is distinct from c.kept
  loop
    if v.error is not null and not exists (select from private.import_records r join public.imports i on i.project_id = r.project_id and i.id = r.import_id
        where r.project_id = new.project_id and r.record_id = new.id and i.undone_at = now() and r.before ->> v.field = v.given) then
      perform private.invalid(v.field, v.error);
    end if;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.left_by_others(p_row anyelement, p_id uuid)
 RETURNS anyelement
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_row jsonb := to_jsonb(p_row);
  v_table text := split_part(pg_catalog.pg_typeof(p_row)::text, '.', 2);
  v_project uuid := (v_row ->> 'project_id')::uuid;
  v_entries public.audit_log[];
begin
  if not exists (select from public.audit_log a
      where a.project_id = v_project and a.table_name = v_table and a.row_id = p_id and a.user_id = auth.uid()) then return p_row; end if;
  v_entries := array(select a from public.audit_log a where a.project_id = v_project and a.table_name = v_table and a.row_id = p_id);
  if not exists (select from unnest(v_entries) e where e.user_id is distinct from auth.uid())
    and exists (select from unnest(v_entries) e where e.action = 'insert') then return null; end if;
  return jsonb_populate_record(p_row, (select jsonb_object_agg(t.key, t.value) from (
    select distinct on (v.key) v.key, v.value from (
      select e.id, true as by_others, k.key, k.value from unnest(v_entries) e cross join lateral jsonb_each(e.after) k where e.user_id is distinct from auth.uid()
      union all
      select -e.id, false, k.key, k.value from unnest(v_entries) e cross join lateral jsonb_each(e.before) k where e.user_id = auth.uid()) v
    order by v.key, v.by_others desc, v.id desc) t));
end $function$;

CREATE OR REPLACE FUNCTION private.lines_below_floor(p_project uuid, p_bookings uuid[])
 RETURNS TABLE(booking_id uuid, line_no integer, description text, agent_srp numeric, agent_srp_pieces integer, floor numeric, by_caller boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with project as materialized (
    select private.price_floor_percent(p_project) / 100 as share, private.needs_second_person(p_project, 'credit_override') as two
  ), products as materialized (
    select i.product_id, p.description, private.price_each(i.current_srp, i.current_srp_pieces) as current_srp, case when s.two and s.share > 0 then private.srp_of_others(p_project, i.product_id) end as others
    from project s, public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    where p.project_id = p_project and i.project_id = p_project and p.id in (
      select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = any (p_bookings))
  ), lines as (
    select l.booking_id, l.line_no, coalesce(l.free_of, l.line_no) as paid_by, l.free_of is not null as free, l.quantity, p.description, l.agent_srp_pieces,
      -- The price after discount.
      l.agent_srp * (100 - l.discount_percent) / 100 - l.discount_amount * l.agent_srp_pieces / l.quantity as net,
      greatest(case when s.share = 0 or p.current_srp > 0 then round(p.current_srp * s.share, 6) end, i.floor_each) as floor,
      greatest(round(p.others * s.share, 6), o.floor_each) as before, s.two and s.share > 0 and p.others is null as unseen
    from project s, public.booking_lines l join products p on p.product_id = l.product_id
    join public.bookings b on b.project_id = p_project and b.id = l.booking_id
    left join lateral private.price_item(p_project, b.customer_id, l.product_id, b.date_added) i on true
    left join lateral (select x.floor_each from private.price_item(p_project, b.customer_id, l.product_id, b.date_added, true) x where s.two) o on true
    where l.project_id = p_project and l.booking_id = any (p_bookings)
  ), given as (
    -- Free goods are paid with the line with which they are given.
    select l.booking_id, l.paid_by as line_no, sum(l.quantity * l.floor) as worth, sum(l.quantity * greatest(l.floor, l.before)) as worth_before from lines l where l.free group by l.booking_id, l.paid_by
  ), floors as (
    -- Nothing is given away without an override, so the lowest floor is a centavo. Without an SRP there is none (null): every price is below it.
    select l.booking_id, l.line_no, l.free, l.description, l.net, l.agent_srp_pieces,
      round(l.net / l.agent_srp_pieces - coalesce(g.worth, 0) / l.quantity, 6) as each,
      round(l.net / l.agent_srp_pieces - coalesce(g.worth_before, 0) / l.quantity, 6) as each_before,
      greatest(private.price_each(0.01, l.agent_srp_pieces), l.floor) as floor, l.floor is null as none, l.before, l.unseen
    from lines l left join given g on g.booking_id = l.booking_id and g.line_no = l.line_no
  )
  select f.booking_id, f.line_no, f.description, round(f.net, 2), f.agent_srp_pieces,
    case when not f.none and not f.unseen then ceil((greatest(f.floor, f.before) + f.net / f.agent_srp_pieces - f.each_before) * f.agent_srp_pieces * 100) / 100 end,
    not f.none and (f.free or f.each >= f.floor)
  from floors f where f.none or f.unseen or (not f.free and f.each_before < greatest(f.floor, f.before));
end $function$;

CREATE OR REPLACE FUNCTION private.price_item(p_project uuid, p_customer uuid, p_product uuid, p_on date, p_by_others boolean DEFAULT false)
 RETURNS TABLE(price_list_id uuid, list_name text, item_id uuid, valid_from date, price numeric, price_pieces integer, floor_each numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not exists (select from public.price_lists l where l.project_id = p_project) then return; end if;
  return query
  with customer as (
    select case when p_by_others then private.left_by_others(c, c.id) else c end as r
    from public.customers c where c.project_id = p_project and c.id = p_customer
  ), groups as (
    select case when p_by_others then private.left_by_others(g, g.id) else g end as r
    from customer c join public.customer_groups g on g.project_id = p_project and g.id = (c.r).customer_group_id
  ), lists as (
    select case when p_by_others then private.left_by_others(l, l.id) else l end as r, x.place
    from (select 1 as place, (c.r).price_list_id as id from customer c
      union all select 2, (g.r).price_list_id from groups g where (g.r).status = 'active') x
    join public.price_lists l on l.project_id = p_project and l.id = x.id
    union all
    select d.r, 3 from (select case when p_by_others then private.left_by_others(l, l.id) else l end as r
      from public.price_lists l where l.project_id = p_project and (l.is_default or p_by_others)) d where (d.r).is_default
  ), product as (
    select case when p_by_others then private.left_by_others(p, p.id) else p end as r
    from public.products p where p.project_id = p_project and p.id = p_product
  )
  select (l.r).id, (l.r).name, (i.r).id, (i.r).valid_from, v.price, v.pieces,
    coalesce(private.price_each((i.r).floor, (i.r).price_pieces), round(v.price / v.pieces * (l.r).floor_percent / 100, 6))
  from lists l
  cross join product p
  join public.inventory s on s.project_id = p_project and s.product_id = (p.r).id
  cross join lateral (
    -- Of each product and each category the last price that has begun
    select distinct on ((k.r).product_id, (k.r).category_no) k.r
    from (select case when p_by_others then private.left_by_others(i, i.id) else i end as r
      from public.price_list_items i where i.project_id = p_project and i.price_list_id = (l.r).id and i.valid_from <= p_on
        and (i.product_id = (p.r).id or i.category = case i.category_no when 1 then (p.r).category1 when 2 then (p.r).category2 when 3 then (p.r).category3 end)) k
    where (k.r).id is not null
    order by (k.r).product_id, (k.r).category_no, (k.r).valid_from desc) i
  cross join lateral (select case when p_by_others and (i.r).percent is not null
    then coalesce(private.srp_of_others(p_project, (p.r).id) * s.current_srp_pieces, s.current_srp) else s.current_srp end as srp) n
  cross join lateral (select
    case when (i.r).product_id is not null then (i.r).price when (i.r).percent is not null and n.srp > 0 then round(n.srp * (100 + (i.r).percent) / 100, 2) end as price,
    case when (i.r).product_id is not null then (i.r).price_pieces else s.current_srp_pieces end as pieces) v
  where (l.r).status = 'active' and (l.r).valid_from <= p_on and v.price > 0
  -- Without the caller's changes two lists may be the default one: the higher floor counts.
  order by l.place, (i.r).product_id is null, (i.r).category_no desc, 7 desc nulls last limit 1;
end $function$;

COMMENT ON FUNCTION "private"."check_categories"() IS 'Trigger: gives products categories of the project''s lists only. A product keeps one that was taken from the list later, and gets it back when an import that changed it is undone.';

COMMENT ON FUNCTION "private"."left_by_others"(anyelement, uuid) IS 'Returns a row as others than the caller left it, by the audit trail: each column as somebody else set it last, or else as it was before the caller changed it. Null when the row is the caller''s alone.';

COMMENT ON FUNCTION "private"."lines_below_floor"(uuid, uuid[]) IS 'Returns the lines of these bookings whose price is below the price floor: a percentage of the live SRP (setting price_floor_percent), the floor of the price list that counts for the customer on the booking date, whichever is higher, and at least a centavo; every price of a product without either. The price is that after discount, and pays for the free goods of its line too, at their floor. Prices are compared per piece to six decimals; floor is the lowest price in the unit of the line, with which its free goods are paid. by_caller: the line is below only the floor of what somebody else set, as the caller lowered the live SRP or the floor of the list, ended the price or took the customer out of the list, or set the first SRP and nobody else has validated a booking of the product since (floor null). Runs with the caller''s rights.';

COMMENT ON FUNCTION "private"."price_item"(uuid, uuid, uuid, date, boolean) IS 'Returns the price of a product in the list that counts for a customer on a day, no row when none has it: the customer''s own list before that of the group before the default one; in a list the product before its categories, the third before the first; of several the last one that has begun. A category is so many percent dearer than the live SRP. floor_each: the floor per piece, of the item or else of the list. p_by_others: as it would be without what the caller changed last in lists, prices, groups, the customer and the product.';

REVOKE ALL ON FUNCTION "private"."left_by_others"(anyelement, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_item"(uuid, uuid, uuid, date, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_item"(uuid, uuid, uuid, date, boolean) TO "authenticated";
