-- Integrity check of numbers and names that belong to one document or record each, in the shape of the checks of stock.
-- See docs/domain.md, invariant 11.

create or replace function private.check_numbers(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable security definer set search_path = '' as $$
  with written as (
    -- A cancelled paper keeps its number, which nobody takes for another one.
    select 'invoice' as of, b.id, b.invoice_no as text, private.paper_key(b.invoice_no) as key from public.bookings b
    where b.project_id = p_project and b.invoice_no is not null and b.approval_status <> 'cancelled'
    union all
    select x.of, c.id, x.text, private.paper_key(x.text) from public.collections c
    cross join lateral (values ('receipt', case when c.part_no = 1 then c.cr_no end),
      ('cheque of ' || private.paper_key(c.cheque_bank), c.cheque_no)) x (of, text)
    where c.project_id = p_project and x.text is not null and c.approval_status <> 'cancelled'
    union all
    select 'remittance', r.id, r.drr_no, private.paper_key(r.drr_no) from public.remittances r
    where r.project_id = p_project and r.status = 'received'
    union all
    select 'slip' || s.bank_id, s.id, s.slip_no, private.paper_key(s.slip_no) from public.deposit_slips s where s.project_id = p_project
    union all
    select 'leaf' || i.bank_id, i.id, i.cheque_no, private.paper_key(i.cheque_no) from public.issued_cheques i
    where i.project_id = p_project
    union all
    select 'product', g.id, g.material_code, lower(private.clean_text(g.material_code)) from public.products g
    where g.project_id = p_project and g.merged_into is null
    union all
    -- Two customers may have one name. Two names that look alike are one.
    select 'customer', min(c.id::text)::uuid, c.name, private.clean_text(c.name) from public.customers c
    where c.project_id = p_project and c.merged_into is null group by c.name
  )
  select 'numbers.doubles', w.id, null, jsonb_build_array(w.text), jsonb_build_array('duplicate of ' || w.other)
  from (select x.*, lag(x.text) over (partition by x.of, x.key order by x.id) as other from written x where x.key <> '') w
  where w.other is not null
  union all
  select 'numbers.doubles', n.id, null, jsonb_build_array(n.text), '["a letter or a digit"]'
  from (
    select w.id, w.text from written w where w.of not in ('product', 'customer')
    union all
    select p.id, x.text from public.purchases p cross join lateral (values (p.po_no), (p.invoice_no)) x (text)
    where p.project_id = p_project and p.status <> 'cancelled'
    union all
    select v.id, v.invoice_no from public.vouchers v where v.project_id = p_project and v.status <> 'cancelled') n
  where n.text <> '' and private.has_no_letters(n.text)
$$;
comment on function private.check_numbers is
  'Returns the papers, products and customers whose number, code or name is that of an earlier one but for case, spaces, punctuation or '
  'letters that nobody sees, and papers whose number has no letter and no digit. They were there before such were refused.';
