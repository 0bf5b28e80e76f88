-- Products, the stock ledger, inventory and purchases.
-- Specification section 3 (Product, Inventory, Purchase); invariants 4, 5, 12.

create table public.products (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  description text not null check (btrim(description) <> '' and length(description) <= 200),
  sort_key text not null generated always as (private.sort_key(description)) stored,
  supplier text check (length(supplier) <= 200),
  material_code text not null check (btrim(material_code) <> '' and length(material_code) <= 60),
  category1 text,
  category2 text,
  category3 text,
  unit_of_measure text not null default 'pc' check (length(unit_of_measure) between 1 and 20),
  case_config int not null default 1 check (case_config between 1 and 100000),
  liters_per_case numeric(10,3) not null default 0 check (liters_per_case >= 0),
  status text not null default 'active' check (status in ('active', 'inactive')),
  def_cost numeric(14,2) not null default 0 check (def_cost >= 0),
  def_srp numeric(14,2) not null default 0 check (def_srp >= 0),
  selected_color text check (selected_color ~ '^#[0-9a-f]{6}$'),
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id)
);
create unique index products_material_code_key on public.products (project_id, lower(material_code));
create index products_list_idx on public.products (project_id, sort_key, id);
comment on table public.products is 'What the company trades. Quantities everywhere are in pieces; case_config is pieces per case. def_cost, def_srp: defaults per piece.';
select private.guard_table('public.products');

create table public.inventory (
  project_id uuid not null,
  product_id uuid not null,
  stats text not null default 'available' check (stats in ('available', 'unavailable')),
  purchased int not null default 0 check (purchased >= 0),
  supplier_returned int not null default 0 check (supplier_returned >= 0),
  used_stocks int not null default 0 check (used_stocks >= 0),
  stocks_returned int not null default 0 check (stocks_returned >= 0),
  adjusted int not null default 0,
  reserved int not null default 0,
  on_hand int not null generated always as (purchased - supplier_returned - used_stocks + stocks_returned + adjusted) stored,
  available int not null generated always as (purchased - supplier_returned - used_stocks + stocks_returned + adjusted - reserved) stored,
  current_srp numeric(14,2) not null default 0 check (current_srp >= 0),
  modified_at timestamptz not null default now(),
  primary key (project_id, product_id),
  foreign key (project_id, product_id) references public.products (project_id, id),
  constraint inventory_on_hand_check check (on_hand >= 0),
  constraint inventory_reserved_check check (reserved >= 0)
);
comment on table public.inventory is
  'Sums of the stock ledger per product, in pieces, kept by trigger: on_hand = purchased - supplier_returned - used_stocks + stocks_returned + adjusted; available = on_hand - reserved. current_srp is the live price.';
select private.guard_table('public.inventory');

create table public.stock_movements (
  project_id uuid not null,
  id bigint generated always as identity,
  product_id uuid not null,
  kind text not null check (kind in ('purchase', 'return_in', 'supplier_return', 'issue', 'return_credit', 'adjustment')),
  quantity int not null check (quantity <> 0),
  on_date date not null,
  source_table text not null,
  source_id uuid not null,
  source_line uuid,
  at timestamptz not null default now(),
  by uuid default auth.uid(),
  primary key (project_id, id),
  foreign key (project_id, product_id) references public.inventory (project_id, product_id)
);
create index stock_movements_product_idx on public.stock_movements (project_id, product_id, on_date, id);
create index stock_movements_source_idx on public.stock_movements (project_id, source_table, source_id);
comment on table public.stock_movements is 'The stock ledger: signed pieces, insert-only. on_date is the business date, at the moment of posting.';
select private.guard_table('public.stock_movements', p_append_only => true);

create function private.open_inventory() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.inventory (project_id, product_id, current_srp) values (new.project_id, new.id, new.def_srp);
  return null;
end $$;
comment on function private.open_inventory is 'A new product starts with an empty inventory row at its default SRP.';
create trigger open_inventory after insert on public.products for each row execute function private.open_inventory();

create function private.post_movement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.inventory i set
    purchased = purchased + case when new.kind = 'purchase' then new.quantity else 0 end,
    supplier_returned = supplier_returned - case when new.kind = 'supplier_return' then new.quantity else 0 end,
    used_stocks = used_stocks - case when new.kind = 'issue' then new.quantity else 0 end,
    stocks_returned = stocks_returned + case when new.kind in ('return_in', 'return_credit') then new.quantity else 0 end,
    adjusted = adjusted + case when new.kind = 'adjustment' then new.quantity else 0 end,
    modified_at = now()
  where i.project_id = new.project_id and i.product_id = new.product_id;
  return null;
end $$;
comment on function private.post_movement is 'Keeps inventory equal to the sums of its ledger (invariant 4).';
create trigger post_movement after insert on public.stock_movements for each row execute function private.post_movement();

