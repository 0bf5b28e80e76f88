DROP INDEX "public"."receivable_entries_receipt_day_idx";

DROP INDEX "public"."stock_movements_day_idx";

CREATE TABLE "private"."booked_names" ("project_id" uuid NOT NULL, "customer_id" uuid NOT NULL, "search_key" text NOT NULL, CONSTRAINT "booked_names_search_key_bounded" CHECK ((search_key !~ '[\x01-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]'::text)), CONSTRAINT "booked_names_search_key_check" CHECK ((length(search_key) <= 1000)));

ALTER TABLE "private"."booked_names" ADD COLUMN "hash" text GENERATED ALWAYS AS (md5(search_key)) STORED NOT NULL;

CREATE OR REPLACE FUNCTION known.invoice_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, booking_id uuid, new_no text, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.invoice');
  return query
  with changes as materialized (
    select c.id, private.invoice_series(c.old_no) as series, private.invoice_serial(c.old_no) as serial, c.old_no as no, c.old_date as on_date,
      c.booking_id, c.new_no, c.reason
    from known.invoice_changes c where c.project_id = p_project and c.old_no <> c.new_no
  ), given_up as materialized (
    -- A changed number that no invoice has now, in any spelling
    select distinct on (c.series, c.serial, case when c.serial is null then c.no end) c.* from changes c
    where not exists (select from known.bookings b where b.project_id = p_project and b.invoice_no = c.no)
      and not exists (select from known.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = c.series and private.invoice_serial(b.invoice_no) = c.serial)
    order by c.series, c.serial, case when c.serial is null then c.no end, c.id desc
  ), known as not materialized (
    -- A changed number is explained and is no gap. The others are read from their index, which includes series and serial.
    select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial, b.invoice_no as no, b.date_invoiced as on_date
    from known.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
    union all
    select g.series, g.serial, g.no, g.on_date from given_up g
  ), dated as materialized (
    select d.series, min(d.serial) as first, max(d.serial) as last
    from (select k.series, k.serial from known k where (p_from is null or k.on_date >= p_from) and (p_to is null or k.on_date <= p_to)
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) d
    where d.serial is not null group by d.series
  ), ranges as materialized (
    -- From the number before the first of the period to its last. The invoices define where a series begins and ends, so that a wrong number outside opens no gap.
    select d.series,
      greatest((select min(private.invoice_serial(b.invoice_no)) from known.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series),
        coalesce((select max(private.invoice_serial(b.invoice_no)) from known.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series
            and private.invoice_serial(b.invoice_no) < d.first), d.first)) as first,
      least((select max(private.invoice_serial(b.invoice_no)) from known.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series), d.last) as last
    from dated d
  ), gaps as (
    select r.series, k.serial, k.no, k.on_date, lag(k.serial) over w as before, lag(k.no) over w as before_no
    from ranges r
    cross join lateral (select x.serial, x.no, x.on_date from known x where x.series = r.series and x.serial >= r.first and x.serial <= r.last offset 0) k
    window w as (partition by r.series order by k.serial)
  )
  select 'missing', g.series, g.before + 1, private.invoice_no_like(g.no, g.before + 1),
    case when g.serial > g.before + 2 then private.invoice_no_like(g.no, g.serial - 1) end,
    g.serial - g.before - 1, g.on_date, g.before_no, g.no, null::uuid, null, null
  from gaps g where g.serial > g.before + 1 and (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null,
    b.id, null, b.cancel_reason
  from known.bookings b
  where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled'
    and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to);
end $function$;

CREATE OR REPLACE FUNCTION known.journal_sums(p_project uuid, p_from date, p_to date, p_account text DEFAULT NULL::text, p_entries boolean DEFAULT false)
 RETURNS TABLE(on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, entries bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query
  with summed as materialized (
    -- The lines are read once. Those of a day and an account are as many as its entries.
    select l.on_date, l.account, l.part, coalesce(sum(l.amount) filter (where l.amount > 0), 0.00) as debit,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0.00) as credit, count(*) as lines, grouping(l.account) = 1 as is_entry
    from known.double_entries(p_project, p_from, p_to) l
    cross join lateral (select case when p_entries then l.source end as source, case when p_entries then l.document end as document,
      case when p_entries then l.on_date end as entry_on, case when p_entries then l.kind end as kind, case when p_entries then l.posted_at end as posted_at) k
    where p_account is null or l.account = p_account
    group by grouping sets ((l.on_date, l.account, l.part), (k.source, k.document, k.entry_on, k.kind, k.posted_at))
  )
  select s.on_date, s.account, s.part, s.debit, s.credit, s.lines, null::bigint from summed s where not s.is_entry
  union all
  select null, null, null, null, null, null, count(*) from summed s where s.is_entry having p_entries;
