-- Integrity checks of sealed months: their sums are what the ledgers have.

create or replace function private.check_months(p_project uuid)
returns table (check_key text, id uuid, label text, stored jsonb, expected jsonb)
language sql stable security definer set search_path = '' as $$
  with months as materialized (
    select s.month, daterange(s.month, (s.month + interval '1 month')::date) as days from private.sealed_months s
    where s.project_id = p_project
      and not exists (select from private.opened_months o where o.project_id = p_project and o.month = s.month)
  ), sealed (month, what, figures) as (
    select s.month, concat_ws(' ', 'Account', s.account, s.part), jsonb_build_array(s.debit, s.credit, s.lines, s.days)
    from months m join private.account_months s on s.project_id = p_project and s.month = m.month
    union all
    select s.month, concat_ws(' ', 'VAT', s.kind, s.vat_class), jsonb_build_array(s.net, s.tax, s.documents, s.class_documents)
    from months m join private.vat_months s on s.project_id = p_project and s.month = m.month
    union all
    select s.month, 'Receipts ' || s.figure, jsonb_build_array(s.amount, s.listed, s.receipts)
    from months m join private.receipt_months s on s.project_id = p_project and s.month = m.month
  ), posted (month, what, figures) as (
    select m.month, concat_ws(' ', 'Account', s.account, s.part), jsonb_build_array(s.debit, s.credit, s.lines, s.days)
    from months m cross join lateral private.accounts_of_days(p_project, m.days) s
    union all
    select m.month, concat_ws(' ', 'VAT', s.kind, s.vat_class), jsonb_build_array(s.net, s.tax, s.documents, s.class_documents)
    from months m cross join lateral private.vat_of_days(p_project, m.days) s
    union all
    select m.month, 'Receipts ' || s.figure, jsonb_build_array(s.amount, s.listed, s.receipts)
    from months m cross join lateral private.receipts_of_days(p_project, m.days) s
  )
  select 'journal.months', p_project, concat_ws(', ', what, to_char(month, 'MM/YYYY')), s.figures, p.figures
  from sealed s full join posted p using (month, what)
  where s.figures is distinct from p.figures
$$;
comment on function private.check_months is
  'Returns the sums of sealed months that are not what the journal, the VAT report and receipts have of these months.';
