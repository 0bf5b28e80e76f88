-- Purchases, and the requests to edit products that wait for a decision.

create table public.purchases (
  project_id uuid not null references public.projects (id),
  id uuid not null default private.new_id(),
  po_no text not null,
  invoice_no text,
  supplier text not null,
  -- Null only where the name is empty.
  supplier_id uuid,
  date_added date not null,
  invoice_date date,
  delivery_date date,
  -- The first open day when the record was entered: reports count it on none before. Null when no day was closed.
  counts_from date,
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
  like private.stamped including defaults,
  primary key (project_id, id),
  foreign key (project_id, supplier_id) references public.suppliers,
  constraint purchases_customer_check check ((kind = 'return_in') = (customer_id is not null))
);
create index purchases_own_idx on public.purchases (project_id, created_by, id desc) where kind = 'purchase';
create index purchases_list_idx on public.purchases (project_id, date_added desc, id desc);
create index purchases_order_idx on public.purchases (project_id, po_no, id);
create index purchases_supplier_idx on public.purchases (project_id, supplier, id);
create index purchases_supplier_id_idx on public.purchases (project_id, supplier_id);
create index purchases_total_idx on public.purchases (project_id, total_key, id);
create index purchases_status_idx on public.purchases (project_id, status, date_added desc, id desc);
create index purchases_invoiced_idx on public.purchases (project_id, invoice_date) where invoice_date is not null;
create index purchases_received_idx on public.purchases (project_id, delivery_date) where delivery_date is not null;
-- The index serves the warning about a number that was entered before. It is not unique, as a duplicate is allowed.
create index purchases_po_no_idx on public.purchases (project_id, private.paper_key(po_no));
create index purchases_invoice_no_idx on public.purchases (project_id, private.paper_key(invoice_no));
comment on table public.purchases is
  'Goods in from suppliers (purchase), back from customers (return_in) or back to suppliers (supplier_return).';
create trigger take_supplier before insert or update of supplier on public.purchases
  for each row execute function private.take_supplier();
select private.guard_table('public.purchases', p_read => '{purchases.read}');
create trigger refuse_closed before insert or update of date_added on public.purchases for each row
  execute function private.refuse_closed_document('date_added', 'date_added', 'date_added', 'cancel it and enter another');

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
  -- The VAT in the amount; of goods that go back their share of what was bought.
  vat_amount numeric(14,2) not null default 0,
  primary key (project_id, id),
  unique (project_id, purchase_id, line_no),
  foreign key (project_id, purchase_id) references public.purchases,
  foreign key (project_id, product_id) references public.inventory
);
create index purchase_lines_product_idx on public.purchase_lines (project_id, product_id);
comment on table public.purchase_lines is
  'Lines of purchases: quantity in pieces; cost and prod_srp of this delivery, for cost_pieces and prod_srp_pieces pieces (1: per piece). '
  'prod_srp of goods from a customer: what the customer is credited. amount includes the input VAT (vat_amount), the stock does not: it is '
  'worth amount - vat_amount.';
select private.guard_table('public.purchase_lines', p_audit => '{update,delete}', p_read => '{purchases.read}');

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
  foreign key (project_id, purchase_id) references public.purchases,
  foreign key (project_id, purchase_line_id) references public.purchase_lines,
  foreign key (project_id, product_id) references public.inventory
);
create index product_edit_requests_list_idx on public.product_edit_requests (project_id, request_status, id desc);
create index product_edit_requests_purchase_idx on public.product_edit_requests (project_id, purchase_id);
create index product_edit_requests_product_idx on public.product_edit_requests (project_id, product_id);
create unique index product_edit_requests_pending_key on public.product_edit_requests (project_id, purchase_line_id, item_to_edit)
  where request_status = 'pending';
comment on table public.product_edit_requests is
  'Requests to correct one figure of a purchase line, with the figure before and after. A request is applied when a General Manager or '
  'Owner approves it. Quantity in pieces; cost and prod_srp for from_pieces and what_pieces pieces.';
select private.guard_table('public.product_edit_requests', p_read => '{purchases.read}');

alter table public.purchases add foreign key (project_id, customer_id) references public.customers;
create index purchases_customer_idx on public.purchases (project_id, customer_id) where customer_id is not null;

create or replace function private.rename_supplier() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set supplier = new.name where p.project_id = new.project_id and p.supplier_id = new.id;
  update public.purchases p set supplier = new.name where p.project_id = new.project_id and p.supplier_id = new.id;
  return null;
end $$;
comment on function private.rename_supplier is 'Trigger: writes the new name of a supplier on its products and purchases.';
create trigger rename_supplier after update of name on public.suppliers
  for each row when (new.name is distinct from old.name) execute function private.rename_supplier();

create view public.linked_purchases with (security_invoker = true) as
select n.project_id, n.product_id,
  jsonb_agg(jsonb_build_object('purchaseID', n.id, 'dateAdded', n.date_added) order by n.date_added, n.id) as linked_purchase_id
from (
  select distinct l.project_id, l.product_id, p.id, p.date_added
  from public.purchase_lines l join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id) n
group by n.project_id, n.product_id;
comment on view public.linked_purchases is
  'The purchase records of each product, as field apps know them: linked_purchase_id is a list of {purchaseID, dateAdded}. Rows are those '
  'of purchases that the caller may read.';
grant select on public.linked_purchases to authenticated;
-- Without it a write is an error of the view, for who has no right to write: PostgREST answers that one with 500.
create trigger refuse_change instead of insert or update or delete on public.linked_purchases
  for each row execute function private.refuse_change('linked_purchases is read only: change the purchase instead.');
