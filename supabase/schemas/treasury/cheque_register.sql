-- The register of received cheques. States follow from recorded events and never from a date alone.

create or replace function private.filtered_cheques(p_project uuid, p_tab text, p_filters jsonb, p_limit int)
returns table (collection_id uuid, on_date date)
language plpgsql stable set search_path = '' as $$
declare
  v_day text := case when p_tab in ('due', 'late', 'upcoming') then 'c.cheque_date' when p_tab = 'cleared' then 'c.cheque_cleared_on'
    else
      '(select max(e.on_date) from public.cheque_events e where e.project_id = c.project_id and e.collection_id = c.id and e.event = '
      'c.cheque_state)' end;
  v_sort text := coalesce(p_filters ->> 'sort', 'on');
  v_newest_first boolean := v_sort = '-on';
  v_reverse boolean := v_newest_first <> (p_filters ? 'before');
  v_beyond text := coalesce(p_filters ->> 'before', p_filters ->> 'after');
  -- Only given filters are in the query text, so that each list can use its index.
  v_where text := (select coalesce(string_agg(' and ' || x.condition, ''), '') from (values
    ('due', 'c.cheque_date <= $3'), ('late', 'c.cheque_date < $3'), ('upcoming', 'c.cheque_date > $3'),
    ('customer_id', 'c.customer_id = private.read_uuid($2, ''customer_id'')'),
    ('from', v_day || ' >= private.read_date($2, ''from'')'), ('to', v_day || ' <= private.read_date($2, ''to'')')) x (name, condition)
    where x.name = p_tab or p_filters ->> x.name is not null);
begin
  if ltrim(v_sort, '-') = 'on' and v_beyond ~ '^\d{4}-\d\d-\d\d [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}( |$)' then
    perform private.read_date(jsonb_build_object('after', left(v_beyond, 10)), 'after');
    v_where := v_where
      || format(' and (%s, c.id) %s (left($5, 10)::date, substr($5, 12, 36)::uuid)', v_day, case when v_reverse then '<=' else '>=' end);
  end if;
  return query execute
    'select c.id, ' || v_day || ' as day from public.collections c
     join public.customers u on u.project_id = c.project_id and u.id = c.customer_id
     where c.project_id = $1 and c.collection_type = ''cheque'' and c.approval_status = ''approved'' and c.cheque_state = '
    || quote_literal(case when v_day = 'c.cheque_date' then 'on_hand' else p_tab end) || v_where
    || case when v_reverse then ' order by day desc, c.id desc limit $4' else ' order by day, c.id limit $4' end
  using p_project, p_filters, private.business_date(p_project), p_limit, v_beyond;
end $$;
comment on function private.filtered_cheques is
  'Returns the approved cheques of a tab, by the date that counts there: due (on hand, may be deposited today), late (of those, the date '
  'has passed), upcoming, deposited, cleared, returned, replaced. p_filters: customer_id, from, to, sort, after and before of '
  'cheque_register, whose cheque is included again; p_limit, only for the sort on or -on: null = all.';

create or replace function public.cheque_totals(p_project uuid)
returns table (tab text, cheques bigint, amount numeric)
language plpgsql stable set search_path = '' as $$
declare v_today date := private.business_date(p_project);
begin
  perform private.authorize(p_project, 'collections.read');
  return query
  with states as (
    select c.cheque_state as state, sign(c.cheque_date - v_today) as day, count(*) as cheques, sum(c.amount) as amount
    from public.collections c
    where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved' group by 1, 2
  )
  select t.tab, coalesce(sum(s.cheques), 0)::bigint, coalesce(sum(s.amount), 0.00)
  from unnest('{due,late,upcoming,deposited,returned,cleared,replaced}'::text[]) with ordinality t (tab, position)
  left join states s on case t.tab when 'due' then s.state = 'on_hand' and s.day <= 0 when 'late' then s.state = 'on_hand' and s.day < 0
    when 'upcoming' then s.state = 'on_hand' and s.day > 0 else s.state = t.tab end
  group by t.tab, t.position order by t.position;
end $$;
comment on function public.cheque_totals is 'Returns number and total of the cheques under each tab of cheque_register. Errors: 42501.';

