-- Reading deposits and bank accounts: the list of slips, a printed slip, the movements of an account.

create or replace function private.slip_cheques(p_project uuid, p_slip uuid default null)
returns table (slip_id uuid, collection_id uuid, amount numeric, outcome text)
language sql stable set search_path = '' as $$
  select e.slip_id, e.collection_id, c.amount, coalesce(case o.event when 'replaced' then 'returned' else o.event end, 'waiting')
  from public.cheque_events e
  join public.collections c on c.project_id = p_project and c.id = e.collection_id
  -- Result of this deposit: the last event before the cheque was deposited again.
  left join lateral (select n.event from public.cheque_events n
    where n.project_id = p_project and n.collection_id = e.collection_id and n.id > e.id
      and n.id < all (select d.id from public.cheque_events d
        where d.project_id = p_project and d.collection_id = e.collection_id and d.event = 'deposited' and d.id > e.id)
      and n.event <> 'deposited'
    order by n.id desc limit 1) o on true
  where e.project_id = p_project and e.event = 'deposited' and (p_slip is null or e.slip_id = p_slip)
$$;
comment on function private.slip_cheques is
  'Returns the cheques of a slip, or of all slips, with their result: waiting, cleared, returned.';

create or replace function public.deposit_list(p_project uuid, p_filters jsonb default '{}')
returns table (sort_key text, id uuid, slip_no text, deposited_on date, bank text, account_no text, cheques bigint,
  waiting bigint, returned bigint,
  cheque_amount numeric, cash numeric, total numeric, all_slips bigint, all_cheques numeric, all_cash numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_search text := private.read_text(p_filters, 'search');
  v_bank uuid := private.read_uuid(p_filters, 'bank_id');
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_page record := private.read_page(p_filters, '{-on,on,slip,account,total}');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  perform private.authorize(p_project, 'treasury.position');
  return query
  with slips as (
    select s.*, k.bank, k.account_no
    from public.deposit_slips s join public.banks k on k.project_id = p_project and k.id = s.bank_id
    where s.project_id = p_project and (v_bank is null or s.bank_id = v_bank)
      and (v_from is null or s.deposited_on >= v_from) and (v_to is null or s.deposited_on <= v_to)
      and (v_search is null or private.search_text(s.slip_no) like '%' || private.sought_text(v_search) || '%'
        or exists (select from public.cheque_events e join public.collections c on c.project_id = p_project and c.id = e.collection_id
          where e.project_id = p_project and e.slip_id = s.id
            and private.search_text(c.cheque_no) like '%' || private.sought_text(v_search) || '%'))
  ), of_cheques as (
    select x.slip_id, count(*) as cheques, count(*) filter (where x.outcome = 'waiting') as waiting,
      count(*) filter (where x.outcome = 'returned') as returned, sum(x.amount) as amount
    from private.slip_cheques(p_project) x group by x.slip_id
  ), of_cash as (
    select d.slip_id, sum(d.amount) as amount from public.cash_deposits d where d.project_id = p_project group by d.slip_id
  ), found as (
    select s.*, q.*, a.*, k.*, row_number() over (order by k.n, k.t, s.id) * v_page.direction as place,
      count(*) over () as all_slips, sum(a.by_cheques) over () as all_cheques, sum(a.in_cash) over () as all_cash
    from slips s
    left join of_cheques q on q.slip_id = s.id
    left join of_cash d on d.slip_id = s.id
    cross join lateral (select coalesce(q.amount, 0.00) as by_cheques, coalesce(d.amount, 0.00) as in_cash) a
    cross join lateral (select
      case v_page.sorted_by when 'on' then s.deposited_on - date '2000-01-01' when 'total' then a.by_cheques + a.in_cash else 0 end as n,
      case v_page.sorted_by when 'slip' then s.slip_no when 'account' then private.sort_key(s.bank || ' ' || s.account_no)
        else '' end as t) k
  )
  select f.n || '~' || f.t, f.id, f.slip_no, f.deposited_on, f.bank, f.account_no, coalesce(f.cheques, 0), coalesce(f.waiting, 0),
    coalesce(f.returned, 0), f.by_cheques, f.in_cash, f.by_cheques + f.in_cash, f.all_slips, f.all_cheques, f.all_cash
  from found f
  where v_page.id is null or f.id <> v_page.id and ((f.n, f.t, f.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0)
  order by f.place limit v_limit;
end $$;
comment on function public.deposit_list is
  'Lists deposit slips with the totals of all matching slips on every row. p_filters: {search (slip or cheque no.), bank_id, from, to, '
  'sort: on, slip, account or total, with a minus before it for descending (the default is -on, newest first), limit, after or before: {n, '
  't, id}, where sort_key is "n~t"}. With before the rows come last first. waiting, returned: numbers of cheques that are not confirmed '
  'yet, or were returned. Errors: 42501, 22023.';

create or replace function public.deposit_slip(p_project uuid, p_slip uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare v_slip public.deposit_slips;
begin
  perform private.authorize(p_project, 'treasury.position');
  select * into v_slip from public.deposit_slips s where s.project_id = p_project and s.id = p_slip;
  if not found then perform private.not_found(); end if;
  return (
    select jsonb_build_object('id', v_slip.id, 'version', v_slip.version, 'slip_no', v_slip.slip_no, 'deposited_on', v_slip.deposited_on,
      'bank_id', v_slip.bank_id, 'bank', k.bank, 'account_no', k.account_no,
      'made_by', (select p.display_name from public.profiles p where p.user_id = v_slip.created_by), 'made_at', v_slip.created_at,
      'cash', d.cash::text, 'taken_back', d.reason, 'cheque_amount', q.amount::text,
      'total', (q.amount + d.cash)::text, 'cheques', q.cheques)
    from public.banks k
    cross join lateral (select coalesce(sum(x.amount), 0.00) as cash, max(x.reason) as reason
      from public.cash_deposits x where x.project_id = p_project and x.slip_id = p_slip) d
    cross join lateral (select coalesce(sum(x.amount), 0.00) as amount, coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'cr_no', c.cr_no, 'customer', cu.name, 'bank', c.cheque_bank, 'no', c.cheque_no, 'date', c.cheque_date,
        'amount', c.amount::text, 'outcome', x.outcome) order by c.cheque_bank, c.cheque_no), '[]') as cheques
      from private.slip_cheques(p_project, p_slip) x
      join public.collections c on c.project_id = p_project and c.id = x.collection_id
      join public.customers cu on cu.project_id = p_project and cu.id = c.customer_id) q
    where k.project_id = p_project and k.id = v_slip.bank_id);
