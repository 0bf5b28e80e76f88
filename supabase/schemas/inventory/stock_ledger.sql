-- What a movement of the stock ledger costs, and the sums of the ledger in inventory.
-- See docs/domain.md, Stock, and invariant 4.

create or replace function private.movement_cost(p_quantity int, p_cost numeric, p_on_hand int, p_value numeric, p_default numeric) returns numeric
language sql immutable
return case
    when p_quantity > 0 then coalesce(p_cost, case when p_on_hand > 0 then round(p_value * p_quantity / p_on_hand, 2) else p_default end)
    when p_quantity = 0 then greatest(p_cost, -p_value)
    -- The last pieces take the whole value with them, so that nothing on hand is worth nothing.
    when p_on_hand + p_quantity <= 0 then -p_value
    else -least(p_value, coalesce(-p_cost, round(p_value * -p_quantity / p_on_hand, 2))) end;
comment on function private.movement_cost is
  'Returns the signed cost of so many pieces that come in or go out: the given cost, or the moving average of what is on hand, or their default cost (p_default) when nothing is. What goes out never costs more than what is on hand is worth.';

create or replace function private.price_movement() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;
comment on function private.price_movement is
  'Trigger: locks the stock of a movement and gives it its cost. A command sets the cost where a document says it, and leaves it empty elsewhere. Movements of one product stand together in a statement.';
create trigger price_movement before insert on public.stock_movements for each row execute function private.price_movement();

create or replace function private.keep_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
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
      -- A booking has reserved what is issued.
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
end $$;
comment on function private.keep_stock is
  'Trigger: keeps inventory equal to the sums of its ledger (docs/domain.md, invariant 4), once for all movements of a statement. What is issued is no longer reserved.';
create trigger keep_stock after insert on public.stock_movements referencing new table as posted
  for each statement execute function private.keep_stock();
