-- Report of customers' receipts: receipts one by one, in groups, their total, and CR numbers to check.

create or replace function private.collection_pivot(p_project uuid, p_filters jsonb) returns text
language sql stable set search_path = '' as $$
  select private.pivot_statement(p_project, p_filters, 'report_collection', 'reports.collection', array[
      ['agent', 'l.agent_id', 'agent', '', 'No agent'], ['month', 'l.month', 'month', '', 'No month'],
      ['manager', 'l.manager_id', 'manager', '', 'No manager'], ['customer', 'l.customer_id', 'customer', '', 'No customer'],
      ['type', 'l.collection_type', 'text', 'l.paid_by', 'No payment type'], ['bank', 'l.bank', 'text', 'l.bank', 'No bank']],
    array[['collected', 'coalesce(sum(l.amount), 0.00)', ''],
      ['returned', $k$coalesce(sum(l.amount) filter (where l.figure = 'returned'), 0.00)$k$, ''],
      ['pending', $k$coalesce(sum(l.amount_apart) filter (where l.apart = 'pending'), 0.00)$k$, ''],
      ['receipts', 'coalesce(sum(l.receipts), 0)', '']],
    $lines$select l.*, to_char(l.on_date, 'YYYY-MM') as month, m.manager_id, t.name as paid_by,
      case l.act when 'paid_back' then coalesce(b.bank, 'Cash on hand') else coalesce(c.cheque_bank, k.bank) end as bank
    from private.collection_lines($1, $2) l
    left join private.payment_types() t on t.type = l.collection_type
    left join public.memberships m on m.project_id = $1 and m.user_id = l.agent_id
    left join public.collections c on c.project_id = $1 and c.id = l.collection_id
    left join public.banks k on k.project_id = $1 and k.id = c.bank_id
    left join public.banks b on b.project_id = $1 and b.id = c.paid_back_bank_id$lines$,
    'select k.level, k.row_key, null, null::uuid, null::date, null::uuid, null, null, null::uuid, null, null::numeric, null::bigint,
      null::bigint, k.figures from pivot k')
$$;
comment on function private.collection_pivot is
  'Returns the statement of the pivot of report_collection (private.pivot_statement). Errors: 42501, 22023.';
grant execute on function private.collection_pivot to authenticated;

create or replace function public.report_collection(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, kind text, collection_id uuid, on_date date, customer_id uuid, customer_name text,
  store_name text, agent_id uuid, agent_name text, collected numeric, listed bigint, receipts bigint, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'receipt');
  v_for text := nullif(p_filters ->> 'for', '');
  v_filters jsonb := private.without_keys(p_filters, 'with_total', case p_filters ->> 'sort' when 'date' then 'sort' else '' end);
  v_listed boolean := v_level in ('receipt', 'grouped', 'grouped_drr');
  v_more text := $k$'{}'::jsonb$k$;
  -- Names are only read where rows are sorted by them.
  v_agents text := case when v_level in ('agent', 'grouped') then 'left join public.profiles w on w.user_id = l.agent_id'
    else 'cross join (select null::text as display_name, null::text as sort_key) w' end;
  v_customers text := case when v_level = 'customer' or (v_level = 'receipt' and p_filters ->> 'sort' = 'customer')
    then 'left join public.customers u on u.project_id = $1 and u.id = l.customer_id'
    else 'cross join (select null::text as sort_key, null::text as name, null::text as store_name) u' end;
begin
  if v_level = 'numbers' or 'pivot' in (v_level, case v_level when 'total' then v_for end) then
    return query execute case when v_level <> 'numbers' then private.collection_pivot(p_project, p_filters)
      else private.report_statement(p_project, private.without_keys(p_filters, 'sort', 'with_total'), 'report_collection',
        'reports.collection', array[['numbers', 'numbers', 'number_key', 's.number_key', 'line']], '{}', $lines$
      select n.*, concat_ws(E'\x1f', n.series, to_char(n.serial, 'FM0000000000000000'), n.kind, n.first_no) as number_key
      from private.receipt_numbers($1, private.read_date($2, 'from'), private.read_date($2, 'to')) n$lines$, 'count(*)', $row$
      select 'numbers', k.row_key, n.kind, c.id, n.on_date, c.customer_id, u.name, u.store_name, c.agent_id, w.display_name,
        null::numeric, null::bigint, null::bigint, (select to_jsonb(f) from (select n.first_no as cr_no, n.first_no, n.last_no, n.before_no,
          n.after_no, n.reason, n.numbers, case n.kind when 'missing' then n.numbers else 0 end as missing, c.approval_status,
          (n.kind = 'duplicate')::int as duplicates, c.date_collected, c.cr_date, c.drr_no, c.drr_date, c.collection_type) f)
      from page k join lines n on n.number_key = k.number_key
      left join public.collections c on c.project_id = $1 and c.id = n.collection_id
      left join public.customers u on u.project_id = $1 and u.id = c.customer_id
      left join public.profiles w on w.user_id = c.agent_id$row$) end
    using p_project, p_filters;
    return;
  elsif v_level = 'total' then
    v_more := $k$(select to_jsonb(n) from (select coalesce(sum(n.numbers) filter (where n.kind <> 'booklet'), 0) as numbers,
        coalesce(sum(n.numbers) filter (where n.kind = 'missing'), 0) as missing,
        count(*) filter (where n.kind = 'duplicate') as duplicates, count(*) as number_rows
      from private.receipt_numbers($1, private.read_date($2, 'from'), private.read_date($2, 'to')) n) n) || $k$
      || private.counted_groups(p_filters, array[['day', 'on_date'], ['month', 'month'], ['agent', 'agent_id'],
        ['customer', 'customer_id'], ['drr', 'drr_key'], ['type', 'collection_type']]);
  end if;
  return query execute private.report_statement(p_project, v_filters, 'report_collection', 'reports.collection', array[
      ['receipt', 'receipt', 'on_date, line_key, collection_id, act', 's.on_date, s.line_key', 'line'],
      ['grouped', 'agent', 'agent_key, agent_id', 's.agent_key, s.agent_id', 'true'], ['grouped', 'agent_day',
        'agent_key, agent_id, on_date', 's.on_date', 'true'], ['grouped', 'receipt',
        'agent_key, agent_id, on_date, line_key, collection_id, act', 's.line_key', 'line'], ['grouped_drr', 'drr', 'drr_key',
        's.drr_key', 'true'], ['grouped_drr', 'receipt', 'drr_key, on_date, line_key, collection_id, act', 's.on_date, s.line_key', 'line'],
      ['agent', 'agent', 'agent_key, agent_id', 's.agent_key, s.agent_id', ''], ['customer', 'customer', 'customer_key, customer_id',
        's.customer_key, s.customer_id', ''], ['day', 'day', 'on_date', 's.on_date', ''], ['month', 'month', 'month', 's.month', ''],
      ['drr', 'drr', 'drr_key', 's.drr_key', ''], ['type', 'type', 'place, collection_type', 's.place', ''],
      ['total', 'total', '', $k$''$k$, '']],
    array[['cr_no', 'by', $k$case when s.line_key is null then '' else to_char(length(s.cr_no), 'FM00') || s.line_key end$k$],
      ['customer', 'by', $k$case when s.line_key is null then '' else concat_ws(E'\x1f', s.sort_key, s.line_key) end$k$],
      ['amount', 'by', $k$case when s.line_key is null then to_char(1e14 - s.collected, 'FM000000000000000.00')
        else to_char(1e14 - s.sort_amount, 'FM000000000000000.00') || s.line_key end$k$]],
    format($lines$select l.*, w.display_name as agent_name, coalesce(w.sort_key, 'former agent') as agent_key,
        u.sort_key as customer_key, u.name as customer_name, u.store_name, t.name as paid_by, t.position::text as place,
        to_char(l.on_date, 'YYYY-MM') as month, coalesce('0' || l.drr_no, '1') as drr_key,
        concat_ws(E'\x1f', l.cr_no, case l.act when 'receipt' then '0' else l.act end, l.on_date, l.collection_id) as line_key
      from private.collection_lines($1, %L) l
      left join private.payment_types() t on t.type = l.collection_type %s %s$lines$,
      private.collection_page_filters(p_project, p_filters, v_level), v_agents, v_customers),
    format($sums$min:agent_name, min(l.customer_key) as sort_key, min:customer_name, min:store_name, min:paid_by, min:cr_no, min:drr_date,
      sum(case l.act when 'receipt' then l.amount_apart else l.amount end) as sort_amount, avg(l.days_to_clear) as days_to_clear,
      coalesce(sum(l.amount), 0.00) as collected, pieces:listed, pieces:receipts, %s as sums,
      %s as more$sums$, private.collection_figures(), v_more),
    format($row$
    select k.level, k.row_key, d.kind, k.collection_id, k.on_date, coalesce(k.customer_id, d.customer_id),
      coalesce(d.customer_name, k.customer_name), coalesce(d.store_name, k.store_name), coalesce(k.agent_id, d.agent_id),
      coalesce(d.agent_name, case when k.agent_id is not null then coalesce(k.agent_name, 'Former agent') end),
      k.collected, k.listed, k.receipts, coalesce(d.details, '{}') || k.sums || k.more || jsonb_build_object('days_to_clear',
        case when %L then round(k.days_to_clear, case when k.collection_id is null then 1 else 0 end) end)
      || case k.part when 'month' then jsonb_build_object('month', k.month)
        when 'type' then jsonb_build_object('collection_type', k.collection_type, 'paid_by', k.paid_by)
        when 'drr' then jsonb_build_object('drr_no', nullif(substr(k.drr_key, 2), ''), 'drr_date', k.drr_date) else '{}' end
    from page k
    left join private.collection_details($1, (select jsonb_agg(p) from page p where %L)) d on d.row_key = k.row_key$row$,
      v_level <> 'total' or coalesce(v_for, 'day') not in ('grouped', 'grouped_drr', 'receipt', 'numbers'), v_listed))
  using p_project, p_filters;
end $$;
comment on function public.report_collection is
  'Report of customers'' receipts, page by page, with the figures of the receivables ledger. Filters and figures: '
  'docs/report-filters.md. Errors: 42501, 22023.';
