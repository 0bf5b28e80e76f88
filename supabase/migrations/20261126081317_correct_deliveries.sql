set local check_function_bodies = off;

DROP FUNCTION "private"."move_issue"(public.bookings, date);

DROP FUNCTION "private"."move_sale"(public.bookings, uuid, date, date);

CREATE OR REPLACE FUNCTION private.apply_warehouse_request(p_request public.warehouse_requests, p_date date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_item record;
  v_line public.booking_lines;
  v_booking public.bookings;
  v_memo public.memos;
  v_amount numeric;
  v_vat numeric;
  v_taxed numeric := 0;
begin
  if p_request.kind = 'hold' then
    update public.bookings set on_hold = true where project_id = p_request.project_id and id = p_request.booking_id;
    return;
  end if;
  if p_request.kind = 'take_back' then
    select * into v_booking from public.bookings b where b.project_id = p_request.project_id and b.id = p_request.booking_id;
    -- The number is drawn after the stock is locked, as in every command.
    perform private.lock_stock(p_request.project_id, array(select l.product_id from public.warehouse_request_lines r
      join public.booking_lines l on l.project_id = r.project_id and l.id = r.line_id
      where r.project_id = p_request.project_id and r.request_id = p_request.id));
    v_memo := private.memo_of_request(p_request, v_booking, p_date);
  end if;
  for v_item in
    select r.line_id, r.quantity, r.stock_state from public.warehouse_request_lines r
    join public.booking_lines l on l.project_id = r.project_id and l.id = r.line_id
    where r.project_id = p_request.project_id and r.request_id = p_request.id order by l.product_id, l.line_no
  loop
    select * into v_line from public.booking_lines where project_id = p_request.project_id and id = v_item.line_id for update;
    perform private.check_request_line(p_request.kind, v_line, v_item.quantity, '');
    if p_request.kind = 'take_back' and (select l.pieces from private.left_of_line(v_line, p_date) l) < v_item.quantity then
      perform private.invalid('date', 'The goods were delivered after this date.');
    end if;
    if p_request.kind = 'reduce' then
      perform private.release_from_booking(v_line, v_item.quantity, p_date);
    else
      v_amount := private.amount_of_return(v_line, v_item.quantity);
      v_vat := private.vat_of_part(v_line, v_amount, v_taxed);
      if v_line.vat_percent > 0 then v_taxed := v_taxed + v_amount; end if;
      insert into public.memo_lines (project_id, memo_id, line_id, pieces, stock_state, amount, vat_amount)
      values (p_request.project_id, v_memo.id, v_line.id, v_item.quantity, v_item.stock_state, v_amount, v_vat);
      perform private.post_return(v_memo, v_line, v_item.quantity, v_amount, v_vat, p_date, v_item.stock_state, 'warehouse_requests', p_request.id);
      v_memo.amount := v_memo.amount + v_amount;
      v_memo.vat_amount := v_memo.vat_amount + v_vat;
    end if;
  end loop;
  -- The rest may be delivered in full by now: the delivery date is then the day of the last issue, not today.
  update public.bookings b set date_delivered = (select max(d) from private.delivery_days(b.project_id, b.id) d)
  where b.project_id = p_request.project_id and b.id = p_request.booking_id and b.date_delivered is null
    and exists (select from public.booking_lines l where l.project_id = b.project_id and l.booking_id = b.id and l.quantity_delivered > 0)
    and not exists (select from public.booking_lines l where l.project_id = b.project_id and l.booking_id = b.id
      and l.quantity_delivered + l.quantity_released < l.quantity);
  if v_memo.id is not null then
    perform private.expect_creditable(p_request.project_id, p_request.booking_id, v_memo.amount);
    update public.memos set amount = v_memo.amount, vat_amount = v_memo.vat_amount where project_id = v_memo.project_id and id = v_memo.id;
  end if;
  perform private.post_invoice(b) from public.bookings b where b.project_id = p_request.project_id and b.id = p_request.booking_id;
  perform private.settle_booking(p_request.project_id, p_request.booking_id);
end $function$;

CREATE OR REPLACE FUNCTION private.check_memo_amount(p_memo public.memos)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_open numeric;
begin
  select coalesce(sum(b.balance), 0.00) into v_open from private.open_bookings(p_memo.project_id, p_memo.customer_id, p_memo.booking_id, p_memo.reason_code) b
  where greatest(b.date_invoiced, b.date_delivered) <= p_memo.on_date;
  if p_memo.amount > v_open then
    perform private.refuse('over_credited', format('Only %s is open on delivered invoices until this date.', to_char(v_open, 'FM999,999,999,990.00')), 'amount');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.check_vat(p_projects uuid[])
 RETURNS TABLE(check_key text, project_id uuid, kind text, id uuid, label text, stored text, expected text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as materialized (
    select l.project_id, l.booking_id, l.vat_class, l.vat_percent, l.vat_on_top, l.amount, d.net + round(d.net * l.vat_on_top / 100, 2) as delivered
    from public.booking_lines l
    cross join lateral (select round((l.agent_srp * l.quantity_delivered * l.quantity * (100 - l.discount_percent) - l.discount_amount * l.quantity_delivered * 100 * l.agent_srp_pieces) / (100.0 * l.agent_srp_pieces * l.quantity), 2) as net) d
    where l.project_id = any (p_projects)),
  -- VAT on top of prices is rounded on each line, VAT in the prices on the sum of a document.
  said as (
    select l.project_id, l.booking_id, coalesce(sum(l.amount) filter (where l.vat_class = 'exempt'), 0) as exempt,
      coalesce(sum(l.amount) filter (where l.vat_class = 'zero_rated'), 0) as zero_rated,
      sum(case when l.vat_on_top > 0 then l.amount - round(l.amount / (1 + l.vat_percent / 100), 2) else 0 end)
        + coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0)
        - round(coalesce(sum(l.amount) filter (where l.vat_percent > l.vat_on_top), 0) / (1 + max(l.vat_percent) / 100), 2) as vat,
      sum(case when l.vat_on_top > 0 then l.delivered - round(l.delivered / (1 + l.vat_percent / 100), 2) else 0 end)
        + coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0)
        - round(coalesce(sum(l.delivered) filter (where l.vat_percent > l.vat_on_top), 0) / (1 + max(l.vat_percent) / 100), 2) as delivered_vat
    from lines l group by l.project_id, l.booking_id),
  journal as materialized (
    select p.id as project_id, date_trunc('month', l.on_date)::date as month, l.account, case l.account when 'output_vat' then l.document end as document, sum(l.amount) as amount
    from unnest(p_projects) p (id) cross join lateral private.double_entries(p.id, null, null) l
    where l.account in ('output_vat', 'input_vat', 'creditable_tax', 'withheld_tax') group by 1, 2, 3, 4),
  months as (
    select j.project_id, j.month, j.account, sum(j.amount) as amount from journal j group by j.project_id, j.month, j.account),
  report as (
    select p.id as project_id, date_trunc('month', e.on_date)::date as month, case when e.kind in ('sale', 'memo') then 'output_vat' when e.kind in ('purchase', 'voucher') then 'input_vat'
      when e.kind = 'creditable' then 'creditable_tax' else 'withheld_tax' end as account, sum(case when e.kind in ('sale', 'memo', 'withheld') then -e.tax else e.tax end) as amount
    from unnest(p_projects) p (id) cross join lateral private.vat_entries(p.id, null, null) e group by 1, 2, 3)
  select 'vat.bookings', b.project_id, 'booking', b.id, b.so_no, concat_ws(' / ', b.vat_amount, b.exempt_amount, b.zero_rated_amount), concat_ws(' / ', s.vat, s.exempt, s.zero_rated)
  from public.bookings b join said s on s.project_id = b.project_id and s.booking_id = b.id
  where b.project_id = any (p_projects) and b.validated_at is not null
    and (b.vat_amount, b.exempt_amount, b.zero_rated_amount) is distinct from (s.vat, s.exempt, s.zero_rated)
  union all
  select 'vat.purchases', l.project_id, 'purchase', p.id, format('%s line %s', p.po_no, l.line_no), coalesce(m.vat, 0)::text, x.vat::text
  from public.purchase_lines l
  join public.purchases p on p.project_id = l.project_id and p.id = l.purchase_id
  left join (select k.project_id, k.source_line, sum(k.vat_amount) as vat from public.stock_movements k
    where k.project_id = any (p_projects) and k.source_table = 'purchases' group by k.project_id, k.source_line) m on m.project_id = l.project_id and m.source_line = l.id
  cross join lateral (select case when p.status <> 'active' then 0.00 when p.kind = 'supplier_return' then -l.vat_amount else l.vat_amount end as vat) x
  where l.project_id = any (p_projects) and coalesce(m.vat, 0) <> x.vat
  union all
  select 'vat.output', x.project_id, case when b.id is null then 'memo' else 'booking' end, x.document, coalesce(b.so_no, m.memo_no, 'Output VAT'), sum(x.posted)::text, sum(x.vat)::text
  from (
    select j.project_id, j.document, -j.amount as posted, 0.00 as vat from journal j where j.account = 'output_vat'
    union all
    select s.project_id, s.booking_id, 0, s.delivered_vat from said s
    union all
    select m.project_id, m.id, 0, case m.kind when 'credit' then -m.vat_amount else m.vat_amount end from public.memos m
    where m.project_id = any (p_projects) and m.status = 'approved') x
  left join public.bookings b on b.project_id = x.project_id and b.id = x.document
  left join public.memos m on m.project_id = x.project_id and m.id = x.document
  group by x.project_id, x.document, b.id, b.so_no, m.memo_no having sum(x.posted) <> sum(x.vat)
  union all
  select 'vat.report', coalesce(j.project_id, r.project_id), 'project', coalesce(j.project_id, r.project_id), format('%s of %s', d.name, to_char(coalesce(j.month, r.month), 'MM/YYYY')),
    coalesce(r.amount, 0)::text, coalesce(j.amount, 0)::text
  from months j full join report r on r.project_id = j.project_id and r.month = j.month and r.account = j.account
  join private.default_accounts() d on d.account = coalesce(j.account, r.account)
  where coalesce(j.amount, 0) <> coalesce(r.amount, 0)
