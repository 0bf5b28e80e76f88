-- Purchases, returns, and requests to correct a purchase line.
-- See docs/domain.md, Other documents, and invariant 12.

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
  -- Who brought the goods back; their credit memo names this record.
  customer_id uuid,
  status text not null default 'active' check (status in ('active', 'cancelled')),
  total_cost numeric(14,2) not null default 0,
  -- total_cost in hundredths, for sorting: under row-level security an index
  -- is not searched by a numeric, whose comparison may tell of other rows.
  total_key bigint not null generated always as (coalesce((nullif(total_cost, 'NaN') * 100)::bigint, 0)) stored,
  line_count int not null default 0,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_reason text,
  version int not null default 1,
  created_by uuid default auth.uid(),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  constraint purchases_customer_check check ((kind = 'return_in') = (customer_id is not null))
);
create index purchases_list_idx on public.purchases (project_id, date_added desc, id desc);
create index purchases_order_idx on public.purchases (project_id, po_no, id);
create index purchases_supplier_idx on public.purchases (project_id, supplier, id);
create index purchases_total_idx on public.purchases (project_id, total_key, id);
create index purchases_invoiced_idx on public.purchases (project_id, invoice_date) where invoice_date is not null;
create index purchases_received_idx on public.purchases (project_id, delivery_date) where delivery_date is not null;
-- The index serves the warning about a number that was entered before. It is not unique, as a duplicate is allowed.
create index purchases_po_no_idx on public.purchases (project_id, lower(po_no));
create index purchases_invoice_no_idx on public.purchases (project_id, lower(invoice_no));
comment on table public.purchases is
  'Goods in from suppliers (purchase), back from customers (return_in) or back to suppliers (supplier_return).';
select private.guard_table('public.purchases');

create table public.purchase_lines (
  project_id uuid not null,
  id uuid not null default gen_random_uuid(),
  purchase_id uuid not null,
  line_no int not null,
  product_id uuid not null,
  quantity int not null check (quantity > 0),
  cost numeric(14,2) not null check (cost >= 0),
  cost_pieces int not null default 1 check (cost_pieces between 1 and 100000),
  prod_srp numeric(14,2) check (prod_srp >= 0),
  prod_srp_pieces int not null default 1 check (prod_srp_pieces between 1 and 100000),
  -- As on the supplier's invoice, frozen; null: it shows no VAT.
  vat_class text check (vat_class in ('vatable', 'exempt', 'zero_rated')),
  vat_percent numeric(4,2) not null default 0 check (vat_percent >= 0),
  -- The same percentage when costs do not include VAT, else 0.
  vat_on_top numeric(4,2) not null default 0 check (vat_on_top in (0, vat_percent)),
  amount numeric(14,2) not null generated always as (private.with_vat(private.line_amount(cost, cost_pieces, quantity), vat_on_top)) stored,
  vat_amount numeric(14,2) not null generated always as (
    private.vat_in(private.with_vat(private.line_amount(cost, cost_pieces, quantity), vat_on_top), vat_percent)) stored,
  primary key (project_id, id),
  unique (project_id, purchase_id, line_no),
  foreign key (project_id, purchase_id) references public.purchases (project_id, id),
  foreign key (project_id, product_id) references public.inventory (project_id, product_id)
);
create index purchase_lines_product_idx on public.purchase_lines (project_id, product_id);
comment on table public.purchase_lines is
  'Lines of purchases: quantity in pieces; cost and prod_srp of this delivery, for cost_pieces and prod_srp_pieces pieces (1: per piece). '
  'prod_srp of goods from a customer: what the customer is credited. amount includes the input VAT (vat_amount), the stock does not: it is '
  'worth amount - vat_amount.';
select private.guard_table('public.purchase_lines');

create trigger touch before update on public.purchases for each row execute function private.touch();
select private.audit_table('public.purchases');
select private.audit_table('public.purchase_lines', '{update,delete}');

