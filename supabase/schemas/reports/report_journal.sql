-- Journal and trial balance: one function each for screen, Excel, print and the files for other accounting software.

create or replace function private.account_parts(p_project uuid) returns table (part uuid, code text, name text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  select b.id, null, concat_ws(' ', b.bank, b.account_no) from public.banks b where b.project_id = p_project
  union all
  select k.id, k.account_number, k.cost_center from public.cost_centers k where k.project_id = p_project
  union all
  select m.user_id, null, f.display_name from public.memberships m join public.profiles f on f.user_id = m.user_id where m.project_id = p_project;
end $$;
comment on function private.account_parts is
  'Names what accounts are kept by: bank accounts, cost centers (with their account number) and collectors. Nothing without journal.read.';

create or replace function private.journal_accounts(p_project uuid, p_from date, p_to date, p_account text)
returns table (source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamptz,
  account_code text, account_name text, part_name text, type text)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query
  select l.source, l.document, l.on_date, l.kind, l.account, l.part, l.amount, l.posted_at, coalesce(p.code, c.code), c.name, p.name, c.type
  from private.journal_lines(p_project, p_from, p_to) l
  join private.chart_of_accounts(p_project) c on c.account = l.account
  left join private.account_parts(p_project) p on p.part = l.part
  where p_account is null or l.account = p_account;
end $$;
comment on function private.journal_accounts is 'Returns the lines of the journal with code and name of their account. The account number of a cost center is the code of its expenses.';

create or replace function private.journal_documents(p_project uuid, p_sources text[], p_documents uuid[])
returns table (source text, document uuid, document_kind text, document_id uuid, document_no text, party text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  if private.scope_of(p_project, 'journal.read') is null then return; end if;
  return query
  with asked as materialized (
    select distinct x.source, x.document from unnest(p_sources, p_documents) x (source, document)
  )
  select a.source, a.document, 'booking', b.id, coalesce(b.invoice_no, b.so_no), c.name
  from asked a
  join public.bookings b on b.project_id = p_project and b.id = a.document
  join public.customers c on c.project_id = p_project and c.id = b.customer_id
  where a.source in ('sales', 'bookings', 'receivables')
  union all
  select a.source, a.document, 'purchase', p.id, p.po_no, p.supplier
  from asked a join public.purchases p on p.project_id = p_project and p.id = a.document where a.source = 'purchases'
  union all
  select a.source, a.document, 'count', s.id, to_char(s.counted_on, 'MM/DD/YYYY'), null
  from asked a join public.stock_counts s on s.project_id = p_project and s.id = a.document where a.source = 'stock_counts'
  union all
  select a.source, a.document, 'import', i.id, i.file_name, null
  from asked a join public.imports i on i.project_id = p_project and i.id = a.document where a.source = 'imports'
  union all
  select a.source, a.document, 'bad_order', r.id, r.record_no, null
  from asked a join public.bad_orders r on r.project_id = p_project and r.id = a.document where a.source = 'bad_orders'
  union all
  select a.source, a.document, 'memo', m.id, m.memo_no, m.customer_name
  from asked a join public.memos m on m.project_id = p_project and m.id = a.document where a.source = 'memos'
  union all
  select a.source, a.document, 'collection', r.id, r.cr_no, c.name
  from asked a
  join public.collections r on r.project_id = p_project and r.id = a.document
  join public.customers c on c.project_id = p_project and c.id = r.customer_id
  where a.source in ('receipts', 'money')
  union all
  select a.source, a.document, 'voucher', v.id, v.voucher_no::text, v.pay_to
  from asked a join public.vouchers v on v.project_id = p_project and v.id = a.document where a.source in ('vouchers', 'money')
  union all
  select a.source, a.document, 'remittance', m.id, m.drr_no, f.display_name
  from asked a
  join public.remittances m on m.project_id = p_project and m.id = a.document
  left join public.profiles f on f.user_id = m.collector_id
  where a.source = 'money'
  union all
  select a.source, a.document, 'deposit', d.id, d.slip_no, null
  from asked a join public.deposit_slips d on d.project_id = p_project and d.id = a.document where a.source = 'money'
  union all
  select a.source, a.document, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), b.remarks
  from asked a
  join public.bank_balances b on b.project_id = p_project and b.id = a.document
  join public.banks k on k.project_id = p_project and k.id = b.bank_id
  where a.source = 'money';
end $$;
comment on function private.journal_documents is
  'Returns the documents of entries of the journal, which p_sources and p_documents name side by side: the kind and id of each (for the link to it), its number, and the customer, supplier, payee or collector. No row for one that was removed with its import, and none without journal.read.';

create or replace function private.journal_words(p_source text, p_kind text) returns text
language sql immutable
return case
    when p_source = 'memos' then case p_kind when 'credit_memo' then 'Credit memo' when 'credit_memo_back' then 'Credit memo reversed'
      when 'debit_memo' then 'Debit memo' else 'Debit memo reversed' end
    when p_source = 'sales' then case p_kind when 'delivery' then 'Delivery' else 'Goods returned' end
    when p_source = 'bookings' then 'Cost of goods delivered'
    when p_source = 'purchases' then case p_kind when 'purchase' then 'Purchase' when 'supplier_return' then 'Returned to supplier' else 'Goods returned by a customer' end
    when p_source = 'stock_counts' then 'Stock count'
    when p_source = 'imports' then 'Opening stock'
    when p_source = 'bad_orders' then 'Bad orders written off'
    when p_source = 'receivables' then case p_kind when 'invoice' then 'Invoice' when 'opening' then 'Opening balance' when 'released' then 'Undelivered goods released'
      when 'returned' then 'Credit for returned goods' when 'archived' then 'Archived without invoice' when 'cancelled' then 'Cancelled' end
    when p_source = 'receipts' then case p_kind when 'receipt' then 'Receipt approved' when 'allocation' then 'Credit applied' when 'cheque_returned' then 'Cheque returned'
      when 'redeposited' then 'Cheque deposited again' when 'replaced' then 'Cheque replaced' when 'paid_back' then 'Paid back' when 'archived' then 'Receipt of archived booking' when 'cancelled' then 'Receipt cancelled' end
    when p_source = 'vouchers' then 'Voucher released'
    when p_source = 'money' then case p_kind when 'receipt' then 'Received' when 'approval' then 'Receipt approved' when 'remittance' then 'Remitted'
      when 'variance' then 'Cash shortage (overage)' when 'deposit' then 'Deposited' when 'clearing' then 'Cheque cleared' when 'cheque_returned' then 'Cheque returned'
      when 'replacement' then 'Cheque replaced' when 'payment' then 'Paid' when 'paid_back' then 'Paid back' when 'correction' then 'Corrected' when 'cancellation' then 'Cancelled'
      when 'opening' then 'Opening balance' when 'adjustment' then 'Adjusted to the bank statement' end
  end;
comment on function private.journal_words is 'Describes an entry of the journal in words.';

create or replace function private.journal_days(p_project uuid, p_from date, p_to date, p_account text, p_after text, p_before text, p_limit int, out from_day date, out to_day date)
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_after date := case when private.is_day(left(p_after, 10)) then left(p_after, 10)::date end;
  v_before date := case when private.is_day(left(p_before, 10)) then left(p_before, 10)::date end;
  v_days int := 4;
  v_last date;
begin
  from_day := greatest(p_from, v_after);
  to_day := least(p_to, v_before);
  if p_from is null or p_to is null or p_limit is null then return; end if;
  loop
    exit when v_days > to_day - from_day;
    select d.on_date into v_last from (
      select s.on_date, sum(sum(s.lines)) over (order by case when p_before is null then s.on_date end, s.on_date desc) as upto
      from private.journal_sums(p_project, case when p_before is null then from_day else to_day - v_days + 1 end, case when p_before is null then from_day + v_days - 1 else to_day end, p_account) s
      -- Lines of the cursor's own day may be on the page before.
      where (v_after is null or s.on_date > v_after) and (v_before is null or s.on_date < v_before)
      group by s.on_date) d
    where d.upto >= p_limit order by d.upto limit 1;
    if v_last is not null then
      if p_before is null then to_day := v_last; else from_day := v_last; end if;
      return;
    end if;
    v_days := v_days * 4;
  end loop;
end $$;
comment on function private.journal_days is
  'Narrows a period to the days of one page of the journal, which is sorted by day. It looks at 4, 16, 64 … days until those beside the cursor''s own have as many lines as the page.';

create or replace function public.report_journal(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text,
  account text, account_code text, account_name text, part_name text, debit numeric, credit numeric,
  lines bigint, entries bigint, accounts bigint, day_accounts bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  v_whole boolean := v_level <> 'total' and private.read_boolean(p_filters, 'with_total');
  -- The whole period; a page of lines is of some of its days.
  v_from date;
  v_to date;
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  v_from := ask.first_day;
  v_to := ask.last_day;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from private.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from private.journal_accounts(p_project, ask.first_day, ask.last_day, null) l where v_level = 'line'
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
  ), days as materialized (
    select d.* from private.journal_sums(p_project, v_from, v_to, v_account, v_whole or v_level = 'total', v_level = 'day') d where v_level <> 'line' or v_whole
  ), accounts as (
    select d.on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
    from days d where v_level in ('day', 'account') and d.account is not null group by 1, 2, 3
  ), summed as (
    select v_level as level, h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_account is null or e.account = v_account
    union all
    select v_level, null, null, null, null, a.on_date, a.account, a.part, coalesce(p.code, c.code), c.name, p.name, a.debit, a.credit, a.lines, a.lines, 1, 1
    from accounts a
    join private.chart_of_accounts(p_project) c on c.account = a.account
    left join private.account_parts(p_project) p on p.part = a.part
    union all
    select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(d.debit), 0.00), coalesce(sum(d.credit), 0.00), coalesce(sum(d.lines), 0)::bigint,
      coalesce(sum(d.entries), 0)::bigint, count(distinct (d.account, d.part)) filter (where d.account is not null), coalesce(sum(d.days), 0)::bigint
    from days d having v_level = 'total' or v_whole
  ), keyed as (
    select s.*, concat_ws(E'\x1f', s.on_date, s.entry_no, case when s.debit > 0 then '0' else '1' end, s.account_code, s.account, s.part) collate "C" as row_key
    from summed s
  ), page as (
    select k.* from keyed k
    where (v_whole and k.level = 'total') or ((ask.after is null or k.row_key > ask.after collate "C") and (ask.before is null or k.row_key < ask.before collate "C"))
    order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc limit ask.row_limit + v_whole::int
  )
  select k.level, k.row_key, k.entry_no, k.on_date, private.journal_words(k.source, k.kind), d.document_kind, d.document_id, d.document_no, d.party, k.account, k.account_code, k.account_name, k.part_name, k.debit, k.credit, k.lines, k.entries, k.accounts, k.day_accounts
  from page k
  left join private.journal_documents(p_project, array(select x.source from page x where x.document is not null), array(select x.document from page x where x.document is not null)) d
    on d.source = k.source and d.document = k.document
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $$;
comment on function public.report_journal is
  'The journal in double entry, made from the ledgers and from released vouchers. p_filters: {from, to, account (its key), level: line (the lines of every entry) | day (accounts by day) | account | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too)}. debit and credit are never below zero; the total of both is the same unless an account is chosen. entry_no: day and number within it, in the order of posting. document_kind: booking | memo | collection | purchase | count | import | bad_order | voucher | remittance | deposit. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