$function$;

CREATE OR REPLACE FUNCTION private.deliver_booking(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_date date, p_lines jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_scope text := private.authorize(p_project, 'bookings.deliver');
  v_done jsonb;
  v_booking public.bookings;
  v_date date;
  v_asked jsonb := private.read_list(p_lines, 'lines', 200);
  v_release boolean := p_lines ->> 'remainder' = 'release';
  v_line record;
  v_rest public.booking_lines;
  v_issued uuid[] := '{}';
  v_pieces int[] := '{}';
  v_before bigint;
  v_dr_no text;
begin
  v_done := private.begin_command(p_project, p_idempotency_key, 'deliver_booking', jsonb_build_array(p_booking, p_version, p_date, p_lines));
  if v_done is not null then return v_done; end if;
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  perform private.expect_validated(v_booking);
  if v_booking.date_delivered is not null then
    perform private.refuse('wrong_state', format('%s is already delivered.', v_booking.so_no));
  end if;
  if v_booking.on_hold then
    perform private.refuse('on_hold', format('The warehouse holds the goods of %s: finish that request first.', v_booking.so_no));
  end if;
  v_date := private.posting_date(p_project, p_date, 'date');
  if v_date < v_booking.date_added then perform private.invalid('date', 'The delivery date cannot be earlier than the booking date.'); end if;
  if p_lines is not null and coalesce(p_lines ->> 'remainder', '') not in ('keep', 'release') then
    perform private.invalid('remainder', 'Keep or release what is not delivered.');
  end if;
  if exists (select from jsonb_array_elements(v_asked) a
             where private.read_uuid(a.value, 'line_id', true) not in (select l.id from public.booking_lines l
               where l.project_id = p_project and l.booking_id = p_booking)) then
    perform private.not_found();
  end if;

  v_before := private.last_delivery_entry(p_project, p_booking);
  for v_line in
    select l.id, l.line_no, l.quantity - l.quantity_delivered - l.quantity_released as open,
      case when p_lines is null then l.quantity - l.quantity_delivered - l.quantity_released
        else (select least(coalesce(sum(private.read_pieces(a.value, 'quantity', true, format('lines[%s].', l.line_no - 1))), 0), 10000000)
          from jsonb_array_elements(v_asked) a where private.read_uuid(a.value, 'line_id') = l.id) end::int as deliver
    from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking order by l.product_id, l.line_no
  loop
    if v_line.deliver > v_line.open then
      perform private.invalid(format('lines[%s].quantity', v_line.line_no - 1), format('Only %s pieces are left to deliver.', v_line.open));
    end if;
    if v_line.deliver > 0 then
      v_issued := v_issued || v_line.id;
      v_pieces := v_pieces || v_line.deliver;
    end if;
  end loop;
  if cardinality(v_issued) = 0 then perform private.invalid('lines', 'Enter what is delivered, or cancel the booking.'); end if;
  perform private.issue_from_stock(v_booking, v_issued, v_pieces, v_date);
  if v_release then
    for v_rest in
      select l.* from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
        and l.quantity_delivered + l.quantity_released < l.quantity order by l.product_id, l.line_no
    loop
      perform private.release_from_booking(v_rest, v_rest.quantity - v_rest.quantity_delivered - v_rest.quantity_released, v_date);
    end loop;
  end if;

  update public.bookings b set date_delivered = (select max(d) from private.delivery_days(p_project, p_booking) d)
  where b.project_id = p_project and b.id = p_booking
    and not exists (select from public.booking_lines l where l.project_id = p_project and l.booking_id = p_booking
                    and l.quantity_delivered + l.quantity_released < l.quantity);
  -- A partial delivery changes no column of the booking, but counts as a new version.
  if not found then update public.bookings set modified_at = now() where project_id = p_project and id = p_booking; end if;
  if v_release then perform private.settle_booking(p_project, p_booking); end if;
  select * into v_booking from public.bookings where project_id = p_project and id = p_booking;
  if v_release then perform private.post_invoice(v_booking); end if;
  v_dr_no := private.draw_delivery_receipt(p_project, p_booking, v_date, v_before);
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'version', v_booking.version, 'dr_no', v_dr_no));
end $function$;