create table public.product_edit_requests (
  project_id uuid not null,
  id uuid not null default private.new_id(),
  user_id uuid not null default auth.uid(),
  purchase_id uuid not null,
  purchase_line_id uuid not null,
  po_no text not null,
  product_id uuid not null,
  item_to_edit text not null check (item_to_edit in ('quantity', 'cost', 'prod_srp')),
  item_edit_from numeric(14,2),
  from_pieces int not null default 1 check (from_pieces between 1 and 100000),
  what_edit numeric(14,2) not null check (what_edit >= 0),
  what_pieces int not null default 1 check (what_pieces between 1 and 100000),
  is_change_live_srp boolean not null default false check (not is_change_live_srp or item_to_edit = 'prod_srp'),
  reason text not null,
  request_status text not null default 'pending' check (request_status in ('pending', 'approved', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  decision_note text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (project_id, id),
  foreign key (project_id, purchase_id) references public.purchases (project_id, id),
  foreign key (project_id, purchase_line_id) references public.purchase_lines (project_id, id),
  foreign key (project_id, product_id) references public.inventory (project_id, product_id)
);
create index product_edit_requests_list_idx on public.product_edit_requests (project_id, request_status, id desc);
create index product_edit_requests_purchase_idx on public.product_edit_requests (project_id, purchase_id);
create index product_edit_requests_product_idx on public.product_edit_requests (project_id, product_id);
create unique index product_edit_requests_pending_key on public.product_edit_requests (project_id, purchase_line_id, item_to_edit)
  where request_status = 'pending';
comment on table public.product_edit_requests is
  'Requests to correct one figure of a purchase line, with the figure before and after. A request is applied when a General Manager or '
  'Owner approves it. Quantity in pieces; cost and prod_srp for from_pieces and what_pieces pieces.';
select private.guard_table('public.product_edit_requests');
create trigger touch before update on public.product_edit_requests for each row execute function private.touch();
select private.audit_table('public.product_edit_requests');

grant select on public.purchases, public.purchase_lines, public.product_edit_requests to authenticated;
create policy purchases_select on public.purchases for select to authenticated
  using (project_id = any ((select private.projects_with('purchases.read'))::uuid[]));
create policy product_edit_requests_select on public.product_edit_requests for select to authenticated
  using (project_id = any ((select private.projects_with('purchases.read'))::uuid[]));
create policy purchase_lines_select on public.purchase_lines for select to authenticated
  using (project_id = any ((select private.projects_with('purchases.read'))::uuid[]));

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.read_purchase_line(p_project uuid, p_purchase jsonb, p_kind text, p_no int, p_percent numeric,
  p_included boolean) returns public.purchase_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_line jsonb := p_purchase #> array['lines', p_no::text];
  v_path text := format('lines[%s].', p_no);
  v public.purchase_lines;
begin
  v.product_id := private.read_uuid(v_line, 'product_id', true, v_path);
  select p.vat_class into v.vat_class
  from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
  where p.project_id = p_project and p.id = v.product_id and p.status = 'active' for key share of i;
  if not found then perform private.invalid(v_path || 'product_id', 'Choose an active product.'); end if;
  v.quantity := private.read_pieces(v_line, 'quantity', true, v_path);
  if v.quantity = 0 then perform private.invalid(v_path || 'quantity', 'Enter a quantity above zero.'); end if;
  -- Input VAT is claimed only where the supplier's invoice shows it.
  v.vat_class := case when private.read_boolean(p_purchase, 'with_vat') and p_kind <> 'return_in' then
    coalesce(private.read_vat_class(v_line, 'vat_class', v_path), v.vat_class) end;
  v.vat_percent := coalesce(private.vat_rate(v.vat_class, p_percent), 0);
  v.vat_on_top := case when p_included then 0 else v.vat_percent end;
  v.cost := private.read_money(v_line, 'cost', true, v_path);
  v.cost_pieces := private.read_price_pieces(v_line, 'cost_pieces', v_path);
  perform private.limit_amount(private.with_vat(private.line_amount(v.cost, v.cost_pieces, v.quantity), v.vat_percent), v_path || 'cost');
  v.prod_srp := private.read_money(v_line, 'prod_srp', p_kind = 'return_in', v_path);
  v.prod_srp_pieces := private.read_price_pieces(v_line, 'prod_srp_pieces', v_path);
  return v;
end $$;
comment on function private.read_purchase_line is
  'Reads a line of a purchase, from 0, with the VAT of p_percent that is in its cost (p_included) or comes on top of it. Locks its product '
  'against deletion. Errors: 22023 per field.';

create or replace function private.post_purchase(p_purchase public.purchases, p_date date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_sign int := case p_purchase.kind when 'supplier_return' then -1 else 1 end;
  v record;
  v_short record;
begin
  select array_agg(l.product_id) as products, array_agg(l.id) as lines, array_agg(l.line_no) as places, array_agg(l.quantity) as pieces,
    array_agg(v_sign * l.quantity) as moved, array_agg(v_sign * (l.amount - l.vat_amount)) as costs,
    array_agg(v_sign * l.vat_amount) as vats
  into v
  from (select x.* from public.purchase_lines x where x.project_id = p_purchase.project_id and x.purchase_id = p_purchase.id
    order by x.product_id, x.line_no) l;
  -- In product order, so that two purchases of the same goods cannot deadlock.
  perform private.lock_stock(p_purchase.project_id, v.products);
  if p_purchase.kind = 'supplier_return' then
    select * into v_short from private.first_short(p_purchase.project_id, v.products, v.pieces);
    if found then
      perform private.refuse('insufficient_stock', format('Only what is available can go back: %s has less than %s pieces.',
        v_short.description, v_short.pieces), format('lines[%s].quantity', v.places[v_short.n] - 1));
    end if;
  end if;
  perform private.post_stock(p_purchase.project_id, p_purchase.kind, 'purchases', p_purchase.id, p_date,
    v.products, v.moved, v.costs, v.vats,
    v.lines);
  if p_purchase.kind = 'purchase' then
    perform private.set_live_srp(p_purchase.project_id, l.product_id, l.prod_srp, l.prod_srp_pieces, 'purchases', p_purchase.id)
    from (select x.* from public.purchase_lines x where x.project_id = p_purchase.project_id and x.purchase_id = p_purchase.id
      and x.prod_srp is not null order by x.product_id, x.line_no) l;
  end if;
end $$;
comment on function private.post_purchase is
  'Posts the lines of a purchase to the stock ledger, and its prices to the live ones. Raises insufficient_stock, at its line, when more '
  'goes back to the supplier than is available.';

create or replace function private.create_purchase(p_project uuid, p_idempotency_key uuid, p_purchase jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_done jsonb;
  v_kind text := coalesce(private.read_text(p_purchase, 'kind'), 'purchase');
  v_lines int := jsonb_array_length(private.read_list(p_purchase, 'lines'));
  v_purchase public.purchases;
  v_memo jsonb := '{}';
  v_customer uuid;
  v_date date;
  v_percent numeric := private.project_setting(p_project, 'vat_percent')::numeric;
  v_included boolean := private.project_setting(p_project, 'prices_include_vat')::boolean;
  v public.purchase_lines;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'create_purchase', p_purchase);
  if v_done is not null then return v_done; end if;
  if v_kind not in ('purchase', 'return_in', 'supplier_return') then perform private.invalid('kind', 'Choose the kind of record.'); end if;
  if v_lines = 0 then perform private.invalid('lines', 'Add at least one product.'); end if;

  if v_kind = 'return_in' then
    v_customer := private.lock_returning_customer(p_project, private.read_uuid(p_purchase, 'customer_id', true));
  end if;

  insert into public.purchases (project_id, po_no, invoice_no, supplier, date_added, invoice_date, delivery_date, kind, customer_id)
  values (
    p_project, private.read_text(p_purchase, 'po_no', true, p_max => 60), private.read_text(p_purchase, 'invoice_no', p_max => 60),
    private.read_text(p_purchase, 'supplier', true),
    private.past_date(p_project, private.read_date(p_purchase, 'date_added'), 'date_added'),
    private.read_date(p_purchase, 'invoice_date'), private.read_date(p_purchase, 'delivery_date'), v_kind, v_customer)
  returning * into v_purchase;
  v_date := private.posting_date(p_project, coalesce(v_purchase.delivery_date, v_purchase.date_added),
    case when v_purchase.delivery_date is null then 'date_added' else 'delivery_date' end);

  for v_no in 0 .. v_lines - 1 loop
    v := private.read_purchase_line(p_project, p_purchase, v_kind, v_no, v_percent, v_included);
    insert into public.purchase_lines (project_id, purchase_id, line_no, product_id, quantity, cost, cost_pieces, prod_srp, prod_srp_pieces,
      vat_class, vat_percent, vat_on_top)
    values (p_project, v_purchase.id, v_no + 1, v.product_id, v.quantity, v.cost, v.cost_pieces, v.prod_srp, v.prod_srp_pieces,
      v.vat_class, v.vat_percent, v.vat_on_top);
  end loop;
  perform private.post_purchase(v_purchase, v_date);

  update public.purchases set line_count = v_lines, total_cost = private.limit_amount((select sum(l.amount) from public.purchase_lines l
    where l.project_id = p_project and l.purchase_id = v_purchase.id), 'lines')
  where project_id = p_project and id = v_purchase.id returning * into v_purchase;
  if v_kind = 'return_in' then v_memo := private.credit_returned_goods(v_purchase, v_date); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', v_purchase.id, 'po_no', v_purchase.po_no,
    'version', v_purchase.version, 'total_cost', v_purchase.total_cost::text) || v_memo);
end $$;

create or replace function public.create_purchase(p_project uuid, p_idempotency_key uuid, p_purchase jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  return private.create_purchase(p_project, p_idempotency_key, p_purchase);
end $$;
comment on function public.create_purchase is
  'Records goods in or out with a supplier and posts every line to the stock ledger, or none. p_purchase: {po_no, invoice_no, supplier, '
  'date_added, invoice_date, delivery_date, kind, with_vat (true: the supplier''s invoice shows VAT), lines: [{product_id, quantity '
  '(pieces), cost, cost_pieces, prod_srp, prod_srp_pieces, vat_class (of with_vat: the product''s when empty)}]}. VAT is in the costs, or '
  'comes on top of them, as the project says; the stock is worth what is left without it. A price is for so many pieces: 1 when its '
  '_pieces is empty, those of a case for a price per case. A purchase with prod_srp moves the live price. Goods from a customer '
  '(return_in) need customer_id, prod_srp on each line, what the customer is credited, and memos.write: they make a credit memo of the '
  'same day. Answers id, po_no, version, total_cost, memo_no and memo_status (pending above the project''s amount). Errors: 42501, 22023 '
  'per field, insufficient_stock, not_in_future, period_closed, customer_not_approved, over_credited (customer_id).';
grant execute on function private.create_purchase(uuid, uuid, jsonb), public.create_purchase(uuid, uuid, jsonb) to authenticated;


create or replace function private.expect_available(p_project uuid, p_products uuid[], p_pieces int[], p_field text) returns void
language plpgsql security definer set search_path = '' as $$
declare v record;
begin
  perform private.lock_stock(p_project, p_products);
  select * into v from private.first_short(p_project, p_products, p_pieces);
  if not found then return; end if;
  perform private.refuse('insufficient_stock', format('%s has only %s pieces that are neither sold nor reserved; %s would go.',
    v.description, greatest(v.pieces_left, 0), v.pieces), p_field);
end $$;
comment on function private.expect_available is
  'Locks the stock of products and raises insufficient_stock when fewer pieces are available.';

create or replace function private.cancel_purchased_stock(p_purchase public.purchases) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_sign int := case p_purchase.kind when 'supplier_return' then 1 else -1 end;
  v record;
begin
  select array_agg(l.product_id) as products, array_agg(l.id) as lines, array_agg(l.quantity) as pieces,
    array_agg(v_sign * l.quantity) as moved,
    array_agg(l.cost) as costs, array_agg(l.vat) as vats
  into v
  from (
    select x.product_id, x.id, x.quantity, -sum(m.cost) as cost, -sum(m.vat_amount) as vat
    from public.purchase_lines x
    left join public.stock_movements m on m.project_id = x.project_id and m.source_table = 'purchases' and m.source_id = x.purchase_id
      and m.source_line = x.id
    where x.project_id = p_purchase.project_id and x.purchase_id = p_purchase.id
    group by x.product_id, x.id, x.quantity, x.line_no order by x.product_id, x.line_no) l;
  if p_purchase.kind <> 'supplier_return' then perform private.expect_available(p_purchase.project_id, v.products, v.pieces, ''); end if;
  perform private.post_stock(p_purchase.project_id, p_purchase.kind, 'purchases', p_purchase.id,
    private.business_date(p_purchase.project_id),
    v.products, v.moved, v.costs, v.vats, v.lines);
end $$;
comment on function private.cancel_purchased_stock is
  'Posts the opposite of a purchase, dated today, at the cost at which it came. Raises insufficient_stock when its goods are no longer '
  'available.';

create or replace function private.cancel_purchase(p_project uuid, p_idempotency_key uuid, p_purchase uuid, p_version int, p_reason text)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_done jsonb;
  v_purchase public.purchases;
  v_reason text := private.read_reason(p_reason);
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'cancel_purchase', jsonb_build_array(p_purchase, p_version, p_reason));
  if v_done is not null then return v_done; end if;
  select * into v_purchase from public.purchases where project_id = p_project and id = p_purchase for update;
  if not found then perform private.not_found(); end if;
  perform private.check_version(v_purchase.version, p_version);
  if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'This record is cancelled already.'); end if;
  if v_purchase.kind = 'return_in' then perform private.cancel_credit_of_return(v_purchase, v_reason); end if;
  perform private.cancel_purchased_stock(v_purchase);
  update public.product_edit_requests set request_status = 'rejected', decided_at = now(), decided_by = auth.uid(),
    decision_note = 'The purchase was cancelled.'
  where project_id = p_project and purchase_id = p_purchase and request_status = 'pending';
  update public.purchases set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), cancel_reason = v_reason
  where project_id = p_project and id = p_purchase returning * into v_purchase;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_purchase, 'version', v_purchase.version));
