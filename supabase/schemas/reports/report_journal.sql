-- Journal and trial balance: one function each for screen, Excel, print and the files for other accounting software.

create or replace function private.account_parts(p_project uuid) returns table (part uuid, code text, name text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  select b.id, null, concat_ws(' ', b.bank, b.account_no) from public.banks b where b.project_id = p_project
  union all
  select k.id, k.account_number, k.cost_center from public.cost_centers k where k.project_id = p_project
  union all
  select m.user_id, null, f.display_name
  from public.memberships m join public.profiles f on f.user_id = m.user_id where m.project_id = p_project;
end $$;
comment on function private.account_parts is
  'Names what accounts are kept by: bank accounts, cost centers (with their account number) and collectors. Nothing without journal.read.';

create or replace function private.journal_documents(p_project uuid, p_sources text[], p_documents uuid[])
returns table (source text, document uuid, document_kind text, document_id uuid, document_no text, party text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  with asked as materialized (
    select distinct x.source, x.document from unnest(p_sources, p_documents) x (source, document)
  )
  select a.source, a.document, d.kind, d.id, coalesce(d.paper_no, d.no), coalesce(c.name, d.party)
  from asked a
  join private.documents d on d.project_id = p_project and d.id = a.document
  left join public.customers c on c.project_id = p_project and c.id = d.customer_id
  union all
  select a.source, a.document, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), b.remarks
  from asked a
  join public.bank_balances b on b.project_id = p_project and b.id = a.document
  join public.banks k on k.project_id = p_project and k.id = b.bank_id
  where a.source = 'money';
end $$;
comment on function private.journal_documents is
  'Returns the documents of entries of the journal, which p_sources and p_documents name side by side: the kind and id of each (for the '
  'link to it), its number, and the customer, supplier, payee or collector. No row for one that was removed with its import, and none '
  'without journal.read.';

create or replace function private.journal_words(p_source text, p_kind text) returns text
language sql immutable
return case
    when p_source = 'memos' then case p_kind when 'credit_memo' then 'Credit memo' when 'credit_memo_back' then 'Credit memo reversed'
      when 'debit_memo' then 'Debit memo' else 'Debit memo reversed' end
    when p_source = 'sales' then case p_kind when 'delivery' then 'Delivery' else 'Goods returned' end
    when p_source = 'bookings' then 'Cost of goods delivered'
    when p_source = 'purchases' then case p_kind when 'purchase' then 'Purchase' when 'supplier_return' then 'Returned to supplier'
      else 'Goods returned by a customer' end
    when p_source = 'stock_counts' then 'Stock count'
    when p_source = 'imports' then 'Opening stock'
    when p_source = 'bad_orders' then 'Bad orders written off'
    when p_source = 'receivables' then case p_kind when 'invoice' then 'Invoice' when 'opening' then 'Opening balance'
      when 'released' then 'Undelivered goods released'
      when 'returned' then 'Credit for returned goods' when 'archived' then 'Archived without invoice' when 'cancelled' then 'Cancelled' end
    when p_source = 'receipts' then case p_kind when 'receipt' then 'Receipt approved' when 'allocation' then 'Credit applied'
      when 'cheque_returned' then 'Cheque returned'
      when 'redeposited' then 'Cheque deposited again' when 'replaced' then 'Cheque replaced' when 'paid_back' then 'Paid back' when
        'archived' then 'Receipt of archived booking' when 'cancelled' then 'Receipt cancelled' end
    when p_source = 'vouchers' then 'Voucher released'
    when p_source = 'money' then case p_kind when 'receipt' then 'Received' when 'approval' then 'Receipt approved'
      when 'remittance' then 'Remitted'
      when 'variance' then 'Cash shortage (overage)' when 'deposit' then 'Deposited' when 'clearing' then 'Cheque cleared' when
        'cheque_returned' then 'Cheque returned'
      when 'replacement' then 'Cheque replaced' when 'payment' then 'Paid' when 'paid_back' then 'Paid back' when 'correction' then
        'Corrected' when 'cancellation' then 'Cancelled'
      when 'opening' then 'Opening balance' when 'adjustment' then 'Adjusted to the bank statement' end
  end;
comment on function private.journal_words is 'Describes an entry of the journal in words.';

create or replace function private.journal_page(p_project uuid, p_filters jsonb, p_level text)
returns table (row_key text, entry_no text, on_date date, source text, document uuid, kind text, account text, account_code text,
  account_name text, part_name text, debit numeric, credit numeric, lines bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  filters record := private.report_filters(p_filters);
  v_rest daterange := private.posted_days(p_project, greatest(filters.first_day, filters.after_day),
    least(filters.last_day, filters.before_day));
  v_part daterange;
  v_days int := 1;
  v_read int := 0;
  v_rows bigint;
  v_found bigint := 0;
begin
  -- The journal is sorted by day: it is read in parts of 1, 4, 16, … days, or of as many as are missing, until the page is full.
  while not isempty(v_rest) and (filters.row_limit is null or v_found < filters.row_limit) loop
    v_part := case when filters.row_limit is null then v_rest
      when filters.before is null then v_rest * daterange(lower(v_rest), lower(v_rest) + v_days)
      else v_rest * daterange(upper(v_rest) - v_days, upper(v_rest)) end;
    return query
    with entries as (
      -- Entries are numbered within their day in the order of posting: one that is posted later does not renumber the others.
      select l.*, to_char(l.on_date, 'YYYYMMDD') || '-' || lpad(
        dense_rank() over (partition by l.on_date order by l.posted_at, l.source, l.document, l.kind)::text, 4, '0') as entry_no
      from private.journal_lines(p_project, lower(v_part), upper(v_part) - 1) l
    ), rows as (
      select e.entry_no, e.on_date, e.source, e.document, e.kind, e.account, e.part, greatest(e.amount, 0) as debit,
        greatest(-e.amount, 0) as credit, 1::bigint as lines
      from entries e where p_level = 'line'
      union all
      select null, l.on_date, null, null, null, l.account, l.part, sum(greatest(l.amount, 0.00)), sum(greatest(-l.amount, 0.00)), count(*)
      from private.journal_lines(p_project, lower(v_part), upper(v_part) - 1) l where p_level = 'day' group by l.on_date, l.account, l.part
    ), keyed as (
      -- The account number of a cost center is the code of its expenses.
      select concat_ws(E'\x1f', r.on_date, r.entry_no, case when r.debit > 0 then '0' else '1' end, x.code, r.account, r.part) collate "C"
        as row_key, r.entry_no, r.on_date, r.source, r.document, r.kind, r.account, x.code, c.name, p.name as part_name, r.debit, r.credit,
        r.lines
      from rows r
      join private.chart_of_accounts(p_project) c on c.account = r.account
      left join private.account_parts(p_project) p on p.part = r.part
      cross join lateral (select coalesce(p.code, c.code) as code) x
      where p_filters ->> 'account' is null or r.account = p_filters ->> 'account'
    )
    select k.* from keyed k
    where private.on_page(k.row_key, filters.after, filters.before);
    get diagnostics v_rows = row_count;
    v_found := v_found + v_rows;
    v_rest := v_rest - v_part;
    v_read := v_read + v_days;
    v_days := least(4 * v_days, ceil((filters.row_limit - v_found) * v_read / nullif(v_found, 0)::numeric));
  end loop;
end $$;
comment on function private.journal_page is
  'Returns the rows of the journal of as many days as a page has: those of the page, and more of its last days. Errors: 42501 without '
  'journal.read.';

create or replace function public.report_journal(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text,
  party text, account text, account_code text, account_name text, debit numeric, credit numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  filters record := private.report_filters(p_filters);
begin
  if private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}') then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level in ('account', 'total') or private.read_boolean(p_filters, 'with_total') then
    return query
    with accounts as materialized (
      select s.*, x.code, c.name, p.name as part_name,
        concat_ws(E'\x1f', case when s.debit > 0 then '0' else '1' end, x.code, s.account, s.part) collate "C" as row_key
      from private.book_sums(p_project, 'journal', filters.first_day, filters.last_day)
        s (project_id, book, month, account, part, debit, credit, lines, days)
      join private.chart_of_accounts(p_project) c on c.account = s.account
      left join private.account_parts(p_project) p on p.part = s.part::uuid
      cross join lateral (select coalesce(p.code, c.code) as code) x
      where p_filters ->> 'account' is null or s.account = p_filters ->> 'account'
    )
    select 'total', '', null, null::date, null, null, null::uuid, null, null, null, null, null,
      coalesce(sum(a.debit), 0.00), coalesce(sum(a.credit), 0.00),
      jsonb_build_object('lines', coalesce(sum(a.lines), 0), 'accounts', count(*), 'day_accounts', coalesce(sum(a.days), 0))
    from accounts a having v_level = 'total' or private.read_boolean(p_filters, 'with_total')
    union all
    (select 'account', a.row_key, null, null, null, null, null, null, null, a.account, a.code, a.name, a.debit, a.credit,
      jsonb_build_object('part_name', a.part_name, 'lines', a.lines)
    from accounts a
    where v_level = 'account' and private.on_page(a.row_key, filters.after, filters.before)
    order by case when filters.before is null then a.row_key end, a.row_key desc limit filters.row_limit);
  end if;
  if v_level in ('account', 'total') then return; end if;
  return query
  with page as materialized (
    select r.* from private.journal_page(p_project, p_filters, v_level) r
    order by case when filters.before is null then r.row_key end, r.row_key desc limit filters.row_limit
  ), named as (
    select d.* from (select array_agg(p.source) as sources, array_agg(p.document) as ids from page p where p.document is not null) a
    cross join lateral private.journal_documents(p_project, a.sources, a.ids) d where a.ids is not null
  )
  select v_level, p.row_key, p.entry_no, p.on_date, private.journal_words(p.source, p.kind), d.document_kind, d.document_id, d.document_no,
    d.party, p.account, p.account_code, p.account_name, p.debit, p.credit, jsonb_build_object('part_name', p.part_name, 'lines', p.lines)
  from page p left join named d on d.source = p.source and d.document = p.document
  order by case when filters.before is null then p.row_key end, p.row_key desc;
end $$;
comment on function public.report_journal is
  'The journal in double entry, page by page, made from the ledgers and from released vouchers. Filters and figures: '
  'docs/report-filters.md. Errors: 42501 without journal.read, 22023.';

create or replace function public.report_trial_balance(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, account text, account_code text, account_name text, part_name text, type text,
  opening numeric, debit numeric, credit numeric, closing numeric, debit_balance numeric, credit_balance numeric,
  accounts bigint, parts bigint)
language plpgsql stable set search_path = '' as $$
declare
  v_accounts boolean := coalesce(p_filters ->> 'level' = 'account', false);
  filters record := private.report_filters(p_filters);
begin
  return query execute private.report_statement(p_project,
      case when v_accounts then private.without_keys(p_filters, 'with_total') else p_filters end,
    'report_trial_balance', 'journal.read', array[
      ['part', 'part', 'code, account, part_name, kept_by', 's.code, s.account, s.part_name, s.kept_by', ''],
      ['account', 'account', 'code, account', 's.code, s.account', ''], ['total', 'total', '', $k$''$k$, '']], '{}',
    format($lines$select x.code, s.account, p.name as part_name, s.part as kept_by, c.name, c.type, s.opening, s.debit, s.credit,
        s.opening + s.debit - s.credit as closing
      from (
        select l.account, case when %L then null else l.part end as part, sum(l.opening) as opening, sum(l.debit) as debit,
          sum(l.credit) as credit
        from (
          select o.item as account, o.part, o.amount - o.amount2 as opening, 0.00 as debit, 0.00 as credit
          from private.book_sums($1, 'journal', null, %2$L::date - 1) o where %2$L is not null
          union all
          select b.item, b.part, 0.00, b.amount, b.amount2 from private.book_sums($1, 'journal', %2$L, %3$L) b) l
        group by 1, 2) s
      join private.chart_of_accounts($1) c on c.account = s.account
      left join private.account_parts($1) p on p.part = s.part::uuid
      cross join lateral (select coalesce(p.code, c.code) as code) x
      where s.opening <> 0 or s.debit <> 0 or s.credit <> 0$lines$, v_accounts, filters.first_day, filters.last_day),
    $sums$min:name, min:type, sum:opening, sum:debit, sum:credit, sum:closing,
      coalesce(sum(greatest(l.closing, 0)), 0) as debit_balance, coalesce(sum(greatest(-l.closing, 0)), 0) as credit_balance,
      count(distinct l.account) as accounts, count(*) as parts$sums$,
    $row$
    select k.level, k.row_key, k.account, k.code, case k.part when 'total' then null else k.name end, k.part_name,
      case k.part when 'total' then null else k.type end, k.opening, k.debit, k.credit, k.closing, k.debit_balance, k.credit_balance,
      k.accounts, k.parts from page k$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_trial_balance is
  'The trial balance: every account with its opening balance, debits, credits and closing balance. Filters and figures: '
  'docs/report-filters.md. Errors: 42501 without journal.read, 22023.';

grant execute on function private.account_parts, private.journal_documents, private.journal_words, private.journal_page to authenticated;