CREATE OR REPLACE FUNCTION private.delivery_days(p_project uuid, p_booking uuid)
 RETURNS SETOF date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.on_date from public.sales_entries e
  where e.project_id = p_project and e.booking_id = p_booking and e.kind = 'delivery'
  group by e.on_date having sum(e.pieces) <> 0
$function$;

CREATE OR REPLACE FUNCTION private.expect_delivered_first(p_booking public.bookings, p_field text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare v_day date;
begin
  select min(m.on_date) into v_day from (
    select distinct e.line_id, e.on_date from public.sales_entries e
    where e.project_id = p_booking.project_id and e.booking_id = p_booking.id and e.kind <> 'delivery') m
  cross join lateral (
    select coalesce(sum(e.pieces) filter (where e.kind = 'delivery'), 0) as delivered, coalesce(-sum(e.pieces) filter (where e.kind = 'return'), 0) as returned
    from public.sales_entries e where e.project_id = p_booking.project_id and e.line_id = m.line_id and e.on_date <= m.on_date) s
  where s.delivered < s.returned or s.delivered = 0;
  if v_day is not null then
    perform private.invalid(p_field, format('Not after %s, the day of a memo on these goods.', to_char(v_day, 'MM/DD/YYYY')));
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.goods_invoices(p_memo public.memos)
 RETURNS TABLE(booking_id uuid, place bigint, amount numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.id, row_number() over (order by x.paid, f.is_opening and x.paid, case when not x.paid then f.date_invoiced end, case when x.paid then f.date_invoiced end desc, f.so_no), x.amount
  from (
    select b.id, b.so_no, b.date_invoiced, b.is_opening, b.is_debit_memo, b.balance, b.total - b.credited as uncredited, k.amount as by_memo,
      -- What an archive settled on paper was never paid.
      coalesce((select sum(a.amount) from public.collection_allocations a
        join public.collections c on c.project_id = a.project_id and c.id = a.collection_id and c.from_archive
        where a.project_id = b.project_id and a.booking_id = b.id and c.approval_status = 'approved'), 0) as on_paper
    from public.bookings b
    cross join lateral (select coalesce(sum(k.amount), 0) as amount from public.booking_credits k
      where k.project_id = b.project_id and k.booking_id = b.id and k.memo_id = p_memo.id) k
    where b.project_id = p_memo.project_id and b.customer_id = p_memo.customer_id and b.approval_status like 'approved%'
      and greatest(b.date_invoiced, b.date_delivered) <= p_memo.on_date and b.date_delivered is not null and b.total > b.credited) f
  cross join lateral (values
    (false, greatest(f.balance - f.by_memo, 0)),
    (true, case when f.is_debit_memo then 0 else f.uncredited - f.on_paper - greatest(f.balance, f.by_memo) end)) x (paid, amount)
  where x.amount > 0
$function$;

CREATE OR REPLACE FUNCTION private.move_deliveries(p_booking public.bookings, p_from date[], p_to date[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- One statement reads what each day had before any of it moves, so that two days can be exchanged.
  insert into public.stock_movements (project_id, product_id, kind, quantity, cost, on_date, source_table, source_id, source_line)
  select p_booking.project_id, i.product_id, 'issue', d.sign * i.quantity, d.sign * i.cost, d.on_date, 'bookings', p_booking.id, i.source_line
  from unnest(p_from, p_to) m (old_day, new_day)
  cross join lateral (
    select s.product_id, s.source_line, sum(s.quantity)::int as quantity, sum(s.cost) as cost from public.stock_movements s
    where s.project_id = p_booking.project_id and s.source_table = 'bookings' and s.source_id = p_booking.id and s.kind = 'issue' and s.on_date = m.old_day
    group by s.product_id, s.source_line having sum(s.quantity) <> 0) i
  cross join lateral (values (m.old_day, -1), (m.new_day, 1)) d (on_date, sign)
  order by i.product_id, i.source_line, m.old_day, d.sign;
  insert into public.sales_entries (project_id, on_date, kind, booking_id, line_id, product_id, customer_id, agent_id, case_config, pieces, amount, discount, vat_amount, vat_class, cost, free)
  select p_booking.project_id, d.on_date, 'delivery', p_booking.id, e.line_id, e.product_id, e.customer_id, e.agent_id, e.case_config,
    d.sign * e.pieces, d.sign * e.amount, d.sign * e.discount, d.sign * e.vat_amount, e.vat_class, d.sign * e.cost, e.free
  from unnest(p_from, p_to) m (old_day, new_day)
  cross join lateral (
    select s.line_id, s.product_id, s.customer_id, s.agent_id, s.case_config, s.vat_class, s.free, sum(s.pieces)::int as pieces,
      sum(s.amount) as amount, sum(s.discount) as discount, sum(s.vat_amount) as vat_amount, sum(s.cost) as cost
    from public.sales_entries s
    where s.project_id = p_booking.project_id and s.booking_id = p_booking.id and s.kind = 'delivery' and s.on_date = m.old_day
    group by s.line_id, s.product_id, s.customer_id, s.agent_id, s.case_config, s.vat_class, s.free having sum(s.pieces) <> 0) e
  cross join lateral (values (m.old_day, -1), (m.new_day, 1)) d (on_date, sign)
  order by e.line_id, m.old_day, d.sign
$function$;

CREATE OR REPLACE FUNCTION private.post_credit_amount(p_memo public.memos)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v public.bookings;
  v_rest numeric := p_memo.amount;
  v_part numeric;
begin
  for v in
    select b.* from private.open_bookings(p_memo.project_id, p_memo.customer_id, p_memo.booking_id, p_memo.reason_code) b
    where greatest(b.date_invoiced, b.date_delivered) <= p_memo.on_date order by b.date_invoiced, b.so_no
  loop
    exit when v_rest = 0;
    v_part := least(v_rest, v.balance);
    if p_memo.reason_code = 'price_allowance' then
      perform private.share_allowance(p_memo, v.id, v_part);
    else
      insert into public.booking_credits (project_id, booking_id, kind, quantity, amount, on_date, memo_id)
      values (p_memo.project_id, v.id, 'credit_memo', 0, v_part, p_memo.on_date, p_memo.id);
    end if;
    v_rest := v_rest - v_part;
  end loop;
  if v_rest > 0 then
    perform private.refuse('over_credited', format('Only %s is open on delivered invoices of %s until this date.',
      to_char(p_memo.amount - v_rest, 'FM999,999,999,990.00'), p_memo.customer_name), 'amount');
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.read_deliveries(p_booking public.bookings, p_dates jsonb, OUT old_days date[], OUT new_days date[], OUT fields text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_days date[] := array(select private.delivery_days(p_booking.project_id, p_booking.id));
  v_item record;
  v_path text;
  v_old date;
  v_new date;
begin
  if p_dates ? 'date_delivered' and p_dates ? 'deliveries' then perform private.invalid('date_delivered', 'Name the days of the deliveries once.'); end if;
  if p_dates ? 'date_delivered' and p_booking.date_delivered is null then perform private.invalid('date_delivered', 'This booking is not delivered.'); end if;
  for v_item in
    select null::text as path, jsonb_build_object('from', p_booking.date_delivered, 'to', p_dates -> 'date_delivered') as value where p_dates ? 'date_delivered'
    union all
    select format('deliveries[%s].', d.place - 1), d.value from jsonb_array_elements(private.read_list(p_dates, 'deliveries', 100)) with ordinality d (value, place)
  loop
    v_path := coalesce(v_item.path || 'to', 'date_delivered');
    if v_item.path is null then v_old := p_booking.date_delivered; else v_old := private.read_date(v_item.value, 'from', true, v_item.path); end if;
    if v_item.path is null then v_new := private.read_date(p_dates, 'date_delivered', true); else v_new := private.read_date(v_item.value, 'to', true, v_item.path); end if;
    v_new := private.past_date(p_booking.project_id, v_new, v_path);
    if v_item.path is not null and (v_old <> all (v_days) or v_old = any (old_days)) then
      perform private.invalid(v_item.path || 'from', 'Nothing was delivered on this day, or it is named twice.');
    end if;
    continue when v_new = v_old;
    perform private.expect_open_day(p_booking.project_id, v_new, v_path), private.expect_movable(p_booking.project_id, v_old, v_path);
    old_days := old_days || v_old;
    new_days := new_days || v_new;
    fields := fields || v_path;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.set_booking_dates(p_project uuid, p_idempotency_key uuid, p_booking uuid, p_version integer, p_dates jsonb, p_reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_added boolean := private.scope_of(p_project, 'bookings.validate') is not null;
  v_invoiced boolean := private.scope_of(p_project, 'invoicing.write') is not null;
  v_delivered boolean := private.scope_of(p_project, 'bookings.deliver') is not null;
  v_done jsonb;
  v_booking public.bookings;
  v_reason text;
  v_date date;
  v_old_days date[];
  v_new_days date[];
  v_fields text[];
begin
  if not (v_added or v_invoiced or v_delivered) then perform private.forbid(); end if;
  if (p_dates ? 'date_added' and not v_added) or (p_dates ? 'date_invoiced' and not v_invoiced) or (p_dates ?| array['date_delivered', 'deliveries'] and not v_delivered) then
    perform private.forbid();
  end if;
  v_done := private.begin_command(p_project, p_idempotency_key, 'set_booking_dates', jsonb_build_array(p_booking, p_version, p_dates, p_reason));
  if v_done is not null then return v_done; end if;
  v_reason := private.read_reason(p_reason);
  v_booking := private.lock_booking(p_project, p_booking, p_version);
  if v_booking.approval_status = 'cancelled' then perform private.refuse('wrong_state', format('%s is cancelled.', v_booking.so_no)); end if;
  perform private.expect_no_debit_memo(v_booking);
  if not (p_dates ?| array['date_added', 'date_invoiced', 'date_delivered', 'deliveries']) then perform private.invalid('date_added', 'Enter a date.'); end if;
  if p_dates ? 'date_added' then
    v_booking.date_added := private.past_date(p_project, private.read_date(p_dates, 'date_added', true), 'date_added');
  end if;
  if p_dates ? 'date_invoiced' then
    if v_booking.date_invoiced is null then perform private.invalid('date_invoiced', 'This booking is not invoiced.'); end if;
    v_date := private.past_date(p_project, private.read_date(p_dates, 'date_invoiced', true), 'date_invoiced');
    if v_date <> v_booking.date_invoiced then
      perform private.expect_open_day(p_project, v_date, 'date_invoiced'), private.expect_movable(p_project, v_booking.date_invoiced, 'date_invoiced');
    end if;
    if v_date <> v_booking.date_invoiced then
      insert into public.invoice_changes (project_id, booking_id, old_no, new_no, old_date, new_date, reason)
      values (p_project, p_booking, v_booking.invoice_no, v_booking.invoice_no, v_booking.date_invoiced, v_date, v_reason);
    end if;
    v_booking.date_due := v_booking.date_due + (v_date - v_booking.date_invoiced);
    v_booking.date_invoiced := v_date;
  end if;
  if p_dates ?| array['date_delivered', 'deliveries'] then
    select r.old_days, r.new_days, r.fields into v_old_days, v_new_days, v_fields from private.read_deliveries(v_booking, p_dates) r;
    if v_old_days is not null then
      -- The history of the booking names the days: the delivery date may stay.
      if p_dates ? 'deliveries' then
        v_reason := left(format('Delivered %s. %s', (select string_agg(format('%s, not %s', to_char(d.new_day, 'MM/DD/YYYY'), to_char(d.old_day, 'MM/DD/YYYY')), '; ')
          from unnest(v_old_days, v_new_days) d (old_day, new_day)), v_reason), 400);
      end if;
      perform private.move_deliveries(v_booking, v_old_days, v_new_days);
      -- A statement of its own sees what the one before wrote.
      perform private.expect_delivered_first(v_booking, v_fields[1]);
      -- A balance brought over was never delivered here: it has the day alone.
      if v_booking.date_delivered is not null then
        v_booking.date_delivered := coalesce((select max(d) from private.delivery_days(p_project, p_booking) d), v_new_days[1]);
      end if;
    end if;
  end if;
  if v_booking.date_invoiced < v_booking.date_added then
    perform private.invalid(case when p_dates ? 'date_invoiced' then 'date_invoiced' else 'date_added' end, 'The invoice date cannot be earlier than the booking date.');
  end if;
  if least(v_booking.date_delivered, (select min(d) from private.delivery_days(p_project, p_booking) d)) < v_booking.date_added then
    perform private.invalid(coalesce(v_fields[1], case when p_dates ? 'date_added' then 'date_added' end, 'date_delivered'), 'The delivery date cannot be earlier than the booking date.');
  end if;
  update public.bookings set date_added = v_booking.date_added, date_invoiced = v_booking.date_invoiced, date_due = v_booking.date_due,
    date_delivered = v_booking.date_delivered, dates_reason = v_reason
  where project_id = p_project and id = p_booking returning * into v_booking;
  if p_dates ? 'date_invoiced' then perform private.post_invoice(v_booking); end if;
  return private.complete_command(p_idempotency_key, jsonb_build_object('id', p_booking, 'version', v_booking.version));
end $function$;

CREATE OR REPLACE FUNCTION public.delivery_receipt(p_project uuid, p_booking uuid, p_on date DEFAULT NULL::date, p_no text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v public.bookings;
  v_days date[];
  v_on date := p_on;
  v_open boolean;
  v_receipt public.delivery_receipts;
begin
  select * into v from public.bookings b where b.project_id = p_project and b.id = p_booking;
  if not found then perform private.not_found(); end if;
  v_days := array(select d from private.delivery_days(p_project, p_booking) d order by d);
  v_open := v.stage in ('validated', 'invoiced') and not v.is_opening;
  -- A receipt shows its own entries. Without a number it is the last one of the day, or of all when nothing is open.
  select * into v_receipt from public.delivery_receipts r
  where r.project_id = p_project and r.booking_id = p_booking and (r.dr_no = p_no or p_no is null and (r.on_date = p_on or p_on is null and not v_open))
  order by r.first_entry desc limit 1;
  if p_no is not null and v_receipt.id is null then perform private.not_found(); end if;
  v_on := coalesce(v_receipt.on_date, p_on);
  if v_on is null and not v_open then v_on := v_days[cardinality(v_days)]; end if;
  return (
    with moved as (
      select e.line_id, coalesce(sum(e.pieces) filter (where e.this), 0)::int as now,
        coalesce(sum(e.amount) filter (where e.this), 0.00) as amount,
        coalesce(sum(e.discount) filter (where e.this), 0.00) as discount,
        coalesce(sum(e.pieces) filter (where e.earlier), 0)::int as before
      from (select s.line_id, s.pieces, s.amount, s.discount, case when v_receipt.id is null then s.on_date = v_on else s.id between v_receipt.first_entry and v_receipt.last_entry end as this,
          case when v_receipt.id is null then v_on is null or s.on_date < v_on else s.id < v_receipt.first_entry end as earlier
        from public.sales_entries s where s.project_id = p_project and s.booking_id = p_booking and s.kind = 'delivery') e
      group by e.line_id
    ), lines as (
      select l.id, l.line_no, p.material_code, p.description, l.case_config, l.quantity, l.quantity_released, l.agent_srp, l.agent_srp_pieces, l.discount_percent, l.free_of, l.vat_on_top > 0 as vat_on_top,
        coalesce(m.before, 0) as before,
        case when v_on is not null then coalesce(m.now, 0) when v_open then l.quantity - l.quantity_delivered - l.quantity_released else 0 end as now,
        case when v_on is not null then coalesce(m.amount, 0.00) when v_open
          then private.delivered_amount(l, l.quantity - l.quantity_released) - private.delivered_amount(l, l.quantity_delivered) else 0.00 end as amount,
        case when v_on is not null then coalesce(m.discount, 0.00) when v_open then private.gross_amount(l, l.quantity - l.quantity_released) - private.gross_amount(l, l.quantity_delivered)
          - private.delivered_amount(l, l.quantity - l.quantity_released) + private.delivered_amount(l, l.quantity_delivered) else 0.00 end as discount
      from public.booking_lines l
      join public.products p on p.project_id = l.project_id and p.id = l.product_id
      left join moved m on m.line_id = l.id
      where l.project_id = p_project and l.booking_id = p_booking
    )
    select jsonb_build_object(
      'so_no', v.so_no, 'stage', v.stage, 'invoice_no', v.invoice_no, 'date_invoiced', v.date_invoiced, 'date_added', v.date_added,
      'customer_name', v.customer_name, 'store_name', v.store_name, 'deliver_to', v.deliver_to, 'area', v.area, 'on_hold', v.on_hold,
      'agent', (select p.display_name from public.profiles p where p.user_id = v.agent_id), 'remarks', v.remarks,
      'dr_no', v_receipt.dr_no, 'receipts', (select coalesce(jsonb_agg(jsonb_build_object('dr_no', r.dr_no, 'on', r.on_date) order by r.first_entry), '[]')
        from public.delivery_receipts r where r.project_id = p_project and r.booking_id = p_booking),
      'days', to_jsonb(v_days), 'open', v_open, 'on', v_on,
      'amount', coalesce(sum(l.amount), 0.00)::text, 'discount', coalesce(sum(l.discount), 0.00)::text,
      'lines', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'material_code', l.material_code, 'description', l.description,
        'case_config', l.case_config, 'ordered', l.quantity, 'released', l.quantity_released, 'before', l.before, 'now', l.now,
        'agent_srp', l.agent_srp::text, 'agent_srp_pieces', l.agent_srp_pieces, 'discount_percent', l.discount_percent::text, 'discount', l.discount::text,
        'free_of', l.free_of, 'vat_on_top', l.vat_on_top, 'amount', l.amount::text) order by l.line_no), '[]'))
    from lines l);
end $function$;

COMMENT ON FUNCTION "private"."delivery_days"(uuid, uuid) IS 'Returns the days on which pieces of a booking went out. Corrected dates cancel out. Runs with the caller''s rights.';

COMMENT ON FUNCTION "private"."expect_delivered_first"(public.bookings, text) IS 'Refuses days of delivery by which goods of a booking were returned, or their price was changed, before they were delivered (22023).';

COMMENT ON FUNCTION "private"."move_deliveries"(public.bookings, date[], date[]) IS 'Moves what a booking delivered on each day of p_from to the day at the same place of p_to, in the stock ledger and the sales ledger: an opposite row on the old day and a row on the new one. The caller has locked the booking and checked the days.';

COMMENT ON FUNCTION "private"."read_deliveries"(public.bookings, jsonb) IS 'Reads which days of delivery of a locked booking move to which: {deliveries: [{from, to}]}, or {date_delivered}, the new day of what was delivered on its delivery date. Days that stay are left out. Errors: not_in_future, period_closed, 22023 per field.';

COMMENT ON FUNCTION "public"."set_booking_dates"(uuid, uuid, uuid, integer, jsonb, text) IS 'Corrects dates of a booking with a reason: p_dates {date_added (who validates), date_invoiced (who invoices; the due date moves along), deliveries: [{from, to}] (who delivers; what was delivered on one day moves to another, by opposite rows of the stock and the sales ledger), or date_delivered, the new day of what was delivered on the delivery date}. Neither day is in a closed period. Errors: 42501, P0002, stale_version, wrong_state, not_in_future, period_closed, 22023 per field.';

REVOKE ALL ON FUNCTION "private"."delivery_days"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delivery_days"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."expect_delivered_first"(public.bookings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_deliveries"(public.bookings, date[], date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_deliveries"(public.bookings, jsonb) FROM PUBLIC;
