-- Remittances: a collector hands in receipts from the field; finance counts and receives them (DRR).
-- See docs/domain.md, Cash, deposits, bank.

-- ---------------------------------------------------------------------------------------------
-- Unremitted receipts
-- ---------------------------------------------------------------------------------------------

create or replace function private.to_remit(p_project uuid) returns setof public.collections
language plpgsql stable set search_path = '' as $$
declare v_scope text := private.scope_of(p_project, 'collections.read');
begin
  if v_scope is null then perform private.forbid(); end if;
  return query
  select c.* from public.collections c
  where c.project_id = p_project and c.collector_id is not null and c.remittance_id is null and c.approval_status <> 'cancelled'
    -- A replaced cheque went back to the customer.
    and c.cheque_state is distinct from 'replaced'
    and (v_scope = 'all' or c.collector_id = auth.uid() or (v_scope = 'team' and c.collector_id = any (private.my_agents())));
end $$;
comment on function private.to_remit is
  'Returns receipts taken in the field and not remitted yet, approved or not: of all collectors, of the caller, or of the agents under the '
  'caller.';

create or replace function public.unremitted(p_project uuid)
returns table (collector_id uuid, collector_name text, cash numeric, cheques numeric, receipts bigint, oldest_on date)
language sql stable set search_path = '' as $$
  select c.collector_id, coalesce(max(f.display_name), '–'), coalesce(sum(c.amount) filter (where c.collection_type = 'cash'), 0.00),
    coalesce(sum(c.amount) filter (where c.cheque_state = 'on_hand'), 0.00), count(distinct c.receipt_id), min(c.date_collected)
  from private.to_remit(p_project) c left join public.profiles f on f.user_id = c.collector_id
  group by c.collector_id order by min(c.date_collected), c.collector_id
$$;
comment on function public.unremitted is
  'Unremitted collections of each collector: cash, cheques on hand, number of receipts (including transfers and withholding, whose papers '
  'are due), and the oldest day. The oldest first. Field users see their own, Managers those of their agents. Errors: 42501.';

create or replace function public.unremitted_receipts(p_project uuid, p_collector uuid)
returns table (collection_id uuid, receipt_id uuid, date_collected date, cr_no text, customer_id uuid, customer_name text,
  collection_type text, amount numeric,
  approval_status text, cheque_bank text, cheque_no text, cheque_date date, cheque_state text, drr_no text)
language sql stable set search_path = '' as $$
  select c.id, c.receipt_id, c.date_collected, c.cr_no, c.customer_id, coalesce(cu.name, '–'), c.collection_type, c.amount,
    c.approval_status, c.cheque_bank, c.cheque_no, c.cheque_date, c.cheque_state, c.drr_no
  from (select r.*, dense_rank() over (order by r.date_collected, r.receipt_id) as place
    from private.to_remit(p_project) r where r.collector_id = p_collector) c
  left join public.customers cu on cu.project_id = c.project_id and cu.id = c.customer_id
  where c.place <= 500 order by c.place, c.part_no
$$;
comment on function public.unremitted_receipts is
  'Lists the parts of receipts that a collector has to remit, the oldest receipt first, at most 500 receipts, which is the limit of one '
  'remittance. Errors: 42501.';

-- ---------------------------------------------------------------------------------------------
-- Commands
-- ---------------------------------------------------------------------------------------------

create or replace function private.lock_receipts_to_remit(p_project uuid, p_remittance jsonb, p_collector uuid, p_label text)
returns uuid[]
language plpgsql set search_path = '' as $$
declare
  v_ids uuid[] := private.read_uuids(p_remittance, 'collection_ids');
  v_receipt public.collections;
