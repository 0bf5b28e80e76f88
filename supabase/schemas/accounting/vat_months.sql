-- VAT and withheld taxes as the ledgers and released vouchers have them, and their sums of sealed months. See docs/ledgers.md, VAT.

create table private.vat_months (
  project_id uuid not null,
  month date not null,
  kind text not null,
  vat_class text,
  net numeric(18,2) not null,
  tax numeric(18,2) not null,
  documents bigint not null,
  class_documents bigint not null,
  constraint vat_months_key unique nulls not distinct (project_id, month, kind, vat_class)
);
select private.bound_columns('private.vat_months');
comment on table private.vat_months is
  'The VAT report by sealed month, kind and class (private.vat_entries). documents: those of a day whose first class of this kind is '
  'here, so that they add up over classes; class_documents: all of a day that have this class.';

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

create or replace function private.vat_of_days(p_project uuid, p_days daterange)
returns table (kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
language sql stable security definer set search_path = '' as $$
  select e.kind, e.vat_class, sum(e.net), sum(e.tax), count(*) filter (where e.nth = 1), count(*)
  from (
    select x.*, row_number() over (partition by x.on_date, x.kind, x.document order by x.vat_class) as nth
    from private.vat_entries(p_project, lower(p_days), upper(p_days) - 1) x) e
  group by e.kind, e.vat_class
$$;
comment on function private.vat_of_days is
  'Returns the sums of vat_entries of some days, as private.vat_months has them of a month. It asks for no permission.';

create or replace function private.vat_sums(p_project uuid, p_from date, p_to date)
returns table (month date, kind text, vat_class text, net numeric, tax numeric, documents bigint, class_documents bigint)
language plpgsql stable security definer set search_path = '' as $$
declare v_posted daterange := private.posted_days(p_project, p_from, p_to);
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query
  with parts as materialized (
    select p.* from private.parts_of(p_project, lower(v_posted), upper(v_posted) - 1) p
  ), sums as (
    select p.month, s.kind, s.vat_class, s.net, s.tax, s.documents, s.class_documents
    from parts p join private.vat_months s on s.project_id = p_project and s.month = p.month where p.days is null
    union all
    select p.month, s.kind, s.vat_class, p.sign * s.net, p.sign * s.tax, p.sign * s.documents, p.sign * s.class_documents
    from parts p cross join lateral private.vat_of_days(p_project, p.days) s where p.days is not null
  )
  select s.month, s.kind, s.vat_class, sum(s.net), sum(s.tax), sum(s.documents)::bigint, sum(s.class_documents)::bigint from sums s
  group by s.month, s.kind, s.vat_class having sum(s.class_documents) <> 0;
end $$;
comment on function private.vat_sums is
  'Returns vat_of_days by month, of sealed months from their sums and of other days from the ledgers. Errors: 42501 without journal.read.';
grant execute on function private.vat_lines(uuid, date, date), private.vat_sums(uuid, date, date) to authenticated;
