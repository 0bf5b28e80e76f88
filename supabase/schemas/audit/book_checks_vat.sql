-- Integrity checks of VAT, in the shape of the checks of stock. The formulas are those of the documents (docs/ledgers.md, VAT).

create or replace function private.check_vat(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with lines as materialized (
    select l.project_id, l.booking_id, l.vat_class, l.vat_percent, l.vat_on_top, l.amount,
      d.net + round(d.net * l.vat_on_top / 100, 2) as delivered
    from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent)
      - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as net) d
    where l.project_id = any (p_projects)),
  -- VAT on top of prices is rounded on each line, VAT in the prices on the sum of a document.
  said as (
    select l.project_id, l.booking_id, coalesce(sum(l.amount) filter (where l.vat_class = 'exempt'), 0) as exempt,
      coalesce(sum(l.amount) filter (where l.vat_class = 'zero_rated'), 0) as zero_rated,
      sum(case when l.vat_on_top > 0 then l.amount - round(l.amount / (1 + l.vat_percent / 100), 2) else 0 end)
        + coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0)
        - round(coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0) / (1 + max(l.vat_percent) / 100), 2) as vat,
      sum(case when l.vat_on_top > 0 then l.delivered - round(l.delivered / (1 + l.vat_percent / 100), 2) else 0 end)
        + coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0)
        - round(coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0) / (1 + max(l.vat_percent) / 100),
          2) as delivered_vat
    from lines l group by l.project_id, l.booking_id),
  journal as materialized (
    select p.id as project_id, date_trunc('month', l.on_date)::date as month, l.account,
      case l.account when 'output_vat' then l.document end as document, sum(l.amount) as amount
    from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l
    where l.account in ('output_vat', 'input_vat', 'creditable_tax', 'withheld_tax') group by 1, 2, 3, 4),
  months as (
    select j.project_id, j.month, j.account, sum(j.amount) as amount from journal j group by j.project_id, j.month, j.account),
  report as (
    select p.id as project_id, date_trunc('month', e.on_date)::date as month,
      case when e.kind in ('sale', 'memo') then 'output_vat' when e.kind in ('purchase', 'voucher') then 'input_vat'
      when e.kind = 'creditable' then 'creditable_tax' else 'withheld_tax' end as account,
        sum(case when e.kind in ('sale', 'memo', 'withheld') then -e.tax else e.tax end) as amount
    from unnest(p_projects) p (id) cross join lateral private.vat_entries(p.id, null, null) e group by 1, 2, 3)
  select 'vat.bookings', b.project_id, 'booking', b.id, b.so_no, concat_ws(' / ', b.vat_amount, b.exempt_amount, b.zero_rated_amount),
    concat_ws(' / ', s.vat, s.exempt, s.zero_rated)
  from public.bookings b join said s on s.project_id = b.project_id and s.booking_id = b.id
  where b.project_id = any (p_projects) and b.validated_at is not null
    and (b.vat_amount, b.exempt_amount, b.zero_rated_amount) is distinct from (s.vat, s.exempt, s.zero_rated)
  union all
  select 'vat.purchases', l.project_id, 'purchase', p.id, format('%s line %s', p.po_no, l.line_no), coalesce(m.vat, 0)::text, x.vat::text
  from public.purchase_lines l
  join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
  left join (select k.project_id, k.source_line, sum(k.vat_amount) as vat from public.stock_movements k
    where k.project_id = any (p_projects) and k.source_table = 'purchases'
    group by k.project_id, k.source_line) m on m.project_id = l.project_id and m.source_line = l.id
  cross join lateral (select case when p.status <> 'active' then 0.00 when p.kind = 'supplier_return' then -l.vat_amount
    else l.vat_amount end as vat) x
  where l.project_id = any (p_projects) and coalesce(m.vat, 0) <> x.vat
  union all
  select 'vat.output', x.project_id, case when b.id is null then 'memo' else 'booking' end, x.document,
    coalesce(b.so_no, m.memo_no, 'Output VAT'), sum(x.posted)::text, sum(x.vat)::text
  from (
    select j.project_id, j.document, -j.amount as posted, 0.00 as vat from journal j where j.account = 'output_vat'
    union all
    select s.project_id, s.booking_id, 0, s.delivered_vat from said s
    union all
    select m.project_id, m.id, 0, case m.kind when 'credit' then -m.vat_amount else m.vat_amount end from public.memos m
    where m.project_id = any (p_projects) and m.status = 'approved') x
  left join public.bookings b on b.project_id = x.project_id and b.id = x.document
  left join public.memos m on m.project_id = x.project_id and m.id = x.document
  group by x.project_id, x.document, b.id, b.so_no, m.memo_no having sum(x.posted) <> sum(x.vat)
  union all
  select 'vat.report', coalesce(j.project_id, r.project_id), 'project', coalesce(j.project_id, r.project_id),
    format('%s of %s', d.name, to_char(coalesce(j.month, r.month), 'MM/YYYY')),
    coalesce(r.amount, 0)::text, coalesce(j.amount, 0)::text
  from months j full join report r on r.project_id = j.project_id and r.month = j.month and r.account = j.account
  join private.default_accounts() d on d.account = coalesce(j.account, r.account)
  where coalesce(j.amount, 0) <> coalesce(r.amount, 0)
$$;
comment on function private.check_vat is
  'Returns the violations of the checks of VAT: what bookings and purchases say of it, output VAT, input VAT and withheld taxes of each '
  'month.';
