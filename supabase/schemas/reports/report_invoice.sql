-- Report of invoices: invoices, their releases and cancellations, one by one and in groups; and the numbers that no invoice has.

create or replace function private.invoice_total(p_project uuid, p_filters jsonb, p_from date, p_to date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare page record := private.report_filters(p_filters);
begin
  return (
    select to_jsonb(u) || to_jsonb(n) || to_jsonb(m) || to_jsonb(o)
    from (
      select coalesce(sum(b.total), 0.00) as waiting, count(*) as unnumbered from public.bookings b
      where b.project_id = p_project and b.date_invoiced is null and b.date_delivered between p_from and p_to
        and b.approval_status like 'approved%'
        and (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)) u,
    (
      select coalesce(sum(x.numbers), 0) as numbers, coalesce(sum(x.numbers) filter (where x.kind = 'missing'), 0) as missing,
        count(*) filter (where x.kind in ('changed', 'cancelled')) as voided, count(*) as number_rows
      from private.invoice_numbers(p_project, p_from, p_to) x) n,
    (
      select coalesce(-sum(e.amount), 0.00) as memos, coalesce(-sum(e.vat_amount), 0.00) as memos_vat from public.sales_entries e
      where e.project_id = p_project and e.kind in ('return', 'allowance') and e.on_date between p_from and p_to
        and (page.agent_id is null or e.agent_id = page.agent_id) and (page.customer_id is null or e.customer_id = page.customer_id)) m,
    (
      select coalesce(sum(b.total) filter (where b.is_debit_memo), 0.00) as debit_memos,
        coalesce(sum(b.total) filter (where not b.is_debit_memo), 0.00) as openings from public.bookings b
      where b.project_id = p_project and b.is_opening and b.approval_status like 'approved%' and b.date_invoiced between p_from and p_to
        and (page.agent_id is null or b.agent_id = page.agent_id) and (page.customer_id is null or b.customer_id = page.customer_id)) o);
end $$;
comment on function private.invoice_total is
  'Returns what the total of the report of invoices has besides the sums of its rows. Runs with the caller''s rights. Errors: '
  '42501, 22023.';

create or replace function private.invoice_details(p_project uuid, p_bookings uuid[])
returns table (id uuid, so_no text, invoice_no text, state text, agent_id uuid, customer_id uuid, details jsonb)
language plpgsql stable set search_path = '' as $$
declare v_zone text := private.zone_of(p_project);
begin
  return query
  select b.id, b.so_no, b.invoice_no, case when b.stage = 'cancelled' then 'cancelled' when b.is_debit_memo then 'debit_memo'
      when b.is_opening then 'opening' else 'invoice' end, b.agent_id, b.customer_id,
    (select to_jsonb(f) from (select coalesce(w.display_name, 'Former agent') as agent_name, b.customer_name,
      coalesce(b.store_name, c.store_name) as store_name,
      case when o.names ? 'tin_no' then o.names ->> 'tin_no' else c.tin_no end as tin_no,
      case when o.names ? 'business_style' then o.names ->> 'business_style' else c.business_style end as business_style,
      b.date_added, b.date_due, b.date_delivered, b.cancel_reason as reason,
      (b.invoice_no_changed_at at time zone v_zone)::date as renumbered_on) f)
  from public.bookings b
  left join public.customers c on c.project_id = p_project and c.id = b.customer_id
  left join public.profiles w on w.user_id = b.agent_id
  left join private.customers_at_issue(p_project, p_bookings) o on o.booking_id = b.id
  where b.project_id = p_project and b.id = any (p_bookings);
end $$;
comment on function private.invoice_details is
  'Returns what the report of invoices says of bookings; TIN and business style are those of the day of issue. Runs with the caller''s '
  'rights.';

create or replace function public.report_invoice(p_project uuid, p_filters jsonb default '{}')
returns table (level text, row_key text, kind text, booking_id uuid, so_no text, invoice_no text, on_date date, month text,
  agent_id uuid, customer_id uuid, listed bigint, gross numeric, net numeric, balance numeric, figures jsonb)
language plpgsql stable set search_path = '' as $$
declare
  v_level text := coalesce(p_filters ->> 'level', 'invoice');
  v_filters jsonb := private.without_keys(p_filters, 'with_total', case p_filters ->> 'sort' when 'date' then 'sort' else '' end);
  v_days record := private.page_days(p_project, p_filters, case when (v_level = 'grouped' or (v_level = 'invoice'
    and not v_filters ? 'sort')) and not p_filters ?| '{paid,delivered,renumbered,known_at}' then 'invoice' end);
begin
  if v_level in ('numbers', 'unnumbered') then
    return query execute private.report_statement(p_project,
      private.without_keys(p_filters, 'sort', 'with_total'), 'report_invoice', 'reports.invoice',
      array[[v_level, v_level, 'number_key', 's.number_key', 'line']], '{}',
      format('select n.* from private.numbers_without_invoice($1, $2, %L) n', v_level), 'count(*)', $row$
      select k.level, k.row_key, n.kind, b.id, b.so_no, n.number, n.on_date, null::text, b.agent_id, b.customer_id,
        n.listed, n.gross, n.gross, n.gross, n.figures || jsonb_build_object('customer_name', b.customer_name, 'store_name',
          coalesce(b.store_name, n.store_name))
      from page k join lines n on n.number_key = k.number_key
      left join public.bookings b on b.project_id = $1 and b.id = n.booking_id$row$)
    using p_project, p_filters;
    return;
  end if;
  return query execute private.report_statement(p_project, v_filters, 'report_invoice', 'reports.invoice', array[
      ['invoice', 'invoice', 'on_date, no_key, booking_id, entry',
        $k$s.on_date, s.no_key, s.booking_id, nullif(s.entry, 'invoice')$k$, 'line'],
      ['grouped', 'day', 'on_date', 's.on_date', 'true'],
      ['grouped', 'invoice', 'on_date, no_key, booking_id, entry', $k$s.no_key, s.booking_id, nullif(s.entry, 'invoice')$k$, 'line'],
      ['grouped_agent', 'agent', 'agent_key, agent_id', 's.agent_key, s.agent_id', 'true'],
      ['grouped_agent', 'invoice', 'agent_key, agent_id, on_date, no_key, booking_id, entry',
        $k$s.on_date, s.no_key, s.booking_id, nullif(s.entry, 'invoice')$k$, 'line'],
      ['day', 'day', 'on_date', 's.on_date', ''], ['month', 'month', 'month', 's.month', ''],
      ['agent', 'agent', 'agent_key, agent_id', 's.agent_key, s.agent_id', ''],
      ['customer', 'customer', 'customer_key, customer_id', 's.customer_key, s.customer_id', ''], ['total', 'total', '', $k$''$k$, '']],
    array[['number', 'by', $k$coalesce(s.no_key, '')$k$],
      ['customer', 'by', $k$case when s.no_key is null then '' else concat_ws(E'\x1f', s.sort_key, s.no_key) end$k$],
      ['gross', 'by', $k$to_char(1e14 - s.gross, 'FM000000000000000.00') || coalesce(s.no_key, '')$k$],
      ['balance', 'by', $k$to_char(1e14 - s.balance, 'FM000000000000000.00') || coalesce(s.no_key, '')$k$]],
    format($lines$select e.*, e.due - e.vat - e.exempt - e.zero_rated as rest, to_char(e.on_date, 'YYYY-MM') as month,
        to_char(length(e.invoice_no), 'FM00') || e.invoice_no as no_key, coalesce(w.sort_key, 'former agent') as agent_key,
        w.display_name as agent_name, c.sort_key as customer_key, c.name, c.store_name, c.tin_no, c.business_style
      from private.invoice_entries($1, %L, %L, private.read_uuid($2, 'agent_id'), private.read_uuid($2, 'customer_id'),
        private.read_as($2, 'paid', '', false, '', '^(un)?paid$', 'Paid or unpaid.'),
        private.read_as($2, 'delivered', '', false, '', '^(yes|no)$', 'Yes or no.'), private.read_boolean($2, 'renumbered'),
        private.read_boolean($2, 'others')) e
      left join public.profiles w on $2 ->> 'level' in ('agent', 'grouped_agent') and w.user_id = e.agent_id
      left join public.customers c on %L and c.project_id = $1 and c.id = e.customer_id$lines$,
      v_days.first_day, v_days.last_day, v_level = 'customer' or (v_level = 'invoice' and p_filters ->> 'sort' = 'customer')),
    $sums$min:agent_name, min(l.customer_key) as sort_key, min(l.name) as customer_name, min:store_name, min:tin_no, min:business_style,
      count(*) as listed, sum:gross, sum:discount, sum:credited, coalesce(sum(l.rest) filter (where l.taxed), 0.00) as vatable, sum:vat,
      sum:exempt, sum:zero_rated, coalesce(sum(l.rest) filter (where not l.taxed), 0.00) as untaxed, sum:collected, sum:balance,
      sum:cancelled, min(l.no_key) filter (where l.entry = 'invoice') as first_no,
      max(l.no_key) filter (where l.entry = 'invoice') as last_no, count(*) filter (where l.entry = 'invoice') as invoices,
      count(*) filter (where l.entry = 'invoice' and l.renumbered) as renumbered,
      count(*) filter (where l.entry = 'invoice' and not l.delivered) as undelivered, $sums$
    || case when v_level = 'total' then format('private.invoice_total($1, $2, %L, %L) || %s', v_days.first_day, v_days.last_day,
        private.counted_groups(p_filters, array[['day', 'on_date'], ['month', 'month'], ['agent', 'agent_id'],
          ['customer', 'customer_id']])) else $k$'{}'::jsonb$k$ end || ' as more',
    $row$
    select k.level, k.row_key, case k.entry when 'invoice' then d.state else k.entry end, d.id, d.so_no, d.invoice_no, k.on_date, k.month,
      coalesce(k.agent_id, d.agent_id), coalesce(k.customer_id, d.customer_id), k.listed, k.gross, k.gross - k.discount, k.balance,
      -- A shorter number comes before a longer one.
      (select to_jsonb(f) from (select case when k.agent_id is not null then coalesce(k.agent_name, 'Former agent') end as agent_name,
        k.customer_name, k.store_name, k.tin_no, k.business_style, null as date_added, null as date_due, null as date_delivered,
        null as reason, null as renumbered_on, k.discount, k.credited, k.vatable, k.vat, k.exempt, k.zero_rated, k.untaxed, k.collected,
        k.cancelled, case when d.id is null then substr(k.first_no, 3) end as first_no,
        case when d.id is null then substr(k.last_no, 3) end as last_no, k.invoices, k.renumbered, k.undelivered) f)
      || coalesce(d.details - case when k.entry <> 'invoice' then 'renumbered_on' else '' end, '{}') || k.more
    from page k
    left join private.invoice_details($1, array(select distinct p.booking_id from page p where p.booking_id is not null)) d
      on d.id = k.booking_id$row$)
  using p_project, p_filters;
end $$;
comment on function public.report_invoice is
  'Report of invoices, page by page. Filters and figures: docs/report-filters.md. Errors: 42501, 22023.';

grant execute on function private.invoice_total, private.invoice_details to authenticated;