end $$;
comment on function public.deposit_slip is
  'Returns a deposit slip with its cheques and their result (waiting, cleared, returned), its cash, and the reason when the cash was '
  'reversed. Money as text. Errors: 42501, P0002.';

create or replace function public.bank_ledger(p_project uuid, p_bank uuid, p_filters jsonb default '{}')
returns table (row_key text, on_date date, kind text, amount numeric, should_be numeric, collection_id uuid, slip_id uuid,
  voucher_id uuid, reference text, party text,
  movements bigint, money_in numeric, money_out numeric)
language plpgsql stable set search_path = '' as $$
declare
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
  v_after text := p_filters ->> 'after';
  v_before text := p_filters ->> 'before';
  v_limit int := private.read_int(p_filters, 'limit');
begin
  perform private.authorize(p_project, 'treasury.position');
  return query
  -- What the bank has, by day and document. What is taken back is the opposite on its own day.
  with moved as materialized (
    select e.on_date, e.collection_id, e.slip_id, e.voucher_id, e.balance_id,
      case when e.kind in ('paid_back', 'opening', 'adjustment') then e.kind end as kind, sum(e.confirmed_amount) as amount
    from public.money_entries e
    where e.project_id = p_project and e.place = 'bank' and e.holder_id = p_bank
    group by 1, 2, 3, 4, 5, 6 having sum(e.confirmed_amount) <> 0
  ), named as (
    select m.on_date, m.amount, m.collection_id, m.slip_id, m.voucher_id,
      case when m.slip_id is not null then 'cash' when v.by_cheque then 'paid' when v.id is not null then 'sent'
        when m.kind is not null then m.kind when c.collection_type = 'bank_transfer' then 'transfer'
        when m.amount > 0 then 'cheque' else 'returned' end as kind,
      coalesce(m.collection_id, m.slip_id, m.voucher_id, m.balance_id) as source,
      case when m.kind = 'paid_back' then c.paid_back_no else coalesce(s.slip_no, i.cheque_no, v.voucher_no, c.cheque_no, c.cr_no) end
        as reference,
      coalesce(i.payee_name, v.pay_to, cu.name, b.remarks) as party
    from moved m
    left join public.bank_balances b on b.project_id = p_project and b.id = m.balance_id
    left join public.collections c on c.project_id = p_project and c.id = m.collection_id
    left join public.customers cu on cu.project_id = p_project and cu.id = c.customer_id
    left join public.deposit_slips s on s.project_id = p_project and s.id = m.slip_id
    left join private.voucher_labels(p_project, array(select x.voucher_id from moved x)) v on v.id = m.voucher_id
    left join public.issued_cheques i on i.project_id = p_project and i.voucher_id = m.voucher_id
      and i.state = 'cleared' and i.cleared_on = m.on_date
  ), counted as (
    select n.*, k.row_key, sum(n.amount) over (order by k.row_key) as should_be
    from named n
    cross join lateral (select concat_ws(' ', to_char(n.on_date, 'YYYY-MM-DD'), n.kind, n.source) collate "C" as row_key) k
  ), chosen as (
    select c.*, count(*) over () as movements, coalesce(sum(c.amount) filter (where c.amount > 0) over (), 0.00) as money_in,
      coalesce(-sum(c.amount) filter (where c.amount < 0) over (), 0.00) as money_out
    from counted c where (v_from is null or c.on_date >= v_from) and (v_to is null or c.on_date <= v_to)
  )
  select c.row_key, c.on_date, c.kind, c.amount, c.should_be, c.collection_id, c.slip_id, c.voucher_id, c.reference, c.party,
    c.movements, c.money_in, c.money_out
  from chosen c
  where (v_after is null or c.row_key < v_after collate "C") and (v_before is null or c.row_key > v_before collate "C")
  order by case when v_before is not null then c.row_key end, c.row_key desc limit v_limit;