end $function$;

CREATE OR REPLACE FUNCTION known.receipt_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, collection_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.collection');
  return query
  -- Numbers are read in the order of their index, which includes series and serial: from the number before the first of the period to the one after its last.
  with asked as materialized (
    select s.series, min(s.serial) as first, max(s.serial) as last
    from (select private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial from known.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and (p_from is null or c.cr_date >= p_from) and (p_to is null or c.cr_date <= p_to)
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) s
    where s.serial is not null group by s.series
  ), used as (
    select n.id, a.series, n.serial, n.no, n.on_date, lag(n.serial) over w as before, lag(n.no) over w as before_no, lead(n.serial) over w as behind
    from asked a
    cross join lateral (
      select c.id, private.invoice_serial(c.cr_no) as serial, c.cr_no as no, c.cr_date as on_date
      from known.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) >= coalesce((select max(private.invoice_serial(b.cr_no)) from known.collections b
          where b.project_id = p_project and not b.from_archive and b.part_no = 1 and private.invoice_series(b.cr_no) = a.series and private.invoice_serial(b.cr_no) < a.first), a.first)
        and private.invoice_serial(c.cr_no) <= coalesce((select min(private.invoice_serial(b.cr_no)) from known.collections b
          where b.project_id = p_project and not b.from_archive and b.part_no = 1 and private.invoice_series(b.cr_no) = a.series and private.invoice_serial(b.cr_no) > a.last), a.last)) n
    window w as (partition by a.series order by n.serial)
  ), dated as (
    select u.* from used u where u.serial is not null and (p_from is null or u.on_date >= p_from) and (p_to is null or u.on_date <= p_to)
  )
  -- A booklet has fifty numbers: a gap of fifty or more is another booklet and not missing receipts.
  select case when d.serial - d.before - 1 >= 50 then 'booklet' else 'missing' end, d.series, d.before + 1, private.invoice_no_like(d.no, d.before + 1),
    case when d.serial > d.before + 2 then private.invoice_no_like(d.no, d.serial - 1) end,
    case when d.serial - d.before - 1 < 50 then d.serial - d.before - 1 end, d.on_date, d.before_no, d.no, null::uuid
  from dated d where d.serial > d.before + 1
  union all
  select 'duplicate', d.series, d.serial, d.no, null, 1, d.on_date, null, null, d.id
  from dated d where d.serial in (d.before, d.behind);
end $function$;

