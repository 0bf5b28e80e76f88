-- Integrity checks of credit memos and debit memos, in the shape of the checks of stock.

create or replace function private.check_memos(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable set search_path = '' as $$
  with memos as not materialized (
    select m.*, (m.status = 'approved')::int as counts from public.memos m where m.project_id = p_project)
  select c.check_key, c.id, null, c.stored, c.expected
  from (
    select 'memos.credits' as check_key, m.id, jsonb_build_array(coalesce(sum(k.amount), 0), coalesce(sum(k.vat_amount), 0)) as stored,
      jsonb_build_array(m.amount * m.counts, m.vat_amount * m.counts) as expected
    from memos m left join public.booking_credits k on k.project_id = p_project and k.memo_id = m.id
    where m.kind = 'credit' group by m.id, m.amount, m.vat_amount, m.counts
    union all
    select 'memos.credits', m.id, jsonb_build_array(m.amount, m.vat_amount), jsonb_build_array(sum(g.amount), sum(g.vat_amount))
    from memos m join public.memo_goods g on g.project_id = p_project and g.memo_id = m.id group by m.id, m.amount, m.vat_amount
    union all
    -- The sales ledger has under the memo what it credits or charges of lines, so that the journal has one entry of it.
    select 'memos.sales', x.memo_id, jsonb_build_array(sum(x.posted), sum(x.posted_vat)), jsonb_build_array(sum(x.amount), sum(x.vat))
    from (
      select e.memo_id, e.amount as posted, e.vat_amount as posted_vat, 0.00 as amount, 0.00 as vat
      from public.sales_entries e where e.project_id = p_project and e.memo_id is not null
      union all
      select k.memo_id, 0, 0, -k.amount, -k.vat_amount from public.booking_credits k
      where k.project_id = p_project and k.memo_id is not null and num_nonnulls(k.line_id, k.vat_class) > 0
      union all
      select l.memo_id, 0, 0, l.amount, l.vat_amount from public.memo_lines l join memos d on d.id = l.memo_id
      where l.project_id = p_project and d.kind = 'debit' and d.counts = 1) x
    group by x.memo_id
    union all
    select 'memos.debits', m.id,
      jsonb_build_array(b.so_no, b.total, regexp_replace(b.approval_status, '^approved.*', 'approved'), b.is_debit_memo),
      case when m.approved_at is null then '[null, null, null, null]' else jsonb_build_array(m.memo_no, m.amount, m.status, true) end
    from memos m left join public.bookings b on b.project_id = p_project and b.id = m.booking_id
    where m.kind = 'debit'
    union all
    select 'memos.debits', m.memo_id, jsonb_build_array(m.amount), jsonb_build_array(x.net + round(x.net * l.vat_on_top / 100, 2))
    from public.memo_lines m
    join public.booking_lines l on l.project_id = p_project and l.id = m.line_id
    cross join lateral (select round(m.price_difference * m.pieces / m.price_difference_pieces, 2) as net) x
    where m.project_id = p_project and m.price_difference is not null
    union all
    -- Goods and allowances are of sales, which a debit memo is not; without a booking that was named, of invoices.
    select 'memos.invoices', m.id, jsonb_build_array(sum(k.amount)), '[0.00]'
    from memos m
    join public.booking_credits k on k.project_id = p_project and k.memo_id = m.id
    join public.bookings b on b.project_id = p_project and b.id = k.booking_id
    where m.reason_code in ('return', 'price_allowance') and (b.is_debit_memo or m.booking_id is null and b.date_invoiced is null)
    group by m.id having sum(k.amount) <> 0
    union all
    select 'memos.invoices', b.id, jsonb_build_array(sum(k.amount)), jsonb_build_array(l.delivered)
    from public.booking_credits k
    join public.bookings b on b.project_id = p_project and b.id = k.booking_id
    join (select l.booking_id, sum(l.delivered) as delivered from private.checked_lines l where l.project_id = p_project
      group by l.booking_id) l on l.booking_id = b.id
    where k.project_id = p_project and k.kind <> 'released' group by b.id, l.delivered having sum(k.amount) > l.delivered
    union all
    select 'memos.vat', g.memo_id, jsonb_build_array(sum(g.vat)), jsonb_build_array(sum(g.on_top + g.within - round(g.within / g.share, 2)))
    from (
      select g.memo_id, 1 + g.vat_percent / 100 as share, sum(g.vat_amount) as vat,
        coalesce(sum(g.amount) filter (where g.vat_on_top = 0), 0.00) as within,
        coalesce(sum(g.amount - round(g.amount * 100 / (100 + g.vat_percent), 2)) filter (where g.vat_on_top > 0), 0.00) as on_top
      from public.memo_goods g where g.project_id = p_project group by g.memo_id, g.vat_percent) g
    group by g.memo_id
    union all
    select 'memos.vat', l.booking_id, jsonb_build_array(sum(e.vat_amount)), '[0.00]'
    from public.sales_entries e
    join public.booking_lines l on l.project_id = p_project and l.id = e.line_id and l.vat_class = e.vat_class
    where e.project_id = p_project and e.kind <> 'undercharge'
    group by l.booking_id, l.id having sum(e.amount) = 0 and sum(e.vat_amount) <> 0) c
  where c.stored is distinct from c.expected
$$;
comment on function private.check_memos is
  'Returns the violations of the checks of memos: what credit memos credited, with which VAT, what debit memos opened.';