begin
  if v_ids = '{}' then perform private.invalid('collection_ids', 'Select the receipts to remit.'); end if;
  -- A receipt is handed in whole, except for a cheque that went back to the customer.
  v_ids := array(select x from unnest(v_ids) x
    union select c.id from public.collections r
    join public.collections c on c.project_id = r.project_id and c.receipt_id = r.receipt_id and c.cheque_state is distinct from 'replaced'
    where r.project_id = p_project and r.id = any (v_ids));
  perform private.lock_receipts(p_project, v_ids);
  if (select count(*) from public.collections c
    where c.project_id = p_project and c.id = any (v_ids) and c.collector_id = p_collector) <> cardinality(v_ids) then
    perform private.invalid('collection_ids', 'Choose receipts collected by this collector.');
  end if;
  select * into v_receipt from public.collections c where c.project_id = p_project and c.id = any (v_ids)
    and (c.remittance_id is not null or c.approval_status = 'cancelled' or c.cheque_state = 'replaced')
      order by c.date_collected, c.id limit 1;
  if found then
    perform private.refuse('wrong_state', case
      when v_receipt.remittance_id is not null then format('Receipt %s is already on %s %s.', v_receipt.cr_no, p_label, v_receipt.drr_no)
      when v_receipt.approval_status = 'cancelled' then format('Receipt %s is cancelled.', v_receipt.cr_no)
      else format('The cheque of receipt %s is replaced.', v_receipt.cr_no) end, 'collection_ids');
  end if;
  return v_ids;
end $$;
comment on function private.lock_receipts_to_remit is
  'Reads which receipts a collector hands in, locks them with all their parts, and returns their ids. p_label names a remittance. Errors: '
  'wrong_state, 22023 collection_ids.';

create or replace function private.count_remittance(p_project uuid, p_remittance jsonb, p_ids uuid[], out receipts int, out last date,
  out cash numeric, out cheques numeric, out others numeric, out counted numeric, out coins numeric[], out pieces int[], out reason text)
language plpgsql stable set search_path = '' as $$
declare v_cash jsonb := private.read_list(p_remittance, 'denominations', 50);
begin
  select count(distinct c.receipt_id), max(c.date_collected),
    coalesce(sum(c.amount) filter (where c.collection_type = 'cash'), 0.00),
    coalesce(sum(c.amount) filter (where c.collection_type = 'cheque'), 0.00),
    coalesce(sum(c.amount) filter (where c.collection_type not in ('cash', 'cheque')), 0.00)
  into receipts, last, cash, cheques, others from public.collections c where c.project_id = p_project and c.id = any (p_ids);
  select coalesce(sum(d.value * d.pieces), 0.00), array_agg(d.value), array_agg(d.pieces) into counted, coins, pieces
  from (select private.read_money(e.value, 'value', true, e.path) as value,
      sum(coalesce(private.read_int(e.value, 'count', false, e.path, 10000000), 0)) as pieces
    from private.items_of(v_cash, 'denominations') e group by 1) d
  where d.value > 0 and d.pieces > 0;
  perform private.limit_amount(counted, 'denominations'), private.limit_amount(greatest(cash, cheques, others), 'collection_ids');
  reason := private.read_text(p_remittance, 'variance_reason', p_max => 400);
  if counted = cash then
    reason := null;
  elsif reason is null then
    perform private.invalid('variance_reason', format('The cash is %s %s: enter a reason.', private.money_text(abs(counted - cash)),
      case when counted < cash then 'short' else 'over' end));
  end if;
end $$;
comment on function private.count_remittance is
  'Reads the cash count of a remittance, [{value, count}], and compares it with its receipts: their number and last day, what they come '
  'to, the cash counted, and the reason of a variance, which a variance needs (22023 variance_reason).';

