-- Goods that a customer brings back without their booking: a purchase record of the kind return_in, with its credit memo.
-- See docs/domain.md, Memos, and docs/decisions/0037.

create or replace function private.credit_returned_goods(p_purchase public.purchases, p_date date) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v public.memos;
  v_goods public.memo_goods;
  v_all public.memo_goods[] := '{}';
  v_left numeric;
  v_class text;
  v_percent numeric := private.project_setting(p_purchase.project_id, 'vat_percent')::numeric;
  v_included boolean := private.project_setting(p_purchase.project_id, 'prices_include_vat')::boolean;
  v_taxed numeric := 0;
  v_row record;
begin
  v.project_id := p_purchase.project_id;
  v.kind := 'credit';
  v.reason_code := 'return';
  v.purchase_id := p_purchase.id;
  v.on_date := p_date;
  select c.id, c.name, c.agent_id, c.vat_class into v.customer_id, v.customer_name, v.agent_id, v_class
  from public.customers c where c.project_id = p_purchase.project_id and c.id = p_purchase.customer_id;
  for v_row in
    select l.*, p.case_config, p.vat_class as product_class from public.purchase_lines l
    join public.products p on p.project_id = l.project_id and p.id = l.product_id
    where l.project_id = p_purchase.project_id and l.purchase_id = p_purchase.id order by l.line_no
  loop
    v_goods.vat_class := private.vat_class_of(v_class, v_row.product_class);
    v_goods.vat_percent := private.vat_rate(v_goods.vat_class, v_percent);
    v_goods.vat_on_top := case when v_included then 0 else v_goods.vat_percent end;
    v_goods.amount :=
      private.limit_amount(private.with_vat(private.line_amount(v_row.prod_srp, v_row.prod_srp_pieces, v_row.quantity), v_goods.vat_on_top),
      format('lines[%s].prod_srp', v_row.line_no - 1));
    -- VAT in the price is that of the whole memo, so that its lines add up to it; VAT on top was rounded line by line.
    if not v_included then v_taxed := 0; end if;
    v_goods.vat_amount := private.vat_in(v_taxed + v_goods.amount, v_goods.vat_percent) - private.vat_in(v_taxed, v_goods.vat_percent);
    if v_goods.vat_percent > 0 then v_taxed := v_taxed + v_goods.amount; end if;
    v_goods.project_id := v.project_id;
    v_goods.line_no := v_row.line_no;
    v_goods.product_id := v_row.product_id;
    v_goods.case_config := v_row.case_config;
    v_goods.pieces := v_row.quantity;
    v_goods.price := v_row.prod_srp;
    v_goods.price_pieces := v_row.prod_srp_pieces;
    v_all := v_all || v_goods;
  end loop;
  select private.limit_amount(sum(g.amount), 'lines'), sum(g.vat_amount) into v.amount, v.vat_amount from unnest(v_all) g;
  select coalesce(sum(i.amount), 0.00) into v_left from private.credited_invoices(v) i;
  if v.amount > v_left then perform private.refuse_goods(v, v_left, 'customer_id'); end if;
  v := private.insert_memo(v);
  insert into public.memo_goods (project_id, memo_id, line_no, product_id, case_config, pieces, price, price_pieces, vat_class, vat_percent,
    vat_on_top, amount, vat_amount)
  select g.project_id, v.id, g.line_no, g.product_id, g.case_config, g.pieces, g.price, g.price_pieces, g.vat_class, g.vat_percent,
    g.vat_on_top, g.amount, g.vat_amount
  from unnest(v_all) g;
  if v.status = 'approved' then perform private.post_memo(v); end if;
  return jsonb_build_object('memo_no', v.memo_no, 'memo_status', v.status);
end $$;
comment on function private.credit_returned_goods is
  'Writes the credit memo of goods that came back: pieces times what each is credited, VAT by the class of goods and customer, in the '
  'price or on top of it as the project says. Above the project''s amount it waits for approval. Raises over_credited for more than the '
  'customer was invoiced and not credited.';

create or replace function private.cancel_credit_of_return(p_purchase public.purchases, p_reason text, p_date date) returns void
language plpgsql set search_path = '' as $$
declare v public.memos;
begin
  select * into v from public.memos m
  where m.project_id = p_purchase.project_id and m.purchase_id = p_purchase.id and m.status <> 'cancelled' for no key update;
  if not found then return; end if;
  if v.status = 'approved' and v.amount > private.approval_above(v.project_id, 'memo') then
    if private.scope_of(v.project_id, 'memos.approve') is null then
      perform private.forbid(format('Only a user who approves memos can cancel this return, because %s is approved.', v.memo_no));
    end if;
    perform private.expect_second_person(v.project_id, 'memos', array[v.created_by],
      format('You prepared %s: another user who approves memos must cancel this record.', v.memo_no));
  end if;
  perform private.withdraw_memo(v, p_reason, p_date);
end $$;
comment on function private.cancel_credit_of_return is
  'Cancels the credit memo of goods that came back together with their record, on its day. Errors: 42501, maker_checker.';
