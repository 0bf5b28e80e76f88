set local check_function_bodies = off;

CREATE TABLE "private"."account_month_sums" ("project_id" uuid NOT NULL, "month" date NOT NULL, "last_day" date NOT NULL, "account" text NOT NULL, "part" uuid, "debit" numeric(18,2) NOT NULL, "credit" numeric(18,2) NOT NULL, "lines" bigint NOT NULL, "days" bigint NOT NULL, "entries" bigint NOT NULL, "account_entries" bigint NOT NULL, CONSTRAINT "account_month_sums_account_bounded" CHECK (((length(account) <= 400) AND (account !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text))), CONSTRAINT "account_month_sums_account_entries_bounded" CHECK (((account_entries >= '-1000000000'::integer) AND (account_entries <= 1000000000))), CONSTRAINT "account_month_sums_credit_bounded" CHECK (((credit >= '-9999999999999999.99'::numeric) AND (credit <= 9999999999999999.99))), CONSTRAINT "account_month_sums_days_bounded" CHECK (((days >= '-1000000000'::integer) AND (days <= 1000000000))), CONSTRAINT "account_month_sums_debit_bounded" CHECK (((debit >= '-9999999999999999.99'::numeric) AND (debit <= 9999999999999999.99))), CONSTRAINT "account_month_sums_entries_bounded" CHECK (((entries >= '-1000000000'::integer) AND (entries <= 1000000000))), CONSTRAINT "account_month_sums_key" UNIQUE NULLS NOT DISTINCT (project_id, month, account, part), CONSTRAINT "account_month_sums_last_day_bounded" CHECK (((last_day >= '1900-01-01'::date) AND (last_day <= '2999-12-31'::date))), CONSTRAINT "account_month_sums_lines_bounded" CHECK (((lines >= '-1000000000'::integer) AND (lines <= 1000000000))), CONSTRAINT "account_month_sums_month_bounded" CHECK (((month >= '1900-01-01'::date) AND (month <= '2999-12-31'::date))));