create or replace function public.cheque_register(p_project uuid, p_filters jsonb default '{}')
returns table (row_key text, collection_id uuid, version int, cr_no text, customer_id uuid, customer_name text,
  cheque_bank text, cheque_no text,
  cheque_date date, amount numeric, cheque_state text, date_collected date, on_date date, deposited_on date, slip_no text,
  deposit_bank text, reason text,
  booking_id uuid, so_no text, invoice_no text, applied numeric, held_by text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_tab text := coalesce(p_filters ->> 'tab', 'due');
  v_search text := private.read_text(p_filters, 'search');
  v_order text := private.read_order(p_filters, '{on,cheque,customer,amount}');
  v_by text := ltrim(v_order, '-');
  v_reverse boolean := (v_order like '-%') <> (p_filters ? 'before');
  v_beyond text := coalesce(p_filters ->> 'before', p_filters ->> 'after');
  v_limit int := private.read_int(p_filters, 'limit');
begin
  perform private.authorize(p_project, 'collections.read');
  if v_tab not in ('due', 'late', 'upcoming', 'deposited', 'returned', 'cleared',
    'replaced') then perform private.invalid('tab', 'Choose a list.');
  end if;
  perform private.read_uuid(p_filters, 'customer_id'), private.read_date(p_filters, 'from'), private.read_date(p_filters, 'to');
  return query
  select k.row_key, c.id, c.version, c.cr_no, c.customer_id, cu.name, c.cheque_bank, c.cheque_no, c.cheque_date, c.amount, c.cheque_state,
    c.date_collected, f.on_date, d.on_date, d.slip_no, d.bank, r.reason, p.booking_id, p.so_no, b.invoice_no, p.applied,
    case when c.cheque_state = 'on_hand' and c.collector_id is not null and c.remittance_id is null then coalesce(h.display_name, '–') end
  -- Each cheque has at least one row, except perhaps the one where the last page ended; the search text may match any of its rows.
  from private.filtered_cheques(p_project, v_tab, p_filters, case when v_search is null and v_by = 'on' then v_limit + 1 end) f
  join public.collections c on c.project_id = p_project and c.id = f.collection_id
  join public.customers cu on cu.project_id = p_project and cu.id = c.customer_id
  left join public.profiles h on h.user_id = c.collector_id
  left join lateral (select e.on_date, s.slip_no, concat_ws(' ', n.bank, n.account_no) as bank
    from public.cheque_events e
    join public.deposit_slips s on s.project_id = p_project and s.id = e.slip_id
    left join public.banks n on n.project_id = p_project and n.id = s.bank_id
    where e.project_id = p_project and e.collection_id = c.id order by e.id desc limit 1) d on true
  left join lateral (select e.reason from public.cheque_events e
    where e.project_id = p_project and e.collection_id = c.id and e.event = 'returned' order by e.id desc limit 1) r on true
  -- A cleared cheque has one row per invoice that it paid; its unapplied amount has a row of its own.
  left join lateral (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as applied
    from public.collection_allocations a where v_tab = 'cleared' and a.project_id = p_project and a.collection_id = c.id
    group by a.booking_id having sum(a.amount) > 0) p on true
  left join public.bookings b on b.project_id = p_project and b.id = p.booking_id
  cross join lateral (select concat_ws(' ',
    case v_by when 'on' then to_char(f.on_date, 'YYYY-MM-DD') when 'amount' then to_char(c.amount, 'FM000000000000.00')
    -- The shorter of two names that begin alike is the first.
    else private.sort_key(case v_by when 'cheque' then c.cheque_no else cu.name end) || E'\x01' end, c.id,
      p.booking_id) collate "C" as row_key) k
  where (v_search is null
      or private.search_text(concat_ws(E'\n', c.cheque_no, c.cheque_bank, c.cr_no, cu.name, cu.store_name, p.so_no, b.invoice_no))
      like '%' || private.sought_text(v_search) || '%')
    and (v_beyond is null or case when v_reverse then k.row_key < v_beyond collate "C" else k.row_key > v_beyond collate "C" end)
  order by case when not v_reverse then k.row_key end, case when v_reverse then k.row_key end desc limit v_limit;
end $$;
comment on function public.cheque_register is
  'Lists received cheques by tab. held_by: the collector who has not remitted it yet (null = at the office). p_filters: {tab: due | late | '
  'upcoming | deposited | returned | cleared (per invoice) | replaced, search, customer_id, from, to (of on_date), sort (on, cheque, '
  'customer, amount; a minus before it for descending), limit, after or before (row_key of the last row seen; before reads backwards)}. '
  'Errors: 42501, 22023.';

grant execute on function private.filtered_cheques to authenticated;
