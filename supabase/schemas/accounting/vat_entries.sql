-- VAT and withheld taxes as the ledgers and released vouchers have them. See docs/ledgers.md, VAT.

create view private.vat_entries with (security_invoker = true) as
select e.project_id, 'sales' as source, e.booking_id as document, e.on_date,
  case when e.kind in ('delivery', 'undercharge') then 'sale' else 'memo' end as kind, e.vat_class,
  sum(e.amount - e.vat_amount) as net, sum(e.vat_amount) as tax
from public.sales_entries e group by 1, 2, 3, 4, 5, 6
union all
select m.project_id, 'purchases', m.source_id, m.on_date, 'purchase', coalesce(l.vat_class, 'none'), sum(m.cost + m.variance),
  sum(m.vat_amount)
from public.stock_movements m join public.purchase_lines l on l.project_id = m.project_id and l.id = m.source_line
where m.source_table = 'purchases' and m.kind <> 'return_in' group by 1, 2, 3, 4, 5, 6
union all
select v.project_id, 'vouchers', v.id, v.date_released, 'voucher', l.vat_class, sum(l.amount - l.vat_amount), sum(l.vat_amount)
from public.vouchers v
join public.voucher_lines l on l.project_id = v.project_id and l.voucher_id = v.id and l.vat_class is not null
where v.status = 'released' group by 1, 2, 3, 4, 5, 6
union all
select v.project_id, 'vouchers', v.id, v.date_released, 'withheld', null, 0.00, v.ewt_amount
from public.vouchers v where v.status = 'released' and v.ewt_amount > 0
union all
select e.project_id, 'receipts', e.collection_id, e.on_date, 'creditable', null, 0.00, -sum(e.amount)
from public.receivable_entries e
-- Looked up for each entry: a join reads all receipts that the company ever had.
where e.collection_id is not null and (select c.collection_type = 'withholding' and not c.from_archive from public.collections c
  where c.project_id = e.project_id and c.id = e.collection_id)
group by 1, 2, 3, 4, 5, 6 having sum(e.amount) <> 0;
comment on view private.vat_entries is
  'VAT and withheld taxes of the ledgers and released vouchers, by document, day and class: kind sale (deliveries and '
  'undercharges) | memo (returns and allowances, below zero) | purchase (less returns to suppliers; class none: the supplier''s invoice '
  'shows no VAT) | voucher (lines with a class) | withheld (from suppliers) | creditable (by customers). net is without VAT.';

create or replace function private.vat_lines(p_project uuid, p_from date, p_to date) returns setof private.vat_entries
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.authorize(p_project, 'journal.read');
  return query select e.* from private.vat_entries e
  where e.project_id = p_project and e.on_date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity');
end $$;
comment on function private.vat_lines is
  'Returns vat_entries from one day to another (null = without limit) to those who may read the journal. Errors: 42501 without '
  'journal.read.';
grant execute on function private.vat_lines to authenticated;