CREATE OR REPLACE FUNCTION known.account_balances(p_project uuid, p_until date)
 RETURNS TABLE(account text, part uuid, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  v record;
  v_months date[];
  v_rest datemultirange;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  select m.months, m.rest into v_months, v_rest from known.account_months(p_project, null, p_until) m;
  for v in select d.first_day, d.last_day from known.days_to_read(p_project, null, p_until) d loop
    return query select l.account, l.part, l.amount from known.double_entries(p_project, v.first_day, v.last_day, true) l;
  end loop;
  return query
  select s.account, s.part, sum(s.debit - s.credit)
  from unnest(v_rest) r
  cross join lateral (
    select * from private.account_day_sums s
    where s.project_id = p_project and s.on_date >= coalesce(lower(r), '-infinity') and s.on_date < coalesce(upper(r), 'infinity')
      -- The sums of a period stand side by side. Without "is true" they would be looked up day by day.
      and (s.on_date in (select k.on_date from known.exact_days k where k.project_id = p_project)) is true offset 0) s
  group by 1, 2
  union all
  select s.account, s.part, sum(s.debit - s.credit) from private.account_month_sums s
  where s.project_id = p_project and s.month = any (v_months) group by 1, 2;
end $function$;

CREATE OR REPLACE FUNCTION known.account_months(p_project uuid, p_from date, p_to date, OUT months date[], OUT rest datemultirange)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  rest := case when p_from > p_to then '{}' else datemultirange(daterange(p_from, p_to, '[]')) end;
  select array_agg(m.month), rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into months, rest
  from known.exact_months(p_project) x
  join (select distinct s.month, s.last_day from private.account_month_sums s where s.project_id = p_project) m on m.month = x.month and m.last_day <= x.last_day
  where rest @> daterange(m.month, m.last_day, '[]');
end $function$;

CREATE OR REPLACE FUNCTION known.exact_months(p_project uuid)
 RETURNS TABLE(month date, last_day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select date_trunc('month', x.on_date::timestamp)::date, max(x.on_date) from known.exact_days x where x.project_id = p_project
  group by 1 having count(*) = extract(day from max(x.on_date))
$function$;

CREATE OR REPLACE FUNCTION known.journal_sums(p_project uuid, p_from date, p_to date, p_account text DEFAULT NULL::text, p_entries boolean DEFAULT false, p_by_day boolean DEFAULT true)
 RETURNS TABLE(on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint, entries bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
AS $function$
declare
  v record;
  -- Kept months of the period, and the other days whose sums are read.
  v_months date[];
  v_rest datemultirange := case when p_from > p_to then '{}' else datemultirange(daterange(p_from, p_to, '[]')) end;
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  -- One account of a long period is found otherwise than all of a short one, and to plan takes longer than to add up a month.
  if p_account is not null then perform set_config('plan_cache_mode', 'force_custom_plan', true); end if;
  if not p_by_day then select m.months, m.rest into v_months, v_rest from known.account_months(p_project, p_from, p_to) m; end if;
  for v in select d.first_day, d.last_day from known.days_to_read(p_project, p_from, p_to) d loop
    return query
    with summed as materialized (
      -- The lines are read once. Those of a day and an account are as many as its entries.
      select l.on_date, l.account, l.part, coalesce(sum(l.amount) filter (where l.amount > 0), 0.00) as debit,
        coalesce(-sum(l.amount) filter (where l.amount < 0), 0.00) as credit, count(*) as lines, grouping(l.account) = 1 as is_entry
      from known.double_entries(p_project, v.first_day, v.last_day) l
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
      and (s.on_date in (select k.on_date from known.exact_days k where k.project_id = p_project)) is true offset 0) s
  group by 1, 2, 3
  union all
  select null::date, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines)::bigint, sum(s.days)::bigint,
    sum(case when p_account is null then s.entries else s.account_entries end)::bigint
  from private.account_month_sums s
  where s.project_id = p_project and s.month = any (v_months) and (p_account is null or s.account = p_account)
  group by 1, 2, 3;
end $function$;

CREATE OR REPLACE FUNCTION private.account_balances(p_project uuid, p_until date)
 RETURNS TABLE(account text, part uuid, amount numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.account_months(p_project uuid, p_from date, p_to date, OUT months date[], OUT rest datemultirange)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  rest := case when p_from > p_to then '{}' else datemultirange(daterange(p_from, p_to, '[]')) end;
  select array_agg(m.month), rest - coalesce(range_agg(daterange(m.month, m.last_day, '[]')), '{}') into months, rest
  from private.exact_months(p_project) x
  join (select distinct s.month, s.last_day from private.account_month_sums s where s.project_id = p_project) m on m.month = x.month and m.last_day <= x.last_day
  where rest @> daterange(m.month, m.last_day, '[]');
end $function$;

CREATE OR REPLACE FUNCTION private.check_journal(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as materialized (
    select p.id as project_id, l.* from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l),
  -- Goods that came back and allowances lower sales; what is written off does not.
  returned as (
    select k.project_id, k.booking_id, coalesce(sum(k.amount) filter (where k.line_id is not null and k.kind <> 'released'), 0) as amount,
      coalesce(sum(k.amount) filter (where k.line_id is null), 0) as written_off
    from public.booking_credits k where k.project_id = any (p_projects) group by k.project_id, k.booking_id),
  delivered as (
    select l.project_id, l.booking_id, sum(d.amount + round(d.amount * l.vat_on_top / 100, 2)) as amount from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent) - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as amount) d
    where l.project_id = any (p_projects) group by l.project_id, l.booking_id),
  used as (
    select a.project_id, a.collection_id, sum(a.amount) as amount from public.collection_allocations a
    where a.project_id = any (p_projects) group by a.project_id, a.collection_id),
  controls as (
    select b.project_id, 'receivables' as account, sum(case when b.date_invoiced is not null or b.booking_status <> 'active' then b.balance else -b.collected end) as amount
    from public.bookings b where b.project_id = any (p_projects) and b.approval_status like 'approved%' group by b.project_id
    union all
    select b.project_id, 'unbilled', sum(coalesce(d.amount, 0) - coalesce(r.amount, 0)
      - case when b.approval_status like 'approved%' and (b.date_invoiced is not null or b.booking_status <> 'active') then b.total - b.credited + coalesce(r.written_off, 0) else 0 end)
    from public.bookings b
    left join delivered d on d.project_id = b.project_id and d.booking_id = b.id
    left join returned r on r.project_id = b.project_id and r.booking_id = b.id
    where b.project_id = any (p_projects) and not b.is_opening group by b.project_id
    union all
    select c.project_id, 'customer_deposits', -sum(c.amount - c.reversed - coalesce(u.amount, 0))
    from public.collections c left join used u on u.project_id = c.project_id and u.collection_id = c.id
    where c.project_id = any (p_projects) and c.approval_status = 'approved' group by c.project_id
    union all
    select c.project_id, 'receipts_clearing', -sum(c.amount) from public.collections c
    where c.project_id = any (p_projects) and c.approval_status = 'pending' and c.collection_type in ('cash', 'cheque') group by c.project_id
    union all
    select c.project_id, 'creditable_tax', sum(c.amount) from public.collections c
    where c.project_id = any (p_projects) and c.approval_status = 'approved' and c.collection_type = 'withholding' group by c.project_id
    union all
    select c.project_id, 'cheques_on_hand', sum(c.amount) from public.collections c
    where c.project_id = any (p_projects) and c.approval_status <> 'cancelled' and c.cheque_state = 'on_hand' group by c.project_id
    union all
    select v.project_id, 'withheld_tax', -sum(v.ewt_amount) from public.vouchers v
    where v.project_id = any (p_projects) and v.status = 'released' group by v.project_id
    union all
    select x.project_id, 'input_vat', sum(x.vat) from (
      select l.project_id, case p.kind when 'supplier_return' then -l.vat_amount else l.vat_amount end as vat
      from public.purchase_lines l join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
      where l.project_id = any (p_projects) and p.status = 'active'
      union all
      select l.project_id, l.vat_amount from public.voucher_lines l join public.vouchers v on v.project_id = l.project_id and v.id = l.voucher_id
      where l.project_id = any (p_projects) and v.status = 'released') x group by x.project_id
    union all
    select i.project_id, 'inventory', sum(i.stock_value) from public.inventory i where i.project_id = any (p_projects) group by i.project_id
    union all
    select c.project_id, case when c.holder_id = c.project_id then 'office_cash' else 'collector_cash' end, sum(c.amount)
    from private.cash_balances c where c.project_id = any (p_projects) group by 1, 2
    union all
    select i.project_id, 'issued_cheques', -sum(i.amount) from public.issued_cheques i
    where i.project_id = any (p_projects) and i.state = 'released' group by i.project_id
    union all
    -- A released voucher whose cheque became void or stale is to be paid again.
    select v.project_id, 'vouchers_payable', -sum(v.net_amount) from public.vouchers v
    where v.project_id = any (p_projects) and v.status = 'released' and v.mode_of_payment = 'cheque'
      and not exists (select from public.issued_cheques i where i.project_id = v.project_id and i.voucher_id = v.id and i.state in ('released', 'cleared'))
    group by v.project_id),
  posted as (
    select l.project_id, l.account, sum(l.amount) as amount from lines l where l.account in (select c.account from controls c) group by l.project_id, l.account),
  kept as (select k.project_id, k.on_date from private.exact_days k where k.project_id = any (p_projects)),
  months as (
    select s.project_id, s.month, s.last_day from private.account_month_sums s
    where s.project_id = any (p_projects) and s.last_day - s.month + 1 = (select count(*) from kept k where k.project_id = s.project_id and k.on_date between s.month and s.last_day)
    group by 1, 2, 3)
  select 'journal.balanced', l.project_id, private.journal_kind(l.project_id, l.source, l.document), l.document, format('%s %s of %s', l.source, l.kind, l.on_date), sum(l.amount)::text, '0.00'
  from lines l group by l.project_id, l.source, l.document, l.on_date, l.kind, l.posted_at having sum(l.amount) <> 0
  union all
  -- The cost of sales of a document is what the sales report has as its cost, on each day.
  select 'totals.cost_of_sales', k.project_id, private.journal_kind(k.project_id, k.source, k.document), k.document, format('Cost of sales of %s', k.on_date),
    sum(k.posted)::text, sum(k.sold)::text
  from (
    select l.project_id, case l.source when 'memos' then 'memos' else 'sales' end as source, l.document, l.on_date, l.amount as posted, 0.00 as sold
    from lines l where l.account = 'cost_of_sales'
    union all
    select e.project_id, case when e.memo_id is null then 'sales' else 'memos' end, coalesce(e.memo_id, e.booking_id), e.on_date, 0, e.cost
    from public.sales_entries e where e.project_id = any (p_projects)) k
  group by k.project_id, k.source, k.document, k.on_date having sum(k.posted) <> sum(k.sold)
  union all
  select 'journal.controls', k.project_id, 'project', k.project_id, d.name, sum(k.posted)::text, sum(k.expected)::text
  from (
    select p.project_id, p.account, p.amount as posted, 0.00 as expected from posted p
    union all
    select c.project_id, c.account, 0, c.amount from controls c) k
  join private.default_accounts() d on d.account = k.account
  group by k.project_id, k.account, d.name having sum(k.posted) <> sum(k.expected)
  union all
  select 'journal.banks', k.project_id, 'bank', k.id, concat_ws(' ', k.bank, k.account_no), x.posted::text, x.expected::text
  from public.banks k
  cross join lateral (
    select coalesce((select sum(l.amount) from lines l where l.project_id = k.project_id and l.account = 'bank' and l.part = k.id), 0.00) as posted,
      private.bank_balance(k.project_id, k.id, null)
        + coalesce((select sum(d.amount_in) from private.due_cheques(k.project_id) d where d.bank_id = k.id), 0.00) as expected) x
  where k.project_id = any (p_projects) and x.posted <> x.expected
  union all
  select 'journal.days', x.project_id, 'project', x.project_id, format('%s on %s', coalesce(d.name, 'Entries'), x.on_date),
    concat_ws(' / ', sum(x.debit) filter (where x.is_kept), sum(x.credit) filter (where x.is_kept), coalesce(sum(x.lines) filter (where x.is_kept), 0)),
    concat_ws(' / ', sum(x.debit) filter (where not x.is_kept), sum(x.credit) filter (where not x.is_kept), coalesce(sum(x.lines) filter (where not x.is_kept), 0))
  from (
    select true as is_kept, s.project_id, s.on_date, s.account, s.part, s.debit, s.credit, s.lines
    from kept k join private.account_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    union all
    select false, l.project_id, l.on_date, l.account, l.part, greatest(l.amount, 0), greatest(-l.amount, 0), 1
    from kept k join lines l on l.project_id = k.project_id and l.on_date = k.on_date
    union all
    select true, s.project_id, s.on_date, null, null, null, null, s.entries
    from kept k join private.account_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    union all
    select false, l.project_id, l.on_date, null, null, null, null, count(distinct (l.source, l.document, l.kind, l.posted_at))
    from kept k join lines l on l.project_id = k.project_id and l.on_date = k.on_date group by l.project_id, l.on_date) x
  left join private.default_accounts() d on d.account = x.account
  group by x.project_id, x.on_date, x.account, x.part, d.name
  having (coalesce(sum(x.debit) filter (where x.is_kept), 0), coalesce(sum(x.credit) filter (where x.is_kept), 0), coalesce(sum(x.lines) filter (where x.is_kept), 0))
    is distinct from (coalesce(sum(x.debit) filter (where not x.is_kept), 0), coalesce(sum(x.credit) filter (where not x.is_kept), 0), coalesce(sum(x.lines) filter (where not x.is_kept), 0))
  union all
  select 'journal.days', coalesce(s.project_id, d.project_id), 'project', coalesce(s.project_id, d.project_id),
    format('Receipts, %s on %s', replace(coalesce(s.counted_as, d.counted_as), '_', ' '), coalesce(s.on_date, d.on_date)), concat_ws(' / ', s.net, s.listed), concat_ws(' / ', d.net, d.listed)
  from (
    select s.* from private.exact_days k join private.receipt_day_sums s on s.project_id = k.project_id and s.on_date = k.on_date
    where k.project_id = any (p_projects)) s
  full join (
    select k.project_id, d.* from unnest(p_projects) p (id) cross join lateral private.receipt_days(p.id, null, null) d
    join private.exact_days k on k.project_id = p.id and k.on_date = d.on_date) d
  on d.project_id = s.project_id and d.on_date = s.on_date and d.counted_as = s.counted_as
  where (s.net, s.listed) is distinct from (d.net, d.listed)
  union all
  -- The days themselves are compared with the journal above.
  select 'journal.days', coalesce(s.project_id, d.project_id), 'project', coalesce(s.project_id, d.project_id),
    format('%s from %s on', coalesce(s.account, d.account), coalesce(s.month, d.month)), coalesce(s.said, '-'), coalesce(d.said, '-')
  from (
    select s.project_id, s.month, s.account, s.part, concat_ws(' / ', s.debit, s.credit, s.lines, s.days, s.entries, s.account_entries) as said
    from months m join private.account_month_sums s on s.project_id = m.project_id and s.month = m.month) s
  full join (
    select m.project_id, m.month, d.account, d.part, concat_ws(' / ', sum(d.debit), sum(d.credit), sum(d.lines), count(*), sum(d.entries), sum(d.account_entries)) as said
    from months m join private.account_day_sums d on d.project_id = m.project_id and d.on_date between m.month and m.last_day group by 1, 2, 3, 4) d
  on d.project_id = s.project_id and d.month = s.month and d.account = s.account and coalesce(d.part::text, '') = coalesce(s.part::text, '')
  where s.said is distinct from d.said
$function$;

CREATE OR REPLACE FUNCTION private.exact_months(p_project uuid)
 RETURNS TABLE(month date, last_day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select date_trunc('month', x.on_date::timestamp)::date, max(x.on_date) from private.exact_days x where x.project_id = p_project
  group by 1 having count(*) = extract(day from max(x.on_date))
$function$;

CREATE OR REPLACE FUNCTION private.journal_sums(p_project uuid, p_from date, p_to date, p_account text DEFAULT NULL::text, p_entries boolean DEFAULT false, p_by_day boolean DEFAULT true)
 RETURNS TABLE(on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, days bigint, entries bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.keep_account_months(p_project uuid, p_months integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_months date[] := array(
    select m.month from private.exact_months(p_project) m
    where not exists (select from private.account_month_sums s where s.project_id = p_project and s.month = m.month and s.last_day = m.last_day)
    order by 1 desc limit p_months);
begin
  delete from private.account_month_sums s where s.project_id = p_project and s.month = any (v_months);
  insert into private.account_month_sums (project_id, month, last_day, account, part, debit, credit, lines, days, entries, account_entries)
  select p_project, m.month, m.last_day, s.account, s.part, sum(s.debit), sum(s.credit), sum(s.lines), count(*), sum(s.entries), sum(s.account_entries)
  from private.exact_months(p_project) m
  join private.account_day_sums s on s.project_id = p_project and s.on_date between m.month and m.last_day
  where m.month = any (v_months) group by m.month, m.last_day, s.account, s.part;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_days(p_project uuid, p_days integer DEFAULT 31)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_first date := private.first_posted_day(p_project);
  v_today date := private.business_date(p_project);
  v_days date[];
  v_sales date[];
  v record;
begin
  -- Nobody waits here for those who post, and nothing is summed of an older moment.
  if current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('closing of ' || p_project::text, 0)) then return 0; end if;
  v_days := array(
    select v_first + n from generate_series(0, v_today - v_first - 1) n
    where v_first + n not in (select k.on_date from private.exact_days k where k.project_id = p_project)
    order by n desc limit p_days);
  -- Days whose sales alone are not kept, as after a change of categories
  v_sales := array(
    select k.on_date from private.exact_days k
    where k.project_id = p_project and not exists (select from private.kept_sales_days s where s.project_id = p_project and s.on_date = k.on_date)
    order by k.on_date desc limit 3 * p_days);
  if v_days || v_sales <> '{}' then perform private.keep_sales(p_project, v_days || v_sales); end if;
  delete from private.account_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.account_month_sums s where s.project_id = p_project and s.month in (select date_trunc('month', u.on_date::timestamp) from unnest(v_days) u (on_date));
  delete from private.vat_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.receipt_day_sums s where s.project_id = p_project and s.on_date = any (v_days);
  delete from private.changed_days c where c.project_id = p_project and c.on_date = any (v_days);
  for v in
    select min(d.on_date) as first_day, max(d.on_date) as last_day
    from (select u.on_date, u.on_date - row_number() over (order by u.on_date)::int as run from unnest(v_days) u (on_date)) d group by d.run
  loop
    insert into private.account_day_sums (project_id, on_date, account, part, debit, credit, lines, entries, account_entries)
    select p_project, l.on_date, l.account, l.part, sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)), count(*),
      count(*) filter (where l.nth = 1), count(*) filter (where l.nth_of_account = 1)
    from (
      select d.*, row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at order by d.account, d.part) as nth,
        row_number() over (partition by d.source, d.document, d.on_date, d.kind, d.posted_at, d.account order by d.part) as nth_of_account
      from private.double_entries(p_project, v.first_day, v.last_day) d) l
    group by l.on_date, l.account, l.part;
    insert into private.vat_day_sums (project_id, on_date, kind, vat_class, net, tax, documents, class_documents)
    select p_project, d.on_date, d.kind, d.vat_class, d.net, d.tax, d.documents, d.class_documents from private.vat_days(p_project, v.first_day, v.last_day) d;
    insert into private.receipt_day_sums (project_id, on_date, counted_as, net, listed)
    select p_project, d.on_date, d.counted_as, d.net, d.listed from private.receipt_days(p_project, v.first_day, v.last_day) d;
  end loop;
  insert into private.kept_days (project_id, on_date) select p_project, u.on_date from unnest(v_days) u (on_date) on conflict do nothing;
  perform private.keep_account_months(p_project, 1 + p_days / 10);
  perform private.keep_sales_months(p_project, 1 + p_days / 10);
  return cardinality(v_days);
end $function$;

COMMENT ON FUNCTION "known"."account_months"(uuid, date, date) IS 'private.account_months on the tables as of private.known_at.';

COMMENT ON FUNCTION "known"."exact_months"(uuid) IS 'private.exact_months on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."account_balances"(uuid, date) IS 'Returns parts of what each account has at the end of a day, debit above zero, from kept months and days and from the journal of the others: they are to be added up. Errors: 42501 without journal.read.';

COMMENT ON FUNCTION "private"."account_months"(uuid, date, date) IS 'Returns how private.account_month_sums answer a period (null = without limit): the months, by their first days, and the rest of the period.';

COMMENT ON FUNCTION "private"."check_journal"(uuid[]) IS 'Returns the entries of the journal that do not balance, the documents whose cost of sales is not that of the sales ledger, the accounts whose balance is not that of the documents, the kept days and months whose sums are not those of the journal and of receipts, and the bank accounts whose balance is not that of the cash position.';

COMMENT ON FUNCTION "private"."exact_months"(uuid) IS 'Returns the months, by their first days, of which every day up to the last kept one is kept and has not changed since.';

COMMENT ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean, boolean) IS 'Returns debits and credits of the journal from one day to another (null = without limit) by account and part, with the number of lines, and of days with such lines; p_by_day: by day too. An account may have several rows: of kept days, of kept months, and of days that are read. p_account: of this account alone. p_entries: their sum of entries is the number of entries; rows without an account have nothing else. Errors: 42501 without journal.read.';

COMMENT ON FUNCTION "private"."keep_account_months"(uuid, integer) IS 'Keeps the sums of accounts of so many months whose days are kept and have changed or become more, the newest first. Only private.keep_days calls it, with the lock of the closing.';

COMMENT ON TABLE "private"."account_month_sums" IS 'Sums of private.account_day_sums by month (its first day), up to last_day, with the number of days. They are exact while every one of these days is in private.exact_days.';

REVOKE ALL ON FUNCTION "known"."account_months"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "known"."exact_months"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_months"(uuid, date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exact_months"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_account_months"(uuid, integer) FROM PUBLIC;