CREATE OR REPLACE FUNCTION known.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('day', 'account') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
  if v_level = 'line' then
    select d.from_day, d.to_day into ask.first_day, ask.last_day from known.journal_days(p_project, ask.first_day, ask.last_day, v_account, ask.after, ask.before, ask.row_limit) d;
  end if;
  return query
  with entries as materialized (
    select l.*, greatest(l.amount, 0) as debit, greatest(-l.amount, 0) as credit
    from known.journal_accounts(p_project, ask.first_day, ask.last_day, null) l where v_level = 'line'
  ), heads as (
    -- Entries are numbered within their day in the order of posting, so that an entry that is posted later does not renumber the others.
    select h.*,
      to_char(h.on_date, 'YYYYMMDD') || '-' || lpad(row_number() over (partition by h.on_date order by h.posted_at, h.source, h.document, h.kind)::text, 4, '0') as entry_no
    from (select distinct e.source, e.document, e.on_date, e.kind, e.posted_at from entries e) h
  ), days as materialized (
    select d.* from known.journal_sums(p_project, ask.first_day, ask.last_day, v_account, v_whole or v_level = 'total') d where v_level <> 'line'
  ), accounts as (
    select case when v_level = 'day' then d.on_date end as on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
    from days d where v_level in ('day', 'account') and d.account is not null group by 1, 2, 3
  ), summed as (
    select v_level as level, h.entry_no, e.source, e.document, e.kind, e.on_date, e.account, e.part, e.account_code, e.account_name, e.part_name, e.debit, e.credit,
      1::bigint as lines, null::bigint as entries, null::bigint as accounts, null::bigint as day_accounts
    from entries e join heads h on h.source = e.source and h.document = e.document and h.on_date = e.on_date and h.kind = e.kind and h.posted_at = e.posted_at
    where v_account is null or e.account = v_account
    union all
    select v_level, null, null, null, null, a.on_date, a.account, a.part, coalesce(p.code, c.code), c.name, p.name, a.debit, a.credit, a.lines, a.lines, 1, 1
    from accounts a
    join known.chart_of_accounts(p_project) c on c.account = a.account
    left join known.account_parts(p_project) p on p.part = a.part
    union all
    select 'total', null, null, null, null, null, null, null, null, null, null, coalesce(sum(d.debit), 0.00), coalesce(sum(d.credit), 0.00), coalesce(sum(d.lines), 0)::bigint,
      coalesce(max(d.entries), 0), count(distinct (d.account, d.part)) filter (where d.account is not null), count(d.account)
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
  left join lateral known.journal_document(p_project, k.source, k.document) d on k.document is not null
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION known.report_trial_balance(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, account text, account_code text, account_name text, part_name text, type text, opening numeric, debit numeric, credit numeric, closing numeric, debit_balance numeric, credit_balance numeric, accounts bigint, parts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
      from known.journal_lines(p_project, null, ask.first_day - 1, true) o where ask.first_day is not null
      union all
      select d.account, d.part, 0.00, d.debit, d.credit from known.journal_sums(p_project, ask.first_day, ask.last_day) d) l
    group by 1, 2
  ), named as (
    select c.account, s.part, coalesce(p.code, c.code) as code, c.name, p.name as part_name, c.type,
      s.opening, s.debit, s.credit, s.opening + s.debit - s.credit as closing
    from sums s
    join known.chart_of_accounts(p_project) c on c.account = s.account
    left join known.account_parts(p_project) p on p.part = s.part
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
end $function$;

CREATE OR REPLACE FUNCTION private.booking_filter(p_filters jsonb, p_found uuid[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare v_where text := 'b.project_id = $1';
begin
  -- Only given filters are in the query text, so that each one can use its index.
  if p_filters ->> 'stage' is not null then v_where := v_where || ' and b.stage = $2 ->> ''stage'''; end if;
  if p_filters ->> 'agent' is not null then v_where := v_where || ' and b.agent_id = private.read_uuid($2, ''agent'')'; end if;
  if p_filters ->> 'added_from' is not null then v_where := v_where || ' and b.date_added >= private.read_date($2, ''added_from'')'; end if;
  if p_filters ->> 'added_to' is not null then v_where := v_where || ' and b.date_added <= private.read_date($2, ''added_to'')'; end if;
  if p_filters ->> 'delivered_from' is not null then v_where := v_where || ' and b.date_delivered >= private.read_date($2, ''delivered_from'')'; end if;
  if p_filters ->> 'delivered_to' is not null then v_where := v_where || ' and b.date_delivered <= private.read_date($2, ''delivered_to'')'; end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then
    v_where := v_where || ' and (' || case when p_found is null then 'position(lower(btrim($2 ->> ''search'')) in b.search_key) > 0' else 'b.id = any ($3)' end
      || case when jsonb_array_length(coalesce(p_filters -> 'search_agents', '[]')) > 0 then ' or b.agent_id = any (private.read_uuids($2, ''search_agents''))' else '' end || ')';
  end if;
  return v_where;
end $function$;

CREATE OR REPLACE FUNCTION private.bookings_found(p_project uuid, p_search text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  v_text text := lower(btrim(p_search));
  -- A text that is in a number from its first word on has this word whole in the number, also where it goes on in the next column.
  v_word text := private.find_key(split_part(v_text, ' ', 1));
  v_most constant int := 2000;
  v_ids uuid[];
begin
  if private.scope_of(p_project, 'bookings.read') is null then return '{}'; end if;
  if length(v_word) < 3 then return null; end if;
  -- Each condition is on its own, so that it uses its index. More bookings than these are as quickly found one after the other.
  v_ids := array(
    (select b.id from private.booked_names n
      join public.bookings b on b.project_id = p_project and b.customer_id = n.customer_id
      where n.project_id = p_project and position(v_text in n.search_key) > 0 limit v_most + 1)
    union all
    (select b.id from public.bookings b where b.project_id = p_project and private.key_parts(b.so_no) @> private.key_parts(v_word) limit v_most + 1)
    union all
    (select b.id from public.bookings b where b.project_id = p_project and b.invoice_no is not null
      and private.key_parts(b.invoice_no) @> private.key_parts(v_word) limit v_most + 1));
  if cardinality(v_ids) > v_most then return null; end if;
  return array(select distinct b.id from public.bookings b where b.project_id = p_project and b.id = any (v_ids) and position(v_text in b.search_key) > 0);
end $function$;

CREATE OR REPLACE FUNCTION private.invoice_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, booking_id uuid, new_no text, reason text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.invoice');
  return query
  with changes as materialized (
    select c.id, private.invoice_series(c.old_no) as series, private.invoice_serial(c.old_no) as serial, c.old_no as no, c.old_date as on_date,
      c.booking_id, c.new_no, c.reason
    from public.invoice_changes c where c.project_id = p_project and c.old_no <> c.new_no
  ), given_up as materialized (
    -- A changed number that no invoice has now, in any spelling
    select distinct on (c.series, c.serial, case when c.serial is null then c.no end) c.* from changes c
    where not exists (select from public.bookings b where b.project_id = p_project and b.invoice_no = c.no)
      and not exists (select from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
        and private.invoice_series(b.invoice_no) = c.series and private.invoice_serial(b.invoice_no) = c.serial)
    order by c.series, c.serial, case when c.serial is null then c.no end, c.id desc
  ), known as not materialized (
    -- A changed number is explained and is no gap. The others are read from their index, which includes series and serial.
    select private.invoice_series(b.invoice_no) as series, private.invoice_serial(b.invoice_no) as serial, b.invoice_no as no, b.date_invoiced as on_date
    from public.bookings b where b.project_id = p_project and b.invoice_no is not null and not b.is_opening
    union all
    select g.series, g.serial, g.no, g.on_date from given_up g
  ), dated as materialized (
    select d.series, min(d.serial) as first, max(d.serial) as last
    from (select k.series, k.serial from known k where (p_from is null or k.on_date >= p_from) and (p_to is null or k.on_date <= p_to)
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) d
    where d.serial is not null group by d.series
  ), ranges as materialized (
    -- From the number before the first of the period to its last. The invoices define where a series begins and ends, so that a wrong number outside opens no gap.
    select d.series,
      greatest((select min(private.invoice_serial(b.invoice_no)) from public.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series),
        coalesce((select max(private.invoice_serial(b.invoice_no)) from public.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series
            and private.invoice_serial(b.invoice_no) < d.first), d.first)) as first,
      least((select max(private.invoice_serial(b.invoice_no)) from public.bookings b
          where b.project_id = p_project and b.invoice_no is not null and not b.is_opening and private.invoice_series(b.invoice_no) = d.series), d.last) as last
    from dated d
  ), gaps as (
    select r.series, k.serial, k.no, k.on_date, lag(k.serial) over w as before, lag(k.no) over w as before_no
    from ranges r
    cross join lateral (select x.serial, x.no, x.on_date from known x where x.series = r.series and x.serial >= r.first and x.serial <= r.last offset 0) k
    window w as (partition by r.series order by k.serial)
  )
  select 'missing', g.series, g.before + 1, private.invoice_no_like(g.no, g.before + 1),
    case when g.serial > g.before + 2 then private.invoice_no_like(g.no, g.serial - 1) end,
    g.serial - g.before - 1, g.on_date, g.before_no, g.no, null::uuid, null, null
  from gaps g where g.serial > g.before + 1 and (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'changed', g.series, g.serial, g.no, null, 1, g.on_date, null, null, g.booking_id, g.new_no, g.reason
  from given_up g where (p_from is null or g.on_date >= p_from) and (p_to is null or g.on_date <= p_to)
  union all
  select 'cancelled', private.invoice_series(b.invoice_no), private.invoice_serial(b.invoice_no), b.invoice_no, null, 1, b.date_invoiced, null, null,
    b.id, null, b.cancel_reason
  from public.bookings b
  where b.project_id = p_project and b.invoice_no is not null and b.approval_status = 'cancelled'
    and (p_from is null or b.date_invoiced >= p_from) and (p_to is null or b.date_invoiced <= p_to);
end $function$;

CREATE OR REPLACE FUNCTION private.journal_sums(p_project uuid, p_from date, p_to date, p_account text DEFAULT NULL::text, p_entries boolean DEFAULT false)
 RETURNS TABLE(on_date date, account text, part uuid, debit numeric, credit numeric, lines bigint, entries bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
AS $function$
begin
  if private.scope_of(p_project, 'journal.read') is null then perform private.forbid(); end if;
  return query
  with summed as materialized (
    -- The lines are read once. Those of a day and an account are as many as its entries.
    select l.on_date, l.account, l.part, coalesce(sum(l.amount) filter (where l.amount > 0), 0.00) as debit,
      coalesce(-sum(l.amount) filter (where l.amount < 0), 0.00) as credit, count(*) as lines, grouping(l.account) = 1 as is_entry
    from private.double_entries(p_project, p_from, p_to) l
    cross join lateral (select case when p_entries then l.source end as source, case when p_entries then l.document end as document,
      case when p_entries then l.on_date end as entry_on, case when p_entries then l.kind end as kind, case when p_entries then l.posted_at end as posted_at) k
    where p_account is null or l.account = p_account
    group by grouping sets ((l.on_date, l.account, l.part), (k.source, k.document, k.entry_on, k.kind, k.posted_at))
  )
  select s.on_date, s.account, s.part, s.debit, s.credit, s.lines, null::bigint from summed s where not s.is_entry
  union all
  select null, null, null, null, null, null, count(*) from summed s where s.is_entry having p_entries;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_booked_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.booked_names (project_id, customer_id, search_key)
  values (new.project_id, new.customer_id, lower(new.customer_name || ' ' || coalesce(new.store_name, ''))) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.receipt_numbers(p_project uuid, p_from date, p_to date)
 RETURNS TABLE(kind text, series text, serial bigint, first_no text, last_no text, numbers bigint, on_date date, before_no text, after_no text, collection_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  perform private.authorize(p_project, 'reports.collection');
  return query
  -- Numbers are read in the order of their index, which includes series and serial: from the number before the first of the period to the one after its last.
  with asked as materialized (
    select s.series, min(s.serial) as first, max(s.serial) as last
    from (select private.invoice_series(c.cr_no) as series, private.invoice_serial(c.cr_no) as serial from public.collections c
      where c.project_id = p_project and not c.from_archive and c.part_no = 1
        and (p_from is null or c.cr_date >= p_from) and (p_to is null or c.cr_date <= p_to)
      -- Without this the serial would be computed again and not taken from the index.
      offset 0) s
    where s.serial is not null group by s.series
  ), used as (
    select n.id, a.series, n.serial, n.no, n.on_date, lag(n.serial) over w as before, lag(n.no) over w as before_no, lead(n.serial) over w as behind
    from asked a
    cross join lateral (
      select c.id, private.invoice_serial(c.cr_no) as serial, c.cr_no as no, c.cr_date as on_date
      from public.collections c where c.project_id = p_project and not c.from_archive and c.part_no = 1 and private.invoice_series(c.cr_no) = a.series
        and private.invoice_serial(c.cr_no) >= coalesce((select max(private.invoice_serial(b.cr_no)) from public.collections b
          where b.project_id = p_project and not b.from_archive and b.part_no = 1 and private.invoice_series(b.cr_no) = a.series and private.invoice_serial(b.cr_no) < a.first), a.first)
        and private.invoice_serial(c.cr_no) <= coalesce((select min(private.invoice_serial(b.cr_no)) from public.collections b
          where b.project_id = p_project and not b.from_archive and b.part_no = 1 and private.invoice_series(b.cr_no) = a.series and private.invoice_serial(b.cr_no) > a.last), a.last)) n
    window w as (partition by a.series order by n.serial)
  ), dated as (
    select u.* from used u where u.serial is not null and (p_from is null or u.on_date >= p_from) and (p_to is null or u.on_date <= p_to)
  )
  -- A booklet has fifty numbers: a gap of fifty or more is another booklet and not missing receipts.
  select case when d.serial - d.before - 1 >= 50 then 'booklet' else 'missing' end, d.series, d.before + 1, private.invoice_no_like(d.no, d.before + 1),
    case when d.serial > d.before + 2 then private.invoice_no_like(d.no, d.serial - 1) end,
    case when d.serial - d.before - 1 < 50 then d.serial - d.before - 1 end, d.on_date, d.before_no, d.no, null::uuid
  from dated d where d.serial > d.before + 1
  union all
  select 'duplicate', d.series, d.serial, d.no, null, 1, d.on_date, null, null, d.id
  from dated d where d.serial in (d.before, d.behind);
end $function$;

CREATE OR REPLACE FUNCTION public.booking_list(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(id uuid, sort_key text, so_no text, stage text, invoice_no text, customer_id uuid, customer_name text, store_name text, agent_id uuid, date_added date, date_invoiced date, date_delivered date, total numeric, balance numeric, cleared_balance numeric, version integer)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_sort text := private.read_order(p_filters, '{-added,added,so,customer,total}');
  v_key text := case ltrim(v_sort, '-') when 'so' then 'b.so_no' when 'customer' then 'b.customer_name' when 'total' then 'b.total_key' else 'b.date_added' end;
  v_reverse boolean := (v_sort like '-%') <> (p_filters ? 'before');
  v_found uuid[];
  v_place record;
  v_where text;
begin
  if private.scope_of(p_project, 'bookings.read') is null then perform private.forbid(); end if;
  v_place := private.read_place(p_filters);
  if nullif(btrim(p_filters ->> 'search'), '') is not null then v_found := private.bookings_found(p_project, p_filters ->> 'search'); end if;
  v_where := private.booking_filter(p_filters, v_found);
  if v_place.id is not null then
    v_where := v_where || format(' and (%s, b.id) %s (%L, %L)', v_key, case when v_reverse then '<' else '>' end,
      case v_key when 'b.date_added' then (date '2000-01-01' + v_place.n::int)::text when 'b.total_key' then v_place.n::bigint::text else v_place.t end, v_place.id);
  end if;
  return query execute
    'select b.id, ' || case v_key when 'b.date_added' then '(b.date_added - date ''2000-01-01'') || ''~''' when 'b.total_key' then 'b.total_key || ''~''' else '''0~'' || ' || v_key end
    || ', b.so_no, b.stage, b.invoice_no, b.customer_id, b.customer_name, b.store_name, b.agent_id, b.date_added, b.date_invoiced, b.date_delivered,
      b.total, b.balance, b.cleared_balance, b.version
    from public.bookings b where ' || v_where || ' order by ' || v_key || case when v_reverse then ' desc, b.id desc' else ', b.id' end
    || ' limit ' || least(coalesce(private.read_int(p_filters, 'limit'), 51), 1001)
  using p_project, p_filters, v_found;
end $function$;

CREATE OR REPLACE FUNCTION public.booking_totals(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(bookings bigint, cancelled bigint, total numeric, balance numeric, cleared_balance numeric)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare v_found uuid[];
begin
  -- Filters without fields are refused.
  perform private.read_value(p_filters, 'stage');
  if jsonb_strip_nulls(private.fields_of(p_filters) - 'search_agents') = '{}' and private.scope_of(p_project, 'bookings.read') = 'all' then
    return query select a.* from private.totals_of_all(p_project) a;
    return;
  end if;
  if nullif(btrim(p_filters ->> 'search'), '') is not null then v_found := private.bookings_found(p_project, p_filters ->> 'search'); end if;
  -- Most bookings have no balance, which is a cheaper test than whether they are validated.
  return query execute
    'select count(*), count(*) filter (where b.stage = ''cancelled''),
       coalesce(sum(b.total) filter (where b.stage <> ''cancelled''), 0.00),
       coalesce(sum(b.balance) filter (where b.balance <> 0 and b.approval_status like ''approved%''), 0.00),
       coalesce(sum(b.cleared_balance) filter (where b.cleared_balance <> 0 and b.approval_status like ''approved%''), 0.00)
     from public.bookings b where ' || private.booking_filter(p_filters, v_found)
  using p_project, p_filters, v_found;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_page(p_project uuid, p_customer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_bookings boolean := private.scope_of(p_project, 'bookings.read') is not null;
  v_receipts boolean := private.scope_of(p_project, 'collections.read') is not null;
  v_prices boolean := private.scope_of(p_project, 'prices.read') is not null;
  v jsonb;
begin
  if private.scope_of(p_project, 'customers.read') is null then perform private.forbid(); end if;
  select to_jsonb(c) into v from public.customers c where c.project_id = p_project and c.id = p_customer;
  if not found then perform private.not_found(); end if;
  return jsonb_build_object('customer', v,
    'position', (select to_jsonb(p) from private.customer_position(p_project, p_customer) p),
    'bookings', case when v_bookings then (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.date_added desc, b.id desc), '[]')
      from (select x.id, x.so_no, x.stage, x.invoice_no, x.date_added, x.date_due, x.total, x.balance, x.cleared_balance from public.bookings x
        where x.project_id = p_project and x.customer_id = p_customer order by x.date_added desc, x.id desc limit 10) b) end,
    'collections', case when v_receipts then (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.date_collected desc, c.id desc), '[]')
      from (select x.id, x.cr_no, x.collection_type, x.approval_status, x.date_collected, x.amount from public.collections x
        where x.project_id = p_project and x.customer_id = p_customer order by x.date_collected desc, x.id desc limit 10) c) end,
    'cheques', case when v_receipts then (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.cheque_date, c.id), '[]')
      from (select x.id, x.cr_no, x.cheque_bank, x.cheque_no, x.cheque_date, x.cheque_state, x.amount from public.collections x
        where x.project_id = p_project and x.customer_id = p_customer and x.collection_type = 'cheque' and x.approval_status = 'approved'
          and x.cheque_state in ('on_hand', 'deposited')) c) end,
    'transfers', (
      select coalesce(jsonb_agg(to_jsonb(t) order by t.effective_on desc, t.id desc), '[]')
      from public.agent_customer_transfers t where t.project_id = p_project and t.customer_id = p_customer),
    'price_lists', case when v_prices then (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'status', l.status) order by l.sort_key, l.id), '[]')
      from public.price_lists l where l.project_id = p_project) end,
    'groups', case when v_prices then (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'status', g.status) order by g.sort_key, g.id), '[]')
      from public.customer_groups g where g.project_id = p_project) end);
end $function$;

CREATE OR REPLACE FUNCTION public.report_journal(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, entry_no text, on_date date, what text, document_kind text, document_id uuid, document_no text, party text, account text, account_code text, account_name text, part_name text, debit numeric, credit numeric, lines bigint, entries bigint, accounts bigint, day_accounts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
declare
  v_level text := coalesce(p_filters ->> 'level', 'line');
  v_account text := p_filters ->> 'account';
  -- The total of these levels is summed with their rows.
  v_whole boolean := v_level in ('day', 'account') and private.read_boolean(p_filters, 'with_total');
  ask record;
begin
  ask := private.open_report(p_project, p_filters, 'journal.read', v_level, '{line,day,account,total}');
  if ask.known then
    return query select k.* from known.report_journal(p_project, p_filters - 'known_at') k;
    return;
  end if;
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
    select d.* from private.journal_sums(p_project, ask.first_day, ask.last_day, v_account, v_whole or v_level = 'total') d where v_level <> 'line'
  ), accounts as (
    select case when v_level = 'day' then d.on_date end as on_date, d.account, d.part, sum(d.debit) as debit, sum(d.credit) as credit, sum(d.lines)::bigint as lines
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
      coalesce(max(d.entries), 0), count(distinct (d.account, d.part)) filter (where d.account is not null), count(d.account)
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
  left join lateral private.journal_document(p_project, k.source, k.document) d on k.document is not null
  order by k.level <> 'total', case when ask.before is null then k.row_key end, k.row_key desc;
end $function$;

CREATE OR REPLACE FUNCTION public.report_trial_balance(p_project uuid, p_filters jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(level text, row_key text, account text, account_code text, account_name text, part_name text, type text, opening numeric, debit numeric, credit numeric, closing numeric, debit_balance numeric, credit_balance numeric, accounts bigint, parts bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
      from private.journal_lines(p_project, null, ask.first_day - 1, true) o where ask.first_day is not null
      union all
      select d.account, d.part, 0.00, d.debit, d.credit from private.journal_sums(p_project, ask.first_day, ask.last_day) d) l
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
end $function$;

ALTER TABLE "private"."booked_names" ADD CONSTRAINT "booked_names_pkey" PRIMARY KEY (project_id, customer_id, hash);

INSERT INTO private.booked_names (project_id, customer_id, search_key)
SELECT DISTINCT b.project_id, b.customer_id, lower(b.customer_name || ' ' || coalesce(b.store_name, '')) FROM public.bookings b;

CREATE INDEX money_entries_day_idx ON public.money_entries USING btree (project_id, on_date);

CREATE INDEX receivable_entries_day_idx ON public.receivable_entries USING btree (project_id, on_date) INCLUDE (collection_id, booking_id, memo_id, kind, amount, cleared_amount, posted_at);

CREATE INDEX sales_entries_lowered_idx ON public.sales_entries USING btree (project_id, on_date) WHERE (kind = ANY (ARRAY['return'::text, 'allowance'::text]));

CREATE INDEX stock_movements_day_idx ON public.stock_movements USING btree (project_id, on_date) INCLUDE (product_id, kind, stock_state, quantity, cost, vat_amount, source_table, source_id, created_at);

CREATE TRIGGER keep_booked_name AFTER INSERT ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_booked_name();

CREATE TRIGGER keep_changed_name AFTER UPDATE OF customer_id, customer_name, store_name ON public.bookings FOR EACH ROW EXECUTE FUNCTION private.keep_booked_name();

COMMENT ON FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean) IS 'private.journal_sums on the tables as of private.known_at.';

COMMENT ON FUNCTION "private"."booking_filter"(jsonb, uuid[]) IS 'Returns the condition of a list of bookings (alias b; $1 = project, $2 = the filters, $3 = p_found, what bookings_found returned for their search).';

COMMENT ON FUNCTION "private"."bookings_found"(uuid, text) IS 'Returns ids of the bookings whose search_key contains a text, whoever may read them: a list shows those that its reader may. Null when the text is too short or in more than 2,000 bookings: then each booking is looked at. None without bookings.read.';

COMMENT ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean) IS 'Returns debits and credits of the journal from one day to another (null = without limit) by day, account and part, with the number of lines. p_account: of this account alone. p_entries: with one row without an account that has the number of entries. Errors: 42501 without journal.read.';

COMMENT ON FUNCTION "private"."keep_booked_name"() IS 'Trigger: keeps the names of a booking for the search.';

COMMENT ON FUNCTION "public"."booking_list"(uuid, jsonb) IS 'A page of bookings that the caller may read. p_filters: {search (SO no., invoice no., customer, store), search_agents: [uuid] (agents whose name it is as well), stage, agent, added_from, added_to, delivered_from, delivered_to (inclusive), sort: added, so (its number), customer or total, with a minus before it for descending (the default is -added, newest first), limit, and after or before: {n, t, id}, where a row''s sort_key is "n~t"}. With before the rows come last first. Errors: 42501, 22023.';

COMMENT ON FUNCTION "public"."booking_totals"(uuid, jsonb) IS 'Sums of the bookings that match the filters: number, number of cancelled ones, total of the others, and balance and cleared balance of the validated ones. p_filters: those of booking_list. Rows are those that the caller may read.';

COMMENT ON FUNCTION "public"."customer_page"(uuid, uuid) IS 'Returns what the page of a customer that the caller may read shows: {customer: its columns, position: the row of customer_position, bookings: the ten newest (null without bookings.read), collections: the ten newest parts of receipts, cheques: those that have not cleared (both null without collections.read), transfers: from one agent to another, the latest first, price_lists and groups: [{id, name, status}] (null without prices.read)}. Errors: 42501, P0002.';

COMMENT ON FUNCTION "public"."report_journal"(uuid, jsonb) IS 'The journal in double entry, made from the ledgers and from released vouchers. p_filters: {from, to, account (its key), level: line (the lines of every entry) | day (accounts by day) | account | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, not of line)}. debit and credit are never below zero; the total of both is the same unless an account is chosen. entry_no: day and number within it, in the order of posting. document_kind: booking | memo | collection | purchase | count | import | bad_order | voucher | remittance | deposit. Amounts in the project''s currency. Errors: 42501 without journal.read, 22023.';

COMMENT ON FUNCTION "public"."report_trial_balance"(uuid, jsonb) IS 'The trial balance: every account with what it had before "from" (opening: debit above zero), its debits and credits of the period, and its balance at the end of "to" (closing = opening + debit - credit, on its side in debit_balance or credit_balance). p_filters: {from, to, level: part (an account by what it is kept by, such as each bank account) | account | total, limit, after or before (row_key; before answers backwards), with_total (true: the row of level total comes too, of part)}. Both sides add up to the same. Errors: 42501 without journal.read, 22023.';

COMMENT ON TABLE "private"."booked_names" IS 'The names of customers and stores as bookings have them, in lower case: each once, so that a search looks at few names and not at each booking. A name stays when no booking has it any more.';

REVOKE ALL ON FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "known"."journal_sums"(uuid, date, date, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."booking_filter"(jsonb, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."booking_filter"(jsonb, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."bookings_found"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bookings_found"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."invoice_prefix"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."invoice_prefix"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."invoice_series"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."invoice_series"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."journal_sums"(uuid, date, date, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."keep_booked_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."booking_list"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."booking_list"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."customer_page"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."customer_page"(uuid, uuid) TO "authenticated";