end $$;
create or replace function public.cancel_purchase(p_project uuid, p_idempotency_key uuid, p_purchase uuid, p_version int, p_reason text)
returns jsonb
language plpgsql security invoker set search_path = '' as $$
begin
  return private.cancel_purchase(p_project, p_idempotency_key, p_purchase, p_version, p_reason);
end $$;
comment on function public.cancel_purchase is
  'Cancels a purchase or return by opposite rows of today, all lines or none, when the goods are still available; its number and lines '
  'stay, the live price stays. The credit memo of goods from a customer is cancelled with it; an approved one above the project''s amount '
  'only by who approves memos. Errors: 42501, P0002, stale_version, wrong_state, maker_checker, insufficient_stock, 22023 reason.';
grant execute on function private.cancel_purchase(uuid, uuid, uuid, int, text),
  public.cancel_purchase(uuid, uuid, uuid, int, text) to authenticated;

-- ---------------------------------------------------------------------------------------------
-- Reading
-- ---------------------------------------------------------------------------------------------

create or replace function public.last_purchase_prices(p_project uuid, p_products uuid[])
returns table (product_id uuid, purchase_id uuid, po_no text, date_added date, cost numeric, cost_pieces int,
  prod_srp numeric, prod_srp_pieces int)
language sql stable security invoker set search_path = '' as $$
  select distinct on (l.product_id) l.product_id, p.id, p.po_no, p.date_added, l.cost, l.cost_pieces, l.prod_srp, l.prod_srp_pieces
  from public.purchase_lines l join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
  where l.project_id = p_project and l.product_id = any (p_products) and p.kind = 'purchase' and p.status = 'active'
  order by l.product_id, p.date_added desc, p.id desc, l.line_no desc
$$;
comment on function public.last_purchase_prices is
  'Returns cost and SRP of each product, each for so many pieces, from its newest purchase that is not cancelled. Rows are those that the '
  'caller may read.';

create or replace function public.purchase_duplicates(p_project uuid, p_po_no text, p_invoice_no text)
returns table (id uuid, po_no text, invoice_no text, supplier text, kind text, date_added date)
language sql stable security invoker set search_path = '' as $$
  select p.id, p.po_no, p.invoice_no, p.supplier, p.kind, p.date_added from public.purchases p
  where p.project_id = p_project and p.status = 'active'
    and (lower(p.po_no) = lower(btrim(p_po_no)) or lower(p.invoice_no) = lower(nullif(btrim(p_invoice_no), '')))
  order by p.date_added desc, p.id desc limit 5
$$;
comment on function public.purchase_duplicates is
  'Returns up to five records, the newest first, that have this PO number or supplier invoice number and are not cancelled, for a warning '
  'before a number is entered twice. Rows are those that the caller may read.';

grant execute on function public.purchase_duplicates(uuid, text, text), public.last_purchase_prices(uuid, uuid[]) to authenticated;