create or replace function private.receive_remittance(p_project uuid, p_remittance jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_collector uuid := private.read_uuid(p_remittance, 'collector_id', true);
  v_no text := private.read_text(p_remittance, 'drr_no', true, p_max => 40);
  v_label text := private.project_setting(p_project, 'drr_label') #>> '{}';
  v_ids uuid[];
  v_date date;
  v_sum record;
  v public.remittances;
begin
  if v_collector = auth.uid() and not private.works_alone(p_project) then
    perform private.refuse('maker_checker', 'Another user must receive your remittance.');
  end if;
  v_ids := private.lock_receipts_to_remit(p_project, p_remittance, v_collector, v_label);
  v_date := private.posting_date(p_project, private.read_date(p_remittance, 'remitted_on'), 'remitted_on');
  v_sum := private.count_remittance(p_project, p_remittance, v_ids);
  if v_date < v_sum.last then
    perform private.invalid('remitted_on',
      format('Enter a date on or after %s, the date of the last receipt.', to_char(v_sum.last, 'MM/DD/YYYY')));
  end if;

  perform private.lock_number(p_project, 'remittance', v_no);
  if exists (select from private.same_numbers(p_project, 'remittance', v_no) n
      join public.remittances r on r.project_id = p_project and r.id = n.id where r.status = 'received') then
    perform private.refuse_duplicate('drr_no', format('%s %s is already received.', v_label, v_no));
  end if;
  insert into public.remittances (project_id, drr_no, collector_id, remitted_on, receipts, cash_expected, cash_counted, cheques, others,
    variance_reason, remarks)
  values (p_project, v_no, v_collector, v_date, v_sum.receipts, v_sum.cash, v_sum.counted, v_sum.cheques, v_sum.others, v_sum.reason,
    private.read_text(p_remittance, 'remarks', p_max => 400))
  returning * into v;
  insert into public.remittance_receipts (project_id, remittance_id, collection_id) select p_project, v.id, x from unnest(v_ids) x;
  insert into public.remittance_cash (project_id, remittance_id, value, pieces)
  select p_project, v.id, c.value, c.pieces from unnest(v_sum.coins, v_sum.pieces) c (value, pieces);
  update public.collections set remittance_id = v.id, drr_no = v_no, drr_date = v_date where project_id = p_project and id = any (v_ids);
  perform private.post_money(p_project, v_ids, 'remittance', v_date);
  perform private.post_in_place(p_project, null, v.variance, 'variance', v_date, p_remittance => v.id);
  return jsonb_build_object('id', v.id, 'version', v.version, 'drr_no', v.drr_no, 'cash_expected', v.cash_expected::text,
    'cash_counted', v.cash_counted::text, 'variance', v.variance::text);
end $$;
select private.expose('receive_remittance');
comment on function public.receive_remittance is
  'Receives the remittance of a collector, and stamps number and date on its receipts. p_remittance: {collector_id, drr_no (unique among '
  'those received), remitted_on (default today, not before the receipts), collection_ids: [receipts of this collector, on no other '
  'received remittance; any part stands for its whole receipt], denominations: [{value, count}] of the cash, variance_reason (required '
  'when the cash counted differs from the cash receipts), remarks}. Answers id, version, drr_no, cash_expected, cash_counted, variance. '
  'Errors: 42501, wrong_state, maker_checker (one''s own), not_in_future, period_closed, 23505 drr_no, 22023 per field.';

create or replace function private.cancel_remittance(p_project uuid, p_remittance uuid, p_version int, p_reason text,
  p_date date default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'treasury.write');
  v_reason text := private.read_reason(p_reason);
  v_date date;
  v_ids uuid[];
  v public.remittances;
begin
  select * into v from public.remittances r where r.project_id = p_project and r.id = p_remittance for no key update;
  perform private.check_version(v.version, p_version);
  if v.status <> 'received' then perform private.refuse('wrong_state', format('%s is already cancelled.', v.drr_no)); end if;
  v_ids := array(select c.id
    from public.collections c where c.project_id = p_project and c.remittance_id = p_remittance order by c.id for no key update);
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v.remitted_on then perform private.invalid('date', format('%s has a later date.', v.drr_no)); end if;
  perform private.expect_after_receipt(p_project, v_ids, v_date, 'date', 'a receipt of this remittance');
  update public.collections set remittance_id = null, drr_no = null, drr_date = null
  where project_id = p_project and remittance_id = p_remittance;
  update public.remittances set status = 'cancelled', cancel_reason = v_reason, cancelled_by = auth.uid(), cancelled_at = now(),
    opposite_on = private.opposite_day(p_project, remitted_on, v_date)
  where project_id = p_project and id = p_remittance returning * into v;
  -- The variance comes first: what was short is there again before the receipts go back to the collector.
  perform private.post_in_place(p_project, null, -v.variance, 'cancellation', v_date, p_remittance => v.id);
  perform private.post_money(p_project, v_ids, 'cancellation', v_date);
  return jsonb_build_object('id', v.id, 'version', v.version);
end $$;
select private.expose('cancel_remittance');
comment on function public.cancel_remittance is
  'Cancels a remittance with a reason: its receipts are unremitted again, without number, from p_date on (default today, not before the '
  'remittance and what moved its receipts last); the number may be used again. Refused once its cash is deposited. Errors: 42501, P0002, '
  'stale_version, wrong_state, cash_exceeded, not_in_future, period_closed, 22023.';

-- ---------------------------------------------------------------------------------------------
-- The list
-- ---------------------------------------------------------------------------------------------

create or replace function private.filtered_remittances(p_project uuid, p_filters jsonb) returns setof public.remittances
language plpgsql stable set search_path = '' as $$
declare
  v_search text := private.search_text(private.read_text(p_filters, 'search'));
  v_collector uuid := private.read_uuid(p_filters, 'collector_id');
  v_from date := private.read_date(p_filters, 'from');
  v_to date := private.read_date(p_filters, 'to');
begin
  perform private.authorize(p_project, 'collections.read');
  return query
  select r.* from public.remittances r
  where r.project_id = p_project
    and (v_collector is null or r.collector_id = v_collector)
    and (p_filters ->> 'status' is null or r.status = p_filters ->> 'status')
    and (v_from is null or r.remitted_on >= v_from) and (v_to is null or r.remitted_on <= v_to)
    and (p_filters ->> 'variance' is distinct from 'true' or r.variance <> 0)
    and (v_search is null or position(v_search in private.search_text(r.drr_no)) > 0
      or exists (select from public.remittance_receipts x
        join public.collections c on c.project_id = x.project_id and c.id = x.collection_id
        where x.project_id = p_project and x.remittance_id = r.id
          and position(v_search in private.search_text(concat_ws(E'\n', c.cr_no, c.cheque_no))) > 0));
end $$;
comment on function private.filtered_remittances is
  'Returns the remittances that match the filters: {search (number, or CR or cheque no. on it), collector_id, status, from, to, variance '
  '(only with one)}.';

create or replace function public.remittance_totals(p_project uuid, p_filters jsonb default '{}')
returns table (remittances bigint, cancelled bigint, cash_expected numeric, cash_counted numeric, variance numeric,
  cheques numeric, others numeric)
language sql stable set search_path = '' as $$
  select count(*), count(*) filter (where r.status = 'cancelled'),
    coalesce(sum(c.cash_expected), 0.00), coalesce(sum(c.cash_counted), 0.00), coalesce(sum(c.variance), 0.00),
    coalesce(sum(c.cheques), 0.00), coalesce(sum(c.others), 0.00)
  from private.filtered_remittances(p_project, p_filters) r
  left join lateral (select r.* where r.status = 'received') c on true
$$;
comment on function public.remittance_totals is
  'Sums of the remittances that match the filters: number, number of cancelled ones, and the amounts of the others. p_filters: {search, '
  'collector_id, status, from, to, variance}. Rows are those that the caller may read. Errors: 42501, 22023.';

create or replace function public.remittance_list(p_project uuid, p_filters jsonb default '{}')
returns table (id uuid, sort_key text, remitted_on date, drr_no text, collector_id uuid, collector_name text,
  receipts int, cash_expected numeric,
  cash_counted numeric, variance numeric, cheques numeric, others numeric, status text)
language plpgsql stable set search_path = '' as $$
declare
  v_page record := private.read_page(p_filters, '{-on,on,no,collector,counted}');
begin
  return query
  select r.id, k.n || '~' || k.t, r.remitted_on, r.drr_no, r.collector_id, c.name, r.receipts, r.cash_expected, r.cash_counted,
    r.variance, r.cheques, r.others, r.status
  from private.filtered_remittances(p_project, p_filters) r
  left join public.profiles f on f.user_id = r.collector_id
  cross join lateral (select coalesce(f.display_name, '–') as name) c
  cross join lateral (
    select case v_page.sorted_by when 'on' then r.remitted_on - date '2000-01-01' when 'counted' then r.cash_counted else 0 end as n,
      case v_page.sorted_by when 'no' then r.drr_no when 'collector' then private.sort_key(c.name) else '' end as t) k
  where v_page.id is null or r.id <> v_page.id and ((k.n, k.t, r.id) > (v_page.n, v_page.t, v_page.id)) = (v_page.direction > 0)
  order by row_number() over (order by k.n, k.t, r.id) * v_page.direction
  limit least(coalesce(private.read_int(p_filters, 'limit'), 51), 1000);
end $$;
comment on function public.remittance_list is
  'A page of remittances. p_filters: those of remittance_totals; sort on, no, collector or counted, with a minus before it for descending '
  '(the default is -on, newest first); limit; after or before: {n, t, id}, where a row''s sort_key is "n~t". With before the rows come '
  'last first. Errors: 42501, 22023.';

grant execute on function private.to_remit, private.filtered_remittances to authenticated;
