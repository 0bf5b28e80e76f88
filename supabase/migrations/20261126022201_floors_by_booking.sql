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
    select private.price_floor_percent(p_project) / 100 as share, private.needs_second_person(p_project, 'credit_override') as two,
      exists (select from public.price_lists l where l.project_id = p_project) and private.prices_by_caller(p_project, p_bookings) as own
  ), asked as materialized (
    select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = any (p_bookings)
  ), products as materialized (
    select i.product_id, p.description, private.price_each(i.current_srp, i.current_srp_pieces) as current_srp, case when s.two and s.share > 0 then private.srp_of_others(p_project, i.product_id) end as others
    from project s, public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    where p.project_id = p_project and i.project_id = p_project and p.id in (select a.product_id from asked a)
  ), lines as (
    select l.booking_id, l.line_no, coalesce(l.free_of, l.line_no) as paid_by, l.free_of is not null as free, l.quantity, p.description, l.agent_srp_pieces,
      -- The price after discount.
      l.agent_srp * (100 - l.discount_percent) / 100 - l.discount_amount * l.agent_srp_pieces / l.quantity as net,
      greatest(case when s.share = 0 or p.current_srp > 0 then round(p.current_srp * s.share, 6) end, i.floor_each) as floor,
      greatest(round(p.others * s.share, 6), case when not s.two then null when s.own then o.floor_each else i.floor_each end) as before, s.two and s.share > 0 and p.others is null as unseen
    from project s, asked l join products p on p.product_id = l.product_id
    join public.bookings b on b.project_id = p_project and b.id = l.booking_id
    left join lateral private.price_item(p_project, b.customer_id, l.product_id, b.date_added) i on true
    left join lateral (select x.floor_each from private.price_item(p_project, b.customer_id, l.product_id, b.date_added, true) x where s.two and s.own) o on true
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
 STABLE SECURITY DEFINER ROWS 1
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

CREATE OR REPLACE FUNCTION private.prices_by_caller(p_project uuid, p_bookings uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return p_project <> all (private.my_projects()) or exists (
    with goods as materialized (
      select p.id, p.created_by, p.category1, p.category2, p.category3, i.current_srp from public.products p
      join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
      where p.project_id = p_project and p.id in (select l.product_id from public.booking_lines l where l.project_id = p_project and l.booking_id = any (p_bookings))
    ), buyers as materialized (
      select c.id, c.customer_group_id, c.price_list_id, g.price_list_id as of_group from public.customers c
      left join public.customer_groups g on g.project_id = c.project_id and g.id = c.customer_group_id
      where c.project_id = p_project and c.id in (select b.customer_id from public.bookings b where b.project_id = p_project and b.id = any (p_bookings))
    ), lists as materialized (
      select l.id from public.price_lists l
      where l.project_id = p_project and (l.is_default or l.id in (select b.price_list_id from buyers b union all select b.of_group from buyers b))
    ), rows as (
      select 'customers' as of, b.id, null as field from buyers b
      union all select 'customer_groups', b.customer_group_id, null from buyers b
      union all select 'products', g.id, null from goods g
      union all select 'price_lists', l.id, null from lists l
      -- A list that the caller made the default one no longer
      union all select 'price_lists', l.id, 'is_default' from public.price_lists l where l.project_id = p_project
      union all select 'price_list_items', i.id, null from public.price_list_items i
        where i.project_id = p_project and i.product_id in (select g.id from goods g) and i.price_list_id in (select l.id from lists l)
      union all select 'price_list_items', i.id, null from public.price_list_items i
        where i.project_id = p_project and i.price_list_id in (select l.id from lists l) and i.category is not null
          and exists (select from goods g where i.category = case i.category_no when 1 then g.category1 when 2 then g.category2 when 3 then g.category3 end)
    )
    select from rows r cross join lateral (select from public.audit_log a
      where a.project_id = p_project and a.table_name = r.of and a.row_id = r.id and a.user_id = auth.uid() and (r.field is null or a.before ? r.field) limit 1) a
    union all
    -- Without a live SRP the last one above zero counts.
    select from goods g where g.created_by = auth.uid() or g.current_srp = 0 or exists (select from public.price_changes h
      where h.project_id = p_project and h.product_id = g.id and h.price = 'current_srp' and h.created_by = auth.uid()));
end $function$;

COMMENT ON FUNCTION "private"."prices_by_caller"(uuid, uuid[]) IS 'Tells whether the caller has changed anything that private.price_item reads for these bookings: their customers and groups, their products and live prices, the price lists that count for them or were the default one, and their prices there. Without such a change, what others left is what counts now.';

REVOKE ALL ON FUNCTION "private"."prices_by_caller"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prices_by_caller"(uuid, uuid[]) TO "authenticated";
