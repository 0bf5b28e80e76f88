-- Integrity checks of stock and bookings. Each function returns the rows that violate its rules, none when all hold.
-- See docs/domain.md, invariants 4-6, 9 and 11-13. Each reads many projects at once, so that one run checks a whole installation.
-- stored is the value in the document, expected the sum of its sources; kind and id name the document to open.

create or replace function private.check_stock(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with ledger as (
    select m.project_id, m.product_id, sum(m.quantity) as pieces,
      coalesce(sum(m.quantity) filter (where m.kind = 'purchase'), 0) as purchased,
      -coalesce(sum(m.quantity) filter (where m.kind = 'supplier_return'), 0) as supplier_returned,
      -coalesce(sum(m.quantity) filter (where m.kind = 'issue'), 0) as used,
      coalesce(sum(m.quantity) filter (where m.kind in ('return_in', 'return_credit')), 0) as returned,
      coalesce(sum(m.quantity) filter (where m.kind in ('adjustment', 'write_off')), 0) as adjusted,
      coalesce(sum(m.quantity) filter (where m.stock_state = 'bad_order'), 0) as bad_order
    from public.stock_movements m where m.project_id = any (p_projects) group by m.project_id, m.product_id),
  held as (
    select l.project_id, l.product_id, sum(l.quantity - l.quantity_delivered - l.quantity_released) as pieces
    from public.bookings b join public.booking_lines l on l.project_id = b.project_id and l.booking_id = b.id
    where b.project_id = any (p_projects) and b.approval_status like 'approved%' group by l.project_id, l.product_id),
  prices as (
    select distinct on (c.project_id, c.product_id) c.project_id, c.product_id, c.new_price, c.new_pieces
    from public.price_changes c where c.project_id = any (p_projects) and c.price = 'current_srp'
    order by c.project_id, c.product_id, c.id desc),
  stock as (
    select i.*, p.material_code || ' ' || p.description as label, coalesce(held.pieces, 0) as held, prices.new_price as last_price,
      prices.new_pieces as last_pieces,
      coalesce(g.pieces, 0) as pieces, coalesce(g.purchased, 0) as g_purchased, coalesce(g.supplier_returned, 0) as g_supplier_returned,
      coalesce(g.used, 0) as g_used, coalesce(g.returned, 0) as g_returned, coalesce(g.adjusted, 0) as g_adjusted,
      coalesce(g.bad_order, 0) as g_bad_order
    from public.inventory i
    join public.products p on p.project_id = i.project_id and p.id = i.product_id
    left join ledger g on g.project_id = i.project_id and g.product_id = i.product_id
    left join held on held.project_id = i.project_id and held.product_id = i.product_id
    left join prices on prices.project_id = i.project_id and prices.product_id = i.product_id
    where i.project_id = any (p_projects))
  select 'stock.on_hand', s.project_id, 'product', s.product_id, s.label, s.on_hand::text, s.pieces::text
  from stock s where s.on_hand <> s.pieces or s.on_hand < 0
  union all
  select 'stock.kinds', s.project_id, 'product', s.product_id, s.label,
    concat_ws(' / ', s.purchased, s.supplier_returned, s.used_stocks, s.stocks_returned, s.adjusted, s.bad_order),
    concat_ws(' / ', s.g_purchased, s.g_supplier_returned, s.g_used, s.g_returned, s.g_adjusted, s.g_bad_order)
  from stock s where (s.purchased, s.supplier_returned, s.used_stocks, s.stocks_returned, s.adjusted, s.bad_order)
    is distinct from (s.g_purchased, s.g_supplier_returned, s.g_used, s.g_returned, s.g_adjusted, s.g_bad_order)
  union all
  select 'stock.reserved', s.project_id, 'product', s.product_id, s.label, s.reserved::text, s.held::text
  from stock s where s.reserved <> s.held
  union all
  select 'stock.price', s.project_id, 'product', s.product_id, s.label, concat_ws(' / ', s.current_srp, s.current_srp_pieces),
    concat_ws(' / ', s.last_price, s.last_pieces)
  from stock s where (s.last_price, s.last_pieces) <> (s.current_srp, s.current_srp_pieces)
  union all
  select 'stock.issues', b.project_id, 'booking', b.id, format('%s line %s', b.so_no, l.line_no),
    l.quantity_delivered::text, coalesce(m.pieces, 0)::text
  from public.booking_lines l
  join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
  left join (select k.project_id, k.source_line, -sum(k.quantity) as pieces from public.stock_movements k
      where k.project_id = any (p_projects) and k.source_table = 'bookings' and k.kind = 'issue' group by k.project_id, k.source_line) m
    on m.project_id = l.project_id and m.source_line = l.id
  where l.project_id = any (p_projects) and l.quantity_delivered <> coalesce(m.pieces, 0)
  union all
  select 'stock.counts', c.project_id, 'count', c.id, format('%s: %s', c.title, p.description),
    case when c.count_status = 'posted' then coalesce(l.variance, 0) else 0 end::text, coalesce(m.pieces, 0)::text
  from public.stock_count_lines l
  join public.stock_counts c on c.project_id = l.project_id and c.id = l.count_id
  join public.products p on p.project_id = l.project_id and p.id = l.product_id
  left join (select k.project_id, k.source_id, k.product_id, sum(k.quantity) as pieces from public.stock_movements k
      where k.project_id = any (p_projects) and k.source_table = 'stock_counts' group by k.project_id, k.source_id, k.product_id) m
    on m.project_id = l.project_id and m.source_id = l.count_id and m.product_id = l.product_id
  where l.project_id = any (p_projects)
    and coalesce(m.pieces, 0) <> case when c.count_status = 'posted' then coalesce(l.variance, 0) else 0 end
$$;
comment on function private.check_stock is
  'Returns the violations of the stock checks: on hand, kinds of movement, reserved, delivered pieces, posted counts (pieces), live prices '
  '(money).';

create or replace function private.check_purchases(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  select 'purchases.pieces', p.project_id, 'purchase', p.id, format('%s line %s', p.po_no, l.line_no),
    s.pieces::text, coalesce(m.pieces, 0)::text
  from public.purchase_lines l
  join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
  cross join lateral (select case when p.status = 'cancelled' then 0 when p.kind = 'supplier_return' then -l.quantity
    else l.quantity end as pieces) s
  left join (select k.project_id, k.source_line, sum(k.quantity) as pieces from public.stock_movements k
      where k.project_id = any (p_projects) and k.source_table = 'purchases' group by k.project_id, k.source_line) m
    on m.project_id = l.project_id and m.source_line = l.id
  where l.project_id = any (p_projects) and coalesce(m.pieces, 0) <> s.pieces
  union all
  select 'purchases.total', p.project_id, 'purchase', p.id, p.po_no, p.total_cost::text, coalesce(l.amount, 0)::text
  from public.purchases p
  left join (select k.project_id, k.purchase_id, sum(k.amount) as amount from public.purchase_lines k
      where k.project_id = any (p_projects) group by k.project_id, k.purchase_id) l on l.project_id = p.project_id and l.purchase_id = p.id
  where p.project_id = any (p_projects) and p.total_cost <> coalesce(l.amount, 0)
$$;
comment on function private.check_purchases is 'Returns the violations of the purchase checks: pieces moved by lines, totals of documents.';

create or replace function private.check_orders(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  -- An opening receivable and a debit memo have no lines.
  select 'orders.total', b.project_id, 'booking', b.id, b.so_no, v.stored, v.expected
  from public.bookings b
  left join (select k.project_id, k.booking_id, sum(n.amount + round(n.amount * k.vat_on_top / 100, 2)) as amount,
        sum(n.gross + round(n.gross * k.vat_on_top / 100, 2)) as gross
      from public.booking_lines k
      cross join lateral (select round(k.agent_srp * k.quantity / k.agent_srp_pieces, 2) as gross,
        round(k.agent_srp * k.quantity * (100 - k.discount_percent) / (100.0 * k.agent_srp_pieces), 2) - k.discount_amount as amount) n
      where k.project_id = any (p_projects) group by k.project_id, k.booking_id) l on l.project_id = b.project_id and l.booking_id = b.id
  cross join lateral (select case when b.total = coalesce(l.amount, 0) then 'discount ' || b.discount else b.total::text end as stored,
    case when b.total = coalesce(l.amount, 0) then 'discount ' || l.gross - l.amount else coalesce(l.amount, 0)::text end as expected) v
  where b.project_id = any (p_projects)
    and case when b.is_opening then l.amount is not null else (b.total, b.discount) is distinct from (l.amount, l.gross - l.amount) end
  union all
  -- Debts of earlier bookings count for later ones. A returned cheque, a
  -- cancelled receipt or a cancelled credit memo restores the debts it had
  -- paid, whatever was sold meanwhile; a lowered credit line counts for bookings validated later.
  select 'orders.credit', c.project_id, 'customer', c.id, c.name, c.credit_line::text, o.owed::text
  from public.customers c
  join (select b.project_id, b.customer_id, sum(b.balance) as owed from public.bookings b
      where b.project_id = any (p_projects) and b.approval_status like 'approved%' and not b.is_opening
      group by b.project_id, b.customer_id) o
    on o.project_id = c.project_id and o.customer_id = c.id
  left join (select k.project_id, k.customer_id, sum(e.effect) as effect
      from public.cheque_events e join public.collections k on k.project_id = e.project_id and k.id = e.collection_id
      where e.project_id = any (p_projects) and e.event = 'returned' group by k.project_id, k.customer_id) e
    on e.project_id = c.project_id and e.customer_id = c.id
  left join (select k.project_id, k.customer_id, sum(k.amount) as amount from public.collections k
      where k.project_id = any (p_projects) and k.approval_status = 'cancelled' and k.approved_at is not null
      group by k.project_id, k.customer_id) x
    on x.project_id = c.project_id and x.customer_id = c.id
  left join (select m.project_id, m.customer_id, sum(m.amount) as amount from public.memos m
      where m.project_id = any (p_projects) and m.kind = 'credit' and m.cancelled_on is not null group by m.project_id, m.customer_id) n
    on n.project_id = c.project_id and n.customer_id = c.id
  cross join lateral (select o.owed + coalesce(e.effect, 0) - coalesce(x.amount, 0) - coalesce(n.amount, 0) as sold) s
  where c.project_id = any (p_projects) and s.sold > c.credit_line
    and not exists (select from public.bookings b
      where b.project_id = c.project_id and b.customer_id = c.id and b.override_reason is not null)
    and not exists (select from public.customer_finance_events f cross join lateral jsonb_array_elements_text(f.details -> 'credit_line') l
      where f.project_id = c.project_id and f.customer_id = c.id and f.type = 'credit' and (l.value is null or l.value::numeric >= s.sold))
  union all
  -- A series may begin at the number where the paper books ended; from there on it has no gaps.
  select 'orders.numbers', p.id, 'project', p.id, p.name, format('%s drawn', p.booking_count),
    format('%s numbers on %s bookings, %s to %s', s.drawn, s.bookings, s.first, s.last)
  from public.projects p
  join (select b.project_id, count(distinct b.so_no) as drawn, count(*) as bookings, min(substr(b.so_no, 4)::int) as first,
        max(substr(b.so_no, 4)::int) as last
      from public.bookings b where b.project_id = any (p_projects) and not b.is_opening group by b.project_id) s on s.project_id = p.id
  where s.drawn <> s.bookings or s.last <> p.booking_count or s.last - s.first + 1 <> s.bookings
  union all
  select 'orders.receipts', p.id, 'project', p.id, p.name, format('%s drawn', p.delivery_receipt_count),
    format('%s receipts, to %s', coalesce(s.receipts, 0), coalesce(s.last, 0))
  from public.projects p
  left join (select r.project_id, count(*) as receipts, max(substr(r.dr_no, 4)::int) as last
      from public.delivery_receipts r where r.project_id = any (p_projects) group by r.project_id) s on s.project_id = p.id
  where p.id = any (p_projects) and (coalesce(s.receipts, 0) <> p.delivery_receipt_count or coalesce(s.last, 0) <> p.delivery_receipt_count)
$$;
comment on function private.check_orders is 'Returns the violations of the booking checks: totals, credit lines, SO and DR numbers.';

create or replace function private.check_trail(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  select d.check_key, d.project_id, d.kind, d.id, d.label, d.state, null
  from (
    select 'trail.bookings' as check_key, b.project_id, 'booking' as kind, b.id, b.so_no as label, b.approval_status as state,
      'bookings' as table_name, case when b.is_opening and b.approval_status = 'approved' then 'insert' else 'update' end as action
    from public.bookings b where b.project_id = any (p_projects) and b.approval_status <> 'pending'
    union all
    select 'trail.customers', c.project_id, 'customer', c.id, c.name, c.approval_status, 'customers', null
    from public.customers c where c.project_id = any (p_projects) and c.approval_status <> 'pending'
    union all
    select 'trail.receipts', c.project_id, 'collection', c.id, c.cr_no, c.approval_status, 'collections', null
    from public.collections c where c.project_id = any (p_projects) and c.approval_status <> 'pending'
    union all
    select 'trail.vouchers', v.project_id, 'voucher', v.id, 'No. ' || v.voucher_no, v.status, 'vouchers', 'update'
    from public.vouchers v where v.project_id = any (p_projects) and v.status <> 'pending') d
  left join (
    select distinct g.project_id, g.table_name, g.row_id, g.action, coalesce(g.after ->> 'approval_status', g.after ->> 'status') as state
    from public.audit_log g
    where g.project_id = any (p_projects) and g.table_name in ('bookings', 'customers', 'collections', 'vouchers')
      and (g.after ? 'approval_status' or g.after ? 'status')) t
    on t.project_id = d.project_id and t.table_name = d.table_name and t.row_id = d.id and t.state = d.state
    and t.action = coalesce(d.action, t.action)
  where t.row_id is null
$$;
comment on function private.check_trail is
  'Returns decided bookings, customers, receipts and vouchers whose state is not in the audit trail.';
