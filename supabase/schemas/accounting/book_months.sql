-- Sums of sealed months for journal and reports of VAT, collections and deliveries. See docs/ledgers.md, Reading the ledgers.

create table private.book_months (
  project_id uuid not null,
  book text not null,
  month date not null,
  item text not null,
  part text,
  amount numeric not null,
  amount2 numeric not null,
  number bigint not null,
  number2 bigint not null,
  constraint book_months_key unique nulls not distinct (project_id, book, month, item, part)
);
comment on table private.book_months is
  'Sums of sealed months, as private.sums_of_days makes them. book journal: debit and credit by account and its part, number of lines and '
  'of days with lines. vat: net and tax by kind and class, number of documents of a day that have this class, and of those whose first '
  'class of this kind it is, which add up over classes. receipts: the amount by what it counts as in the collection report (a payment '
  'type, on_paper, and below zero returned, reversed, paid_back), number of rows that this is, and of receipts among them. deliveries: '
  'amount, discount, lines, deliveries; litres, days waited, pieces, free pieces; cases and loose pieces.';

create or replace function private.sums_of_days(p_project uuid, p_book text, p_days daterange) returns setof private.book_months
language plpgsql stable security definer set search_path = '' as $$
declare
  v_from date := lower(p_days);
  v_to date := upper(p_days) - 1;
begin
  case p_book
    when 'journal' then
      return query
      select p_project, p_book, date_trunc('month', d.on_date::timestamp)::date, d.account, d.part::text, sum(d.debit), sum(d.credit),
        sum(d.lines)::bigint, count(*)
      from (
        select l.on_date, l.account, l.part, sum(greatest(l.amount, 0.00)) as debit, sum(greatest(-l.amount, 0.00)) as credit,
          count(*) as lines
        from private.double_entries(p_project, v_from, v_to) l group by 1, 2, 3) d
      group by 3, 4, d.part;
    when 'vat' then
      return query
      select p_project, p_book, date_trunc('month', e.on_date::timestamp)::date, e.kind, e.vat_class, sum(e.net), sum(e.tax), count(*),
        count(*) filter (where e.nth = 1)
      from (
        select x.*, row_number() over (partition by x.on_date, x.kind, x.document order by x.vat_class) as nth
        from private.vat_entries x where x.project_id = p_project and x.on_date between v_from and v_to) e
      group by 3, 4, 5;
    when 'receipts' then
      return query
      select p_project, p_book, date_trunc('month', e.on_date::timestamp)::date, x.figure, null, sum(e.amount), 0.00, count(*),
        count(*) filter (where e.part = 'receipt')
      from private.counted_entries(p_project, 'collected', v_from, v_to) e
      join public.collections c on c.project_id = p_project and c.id = e.collection_id
      cross join lateral (
        select case when c.from_archive then 'on_paper' when e.part in ('redeposited', 'replaced') then 'returned'
          when e.part <> 'receipt' then e.part else c.collection_type end as figure) x
      group by 3, 4;
    when 'deliveries' then
      return query
      select p_project, p_book, d.month, x.item, null, x.amount, x.amount2, x.number::bigint, x.number2::bigint
      from (
        select date_trunc('month', d.on_date::timestamp)::date as month, count(*) as deliveries, sum(d.lines) as lines,
          sum(d.waited) as waited, sum(d.pieces) as pieces, sum(d.cases) as cases, sum(d.loose) as loose, sum(d.litres) as litres,
          sum(d.free) as free, sum(d.amount) as amount, sum(d.discount) as discount
        from private.deliveries(p_project, false, v_from, v_to) d group by 1) d
      cross join lateral (values ('amount', d.amount, d.discount, d.lines, d.deliveries),
        ('pieces', d.litres, d.waited, d.pieces, d.free), ('cases', 0, 0, d.cases, d.loose)) x (item, amount, amount2, number, number2);
  end case;
end $$;
comment on function private.sums_of_days is
  'Returns the sums of some days by month, as private.book_months has them. It asks for no permission and is granted to nobody.';

