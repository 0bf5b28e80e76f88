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
      greatest(round(p.others * s.share, 6), case when s.two then i.floor_by_others end) as before, s.two and s.share > 0 and p.others is null as unseen
    from project s, public.booking_lines l join products p on p.product_id = l.product_id
    join public.bookings b on b.project_id = p_project and b.id = l.booking_id
    left join lateral private.price_item(p_project, b.customer_id, l.product_id, b.date_added) i on true
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

CREATE OR REPLACE FUNCTION private.reprice_list(p_project uuid, p_idempotency_key uuid, p_list uuid, p_version integer, p_change jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'prices.write');
  v_done jsonb;
  v public.price_lists;
  v_from date := private.read_date(p_change, 'valid_from', true);
  v_percent text := coalesce(private.read_value(p_change, 'percent'), '0');
  v_item public.price_list_items;
  v_share numeric;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'reprice_list', jsonb_build_array(p_list, p_version, p_change));
  if v_done is not null then return v_done; end if;
  if v_percent !~ '^-?[0-9]{1,3}(\.[0-9]{1,2})?$' or v_percent::numeric <= -100 then
    perform private.invalid('percent', 'Enter a percentage above -100 with at most two decimals.');
  end if;
  v_share := (100 + v_percent::numeric) / 100;
  v := private.lock_price_list(p_project, p_list, p_version);
  for v_item in
    select * from (select distinct on (i.product_id, i.category_no, i.category) i.* from public.price_list_items i
      where i.project_id = p_project and i.price_list_id = p_list and i.valid_from <= v_from
      order by i.product_id, i.category_no, i.category, i.valid_from desc) k
    -- What was entered for that day stays.
    where k.valid_from < v_from and k.price is not null order by k.product_id
  loop
    v_item.valid_from := v_from;
    v_item.price := private.limit_amount(greatest(round(v_item.price * v_share, 2), 0.01), 'percent');
    -- A price without a floor of its own gets none.
    if v_item.floor is not null then v_item.floor := least(round(v_item.floor * v_share, 2), v_item.price); end if;
    perform private.write_list_item(v_item);
  end loop;
  update public.price_lists set modified_at = now() where project_id = p_project and id = p_list returning * into v;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v.id, 'version', v.version));
end $function$;
