set local check_function_bodies = off;

DROP TRIGGER "post_movement" ON "public"."stock_movements";

DROP FUNCTION "private"."post_movement"();

CREATE OR REPLACE FUNCTION private.issue_from_stock(p_booking public.bookings, p_lines uuid[], p_pieces integer[], p_date date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare v_short record;
begin
  perform private.lock_stock(p_booking.project_id, array(
    select l.product_id from public.booking_lines l where l.project_id = p_booking.project_id and l.id = any (p_lines)));
  select a.* into v_short from (
    select l.line_no, l.product_id, x.pieces, x.n, sum(x.pieces) over (partition by l.product_id order by x.n) as needed
    from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
    join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id) a
  join public.inventory i on i.project_id = p_booking.project_id and i.product_id = a.product_id
  where a.needed > i.on_hand - i.bad_order order by a.n limit 1;
  if found then
    perform private.refuse('insufficient_stock', (
      select format('%s: not enough stock of %s on hand to deliver %s pieces.', p_booking.so_no, p.description, v_short.pieces)
      from public.products p where p.project_id = p_booking.project_id and p.id = v_short.product_id), format('lines[%s].quantity', v_short.line_no - 1));
  end if;
  with issued as (
    insert into public.stock_movements (project_id, product_id, kind, quantity, on_date, source_table, source_id, source_line)
    select p_booking.project_id, l.product_id, 'issue', -x.pieces, p_date, 'bookings', p_booking.id, l.id
    from unnest(p_lines, p_pieces) with ordinality x (id, pieces, n)
    join public.booking_lines l on l.project_id = p_booking.project_id and l.id = x.id order by x.n
    returning id, source_line, -quantity as pieces, -cost as cost
  ), lines as (
    select l as line, i.id as n, i.pieces, i.cost, private.delivered_amount(l, l.quantity_delivered) as before,
      private.delivered_amount(l, l.quantity_delivered + i.pieces) - private.delivered_amount(l, l.quantity_delivered) as amount,
      private.gross_amount(l, l.quantity_delivered + i.pieces) - private.gross_amount(l, l.quantity_delivered) as gross
    from issued i join public.booking_lines l on l.project_id = p_booking.project_id and l.id = i.source_line
  ), sales as (
    -- What all deliveries of the booking have of VAT adds up to the VAT of its invoice, however many there are.
    select s.*, coalesce(sum(s.amount) filter (where (s.line).vat_class = 'vatable') over (order by s.n rows between unbounded preceding and 1 preceding), 0)
      + (select coalesce(sum(e.amount), 0) from public.sales_entries e
        where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind = 'delivery' and e.vat_class = 'vatable') as taxed
    from lines s
  )
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, discount, vat_amount, vat_class, cost, free)
  select p_booking.project_id, p_date, 'delivery', p_booking.id, (s.line).id, (s.line).product_id, p_booking.customer_id, p_booking.agent_id, (s.line).case_config, s.pieces,
    s.amount, s.gross - s.amount,
    case when (s.line).vat_percent = 0 then 0.00
      when (s.line).vat_on_top > 0 then private.vat_in(s.before + s.amount, (s.line).vat_percent) - private.vat_in(s.before, (s.line).vat_percent)
      else private.vat_of_part(s.line, s.amount, s.taxed) end,
    (s.line).vat_class, s.cost, (s.line).free_of is not null
  from sales s order by s.n;
  update public.booking_lines l set quantity_delivered = l.quantity_delivered + x.pieces
  from unnest(p_lines, p_pieces) x (id, pieces) where l.project_id = p_booking.project_id and l.id = x.id;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_most int;
  v_apart boolean;
  v_left text := set_config('kalakal.stock', '', true);
