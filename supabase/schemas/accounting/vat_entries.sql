-- VAT and withheld taxes as the ledgers and released vouchers have them. See docs/ledgers.md, VAT.

create or replace function private.vat_entries(p_project uuid, p_from date, p_to date)
returns table (source text, document uuid, on_date date, kind text, vat_class text, net numeric, tax numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select 'sales', e.booking_id, e.on_date, case when e.kind in ('delivery', 'undercharge') then 'sale' else 'memo' end, e.vat_class,
    sum(e.amount - e.vat_amount), sum(e.vat_amount)
  from public.sales_entries e where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5
  union all
  select 'purchases', m.source_id, m.on_date, 'purchase', coalesce(l.vat_class, 'none'), sum(m.cost), sum(m.vat_amount)
  from public.stock_movements m join public.purchase_lines l on l.project_id = m.project_id and l.id = m.source_line
  where m.project_id = p_project and m.source_table = 'purchases' and m.kind <> 'return_in' and m.on_date between v_from and v_to
  group by 1, 2, 3, 4, 5
  union all
  select 'vouchers', v.id, v.date_released, 'voucher', l.vat_class, sum(l.amount - l.vat_amount), sum(l.vat_amount)
  from public.vouchers v
  join public.voucher_lines l on l.project_id = v.project_id and l.voucher_id = v.id and l.vat_class is not null
  where v.project_id = p_project and v.status = 'released' and v.date_released between v_from and v_to group by 1, 2, 3, 4, 5
  union all
  select 'vouchers', v.id, v.date_released, 'withheld', null, 0.00, v.ewt_amount
  from public.vouchers v
  where v.project_id = p_project and v.status = 'released' and v.ewt_amount > 0 and v.date_released between v_from and v_to
  union all
  select 'receipts', e.collection_id, e.on_date, 'creditable', null, 0.00, -sum(e.amount)
  from public.receivable_entries e
  join public.collections c on c.project_id = p_project and c.id = e.collection_id
    and c.collection_type = 'withholding' and not c.from_archive
  where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5 having sum(e.amount) <> 0;
end $$;
comment on function private.vat_entries is
  'Returns what the ledgers and released vouchers say of VAT and of withheld taxes from one day to another (null = without limit), by '
  'document, day and class: kind sale (deliveries and undercharges) | memo (returns and allowances, below zero) | purchase (less returns '
  'to suppliers; class none: the supplier''s invoice shows no VAT) | voucher (lines with a class) | withheld (from suppliers) | '
  'creditable (by customers). net is without VAT. It asks for no permission and is granted to nobody.';

create or replace function private.vat_lines(p_project uuid, p_from date, p_to date)
returns table (source text, document uuid, on_date date, kind text, vat_class text, net numeric, tax numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query select * from private.vat_entries(p_project, p_from, p_to);
end $$;
comment on function private.vat_lines is 'Returns vat_entries to those who may read the journal. Errors: 42501 without journal.read.';

grant execute on function private.vat_lines(uuid, date, date) to authenticated;
