-- Integrity checks of sealed months: their sums are what the ledgers have. The sums of sales have checks of their own.

create or replace function private.check_months(p_projects uuid[])
returns table (check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
language sql stable security definer set search_path = '' as $$
  with months as materialized (
    select s.project_id, s.month, daterange(s.month, (s.month + interval '1 month')::date) as days from private.sealed_months s
    where s.project_id = any (p_projects)
      and not exists (select from private.opened_months o where o.project_id = s.project_id and o.month = s.month)
  ), sealed (project_id, month, what, figures) as (
    select s.project_id, s.month, concat_ws(' ', 'Account', s.account, s.part), concat_ws(' / ', s.debit, s.credit, s.lines, s.days)
    from months m join private.account_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select s.project_id, s.month, concat_ws(' ', 'VAT', s.kind, s.vat_class), concat_ws(' / ', s.net, s.tax, s.documents, s.class_documents)
    from months m join private.vat_months s on s.project_id = m.project_id and s.month = m.month
    union all
    select s.project_id, s.month, 'Receipts ' || s.figure, concat_ws(' / ', s.amount, s.listed, s.receipts)
    from months m join private.receipt_months s on s.project_id = m.project_id and s.month = m.month
  ), posted (project_id, month, what, figures) as (
    select m.project_id, m.month, concat_ws(' ', 'Account', s.account, s.part),
      concat_ws(' / ', s.debit::numeric(18,2), s.credit::numeric(18,2), s.lines, s.days)
    from months m cross join lateral private.accounts_of_days(m.project_id, m.days) s
    union all
    select m.project_id, m.month, concat_ws(' ', 'VAT', s.kind, s.vat_class),
      concat_ws(' / ', s.net::numeric(18,2), s.tax::numeric(18,2), s.documents, s.class_documents)
    from months m cross join lateral private.vat_of_days(m.project_id, m.days) s
    union all
    select m.project_id, m.month, 'Receipts ' || s.figure, concat_ws(' / ', s.amount::numeric(18,2), s.listed, s.receipts)
    from months m cross join lateral private.receipts_of_days(m.project_id, m.days) s
  )
  select 'journal.months', project_id, 'project', project_id, format('%s, %s', what, to_char(month, 'MM/YYYY')),
    coalesce(s.figures, '-'), coalesce(p.figures, '-')
  from sealed s full join posted p using (project_id, month, what)
  where s.figures is distinct from p.figures
$$;
comment on function private.check_months is
  'Returns the sums of sealed months that are not what the journal, the VAT report and receipts have of these months.';