begin
  with moved as (
    select p.project_id, p.product_id, max(p.n) - min(p.n) >= count(*) as apart,
      coalesce(sum(p.quantity) filter (where p.kind = 'purchase'), 0)::int as purchased,
      coalesce(sum(p.quantity) filter (where p.kind = 'supplier_return'), 0)::int as supplier_returned,
      coalesce(sum(p.quantity) filter (where p.kind = 'issue'), 0)::int as issued,
      coalesce(sum(p.quantity) filter (where p.kind in ('return_in', 'return_credit')), 0)::int as returned,
      coalesce(sum(p.quantity) filter (where p.kind in ('adjustment', 'write_off')), 0)::int as adjusted,
      coalesce(sum(p.quantity) filter (where p.stock_state = 'bad_order'), 0)::int as bad_order, sum(p.cost) as cost
    from (select e.*, row_number() over () as n from posted e) p group by p.project_id, p.product_id
  ), kept as (
    update public.inventory i set
      purchased = i.purchased + m.purchased,
      supplier_returned = i.supplier_returned - m.supplier_returned,
      used_stocks = i.used_stocks - m.issued,
      -- What is issued was reserved by its booking.
      reserved = i.reserved + m.issued,
      stocks_returned = i.stocks_returned + m.returned,
      adjusted = i.adjusted + m.adjusted,
      bad_order = i.bad_order + m.bad_order,
      stock_value = i.stock_value + m.cost,
      modified_at = now()
    from moved m
    where i.project_id = m.project_id and i.product_id = m.product_id
    returning greatest(i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, abs(i.adjusted)) as most, m.apart
  )
  select max(k.most), bool_or(k.apart) into v_most, v_apart from kept k;
  if v_apart then raise exception 'A statement has movements of one product apart from each other, and their cost is not known.'; end if;
  -- The quantity on hand is computed from these figures and has to fit its column.
  if v_most > 500000000 then perform private.invalid('quantity', 'A product has at most 500,000,000 pieces in and out.'); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.price_movement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Inventory gets the movements of a statement at its end: until then, one of the same product starts from what the one before it left.
  v_before text[] := string_to_array(current_setting('kalakal.stock', true), ' ');
  v_on_hand int;
  v_value numeric;
  v_default numeric;
  v_left text;
begin
  if v_before[1] = new.project_id::text and v_before[2] = new.product_id::text then
    v_on_hand := v_before[3];
    v_value := v_before[4];
  else
    select i.on_hand, i.stock_value into v_on_hand, v_value from public.inventory i
    where i.project_id = new.project_id and i.product_id = new.product_id for no key update;
  end if;
  if new.quantity > 0 and new.cost is null then
    select private.line_amount(p.def_cost, p.def_cost_pieces, new.quantity) into v_default from public.products p where p.project_id = new.project_id and p.id = new.product_id;
  end if;
  new.cost := private.limit_amount(private.movement_cost(new.quantity, new.cost, v_on_hand, v_value, v_default), 'quantity');
  v_left := set_config('kalakal.stock', concat_ws(' ', new.project_id, new.product_id, v_on_hand + new.quantity, v_value + new.cost), true);
  return new;
end $function$;

CREATE TRIGGER keep_stock AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS posted FOR EACH STATEMENT EXECUTE FUNCTION private.keep_stock();

CREATE TRIGGER price_movement BEFORE INSERT ON public.stock_movements FOR EACH ROW EXECUTE FUNCTION private.price_movement();

COMMENT ON FUNCTION "private"."issue_from_stock"(public.bookings, uuid[], integer[], date) IS 'Issues reserved pieces of lines of a validated booking on a date, p_pieces of each of p_lines: updates stock ledger, with it reservations, sales ledger and lines together. Raises insufficient_stock when fewer are on hand.';

COMMENT ON FUNCTION "private"."keep_stock"() IS 'Trigger: keeps inventory equal to the sums of its ledger (docs/domain.md, invariant 4), once for all movements of a statement. What is issued is no longer reserved.';

COMMENT ON FUNCTION "private"."price_movement"() IS 'Trigger: locks the stock of a movement and gives it its cost. A command sets the cost where a document says it, and leaves it empty elsewhere. Movements of one product stand together in a statement.';

REVOKE ALL ON FUNCTION "private"."keep_stock"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."price_movement"() FROM PUBLIC;