create or replace function private.sums_of_books(p_project uuid, p_days daterange) returns setof private.book_months
language sql stable set search_path = '' as $$
  select s.* from unnest('{journal,vat,receipts,deliveries}'::text[]) b (book)
  cross join lateral private.sums_of_days(p_project, b.book, p_days) s
$$;
comment on function private.sums_of_books is 'Returns private.sums_of_days of every book.';

create or replace function private.book_sums(p_project uuid, p_book text, p_from date, p_to date, p_by_month boolean default false)
returns setof private.book_months
language plpgsql stable security definer set search_path = '' as $$
declare v_posted daterange := private.posted_days(p_project, p_from, p_to);
begin
  if private.scope_of(p_project, case p_book when 'receipts' then 'reports.collection' when 'deliveries' then 'reports.delivery'
      else 'journal.read' end) is null
    or p_book = 'receipts' and private.scope_of(p_project, 'collections.read') is distinct from 'all'
    or p_book = 'deliveries' and private.scope_of(p_project, 'bookings.read') is distinct from 'all' then
    perform private.forbid();
  end if;
  return query
  with parts as materialized (
    select p.* from private.parts_of(p_project, lower(v_posted), upper(v_posted) - 1, true) p
  ), sums as (
    select p.sign, s.* from parts p
    join private.book_months s on s.project_id = p_project and s.book = p_book and s.month = p.month
    union all
    select p.sign, s.* from parts p cross join lateral private.sums_of_days(p_project, p_book, p.days) s where p.month is null
  )
  select p_project, p_book, case when p_by_month then s.month end, s.item, s.part, sum(s.sign * s.amount), sum(s.sign * s.amount2),
    sum(s.sign * s.number)::bigint, sum(s.sign * s.number2)::bigint
  from sums s group by 3, s.item, s.part
  having (sum(s.sign * s.amount), sum(s.sign * s.amount2), sum(s.sign * s.number), sum(s.sign * s.number2)) <> (0, 0, 0, 0);
end $$;
comment on function private.book_sums is
  'Returns the sums of a period (null = without limit), by month or as a whole, in the shape of private.book_months: of sealed months from '
  'there, of other days from the ledgers. Errors: 42501 without journal.read; of receipts and deliveries without their report and '
  'all of collections.read or bookings.read.';

create or replace function private.receipt_sums(p_project uuid, p_from date, p_to date, p_by_month boolean default false)
returns table (month date, figure text, amount numeric, listed bigint, receipts bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Few cheques have not cleared, and what has cleared changes every day: months are not sealed with it.
  v_uncleared uuid[] := array(
    select c.id from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and (c.cheque_cleared_on is null or c.approval_status <> 'approved')
      and not c.from_archive and c.date_collected <= coalesce(p_to, 'infinity'));
begin
  return query
  with uncleared as materialized (
    select case when p_by_month then date_trunc('month', e.on_date::timestamp)::date end as month, sum(e.amount) as amount
    from private.counted_entries(p_project, 'collected', p_from, p_to, v_uncleared) e
    where e.part = 'receipt' group by 1
  )
  select x.month, x.figure, sum(x.amount), sum(x.listed)::bigint, sum(x.receipts)::bigint
  from (
    select s.month, case s.item when 'cheque' then 'cheque_cleared' else s.item end, s.amount, s.number, s.number2
    from private.book_sums(p_project, 'receipts', p_from, p_to, p_by_month) s
    union all
    select u.month, f.figure, f.sign * u.amount, 0, 0
    from uncleared u, (values ('cheque_cleared', -1), ('cheque_uncleared', 1)) f (figure, sign)
  ) x (month, figure, amount, listed, receipts) group by x.month, x.figure;
end $$;
comment on function private.receipt_sums is
  'Returns what receipts brought over a period (null = without limit), by month or as a whole, cheques by whether they have cleared now. '
  'Errors: those of private.book_sums.';
grant execute on function private.book_sums, private.receipt_sums to authenticated;
