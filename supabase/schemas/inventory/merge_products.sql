-- Merging: two products that are one. See docs/domain.md, Merging, and docs/decisions/0060.

create or replace function private.merge_products(p_project uuid, p_product uuid, p_version int, p_into uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'products.write');
  v_old public.products;
  v_stock public.inventory;
  v_open text;
  v_today date := private.business_date(p_project);
  v_costs numeric[];
  v record;
begin
  -- In the order of every command: bookings, products, their stock. Twice, for bookings that came before the products were locked.
  for v_time in 1 .. 2 loop
    perform private.lock_bookings(p_project, array(select b.id from public.booking_lines l
      join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
      where l.project_id = p_project and l.product_id = p_product and b.approval_status = 'pending'));
    perform from public.products p where p.project_id = p_project and p.id in (p_product, p_into) order by p.id for update;
  end loop;
  select * into v_old from public.products p where p.project_id = p_project and p.id = p_product;
  perform private.check_version(v_old.version, p_version);
  if v_old.merged_into <> p_into then perform private.refuse('wrong_state', 'This product is merged into another one.', 'into'); end if;
  if not exists (select from public.products p
      where p.project_id = p_project and p.id = p_into and p.id <> p_product and p.status = 'active') then
    perform private.invalid('into', 'Choose another product, which is active.');
  end if;
  perform private.lock_stock(p_project, array[p_product, p_into]);
  select * into v_stock from public.inventory i where i.project_id = p_project and i.product_id = p_product;
  select x.what into v_open from (values
    (v_stock.reserved > 0, 'bookings that hold it: deliver, release or cancel them'),
    (exists (select from public.stock_count_lines l join public.stock_counts c on c.project_id = p_project and c.id = l.count_id
      where l.project_id = p_project and l.product_id in (p_product, p_into) and c.count_status in ('open', 'submitted')),
      'a stock count: post or cancel it'),
    (exists (select from public.bad_order_lines l join public.bad_orders o on o.project_id = p_project and o.id = l.record_id
      where l.project_id = p_project and l.product_id = p_product and o.status = 'pending'), 'a write-off: approve or cancel it'),
    (exists (select from public.product_edit_requests r
      where r.project_id = p_project and r.product_id = p_product and r.request_status = 'pending'),
      'a correction of a purchase: decide on it'),
    (exists (select from public.booking_lines l join public.bookings b on b.project_id = p_project and b.id = l.booking_id
      where l.project_id = p_project and l.product_id = p_product and b.approval_status = 'pending'
        and b.date_added <= private.closed_through(p_project)), 'a pending booking of a closed period: validate or cancel it')
    ) x (is_open, what) where x.is_open limit 1;
  if v_open is not null then perform private.refuse('wrong_state', format('There is still %s first.', v_open)); end if;

  update public.booking_lines l set product_id = p_into from public.bookings b
  where l.project_id = p_project and l.product_id = p_product and b.project_id = l.project_id and b.id = l.booking_id
    and b.approval_status = 'pending';
  -- The goods go over at what they cost. Bad orders first: the last pieces take the whole value with them.
  select array_agg(x.state order by x.state) as states, array_agg(x.pieces order by x.state) as pieces,
    array_agg(-x.pieces order by x.state) as gone, array_agg(p_product) as from_here, array_agg(p_into) as there
  into v from private.stock_by_state(v_stock.on_hand, v_stock.bad_order) x where x.pieces > 0;
  if v.pieces is not null then
    v_costs := array(select -m.cost from private.post_stock(p_project, 'adjustment', 'products', p_product, v_today, v.from_here, v.gone,
      p_states => v.states) m order by m.id);
    perform private.post_stock(p_project, 'adjustment', 'products', p_product, v_today, v.there, v.pieces, v_costs, p_states => v.states);
  end if;
  update public.products p set merged_into = p_into, status = 'inactive'
  where p.project_id = p_project and (p.id = p_product or p.merged_into = p_product);
  return jsonb_build_object('id', p_product, 'version', v_old.version + 1, 'merged_into', p_into);
end $$;
select private.expose('merge_products', p_once => true);
comment on function public.merge_products is
  'Merges a product into another, active one, for good: its stock goes over today, at what it cost, and so do the lines of pending '
  'bookings. Past purchases, sales and reports do not change. It becomes inactive, and keeps its code. May be '
  'called again for goods that came back to it. Prices are those of the other product. Errors: 42501, P0002, stale_version, wrong_state '
  '(open bookings, counts, write-offs or corrections), 22023 into.';