create trigger touch before update on public.products for each row execute function private.touch();
create trigger audit after insert or update or delete on public.products for each row execute function private.write_audit();
create trigger audit after update or delete on public.inventory for each row execute function private.write_audit();

create table public.purchases (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  po_no text not null,
  invoice_no text,
  supplier text not null,
  date_added date not null,
  invoice_date date,
  delivery_date date,
  kind text not null default 'purchase' check (kind in ('purchase', 'return_in', 'supplier_return')),
  is_returns_data boolean not null generated always as (kind = 'return_in') stored,
  status text not null default 'active' check (status in ('active', 'cancelled')),
  total_cost numeric(14,2) not null default 0,
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id)
);
create index purchases_list_idx on public.purchases (project_id, date_added desc, id desc);
comment on table public.purchases is 'Goods in from suppliers (purchase), back from customers (return_in) or back to suppliers (supplier_return).';
select private.guard_table('public.purchases');

create table public.purchase_lines (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  purchase_id uuid not null,
  line_no int not null,
  product_id uuid not null,
  quantity int not null check (quantity > 0),
  cost numeric(14,2) not null check (cost >= 0),
  prod_srp numeric(14,2) check (prod_srp >= 0),
  amount numeric(14,2) not null generated always as (cost * quantity) stored,
  primary key (project_id, id),
  unique (project_id, purchase_id, line_no),
  foreign key (project_id, purchase_id) references public.purchases (project_id, id),
  foreign key (project_id, product_id) references public.inventory (project_id, product_id)
);
create index purchase_lines_product_idx on public.purchase_lines (project_id, product_id);
comment on table public.purchase_lines is 'quantity in pieces; cost and prod_srp per piece, of this delivery.';
select private.guard_table('public.purchase_lines');

create trigger touch before update on public.purchases for each row execute function private.touch();
create trigger audit after insert or update or delete on public.purchases for each row execute function private.write_audit();
create trigger audit after update or delete on public.purchase_lines for each row execute function private.write_audit();

-- ---------------------------------------------------------------------------------------------
-- Who reads, who writes master data
-- ---------------------------------------------------------------------------------------------

grant select on public.products, public.inventory, public.stock_movements, public.purchases, public.purchase_lines to authenticated;
grant insert (project_id, id, description, supplier, material_code, category1, category2, category3, unit_of_measure, case_config,
  liters_per_case, def_cost, def_srp, selected_color) on public.products to authenticated;
grant update (description, supplier, material_code, category1, category2, category3, unit_of_measure, case_config,
  liters_per_case, status, def_cost, def_srp, selected_color) on public.products to authenticated;

create policy products_select on public.products for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[]));
create policy products_insert on public.products for insert to authenticated
  with check (project_id = any ((select private.projects_with('products.write'))::uuid[]));
create policy products_update on public.products for update to authenticated
  using (project_id = any ((select private.projects_with('products.write'))::uuid[]))
  with check (project_id = any ((select private.projects_with('products.write'))::uuid[]));
create policy inventory_select on public.inventory for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[]));
create policy stock_movements_select on public.stock_movements for select to authenticated
  using (project_id = any ((select private.projects_with('stock.read'))::uuid[]));
create policy purchases_select on public.purchases for select to authenticated
  using (project_id = any ((select private.projects_with('purchases.read'))::uuid[]));
