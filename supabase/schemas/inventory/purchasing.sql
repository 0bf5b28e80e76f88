-- Purchases, and returns to suppliers.
-- See docs/domain.md, Other documents, and invariant 12.

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.post_purchase(p_purchase public.purchases, p_date date) returns void
language plpgsql set search_path = '' as $$
declare
  v_sign int := case p_purchase.kind when 'supplier_return' then -1 else 1 end;
  v record;
begin
  select array_agg(l.product_id) as products, array_agg(l.id) as lines, array_agg(l.line_no) as places, array_agg(l.quantity) as pieces,
    array_agg(v_sign * l.quantity) as moved, array_agg(v_sign * (l.amount - l.vat_amount)) as costs,
    array_agg(v_sign * l.vat_amount) as vats
  into v
  from (select x.* from public.purchase_lines x where x.project_id = p_purchase.project_id and x.purchase_id = p_purchase.id
    order by x.product_id, x.line_no) l;
  if p_purchase.kind = 'supplier_return' then
    perform private.expect_available(p_purchase.project_id, v.products, v.pieces,
      'Only what is available can go back: %1$s has less than %3$s pieces.', v.places);
  end if;
  perform private.post_stock(p_purchase.project_id, p_purchase.kind, 'purchases', p_purchase.id, p_date,
    v.products, v.moved, v.costs, v.vats, v.lines, p_said => v.costs);
  if p_purchase.kind = 'purchase' then
    perform private.set_live_srp(p_purchase.project_id, l.product_id, l.prod_srp, l.prod_srp_pieces, 'purchases', p_purchase.id)
    from (select x.* from public.purchase_lines x where x.project_id = p_purchase.project_id and x.purchase_id = p_purchase.id
      and x.prod_srp is not null order by x.product_id, x.line_no) l;
  end if;
end $$;
comment on function private.post_purchase is
  'Posts the lines of a purchase to the stock ledger, and its prices to the live ones. Raises insufficient_stock, at its line, when more '
  'goes back to the supplier than is available.';

create or replace function private.vat_of_goods_back(p_purchase public.purchases, p_line public.purchase_lines, p_amount numeric)
returns numeric
language sql stable set search_path = '' as $$
  select coalesce((
    select round(sum(x.sign * l.vat_amount) * p_amount / sum(x.sign * l.amount), 2)
    from public.purchase_lines l
    join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id and p.status = 'active' and p.kind <> 'return_in'
      and p.supplier_id = p_purchase.supplier_id
    cross join lateral (select case p.kind when 'purchase' then 1 else -1 end as sign) x
    where l.project_id = p_purchase.project_id and l.product_id = p_line.product_id and l.vat_percent = p_line.vat_percent
      and l.id is distinct from p_line.id
    having sum(x.sign * l.amount) >= p_amount and p_amount > 0), private.vat_in(p_amount, p_line.vat_percent))
$$;
comment on function private.vat_of_goods_back is
  'Returns the VAT in an amount of goods that go back to their supplier by a line: their share of the VAT of what was bought of it and did '
  'not go back by another line, so that the last part takes the rest. Of more than that, the VAT in the amount.';

