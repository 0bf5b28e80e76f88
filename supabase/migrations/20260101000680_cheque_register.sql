-- The register of received cheques: a treasurer's questions, answered from what was done and never from a date alone.

create function private.found_cheques(p_project uuid)
returns table (tab text, collection_id uuid, on_date date)
language sql stable security invoker set search_path = '' as $$
  select t.tab, c.id, case c.cheque_state
      when 'on_hand' then c.cheque_date when 'cleared' then c.cheque_cleared_on
      else (select max(e.on_date) from public.cheque_events e where e.project_id = c.project_id and e.collection_id = c.id and e.event = c.cheque_state) end
  from public.collections c
  cross join (select private.business_date(p_project) as today) d
  cross join lateral (
    select c.cheque_state as tab where c.cheque_state <> 'on_hand'
    union all select 'due' where c.cheque_state = 'on_hand' and c.cheque_date <= d.today
    union all select 'late' where c.cheque_state = 'on_hand' and c.cheque_date < d.today
    union all select 'upcoming' where c.cheque_state = 'on_hand' and c.cheque_date > d.today) t
  where c.project_id = p_project and c.collection_type = 'cheque' and c.approval_status = 'approved'
$$;
comment on function private.found_cheques is
  'Each approved cheque under its tabs, with the date that matters there: due (on hand, may be deposited today), late (of those, the date has passed), upcoming, deposited, cleared, returned, replaced.';

create function public.cheque_totals(p_project uuid)
returns table (tab text, cheques bigint, amount numeric)
language plpgsql stable security invoker set search_path = '' as $$
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  return query
  select t.tab, count(c.id), coalesce(sum(c.amount), 0.00)
  from unnest('{due,late,upcoming,deposited,returned,cleared,replaced}'::text[]) with ordinality t (tab, position)
  left join (private.found_cheques(p_project) f
    join public.collections c on c.project_id = p_project and c.id = f.collection_id) on f.tab = t.tab
  group by t.tab, t.position order by t.position;
end $$;
comment on function public.cheque_totals is 'Number and sum of the cheques under each tab of cheque_register. Errors: 42501.';

create function public.cheque_register(p_project uuid, p_filters jsonb default '{}')
returns table (row_key text, collection_id uuid, version int, cr_no text, customer_id uuid, customer_name text, cheque_bank text, cheque_no text,
  cheque_date date, amount numeric, cheque_state text, date_collected date, on_date date, deposited_on date, slip_no text, deposit_bank text, reason text,
  booking_id uuid, so_no text, invoice_no text, applied numeric, held_by text)
language plpgsql stable security invoker set search_path = '' as $$
#variable_conflict use_column
declare
  v_tab text := coalesce(p_filters ->> 'tab', 'due');
  v_search text := private.text_of(p_filters, 'search');
  v_customer uuid := private.uuid_of(p_filters, 'customer_id');
  v_from date := private.date_of(p_filters, 'from');
  v_to date := private.date_of(p_filters, 'to');
  v_after text := p_filters ->> 'after';
  v_limit int := private.int_of(p_filters, 'limit');
begin
  if private.scope_of(p_project, 'collections.read') is null then perform private.forbid(); end if;
  if v_tab not in ('due', 'late', 'upcoming', 'deposited', 'returned', 'cleared', 'replaced') then perform private.invalid('tab', 'Choose a list.'); end if;
  return query
  select k.row_key, c.id, c.version, c.cr_no, c.customer_id, cu.name, c.cheque_bank, c.cheque_no, c.cheque_date, c.amount, c.cheque_state,
    c.date_collected, f.on_date, d.on_date, d.slip_no, d.bank, r.reason, p.booking_id, p.so_no, b.invoice_no, p.applied,
    case when c.cheque_state = 'on_hand' and c.collector_id is not null and c.remittance_id is null then coalesce(h.display_name, '–') end
  from private.found_cheques(p_project) f
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
  -- Cleared money is shown per invoice that it paid; what paid none stands on a row of its own.
  left join lateral (select a.booking_id, min(a.so_no) as so_no, sum(a.amount) as applied
    from public.collection_allocations a where v_tab = 'cleared' and a.project_id = p_project and a.collection_id = c.id
    group by a.booking_id having sum(a.amount) > 0) p on true
  left join public.bookings b on b.project_id = p_project and b.id = p.booking_id
  cross join lateral (select concat_ws(' ', to_char(f.on_date, 'YYYY-MM-DD'), c.id, p.booking_id) collate "C" as row_key) k
  where f.tab = v_tab
    and (v_customer is null or c.customer_id = v_customer)
    and (v_from is null or f.on_date >= v_from) and (v_to is null or f.on_date <= v_to)
    and (v_search is null or concat_ws(E'\n', c.cheque_no, c.cheque_bank, c.cr_no, cu.name, cu.store_name, p.so_no, b.invoice_no)
      ilike '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%')
    and (v_after is null or k.row_key > v_after collate "C")
  order by k.row_key limit v_limit;
end $$;
comment on function public.cheque_register is
  'Received cheques by question; held_by: the collector who has not handed it in yet (null = at the office). p_filters: {tab: due | late | upcoming | deposited | returned | cleared (per invoice) | replaced, search, customer_id, from, to (of on_date), limit, after (row_key of the last row seen)}. Errors: 42501, 22023.';

grant execute on function private.found_cheques(uuid), public.cheque_totals(uuid), public.cheque_register(uuid, jsonb) to authenticated;
grant execute on function private.text_of(jsonb, text, boolean, text, int) to authenticated;