end $$;
comment on function public.bank_ledger is
  'Lists the movements of an account, newest first, with the book balance after each one (should_be). The totals of all matching movements '
  'are on every row. p_filters: {from, to, limit, after, before (row_key)}. kind: transfer, cash, cheque (cleared), returned (after it had '
  'cleared), paid_back (to a customer), paid (a cheque of ours), sent (a voucher by transfer), opening, adjustment (to a statement; party: '
  'its remarks). Errors: 42501, 22023.';

create or replace function public.bank_statements(p_project uuid, p_bank uuid)
returns table (on_date date, balance numeric, should_be numeric, remarks text, entered_by text, entered_at timestamptz)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'treasury.position');
  return query
  select b.on_date, b.balance, private.bank_balance(p_project, p_bank, b.on_date), b.remarks,
    (select p.display_name from public.profiles p where p.user_id = b.created_by), b.created_at
  from (select distinct on (x.on_date) x.* from public.bank_balances x
    where x.project_id = p_project and x.bank_id = p_bank order by x.on_date desc, x.id desc limit 12) b
  order by b.on_date desc;
end $$;
comment on function public.bank_statements is
  'Lists the last twelve statement balances of an account; should_be: the book balance of that day. Errors: 42501.';

grant execute on function private.slip_cheques to authenticated;
