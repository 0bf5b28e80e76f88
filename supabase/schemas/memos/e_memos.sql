-- Memos as structured data. See docs/e-invoice.md.

create or replace function private.e_memo_seller(p_project uuid, p_memo uuid, p_head jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_settings jsonb := private.names_at_memo(p_project, p_memo, 'projects', p_project, '{settings}') -> 'settings';
begin
  return private.e_seller(p_head, private.seller_of(
    coalesce(v_settings, (select p.settings from public.projects p where p.id = p_project)), p_head ->> 'tin_no'));
end $$;
comment on function private.e_memo_seller is 'Returns the seller of an e-memo, of the head of its paper and the settings of its approval.';

create or replace function private.e_memo_content(p_project uuid, p_memo uuid, p_made text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v jsonb := private.memo_content(p_project, p_memo);
begin
  return jsonb_build_object('format', 'kalakal-e-invoice', 'format_version', 1, 'kind', v ->> 'kind' || '_memo', 'made', p_made,
    'number', v -> 'memo_no', 'date', v -> 'on_date', 'reason', v -> 'reason', 'note', v -> 'note',
    'currency', v #> '{letterhead,currency}', 'seller', private.e_memo_seller(p_project, p_memo, v -> 'letterhead'),
    'buyer', private.e_tin(v ->> 'tin_no') || jsonb_build_object('registered_name', v -> 'customer_name', 'store', v -> 'store_name',
      'business_style', v -> 'business_style', 'address', v -> 'address'),
    'lines', (select coalesce(jsonb_agg(jsonb_build_object('no', l.place, 'code', l.value -> 'material_code',
        'description', l.value -> 'description', 'pieces', l.value -> 'pieces',
        'unit_price', coalesce(nullif(l.value -> 'price_difference', 'null'), l.value -> 'agent_srp'),
        'unit_price_pieces', coalesce(nullif(l.value -> 'price_difference_pieces', 'null'), l.value -> 'agent_srp_pieces'),
        'vat_class', l.value -> 'vat_class', 'net', ((l.value ->> 'amount')::numeric - (l.value ->> 'vat_amount')::numeric)::text,
        'vat', l.value -> 'vat_amount', 'amount', l.value -> 'amount') order by l.place), '[]')
      from jsonb_array_elements((v -> 'lines') || (v -> 'goods')) with ordinality l (value, place)),
    -- A memo that changes no sales, such as a write-off, has no VAT.
    'tax', case when v ->> 'exempt' is null then '[]' else
      private.e_tax(v ->> 'vatable', v ->> 'vat_amount', v ->> 'exempt', v ->> 'zero_rated') end,
    'totals', jsonb_build_object('net', v -> 'net', 'vat', v -> 'vat_amount', 'total', v -> 'amount'),
    'references', jsonb_build_object('invoices', case v ->> 'kind'
      when 'credit' then (select coalesce(jsonb_agg(jsonb_build_object('invoice', r.value -> 'invoice_no', 'order', r.value -> 'so_no',
          'amount', r.value -> 'amount') order by r.place), '[]')
        from jsonb_array_elements(v -> 'credited') with ordinality r (value, place))
      when 'debit' then case when v ->> 'corrects' is null then '[]' else jsonb_build_array(jsonb_build_object(
        'invoice', v #> '{corrects,invoice_no}', 'order', v #> '{corrects,so_no}', 'amount', v -> 'amount')) end end));
end $$;
comment on function private.e_memo_content is
  'Returns a memo as it began to count, in the form of docs/e-invoice.md; p_made: at_issue or later. Errors: 42501, P0002.';

create or replace function private.keep_e_memo(p_project uuid, p_memo uuid) returns void
language plpgsql set search_path = '' as $$
declare v_content text := private.canonical_json(private.e_memo_content(p_project, p_memo, 'at_issue'));
begin
  insert into public.e_memos (project_id, memo_id, memo_no, content, sha256)
  values (p_project, p_memo, v_content::jsonb ->> 'number', v_content, private.sha256_hex(v_content));
end $$;
comment on function private.keep_e_memo is 'Keeps what a memo says that has just been posted. For definer functions.';

create or replace function public.e_memo(p_project uuid, p_memo uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v record;
begin
  perform private.authorize(p_project, 'memos.read');
  if not exists (select from public.memos m where m.project_id = p_project and m.id = p_memo and m.approved_at is not null) then
    perform private.not_found();
  end if;
  select e.content, e.sha256 into v from public.e_memos e where e.project_id = p_project and e.memo_id = p_memo;
  if not found then
    select c.content, private.sha256_hex(c.content) as sha256 into v
    from private.canonical_json(private.e_memo_content(p_project, p_memo, 'later')) c (content);
  end if;
  return jsonb_build_object('content', v.content, 'sha256', v.sha256);
end $$;
comment on function public.e_memo is
  'Returns a memo as structured data, as e_invoice does an invoice: content and sha256. It was kept when the memo was approved; for an '
  'older memo it is made of what was kept then. Errors: 42501, P0002 (also for a memo that was never approved).';

grant execute on function private.e_memo_seller, private.e_memo_content to authenticated;
