-- Invoices as structured data. See docs/e-invoice.md.

create or replace function private.canonical_json(p jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case jsonb_typeof(p)
    when 'object' then (
      select '{' || coalesce(
        string_agg(to_jsonb(e.key)::text || ':' || case when jsonb_typeof(e.value) in ('object', 'array')
          then private.canonical_json(e.value) else e.value::text end, ',' order by e.key collate "C"), '') || '}'
      from jsonb_each(p) e)
    when 'array' then (
      select '[' || coalesce(string_agg(private.canonical_json(e.value), ',' order by e.place), '') || ']'
      from jsonb_array_elements(p) with ordinality e (value, place))
    else p::text end;
end $$;
comment on function private.canonical_json is
  'Writes JSON of texts, whole numbers, booleans and nulls in the one form of RFC 8785: keys in order, no spaces.';

create or replace function private.e_tin(p_tin text, p_branch text default null) returns jsonb
language sql immutable
return '{"tin": null, "branch_code": null}'::jsonb || coalesce(private.tin_parts(p_tin, p_branch), '{}');

create or replace function private.e_seller(p_head jsonb, p_seller jsonb) returns jsonb
language sql immutable
return private.e_tin(p_head ->> 'tin_no', p_seller ->> 'branch_code') || jsonb_build_object(
  'registered_name', coalesce(p_head ->> 'title', p_head ->> 'name'), 'address', p_head -> 'address',
  'vat_registered', p_seller -> 'vat_registered', 'authority', p_seller -> 'authority');
comment on function private.e_seller is
  'Returns the seller of an e-invoice, of the head of its paper and what private.seller_of says.';

create or replace function private.e_tax(p_vatable text, p_vat text, p_exempt text, p_zero_rated text) returns jsonb
language sql immutable
return jsonb_build_array(jsonb_build_object('vat_class', 'vatable', 'net', p_vatable, 'vat', p_vat),
  jsonb_build_object('vat_class', 'exempt', 'net', p_exempt, 'vat', '0.00'),
  jsonb_build_object('vat_class', 'zero_rated', 'net', p_zero_rated, 'vat', '0.00'));
comment on function private.e_tax is 'Returns the net amounts of an e-invoice by VAT class, with the VAT on each.';

create or replace function private.e_invoice_content(p_project uuid, p_booking uuid, p_made text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v jsonb := public.invoice_document(p_project, p_booking);
begin
  return jsonb_build_object('format', 'kalakal-e-invoice', 'format_version', 1, 'kind', 'invoice', 'made', p_made,
    'number', v -> 'invoice_no', 'date', v -> 'date_invoiced', 'due_date', v -> 'date_due',
    'vat_percent', v -> 'vat_percent', 'terms_days', (v ->> 'date_due')::date - (v ->> 'date_invoiced')::date,
    'currency', v #> '{letterhead,currency}',
    'seller', private.e_seller(v -> 'letterhead', v -> 'seller'),
    'buyer', private.e_tin(v ->> 'tin_no') || jsonb_build_object(
      'registered_name', v -> 'customer_name', 'store', v -> 'store_name', 'business_style', v -> 'business_style',
      'address', v -> 'deliver_to'),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('no', l.place, 'code', l.value -> 'material_code',
        'description', l.value -> 'description', 'pieces', l.value -> 'quantity', 'unit_price', l.value -> 'agent_srp',
        'unit_price_pieces', l.value -> 'agent_srp_pieces', 'discount', l.value -> 'discount', 'free_with_line', l.value -> 'free_of',
        'vat_class', l.value -> 'vat_class', 'net', l.value -> 'net', 'vat', l.value -> 'vat', 'amount', l.value -> 'amount')
        order by l.place), '[]')
      from jsonb_array_elements(v -> 'lines') with ordinality l (value, place)),
    'tax', private.e_tax(v ->> 'vatable', v ->> 'vat', v ->> 'exempt', v ->> 'zero_rated'),
    'totals', jsonb_build_object('before_discounts', v -> 'gross', 'discounts', v -> 'discount', 'total', v -> 'total',
      'not_delivered', v -> 'credited', 'net', v -> 'net', 'vat', v -> 'vat', 'due', v -> 'due'),
    'references', jsonb_build_object('order', v -> 'so_no'));
end $$;
comment on function private.e_invoice_content is
  'Returns an invoice as it was issued, in the form of docs/e-invoice.md; p_made: at_issue or later. Errors: 42501, P0002.';

create or replace function private.keep_e_invoice(p_project uuid, p_booking uuid, p_field text) returns int
language plpgsql set search_path = '' as $$
declare
  v jsonb := private.e_invoice_content(p_project, p_booking, 'at_issue');
  v_content text := private.canonical_json(v);
  v_forms int;
begin
  if p_field is null then
    select coalesce((select e.forms from public.e_invoices e where e.project_id = p_project and e.booking_id = p_booking
      order by e.id desc limit 1), 1) into v_forms;
  else
    select f.forms into v_forms from private.forms_of(p_project, array[p_booking]) f;
    perform private.expect_free_forms(p_project, p_booking, v ->> 'number', v_forms, p_field);
  end if;
  insert into public.e_invoices (project_id, booking_id, invoice_no, content, sha256, forms)
  values (p_project, p_booking, v ->> 'number', v_content, private.sha256_hex(v_content), v_forms);
  return v_forms;
end $$;
comment on function private.keep_e_invoice is
  'Keeps what an invoice says that has just got its number (typed into p_field) or another date alone (p_field null), and returns how many '
  'pre-printed forms it takes. For definer functions. Errors: 23505 at p_field for a number on another form.';

create or replace function public.e_invoice(p_project uuid, p_booking uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v record;
begin
  perform private.authorize(p_project, 'invoicing.read');
  if not exists (select from public.bookings b
      where b.project_id = p_project and b.id = p_booking and b.invoice_no is not null and not b.is_opening) then
    perform private.not_found();
  end if;
  select e.content, e.sha256 into v from public.e_invoices e where e.project_id = p_project and e.booking_id = p_booking
  order by e.id desc limit 1;
  if not found then
    select c.content, private.sha256_hex(c.content) as sha256 into v
    from private.canonical_json(private.e_invoice_content(p_project, p_booking, 'later')) c (content);
  end if;
  return jsonb_build_object('content', v.content, 'sha256', v.sha256);
end $$;
comment on function public.e_invoice is
  'Returns an invoice as structured data: content, the JSON of docs/e-invoice.md as text, and sha256, the hash of that text in UTF-8, in '
  'hexadecimal. It was kept when the invoice got its number and never changes; for an older invoice it is made of what was kept then, and '
  'says "made": "later". Errors: 42501, P0002 (also for an opening receivable).';

grant execute on function private.canonical_json, private.tin_parts, private.e_tin, private.e_seller, private.e_tax,
  private.e_invoice_content to authenticated;