create policy purchase_lines_select on public.purchase_lines for select to authenticated
  using (project_id = any ((select private.projects_with('purchases.read'))::uuid[]));

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create function private.create_purchase(p_project uuid, p_op uuid, p_purchase jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_done jsonb;
  v_kind text := coalesce(private.text_of(p_purchase, 'kind'), 'purchase');
  v_lines jsonb := private.list_of(p_purchase, 'lines');
  v_line jsonb;
  v_no int := 0;
  v_path text;
  v_purchase public.purchases;
  v_date date;
  v_row record;
begin
  v_done := private.begin_op(p_project, p_op, 'create_purchase', p_purchase);
  if v_done is not null then return v_done; end if;
  if v_kind not in ('purchase', 'return_in', 'supplier_return') then perform private.invalid('kind', 'Choose the kind of record.'); end if;
  if jsonb_array_length(v_lines) = 0 then perform private.invalid('lines', 'Add at least one product.'); end if;

  insert into public.purchases (project_id, po_no, invoice_no, supplier, date_added, invoice_date, delivery_date, kind)
  values (
    p_project, private.text_of(p_purchase, 'po_no', true, p_max => 60), private.text_of(p_purchase, 'invoice_no', p_max => 60),
    private.text_of(p_purchase, 'supplier', true),
    private.past_date(p_project, private.date_of(p_purchase, 'date_added'), 'date_added'),
    private.date_of(p_purchase, 'invoice_date'), private.date_of(p_purchase, 'delivery_date'), v_kind)
  returning * into v_purchase;
  v_date := private.past_date(p_project, coalesce(v_purchase.delivery_date, v_purchase.date_added), 'delivery_date');

  for v_line in select value from jsonb_array_elements(v_lines) loop
    v_no := v_no + 1;
    v_path := format('lines[%s].', v_no - 1);
    if not exists (select from public.products p where p.project_id = p_project
                   and p.id = private.uuid_of(v_line, 'product_id', true, v_path) and p.status = 'active') then
      perform private.invalid(v_path || 'product_id', 'Choose an active product.');
    end if;
    if private.int_of(v_line, 'quantity', true, v_path) = 0 then
      perform private.invalid(v_path || 'quantity', 'Enter a quantity above zero.');
    end if;
    insert into public.purchase_lines (project_id, purchase_id, line_no, product_id, quantity, cost, prod_srp)
    values (p_project, v_purchase.id, v_no, private.uuid_of(v_line, 'product_id'), private.int_of(v_line, 'quantity'),
      private.money_of(v_line, 'cost', true, v_path), private.money_of(v_line, 'prod_srp', false, v_path));
  end loop;

  -- In product order, so that two purchases of the same goods never wait on each other in a ring.
  for v_row in
    select l.product_id, l.id, l.line_no, l.quantity, l.prod_srp, p.description
    from public.purchase_lines l join public.products p on p.project_id = l.project_id and p.id = l.product_id
    where l.project_id = p_project and l.purchase_id = v_purchase.id order by l.product_id, l.line_no
  loop
    if v_kind = 'supplier_return' then
      perform from public.inventory i where i.project_id = p_project and i.product_id = v_row.product_id for no key update;
      if (select i.available from public.inventory i where i.project_id = p_project and i.product_id = v_row.product_id) < v_row.quantity then
        perform private.refuse('insufficient_stock', format('Only what is available can go back: %s has less than %s pieces.', v_row.description, v_row.quantity),
          format('lines[%s].quantity', v_row.line_no - 1));
      end if;
    end if;
    insert into public.stock_movements (project_id, product_id, kind, quantity, on_date, source_table, source_id, source_line)
    values (p_project, v_row.product_id, v_kind, case when v_kind = 'supplier_return' then -v_row.quantity else v_row.quantity end,
      v_date, 'purchases', v_purchase.id, v_row.id);
    if v_kind = 'purchase' and v_row.prod_srp is not null then
      update public.inventory set current_srp = v_row.prod_srp
      where project_id = p_project and product_id = v_row.product_id and current_srp <> v_row.prod_srp;
    end if;
  end loop;

  update public.purchases set total_cost = (select sum(l.amount) from public.purchase_lines l
    where l.project_id = p_project and l.purchase_id = v_purchase.id)
  where project_id = p_project and id = v_purchase.id returning * into v_purchase;
  return private.end_op(p_op, jsonb_build_object('id', v_purchase.id, 'po_no', v_purchase.po_no,
    'version', v_purchase.version, 'total_cost', v_purchase.total_cost::text));
end $$;

create function public.create_purchase(p_project uuid, p_op uuid, p_purchase jsonb) returns jsonb
language sql security invoker set search_path = '' as $$ select private.create_purchase(p_project, p_op, p_purchase) $$;
comment on function public.create_purchase is
  'Records goods in or out with a supplier and posts every line to the stock ledger, or none. p_purchase: {po_no, invoice_no, supplier, date_added, invoice_date, delivery_date, kind, lines: [{product_id, quantity (pieces), cost, prod_srp (per piece)}]}. A purchase with prod_srp moves the live price. Errors: 42501, 22023 per field, insufficient_stock, not_in_future. Specification section 4: purchase create upserts inventory per product.';
grant execute on function private.create_purchase(uuid, uuid, jsonb), public.create_purchase(uuid, uuid, jsonb) to authenticated;

create function public.inventory_totals(p_project uuid, p_filters jsonb default '{}')
returns table (products bigint, on_hand bigint, reserved bigint, available bigint, srp_value numeric, cost_value numeric)
language sql stable security invoker set search_path = '' as $$
  select count(*), coalesce(sum(i.on_hand), 0), coalesce(sum(i.reserved), 0), coalesce(sum(i.available), 0),
    coalesce(sum(i.on_hand * i.current_srp), 0.00), coalesce(sum(i.on_hand * p.def_cost), 0.00)
  from public.products p
  join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
  where p.project_id = p_project
    and (p_filters ->> 'category1' is null or p.category1 = p_filters ->> 'category1')
    and (not coalesce((p_filters ->> 'on_hand')::boolean, false) or i.on_hand > 0)
    and (p_filters ->> 'search' is null
      or position(lower(p_filters ->> 'search') in lower(concat_ws(E'\x1f', p.description, p.material_code, p.supplier))) > 0)
$$;
comment on function public.inventory_totals is
  'Sums over the products that the filters find, in pieces and in the project''s currency: on hand, reserved, available, value at live SRP and at default cost. p_filters: {search, category1, on_hand (only what is there)}. Rows are those that the caller may read.';
grant execute on function public.inventory_totals(uuid, jsonb) to authenticated;
