-- Archiving bookings by order number. See docs/domain.md, Archive.

create or replace function private.settle_by_archive(p_booking public.bookings, p_status text, p_date date) returns void
language plpgsql set search_path = '' as $$
declare v_collection uuid;
begin
  if p_booking.balance = 0 then return; end if;
  insert into public.collections (project_id, customer_id, agent_id, collection_type, amount, cr_no, cr_date,
    date_collected, time_collected,
    approval_status, approved_by, approved_at, from_archive, remarks)
  values (p_booking.project_id, p_booking.customer_id, p_booking.agent_id, 'cash', p_booking.balance,
    'ARCHIVE-' || p_booking.so_no, p_date, p_date,
    (now() at time zone private.zone_of(p_booking.project_id))::time(0),
    'approved', auth.uid(), now(), true, format('Booking archived: %s', p_status))
  returning id into v_collection;
  insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
  values (p_booking.project_id, v_collection, p_booking.id, p_booking.so_no, p_booking.balance, p_date);
  perform private.post_receipt(p_booking.project_id, v_collection, 'archived', p_date);
  perform private.settle_booking(p_booking.project_id, p_booking.id);
  insert into public.customer_finance_events (project_id, customer_id, type, details)
  values (p_booking.project_id, p_booking.customer_id, 'archived',
    jsonb_build_object('so_no', p_booking.so_no, 'amount', p_booking.balance::text, 'status', p_status));
end $$;
comment on function private.settle_by_archive is
  'Records an approved cash collection of the balance of a booking; none when the balance is 0.';

create or replace function private.read_so_no(p_project uuid, p_typed text) returns text
language sql stable set search_path = '' as $$
  select coalesce((select b.so_no from public.bookings b where b.project_id = p_project and b.so_no = btrim(p_typed)),
    upper(btrim(p_typed)))
$$;
comment on function private.read_so_no is
  'Returns the SO number for typed text: as it is, else in capitals. The number of an opening balance keeps the lower case of its invoice '
  '(OB-si 7a).';