create or replace function public.report_trial_balance(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, account text, account_code text, account_name text, part_name text, type text,
  opening numeric, debit numeric, credit numeric, closing numeric, debit_balance numeric, credit_balance numeric, accounts bigint, parts bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'part');
  -- The total is summed with the accounts in detail.
  v_whole boolean := v_level = 'part' and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{account,part,total}');
  if ask.known then
    return query select k.* from known.report_trial_balance(p_project, p_filters - 'known_at') k;
    return;
  end if;
  return query
  with sums as materialized (
    select l.account, case when v_level <> 'account' then l.part end as part, sum(l.opening) as opening, sum(l.debit) as debit, sum(l.credit) as credit
    from (
      select o.account, o.part, o.amount as opening, 0.00 as debit, 0.00 as credit
      from private.account_balances(p_project, ask.first_day - 1) o where ask.first_day is not null
      union all
      select d.account, d.part, 0.00, d.debit, d.credit from private.journal_sums(p_project, ask.first_day, ask.last_day, p_by_day => false) d) l
    group by 1, 2
  ), named as (
    select c.account, s.part, coalesce(p.code, c.code) as code, c.name, p.name as part_name, c.type,
      s.opening, s.debit, s.credit, s.opening + s.debit - s.credit as closing
    from sums s
    join private.chart_of_accounts(p_project) c on c.account = s.account
    left join private.account_parts(p_project) p on p.part = s.part
    where s.opening <> 0 or s.debit <> 0 or s.credit <> 0
  ), shown as (
    select v_level as level, n.*, 1::bigint as accounts, 1::bigint as parts, concat_ws(E'\x1f', n.code, n.account, n.part_name, n.part) collate "C" as row_key
    from named n where v_level <> 'total'
    union all
    select 'total', null, null, null, null, null, null, coalesce(sum(n.opening), 0), coalesce(sum(n.debit), 0), coalesce(sum(n.credit), 0), coalesce(sum(n.closing), 0),
      count(distinct n.account), count(*), ''
    from named n having v_level = 'total' or v_whole
  )
  select s.level, s.row_key, s.account, s.code, s.name, s.part_name, s.type, s.opening, s.debit, s.credit, s.closing,
    case when s.level = 'total' then (select coalesce(sum(greatest(n.closing, 0)), 0) from named n) else greatest(s.closing, 0) end,
    case when s.level = 'total' then (select coalesce(sum(greatest(-n.closing, 0)), 0) from named n) else greatest(-s.closing, 0) end,
    s.accounts, s.parts
  from shown s
  where (v_whole and s.level = 'total') or ((ask.after is null or s.row_key > ask.after collate "C") and (ask.before is null or s.row_key < ask.before collate "C"))
  order by s.level <> 'total', case when ask.before is null then s.row_key end, s.row_key desc limit ask.row_limit + v_whole::int;
end $$;
comment on function public.report_trial_balance is
  'The trial balance: every account with what it had before "from" (opening: debit above zero), its debits and credits of the period, and its balance at the end of "to" (closing = opening + debit - credit, on its side in debit_balance or credit_balance). p_filters: {from, to, level: part (an account by what it is kept by, such as each bank account) | account | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, of part)}. Both sides add up to the same. Errors: 42501 without journal.read, 22023.';

grant execute on function private.account_parts(uuid), private.journal_accounts(uuid, date, date, text),
  private.journal_documents(uuid, text[], uuid[]), private.journal_words(text, text),
  private.journal_days(uuid, date, date, text, text, text, int),
  public.report_journal(uuid, jsonb), public.report_trial_balance(uuid, jsonb)
to authenticated;
