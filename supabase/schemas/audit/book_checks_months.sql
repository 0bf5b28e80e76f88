-- Integrity checks of sealed months: their sums are what the ledgers have. The sums of sales have checks of their own.

create or replace function private.check_months(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with months as materialized (
    select s.project_id, s.month, daterange(s.month, (s.month + interval '1 month')::date) as days from private.sealed_months s
    where s.project_id = any (p_projects)
      and not exists (select from private.opened_months o where o.project_id = s.project_id and o.month = s.month)
  ), posted as (
    select s.* from months m cross join unnest('{journal,vat,receipts}'::text[]) b (book)
    cross join lateral private.sums_of_days(m.project_id, b.book, m.days) s
  ), sums as (
    select s.*, true as sealed from months m join private.book_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select p.*, false from posted p
  ), compared as (
    select s.project_id, s.book, s.month, concat_ws(' ', s.item, s.part) as what,
      max(x.figures) filter (where s.sealed) as stored, max(x.figures) filter (where not s.sealed) as posted
    from sums s
    cross join lateral (select concat_ws(' / ', s.amount::numeric(18,2), s.amount2::numeric(18,2), s.number, s.number2) as figures) x
    group by s.project_id, s.book, s.month, s.item, s.part
  )
  select 'journal.months', c.project_id, 'project', c.project_id, format('%s %s, %s',
    case c.book when 'journal' then 'Account' when 'vat' then 'VAT' else 'Receipts' end, c.what, to_char(c.month, 'MM/YYYY')),
    coalesce(c.stored, '-'), coalesce(c.posted, '-')
  from compared c where c.stored is distinct from c.posted
$$;
comment on function private.check_months is
  'Returns the sums of sealed months that are not what the journal, the VAT report and receipts have of these months.';