create or replace function private.archive_bookings(p_project uuid, p_so_nos jsonb, p_status text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_scope text := private.authorize(p_project, 'bookings.archive');
  v_status text := lower(private.read_text(jsonb_build_object('status', p_status), 'status', true, p_max => 30));
  v_list jsonb := private.read_list(p_so_nos, 'so_nos', 500);
  v_nos text[] := array(select private.read_so_no(p_project, e.value) from jsonb_array_elements_text(v_list) e);
  v_today date := private.business_date(p_project);
  v_booking public.bookings;
  v_missing text;
  v_archived int := 0;
  v_collected numeric := 0;
  v_entries jsonb;
  v_issued jsonb := '{}';
begin
  if v_status !~ '^[a-z][a-z0-9 _-]*$' or v_status in ('active', 'pending', 'approved', 'cancelled') then
    perform private.invalid('status', 'Enter a status label such as archived.');
  end if;
  if jsonb_array_length(v_list) = 0 then perform private.invalid('so_nos', 'Enter at least one SO number.'); end if;
  select n into v_missing from unnest(v_nos) n
  where not exists (select from public.bookings b where b.project_id = p_project and b.so_no = n) limit 1;
  if v_missing is not null then perform private.invalid('so_nos', format('There is no booking %s.', v_missing)); end if;
  perform private.lock_bookings(p_project,
    array(select b.id from public.bookings b where b.project_id = p_project and b.so_no = any (v_nos)));
  perform private.lock_stock(p_project, array(
    select l.product_id from public.booking_lines l join public.bookings b on b.project_id = l.project_id and b.id = l.booking_id
    where b.project_id = p_project and b.so_no = any (v_nos)));
  for v_booking in
    select b.* from public.bookings b
    where b.project_id = p_project and b.so_no = any (v_nos) order by b.id
  loop
    -- A booking that is archived already with this status is left as it is.
    continue when v_booking.booking_status = v_status;
    perform private.expect_validated(v_booking);
    if v_booking.on_hold then perform private.refuse('on_hold', format('The warehouse holds the goods of %s.', v_booking.so_no)); end if;
    select jsonb_build_object(v_booking.id, private.issue_from_stock(v_booking, array_agg(l.id order by l.product_id, l.line_no),
      array_agg(l.quantity - l.quantity_delivered - l.quantity_released order by l.product_id, l.line_no), v_today)) into v_entries
    from public.booking_lines l
    where l.project_id = p_project and l.booking_id = v_booking.id and l.quantity > l.quantity_delivered + l.quantity_released
    having count(*) > 0;
    v_issued := v_issued || coalesce(v_entries, '{}');
    perform private.post_archive(v_booking, v_today);
    perform private.settle_by_archive(v_booking, v_status, v_today);
    v_collected := v_collected + v_booking.balance;
    update public.bookings set booking_status = v_status, approval_status = 'approved-' || v_status,
      date_delivered = coalesce(date_delivered, v_today)
    where project_id = p_project and id = v_booking.id;
    v_archived := v_archived + 1;
  end loop;
  -- The project is locked for the numbers after everything else.
  perform private.draw_delivery_receipt(p_project, k.key::uuid, v_today, k.value::int8range) from jsonb_each_text(v_issued) k;
  return jsonb_build_object('archived', v_archived, 'collected', v_collected::text);
end $$;
select private.expose('archive_bookings');
comment on function public.archive_bookings is
  'Closes validated bookings by SO number, p_so_nos {so_nos: [text]}: bookingStatus becomes p_status and approvalStatus approved-{status}; '
  'undelivered pieces are issued today, and the balance is collected as approved cash of today. All or none; a second run changes nothing. '
  'Returns {archived, collected}. Errors: 42501, 22023 so_nos or status, wrong_state, on_hold, insufficient_stock.';

create or replace function public.archive_preview(p_project uuid, p_so_nos jsonb, p_status text)
returns table (so_no text, id uuid, customer_name text, stage text, date_added date, total numeric, balance numeric,
  to_issue bigint, done boolean, obstacle text)
language plpgsql stable set search_path = '' as $$
begin
  perform private.authorize(p_project, 'bookings.archive');
  return query
  with asked as (
    select private.read_so_no(p_project, e.value) as no, min(e.ordinality) as row_no
    from jsonb_array_elements_text(private.read_list(p_so_nos, 'so_nos', 500)) with ordinality e where btrim(e.value) <> '' group by 1
  ), found as (
    select a.no, a.row_no, b.*, b.booking_status = lower(btrim(p_status)) as done, b.approval_status = 'approved'
      and b.booking_status = 'active' as open
    from asked a left join public.bookings b on b.project_id = p_project and b.so_no = a.no
  ), goods as (
    select f.id as booking, l.product_id, sum(l.quantity - l.quantity_delivered - l.quantity_released) as pieces
    from found f join public.booking_lines l on l.project_id = p_project and l.booking_id = f.id
    where f.open group by f.id, l.product_id
  ), short as (
    -- Stock is checked for all bookings together: pieces that one takes are not available for the next.
    select g.product_id from goods g join public.inventory i on i.project_id = p_project and i.product_id = g.product_id
    group by g.product_id, i.on_hand, i.bad_order having sum(g.pieces) > i.on_hand - i.bad_order
  )
  select f.no, f.id, f.customer_name, f.stage, f.date_added, f.total, case when f.open then f.balance end,
    case when f.open then coalesce((select sum(g.pieces) from goods g where g.booking = f.id), 0)::bigint end,
    coalesce(f.done, false),
    case when f.id is null then 'There is no such booking.'
      when f.done then null
      when not f.open then format('It is %s: only a validated booking can be archived.', f.stage)
      when f.on_hold then 'The warehouse holds its goods.'
      else (select format('Not enough stock of %s on hand.', min(p.description)) from goods g join short s on s.product_id = g.product_id
        join public.products p on p.project_id = p_project and p.id = g.product_id where g.booking = f.id having count(*) > 0) end
  from found f order by f.row_no;
end $$;
comment on function public.archive_preview is
  'Previews archive_bookings for these numbers, in their order, without any change: done = archived already with this status; to_issue = '
  'pieces that would be issued; balance = amount that would be collected; obstacle = why none of them would be archived, or null. Errors: '
  '42501, 22023.';

grant execute on function private.read_so_no to authenticated;