create or replace function private.create_purchase(p_project uuid, p_purchase jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_kind text := coalesce(private.read_text(p_purchase, 'kind'), 'purchase');
  v_lines jsonb := private.read_list(p_purchase, 'lines');
  v_with_vat boolean := private.read_boolean(p_purchase, 'with_vat') and v_kind <> 'return_in';
  v_purchase public.purchases;
  v_memo jsonb := '{}';
  v_customer uuid;
  v_date date;
  v_percent numeric := private.project_setting(p_project, 'vat_percent')::numeric;
  v_included boolean := private.project_setting(p_project, 'prices_include_vat')::boolean;
  v_line record;
  v_amount numeric;
  v public.purchase_lines;
begin
  if v_kind not in ('purchase', 'return_in', 'supplier_return') then perform private.invalid('kind', 'Choose the type.'); end if;
  if v_lines = '[]' then perform private.invalid('lines', 'Add at least one product.'); end if;

  if v_kind = 'return_in' then
    if private.scope_of(p_project, 'memos.write') is null then
      perform private.forbid('Customer returns create a credit memo: only a user with permission for memos can record them.');
    end if;
    v_customer := (private.lock_credited_customer(p_project, private.read_uuid(p_purchase, 'customer_id', true))).id;
    -- The invoices that may be credited are locked before any stock is.
    perform private.lock_invoices(p_project, v_customer, null, true);
  end if;

  insert into public.purchases (project_id, kind, customer_id, po_no, invoice_no, supplier, date_added, invoice_date, delivery_date,
    counts_from)
  values (p_project, v_kind, v_customer, private.read_text(p_purchase, 'po_no', true, p_max => 60),
    private.read_text(p_purchase, 'invoice_no', p_max => 60), private.read_supplier(p_project, p_purchase),
    private.past_date(p_project, private.read_date(p_purchase, 'date_added'), 'date_added'),
    private.read_past_date(p_project, p_purchase, 'invoice_date'), private.read_date(p_purchase, 'delivery_date'),
    private.lock_closing(p_project) + 1)
  returning * into v_purchase;
  v_date := private.posting_date(p_project, coalesce(v_purchase.delivery_date, v_purchase.date_added),
    case when v_purchase.delivery_date is null then 'date_added' else 'delivery_date' end);

  if v_kind = 'supplier_return' then
    perform private.lock_stock(p_project,
      array(select private.read_uuid(e.value, 'product_id', true, e.path) from private.items_of(v_lines, 'lines') e));
  end if;
  for v_line in select * from private.items_of(v_lines, 'lines') loop
    v.product_id := private.read_uuid(v_line.value, 'product_id', true, v_line.path);
    -- The product is locked, so that no undone import deletes it and no merge begins.
    select p.vat_class into v.vat_class
    from public.products p join public.inventory i on i.project_id = p.project_id and i.product_id = p.id
    where p.project_id = p_project and p.id = v.product_id and p.status = 'active' for key share of p, i;
    if not found then perform private.invalid(v_line.path || 'product_id', 'Choose an active product.'); end if;
    v.quantity := private.read_pieces(v_line.value, 'quantity', v_line.path);
    -- Input VAT is claimed only where the supplier's invoice shows it.
    v.vat_class := case when v_with_vat then coalesce(private.read_vat_class(v_line.value, 'vat_class', v_line.path), v.vat_class) end;
    v.vat_percent := coalesce(private.vat_rate(v.vat_class, v_percent), 0);
    v.vat_on_top := case when v_included then 0 else v.vat_percent end;
    v.cost := private.read_money(v_line.value, 'cost', true, v_line.path);
    v.cost_pieces := private.read_price_pieces(v_line.value, 'cost_pieces', v_line.path);
    v_amount := private.limit_amount(private.with_vat(private.line_amount(v.cost, v.cost_pieces, v.quantity), v.vat_on_top),
      v_line.path || 'cost');
    v.prod_srp := private.read_money(v_line.value, 'prod_srp', v_kind = 'return_in', v_line.path);
    v.prod_srp_pieces := private.read_price_pieces(v_line.value, 'prod_srp_pieces', v_line.path);
    v.line_no := coalesce(v.line_no, 0) + 1;
    v.vat_amount := case v_kind when 'supplier_return' then private.vat_of_goods_back(v_purchase, v, v_amount)
      else private.vat_in(v_amount, v.vat_percent) end;
    insert into public.purchase_lines (project_id, purchase_id, line_no, product_id, quantity, cost, cost_pieces, prod_srp, prod_srp_pieces,
      vat_class, vat_percent, vat_on_top, vat_amount)
    values (p_project, v_purchase.id, v.line_no, v.product_id, v.quantity, v.cost, v.cost_pieces, v.prod_srp, v.prod_srp_pieces,
      v.vat_class, v.vat_percent, v.vat_on_top, v.vat_amount);
  end loop;
  perform private.post_purchase(v_purchase, v_date);

  update public.purchases set line_count = v.line_no, total_cost = private.limit_amount((select sum(l.amount) from public.purchase_lines l
    where l.project_id = p_project and l.purchase_id = v_purchase.id), 'lines')
  where project_id = p_project and id = v_purchase.id returning * into v_purchase;
  if v_kind = 'return_in' then v_memo := private.credit_returned_goods(v_purchase, v_date); end if;
  return jsonb_build_object('id', v_purchase.id, 'po_no', v_purchase.po_no,
    'version', v_purchase.version, 'total_cost', v_purchase.total_cost::text) || v_memo;
end $$;

select private.expose('create_purchase');
comment on function public.create_purchase is
  'Records goods in or out with a supplier and posts every line to the stock ledger, or none. p_purchase: {po_no, invoice_no, supplier_id '
  'or supplier (its name, whatever the case, spaces and punctuation at the ends; makes a new one, which new_supplier false refuses and '
  'true asks for where the name looks like another one that was cut off), '
  'date_added, invoice_date, delivery_date, kind, with_vat (true: the supplier''s invoice shows VAT), lines: [{product_id, quantity '
  '(pieces), cost, cost_pieces, prod_srp, prod_srp_pieces, vat_class (of with_vat: the product''s when empty)}]}. VAT is in the costs, or '
  'comes on top of them, as the project says; the stock is worth what is left without it. A price is for so many pieces: 1 when its '
  '_pieces is empty, those of a case for a price per case. A purchase with prod_srp moves the live price. Goods from a customer '
  '(return_in) need customer_id, prod_srp on each line, what the customer is credited, and memos.write: they make a credit memo of the '
  'same day. Answers id, po_no, version, total_cost, memo_no and memo_status (pending above the project''s amount). Errors: 42501, 22023 '
  'per field, insufficient_stock, not_in_future, period_closed, customer_not_approved, over_credited (customer_id).';

create or replace function private.last_purchase_day(p_purchase public.purchases) returns date
language sql stable set search_path = '' as $$
  select greatest(p_purchase.date_added, p_purchase.invoice_date, p_purchase.counts_from,
    (select max(m.on_date) from public.stock_movements m
      where m.project_id = p_purchase.project_id and m.source_table = 'purchases' and m.source_id = p_purchase.id),
    (select max((e.decided_at at time zone private.zone_of(e.project_id))::date) from public.product_edit_requests e
      where e.project_id = p_purchase.project_id and e.purchase_id = p_purchase.id and e.request_status = 'approved'),
    (select max(m.on_date) from public.memos m
      where m.project_id = p_purchase.project_id and m.purchase_id = p_purchase.id and m.status = 'approved'))
$$;
comment on function private.last_purchase_day is
  'Returns the last day on which a record counts in the ledgers or in the report of purchases, by any of its dates: it is not cancelled '
  'before.';

create or replace function private.cancel_purchase(p_project uuid, p_purchase uuid, p_version int, p_reason text,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_purchase public.purchases;
  v_reason text := private.read_reason(p_reason);
  v_date date;
  v_first date;
  v record;
begin
  select * into v_purchase from public.purchases where project_id = p_project and id = p_purchase for update;
  perform private.check_version(v_purchase.version, p_version);
  if v_purchase.status <> 'active' then perform private.refuse('wrong_state', 'This purchase is already cancelled.'); end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  v_first := private.last_purchase_day(v_purchase);
  if v_date < v_first then
    perform private.invalid('date', format('Enter a date on or after %s, when this record last changed.', to_char(v_first, 'MM/DD/YYYY')));
  end if;
  if v_purchase.kind = 'return_in' then perform private.cancel_credit_of_return(v_purchase, v_reason, v_date); end if;
  -- The opposite of what was posted, at the cost at which it came
  select array_agg(m.product_id) as products, array_agg(m.source_line) as lines, array_agg(m.pieces) as pieces,
    array_agg(-m.pieces) as taken, array_agg(-m.cost) as costs, array_agg(-m.vat) as vats, array_agg(-m.said) as said
  into v from (
    select s.product_id, s.source_line, sum(s.quantity)::int as pieces, sum(s.cost) as cost, sum(s.vat_amount) as vat,
      sum(s.cost + s.variance) as said
    from public.stock_movements s
    where s.project_id = p_project and s.source_table = 'purchases' and s.source_id = p_purchase
    group by s.product_id, s.source_line order by s.product_id, min(s.id)) m;
  if v_purchase.kind <> 'supplier_return' then perform private.expect_available(p_project, v.products, v.pieces); end if;
  perform private.post_stock(p_project, v_purchase.kind, 'purchases', p_purchase, v_date, v.products, v.taken, v.costs, v.vats, v.lines,
    p_said => v.said);
  update public.product_edit_requests set request_status = 'rejected', decided_at = now(), decided_by = auth.uid(),
    decision_note = 'The purchase was cancelled.'
  where project_id = p_project and purchase_id = p_purchase and request_status = 'pending';
  update public.purchases set status = 'cancelled', cancelled_at = now(), cancelled_by = auth.uid(), cancel_reason = v_reason
  where project_id = p_project and id = p_purchase returning * into v_purchase;
  return jsonb_build_object('id', p_purchase, 'version', v_purchase.version);
end $$;
select private.expose('cancel_purchase');
comment on function public.cancel_purchase is
  'Cancels a purchase or return by opposite rows of p_date (default today, not before it last changed), all lines or none, when the goods '
  'are still available; its number and lines stay, the live price stays. The credit memo of goods from a customer is cancelled with it; an '
  'approved one above the project''s amount only by who approves memos. Errors: 42501, P0002, stale_version, wrong_state, maker_checker, '
  'insufficient_stock, not_in_future, period_closed, 22023 reason, date.';

-- ---------------------------------------------------------------------------------------------
-- Reading
-- ---------------------------------------------------------------------------------------------

create or replace function public.last_purchase_prices(p_project uuid, p_products uuid[])
returns table (product_id uuid, purchase_id uuid, po_no text, date_added date, cost numeric, cost_pieces int,
  prod_srp numeric, prod_srp_pieces int)
language sql stable set search_path = '' as $$
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
language sql stable set search_path = '' as $$
  select p.id, p.po_no, p.invoice_no, p.supplier, p.kind, p.date_added from public.purchases p
  where p.project_id = p_project and p.status = 'active'
    and (private.paper_key(p.po_no) = private.paper_key(p_po_no)
      or private.paper_key(p.invoice_no) = nullif(private.paper_key(p_invoice_no), ''))

  order by p.date_added desc, p.id desc limit 5
$$;
comment on function public.purchase_duplicates is
  'Returns up to five records, the newest first, that have this PO number or supplier invoice number and are not cancelled, for a warning '
  'before a number is entered twice. Rows are those that the caller may read.';

create or replace function private.next_po_no(p_project uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'purchases.write');
  v_last text := (select p.po_no from public.purchases p
    where p.project_id = p_project and p.created_by = auth.uid() and p.kind = 'purchase' order by p.id desc limit 1);
begin
  -- Purchases have one series, so who records a first one goes on from the newest of all.
  v_last := coalesce(v_last, (select p.po_no from public.purchases p
    where p.project_id = p_project and p.kind = 'purchase' order by p.date_added desc, p.id desc limit 1));
  return private.unused_after(p_project, 'purchase', v_last);
end $$;
select private.expose('next_po_no');
comment on function public.next_po_no is
  'Returns the first unused number after that of the purchase that the caller recorded last, or else of the newest purchase, written like '
  'that one; null before the first, or where its number does not end in digits. It is a proposal. Errors: 42501.';
