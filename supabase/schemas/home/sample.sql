-- Sample companies: one person's own company with made-up figures, to try the product with. The real company is never touched by it.

create or replace function private.sample_products(p_sample uuid) returns uuid[]
language sql set search_path = '' as $$
  with made as (
    insert into public.products (project_id, id, description, material_code, category1, case_config, def_cost, def_srp)
    select p_sample, private.new_id(), g.name, 'SMP-' || 100 + g.no, g.category, g.pieces, g.cost, g.srp
    from (values (1, 'Cola 290 ml', 'Beverages', 24, 13.20, 16.00), (2, 'Orange juice 1 L', 'Beverages', 12, 52.00, 61.00),
      (3, 'Drinking water 1 L', 'Beverages', 12, 14.50, 18.00), (4, 'Sardines in tomato sauce 155 g', 'Groceries', 100, 19.50, 23.00),
      (5, 'Corned beef 150 g', 'Groceries', 48, 31.00, 36.50), (6, 'Instant noodles, chicken 55 g', 'Groceries', 72, 8.20, 10.00),
      (7, 'Soy sauce 1 L', 'Groceries', 12, 42.00, 49.00), (8, 'Detergent bar 390 g', 'Household', 36, 23.00, 27.50))
      g (no, name, category, pieces, cost, srp)
    returning id, material_code
  )
  select array_agg(m.id order by m.material_code) from made m
$$;
comment on function private.sample_products is 'Adds the products of a sample company, and returns them in order.';

create or replace function private.buy_for_sample(p_sample uuid, p_products uuid[], p_today date) returns void
language plpgsql set search_path = '' as $$
begin
  for n in 0 .. 2 loop
    perform private.create_purchase(p_sample, jsonb_build_object('po_no', 'PO-' || 301 + n, 'supplier', (array['Luzon Beverages',
        'Pacific Foods', 'Northern Trading'])[n + 1], 'date_added', p_today - 60 + 20 * n,
      'lines', (select jsonb_agg(jsonb_build_object('product_id', g.id, 'quantity', 40 * g.case_config, 'cost', g.def_cost,
          'prod_srp', g.def_srp) order by g.material_code)
        from public.products g where g.project_id = p_sample and g.id = any (p_products))));
  end loop;
end $$;
comment on function private.buy_for_sample is 'Buys stock for a sample company, three times in two months.';

create or replace function private.sell_for_sample(p_sample uuid, p_customer uuid, p_products uuid[], p_no int, p_today date) returns void
language plpgsql set search_path = '' as $$
declare
  v_day date := p_today - 3 * p_no;
  v jsonb;
  v_booking uuid;
  v_receipt jsonb;
begin
  v := private.create_booking(p_sample, jsonb_build_object('customer_id', p_customer, 'date_added', v_day,
    'lines', (select jsonb_agg(jsonb_build_object('product_id', g.id, 'quantity', (2 + p_no % 4) * g.case_config, 'agent_srp', g.def_srp)
        order by g.material_code)
      from public.products g where g.project_id = p_sample
        and g.id in (p_products[1 + p_no % 8], p_products[1 + (p_no * 3 + 2) % 8], p_products[1 + (p_no * 5 + 4) % 8]))));
  v_booking := v ->> 'id';
  -- The newest ones wait for each step in turn.
  if p_no < 2 then return; end if;
  v := private.validate_booking(p_sample, v_booking, (v ->> 'version')::int);
  if p_no < 4 then return; end if;
  v := private.set_invoice(p_sample, v_booking, (v ->> 'version')::int, 'SI-' || 1100 - p_no, v_day);
  v := private.deliver_booking(p_sample, v_booking, (v ->> 'version')::int, v_day + 1);
  if p_no % 3 = 0 then return; end if;
  v_receipt := private.record_collection(p_sample, (
    select jsonb_build_object('customer_id', p_customer, 'collection_type', 'cash', 'amount', b.total::text, 'cr_no', 'CR-' || 600 - p_no,
      'date_collected', least(v_day + 5, p_today),
      'allocations', jsonb_build_array(jsonb_build_object('booking_id', b.id, 'amount', b.total::text)))
    from public.bookings b where b.project_id = p_sample and b.id = v_booking));
  perform private.approve_collection(p_sample, (v_receipt ->> 'id')::uuid, (v_receipt ->> 'version')::int);
