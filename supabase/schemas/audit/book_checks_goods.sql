-- Integrity checks of stock and purchases.
-- See docs/domain.md, invariants 4-6. All checks have one shape: a function returns rows of check, id of the document, label,
-- and what the document says (stored) beside the sum of its sources (expected), where the two differ. label: of what is wrong, with %s
-- for the name of the document; null = the name alone.

create or replace function private.check_stock(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  select c.check_key, c.id, c.label, c.stored, c.expected
  from (
    select x.check_key, i.product_id as id, null::text as label, x.stored, x.expected
    from public.inventory i
    left join (select m.product_id, sum(m.quantity) as pieces, sum(m.cost) as cost,
        sum(m.quantity) filter (where m.kind = 'purchase') as purchased,
        -sum(m.quantity) filter (where m.kind = 'supplier_return') as supplier_returned,
        -sum(m.quantity) filter (where m.kind = 'issue') as used,
        sum(m.quantity) filter (where m.kind in ('return_in', 'return_credit')) as returned,
        sum(m.quantity) filter (where m.kind in ('adjustment', 'write_off')) as adjusted,
        sum(m.quantity) filter (where m.stock_state = 'bad_order') as bad_order
      from public.stock_movements m where m.project_id = p_project group by m.product_id) g on g.product_id = i.product_id
    left join (select l.product_id, sum(l.quantity - l.quantity_delivered - l.quantity_released) as pieces
      from public.bookings b join public.booking_lines l on l.project_id = p_project and l.booking_id = b.id
      where b.project_id = p_project and b.approval_status like 'approved%' group by l.product_id) h on h.product_id = i.product_id
    left join (select distinct on (c.product_id) c.product_id, c.new_price, c.new_pieces
      from public.price_changes c where c.project_id = p_project and c.price = 'current_srp'
      order by c.product_id, c.id desc) p on p.product_id = i.product_id
    cross join lateral (values
      ('stock.on_hand', jsonb_build_array(i.on_hand), jsonb_build_array(greatest(g.pieces, 0))),
      ('stock.kinds', jsonb_build_array(i.purchased, i.supplier_returned, i.used_stocks, i.stocks_returned, i.adjusted, i.bad_order),
        jsonb_build_array(coalesce(g.purchased, 0), coalesce(g.supplier_returned, 0), coalesce(g.used, 0), coalesce(g.returned, 0),
          coalesce(g.adjusted, 0), coalesce(g.bad_order, 0))),
      ('stock.reserved', jsonb_build_array(i.reserved), jsonb_build_array(coalesce(h.pieces, 0))),
      ('stock.price', jsonb_build_array(i.current_srp, i.current_srp_pieces),
        jsonb_build_array(coalesce(p.new_price, i.current_srp), coalesce(p.new_pieces, i.current_srp_pieces))),
      ('ledgers.stock', jsonb_build_array(i.stock_value),
        jsonb_build_array(case when i.on_hand = 0 and i.stock_value <> 0 then 0.00 else coalesce(g.cost, 0.00) end)))
      x (check_key, stored, expected)
    where i.project_id = p_project
    union all
    select 'stock.issues', l.booking_id, '%s line ' || l.line_no, jsonb_build_array(l.quantity_delivered),
      jsonb_build_array(coalesce(m.pieces, 0))
    from public.booking_lines l
    left join (select k.source_line, -sum(k.quantity) as pieces from public.stock_movements k
      where k.project_id = p_project and k.source_table = 'bookings' and k.kind = 'issue' group by k.source_line) m on m.source_line = l.id
    where l.project_id = p_project
    union all
    select 'stock.counts', l.count_id, '%s: ' || p.description || case l.stock_state when 'bad_order' then ', bad orders' else '' end,
      jsonb_build_array(case when c.count_status = 'posted' then coalesce(l.variance, 0) else 0 end),
      jsonb_build_array(coalesce(m.pieces, 0))
    from public.stock_count_lines l
    join public.stock_counts c on c.project_id = p_project and c.id = l.count_id
    join public.products p on p.project_id = p_project and p.id = l.product_id
    left join (select k.source_id, k.product_id, k.stock_state, sum(k.quantity) as pieces from public.stock_movements k
      where k.project_id = p_project and k.source_table = 'stock_counts' group by k.source_id, k.product_id, k.stock_state) m
      on m.source_id = l.count_id and m.product_id = l.product_id and m.stock_state = l.stock_state
    where l.project_id = p_project
    union all
    select x.check_key, l.purchase_id, '%s line ' || l.line_no, x.stored, x.expected
    from public.purchase_lines l
    join public.purchases p on p.project_id = p_project and p.id = l.purchase_id
    left join (select k.source_line, sum(k.quantity) as pieces, sum(k.vat_amount) as vat, sum(k.cost + k.variance) as net
      from public.stock_movements k
      where k.project_id = p_project and k.source_table = 'purchases' group by k.source_line) m on m.source_line = l.id
    cross join lateral (select case when p.status = 'cancelled' then 0 when p.kind = 'supplier_return' then -1 else 1 end as sign) s
    cross join lateral (values
      ('purchases.pieces', jsonb_build_array(s.sign * l.quantity), jsonb_build_array(coalesce(m.pieces, 0))),
      ('purchases.amounts', jsonb_build_array(coalesce(m.net, 0)), jsonb_build_array(s.sign * (l.amount - l.vat_amount))),
      ('vat.purchases', jsonb_build_array(coalesce(m.vat, 0)), jsonb_build_array(s.sign * l.vat_amount))) x (check_key, stored, expected)
    where l.project_id = p_project
    union all
    select 'purchases.total', p.id, null, jsonb_build_array(p.total_cost), jsonb_build_array(coalesce((
      select sum(l.amount) from public.purchase_lines l where l.project_id = p_project and l.purchase_id = p.id), 0))
    from public.purchases p where p.project_id = p_project) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_stock is
  'Returns the violations of the checks of stock (on hand, kinds of movement, reserved, value, live prices, delivered pieces, posted '
  'counts) and of purchases (pieces, amount and input VAT of lines, totals).';

create or replace function private.check_stock_days(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable security definer set search_path = '' as $$
  select distinct on (d.product_id, d.stock_state) 'stock.days', d.product_id,
    format('%%s, %s, %s', case d.stock_state when 'sellable' then 'to be sold' else 'bad orders' end, to_char(d.on_date, 'MM/DD/YYYY')),
    jsonb_build_array(d.pieces), '["0 or more"]'::jsonb
  from (
    select m.product_id, m.stock_state, m.on_date,
      sum(sum(m.quantity)) over (partition by m.product_id, m.stock_state order by m.on_date) as pieces
    from public.stock_movements m where m.project_id = p_project group by m.product_id, m.stock_state, m.on_date) d
  where d.pieces < 0 order by d.product_id, d.stock_state, d.on_date
$$;
comment on function private.check_stock_days is
  'Returns the products of which more had gone than was there at the end of a day, in sellable stock or among the bad orders, with the '
  'first such day.';

create or replace function private.check_vat_of_returns(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  select 'purchases.vat', (array_agg(x.id order by x.back_at desc nulls last))[1], null, jsonb_build_array(sum(x.sign * x.vat_amount)),
    '[0.00]'::jsonb
  from (
    select p.id, p.supplier_id, l.product_id, l.vat_percent, l.amount, l.vat_amount, s.sign,
      case s.sign when -1 then greatest(p.created_at, r.decided_at) end as back_at,
      greatest(p.cancelled_at, case p.kind when 'purchase' then greatest(p.created_at, r.decided_at) end) as other_at
    from public.purchase_lines l
    join public.purchases p on p.project_id = p_project and p.id = l.purchase_id and p.kind <> 'return_in'
    cross join lateral (select case when p.status = 'cancelled' then 0 when p.kind = 'supplier_return' then -1 else 1 end as sign) s
    left join lateral (select max(e.decided_at) as decided_at from public.product_edit_requests e
      where e.project_id = p_project and e.purchase_id = p.id and e.purchase_line_id = l.id and e.request_status = 'approved') r on true
    where l.project_id = p_project) x
  group by x.supplier_id, x.product_id, x.vat_percent
  having sum(x.sign * x.amount) = 0 and sum(x.sign * x.vat_amount) <> 0 and max(x.back_at) > max(x.other_at)
$$;
comment on function private.check_vat_of_returns is
  'Returns the last return to a supplier of a product of which all went back, where VAT is left of what was bought of it: the last part '
  'takes the rest, unless something was bought, cancelled or corrected after it.';
