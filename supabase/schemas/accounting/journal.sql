-- The journal: double entries made from the ledgers and from released vouchers. See docs/ledgers.md.

create or replace function private.memo_entry(p_memo text, p_posted boolean) returns text
language sql immutable parallel safe
return p_memo || case when p_posted then '_memo' else '_memo_back' end;
comment on function private.memo_entry is 'Returns the kind of a memo''s entry in the journal: credit_memo or debit_memo, with _back for the opposite entry of a memo that is cancelled or posted anew.';

create or replace function private.double_entries(p_project uuid, p_from date, p_to date, p_sums boolean default false)
returns table (source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_from date := coalesce(p_from, '-infinity');
  v_to date := coalesce(p_to, 'infinity');
begin
  return query
  select x.source, x.document, x.on_date, x.kind, x.account, x.part, sum(x.amount), x.posted_at from (
  -- Goods delivered are sold, and unbilled until their invoice; goods that come back are the opposite.
  select s.source, s.document, s.on_date, s.kind, x.account, null::uuid, x.amount, s.posted_at
  from (
    select case when e.memo_id is null then 'sales' else 'memos' end as source, k.document, k.on_date, k.posted_at, k.kind, e.kind as of_sale,
      sum(e.amount) as amount, sum(e.vat_amount) as vat
    from public.sales_entries e
    cross join lateral (select case when not p_sums then coalesce(e.memo_id, e.booking_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when p_sums then null when e.memo_id is null then e.kind when e.kind = 'undercharge' then private.memo_entry('debit', e.amount > 0)
        else private.memo_entry('credit', least(e.pieces, e.amount) < 0) end as kind) k
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6) s
  cross join lateral (values
    ('unbilled', s.amount),
    (case s.of_sale when 'delivery' then 'sales' when 'undercharge' then 'sales' when 'return' then 'sales_returns' else 'allowances' end, s.vat - s.amount),
    ('output_vat', -s.vat)) x (account, amount)
  where x.amount <> 0
  union all
  select m.source, m.document, m.on_date, m.kind, x.account, null, x.amount, m.posted_at
  from (
    select k.source, k.document, k.on_date, k.posted_at, k.kind, e.source_table, e.kind as of_stock, sum(e.cost) as cost, sum(e.vat_amount) as vat
    from public.stock_movements e
    -- Goods that a warehouse request takes back belong to the memo that it made.
    left join public.memos q on q.project_id = p_project and q.request_id = e.source_id and e.source_table = 'warehouse_requests'
    cross join lateral (select case when q.id is null then e.source_table else 'memos' end as source,
      case when not p_sums then coalesce(q.id, e.source_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.created_at end as posted_at,
      case when p_sums then null when q.id is null and e.source_table <> 'memos' then e.kind else private.memo_entry('credit', e.quantity > 0) end as kind) k
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6, 7) m
  cross join lateral (values
    ('inventory', m.cost),
    ('input_vat', m.vat),
    (case when m.source_table = 'imports' then 'opening_balances'
      when m.of_stock in ('purchase', 'supplier_return') then 'purchases_clearing'
      when m.of_stock in ('issue', 'return_credit') then 'cost_of_sales'
      -- Nobody knows the sale, so that no sale has this cost.
      when m.of_stock = 'return_in' then 'returned_goods'
      when m.of_stock = 'write_off' then 'stock_write_offs' else 'inventory_adjustments' end, -m.cost - m.vat)) x (account, amount)
  where x.amount <> 0
  union all
  -- Invoices and credits of bookings, opening balances and memos. Credit memos that lower no sale are written off.
  select r.source, r.document, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
  from (
    select case when e.memo_id is null then 'receivables' else 'memos' end as source, k.document, k.on_date, k.posted_at, k.kind, k.opened, sum(e.amount) as amount
    from public.receivable_entries e
    cross join lateral (select case when not p_sums then coalesce(e.memo_id, e.booking_id) end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when p_sums then null when e.memo_id is null then e.kind when e.kind in ('debit_memo', 'cancelled') then private.memo_entry('debit', e.amount > 0)
        else private.memo_entry('credit', e.amount < 0) end as kind,
      -- What is cancelled is the opposite of what opened it.
      case when e.memo_id is not null and exists (select from public.memos m
          where m.project_id = p_project and m.id = e.memo_id and m.reason_code = 'undercharge') then 'invoice'
        when e.kind <> 'cancelled' then e.kind else (select min(o.kind) from public.receivable_entries o
        where o.project_id = p_project and o.booking_id = e.booking_id and o.kind in ('opening', 'debit_memo')) end as opened) k
    where e.project_id = p_project and e.on_date between v_from and v_to and e.collection_id is null group by 1, 2, 3, 4, 5, 6) r
  cross join lateral (values
    ('receivables', r.amount),
    (case r.opened when 'opening' then 'opening_balances' when 'debit_memo' then 'other_income' when 'credit_memo' then 'write_offs' else 'unbilled' end, -r.amount)) x (account, amount)
  where r.amount <> 0
  union all
  -- What receipts take off what customers owe. The money of it stands below.
  select 'receipts', r.document, r.on_date, r.kind, x.account, null, x.amount, r.posted_at
  from (
    select k.document, k.on_date, k.posted_at, e.kind, k.counter, coalesce(sum(e.amount) filter (where e.booking_id is not null), 0) as billed,
      coalesce(sum(e.amount) filter (where e.booking_id is null), 0) as unapplied
    from public.receivable_entries e
    join public.collections c on c.project_id = p_project and c.id = e.collection_id
    cross join lateral (select case when not p_sums then e.collection_id end as document, case when not p_sums then e.on_date end as on_date,
      case when not p_sums then e.posted_at end as posted_at,
      case when c.from_archive then 'paper_settlements' when c.collection_type = 'withholding' then 'creditable_tax' else 'receipts_clearing' end as counter) k
    where e.project_id = p_project and e.on_date between v_from and v_to and e.collection_id is not null
    group by k.document, k.on_date, k.posted_at, e.kind, k.counter) r
  cross join lateral (values
    ('receivables', r.billed),
    ('customer_deposits', r.unapplied),
    (r.counter, -r.billed - r.unapplied)) x (account, amount)
  where x.amount <> 0
  union all
  select 'money', m.document, m.on_date, m.kind, x.account, x.part, x.amount, m.posted_at
  from (
    select case when not p_sums then coalesce(e.collection_id, e.remittance_id, e.slip_id, e.voucher_id, e.balance_id) end as document,
      case when not p_sums then e.on_date end as on_date, case when not p_sums then e.posted_at end as posted_at, e.kind, e.place,
      case when e.place in ('bank', 'collector') then e.holder_id end as part,
      -- A cheque that the bank sent back is no money while it is kept to be replaced.
      e.place = 'cheques' and (e.kind = 'cheque_returned' or coalesce(
        -- Few receipts have such a cheque: the others need no look at what was before.
        e.collection_id in (select r.collection_id from public.money_entries r where r.project_id = p_project and r.kind = 'cheque_returned') and (
          select p.kind from public.money_entries p
          where p.project_id = p_project and p.collection_id = e.collection_id and p.id < e.id and p.kind in ('cheque_returned', 'deposit')
          order by p.id desc limit 1) = 'cheque_returned', false)) as returned,
      e.voucher_id is not null as paid, e.remittance_id is not null as variance, e.slip_id is not null as deposited,
      sum(e.amount) as amount, sum(e.confirmed_amount) as confirmed
    from public.money_entries e
    where e.project_id = p_project and e.on_date between v_from and v_to group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) m
  cross join lateral (values
    (case m.place when 'office' then 'office_cash' when 'collector' then 'collector_cash' when 'bank' then 'bank'
      else case when m.returned then 'receipts_clearing' else 'cheques_on_hand' end end, m.part, case when m.paid then m.confirmed else m.amount end),
    ('issued_cheques', m.part, case when m.paid then m.amount - m.confirmed else 0 end),
    (case when m.paid then 'vouchers_payable' when m.kind = 'opening' then 'opening_balances' when m.variance or m.kind = 'adjustment' then 'cash_variance' else 'receipts_clearing' end, null,
      -- A deposit posts both of its sides.
      case when m.deposited then 0 else -m.amount end)) x (account, part, amount)
  where x.amount <> 0
  union all
  select 'vouchers', case when not p_sums then v.id end, case when not p_sums then v.date_released end, 'release', x.account, x.part, x.amount,
    case when not p_sums then v.released_at end
  from public.vouchers v
  cross join lateral (
    select 'expenses', l.cost_center_id, sum(l.amount - l.vat_amount) from public.voucher_lines l
    where l.project_id = p_project and l.voucher_id = v.id group by l.cost_center_id
    union all
    select 'input_vat', null, sum(l.vat_amount) from public.voucher_lines l where l.project_id = p_project and l.voucher_id = v.id
    union all
    select 'withheld_tax', null, -v.ewt_amount
    union all
    select case v.mode_of_payment when 'cash' then 'petty_cash' else 'vouchers_payable' end, null, -v.net_amount) x (account, part, amount)
  where v.project_id = p_project and v.status = 'released' and v.date_released between v_from and v_to and x.amount <> 0
  ) x (source, document, on_date, kind, account, part, amount, posted_at)
  group by x.source, x.document, x.on_date, x.kind, x.posted_at, x.account, x.part having sum(x.amount) <> 0;
end $$;
comment on function private.double_entries is
  'Returns the lines of the journal from one day to another (null = without limit): debits above zero, credits below. The lines of one source, document, day, kind and moment of posting are one entry and add up to 0.00, so that a later correction is an entry of its own. source: sales | bookings, purchases, stock_counts, imports, bad_orders (stock) | memos (all parts of a memo) | receivables | receipts | money | vouchers. part: the collector, bank account or cost center that the account is kept by. p_sums: sums of the whole period by source, account and part, without document, day and moment. It asks for no permission and is granted to nobody.';

create or replace function private.journal_lines(p_project uuid, p_from date, p_to date, p_sums boolean default false)
returns table (source text, document uuid, on_date date, kind text, account text, part uuid, amount numeric, posted_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query select * from private.double_entries(p_project, p_from, p_to, p_sums);
end $$;
comment on function private.journal_lines is 'Returns double_entries to those who may read the journal. Errors: 42501 without journal.read.';

create or replace function private.journal_sums(p_project uuid, p_from date, p_to date, p_account text default null, p_entries boolean default false, p_by_day boolean default true)
returns table (on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint, entries bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '64MB' as $$
declare
  v record;
  -- Kept months of the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange := case when p_from > p_to then '{}' else datemultirange(daterange(p_from, p_to, '[]')) end;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  -- One account of a long period is found otherwise than all of a short one, and to plan takes longer than to add up a month.
  if p_account is not null then perform set_config('plan_cache_mode', 'force_custom_plan', true); end if;
  if not p_by_day then select m.months, m.rest into v_months, v_rest from private.account_months(p_project, p_from, p_to) m; end if;
  for v in select d.first_day, d.last_day from private.days_to_read(p_project, p_from, p_to) d loop
    return query
    with summed as materialized (
      -- The lines are read once. Those of a day and an account are as many as its entries.
      select l.on_date, l.account, l.part, coalesce(sum(l.amount) filter (where l.amount > 0), 0.00) as debit,
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0.00) as credit, count(*) as lines, grouping(l.account) = 1 as is_entry
      from private.double_entries(p_project, v.first_day, v.last_day) l
      cross join lateral (select case when p_entries then l.source end as source, case when p_entries then l.document end as document,
        case when p_entries then l.on_date end as entry_on, case when p_entries then l.kind end as kind, case when p_entries then l.posted_at end as posted_at) k
      where p_account is null or l.account = p_account
      group by grouping sets ((l.on_date, l.account, l.part), (k.source, k.document, k.entry_on, k.kind, k.posted_at))
    )
    select case when p_by_day then s.on_date end, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, count(*), null::bigint
    from summed s where not s.is_entry group by 1, 2, 3
    union all
    select null, null, null, null, null, null, null, count(*) from summed s where s.is_entry having p_entries;
  end loop;
  return query
  select case when p_by_day then s.on_date end, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, count(*),
    sum(case when p_account is null then s.entries else s.account_entries end)::bigint
  from unnest(v_rest) r
  cross join lateral (
    select * from private.account_day_sums s
    where s.project_id = p_project and s.on_date >= coalesce(lower(r), '-infinity') and s.on_date < coalesce(upper(r), 'infinity') and (p_account is null or s.account = p_account)
      -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
      and (s.on_date in (select k.on_date from private.exact_days k where k.project_id = p_project)) is true offset 0) s
  group by 1, 2, 3
  union all
  select null::date, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, sum(s.days)::bigint,
    sum(case when p_account is null then s.entries else s.account_entries end)::bigint
  from private.account_month_sums s
  where s.project_id = p_project and s.month = any (v_months) and (p_account is null or s.account = p_account)
  group by 1, 2, 3;
end $$;
comment on function private.journal_sums is
  'Returns debits and credits of the journal from one day to another (null = without limit) by account and part, with the number of lines, and of days with such lines; p_by_day: by day too. An account may have several rows: of kept days, of kept months, and of days that are read. p_account: of this account alone. p_entries: their sum of entries is the number of entries; rows without an account have nothing else. Errors: 42501 without journal.read.';

create or replace function private.account_balances(p_project uuid, p_until date) returns table (account text, part uuid, amount numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  v record;
  v_months date[];
  v_rest datemultirange;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  select m.months, m.rest into v_months, v_rest from private.account_months(p_project, null, p_until) m;
  for v in select d.first_day, d.last_day from private.days_to_read(p_project, null, p_until) d loop
    return query select l.account, l.part, l.amount from private.double_entries(p_project, v.first_day, v.last_day, true) l;
  end loop;
  return query
  select s.account, s.part, sum(s.debit - s.credit)
  from unnest(v_rest) r
  cross join lateral (
    select * from private.account_day_sums s
    where s.project_id = p_project and s.on_date >= coalesce(lower(r), '-infinity') and s.on_date < coalesce(upper(r), 'infinity')
      -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
      and (s.on_date in (select k.on_date from private.exact_days k where k.project_id = p_project)) is true offset 0) s
  group by 1, 2
  union all
  select s.account, s.part, sum(s.debit - s.credit) from private.account_month_sums s
  where s.project_id = p_project and s.month = any (v_months) group by 1, 2;
end $$;
comment on function private.account_balances is
  'Returns parts of what each account has at the end of a day, debit above zero, from kept months and days and from the journal of the others: they are to be added up. Errors: 42501 without journal.read.';

grant execute on function private.journal_lines(uuid, date, date, boolean), private.journal_sums(uuid, date, date, text, boolean, boolean),
  private.account_balances(uuid, date) to authenticated;