end $$;
comment on function private.sell_for_sample is
  'Takes one booking of a sample company as far as its number says: the last ones wait for validation, invoice or payment.';

create or replace function private.fill_sample(p_sample uuid, p_user uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_today date := private.business_date(p_sample);
  v_products uuid[] := private.sample_products(p_sample);
  v_customers uuid[];
begin
  perform private.buy_for_sample(p_sample, v_products, v_today);
  select array_agg((private.request_customer(p_sample, jsonb_build_object('name', c.name, 'store_name', c.store, 'area', c.area,
    'credit_line', c.credit, 'terms_days', c.terms, 'agent_id', p_user)) ->> 'id')::uuid order by c.no) into v_customers
  from (values (1, 'Aida Lopez', 'Lopez Grocery', 'Pasig', '200000.00', 30), (2, 'Ben Cruz', 'Cruz Supermart', 'Marikina', '500000.00', 30),
    (3, 'Carla Dizon', 'Dizon Store', 'Pasig', '80000.00', 15), (4, 'Dan Perez', 'Perez Sari-sari', 'Cainta', '60000.00', 15),
    (5, 'Ester Lim', 'Lim Wholesale', 'Quezon City', null, 30), (6, 'Fely Ramos', 'Ramos Mart', 'Cainta', '120000.00', 30))
    c (no, name, store, area, credit, terms);
  for n in reverse 17 .. 0 loop
    perform private.sell_for_sample(p_sample, v_customers[1 + n % 6], v_products, n, v_today);
  end loop;
end $$;
comment on function private.fill_sample is
  'Plays two months of trade in a sample company by the commands of the product, as the person to whom it belongs.';

create or replace function private.create_sample(p_project uuid, p_sample uuid) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '120s' as $$
declare
  v_scope text := private.authorize(p_project, 'people.write');
  v_me uuid := private.current_user_id();
  v_name text := (select left('Sample company of ' || f.display_name, 70) from public.profiles f where f.user_id = v_me);
begin
  if p_sample is null then perform private.invalid('sample', 'The form is incomplete: reload the page.'); end if;
  perform private.lock_people(array[v_me]);
  if exists (select from public.memberships m join public.projects p on p.id = m.project_id
      where m.user_id = v_me and p.sample and p.status <> 'removed') then
    perform private.refuse('wrong_state', 'You have a sample company already.');
  end if;
  perform private.lock_number(null, 'project', v_name);
  if exists (select from public.projects p where lower(p.name) = lower(v_name) and p.status <> 'removed') then
    v_name := v_name || ' ' || left(p_sample::text, 8);
  end if;
  insert into public.projects (id, name, title, address, tin_no, time_zone, currency, product_categories1, sample)
  select p_sample, v_name, 'Sample company', 'Made-up address, Pasig', '000-000-000-000', private.known_zone(p.time_zone), p.currency,
    '{Beverages,Groceries,Household}', true
  from public.projects p where p.id = p_project
  on conflict (id) do nothing;
  if not found then perform private.refuse_duplicate('sample', 'This project already exists.'); end if;
  insert into public.memberships (project_id, user_id, role) values (p_sample, v_me, 'one-person office');
  perform private.fill_sample(p_sample, v_me);
  return jsonb_build_object('id', p_sample);
end $$;
select private.expose('create_sample');
comment on function public.create_sample is
  'Makes a sample company under an id made by the client, with two months of made-up trade, in which the caller is a one-person office and '
  'nobody else works. p_project: the company of the caller, from which it takes time zone and currency alone. General Manager, Owner and '
  'one-person office (people.write). Errors: 42501, P0001 wrong_state for a second one.';

create or replace function private.remove_sample(p_project uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_scope text := private.authorize(p_project, 'people.write');
begin
  update public.projects p set status = 'removed' where p.id = p_project and p.sample and p.status <> 'removed';
  if not found then perform private.refuse('wrong_state', 'Only a sample company is removed by its owner.'); end if;
  return jsonb_build_object('id', p_project, 'status', 'removed');
end $$;
select private.expose('remove_sample');
comment on function public.remove_sample is
  'Removes a sample company from everybody''s lists, and refuses any other. Who is its one-person office (people.write). Errors: 42501, '
  'P0001 wrong_state.';
