-- Settling: the sums on a booking follow its approved allocations and credits.
-- See docs/domain.md, Receivables and credit, and invariants 6 and 7.

create or replace function private.settle_booking(p_project uuid, p_booking uuid, p_on date default null) returns void
language plpgsql set search_path = '' as $$
declare
  v_total numeric;
  v_collected numeric;
  v_credited numeric;
  v_credited_on date;
  v_given_back boolean := false;
  v_over numeric;
  v_take numeric;
  v_paid_on date;
  v_uncleared numeric;
  v_cleared_on date;
  v_on date;
  v_row record;
begin
  select b.total into v_total from public.bookings b where b.project_id = p_project and b.id = p_booking for no key update;
  select coalesce(sum(k.amount), 0.00), max(k.on_date) into v_credited, v_credited_on
  from public.booking_credits k where k.project_id = p_project and k.booking_id = p_booking;
  loop
    select coalesce(sum(x.net), 0.00), greatest(max(x.effective_on) filter (where x.net > 0), v_credited_on),
      coalesce(sum(x.net) filter (where x.net > 0 and x.uncleared), 0.00), max(x.cleared_on) filter (where x.net > 0)
    into v_collected, v_paid_on, v_uncleared, v_cleared_on
    from (
      select max(a.effective_on) as effective_on, sum(a.amount) as net, max(c.cheque_cleared_on) as cleared_on,
        bool_or(c.collection_type = 'cheque' and c.cheque_state <> 'cleared') as uncleared
      from public.collection_allocations a join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
      where a.project_id = p_project and a.booking_id = p_booking and c.approval_status = 'approved'
      group by c.id) x;
    v_over := v_collected + v_credited - v_total;
    exit when v_over <= 0 or v_given_back;

    -- An excess goes back to the newest receipts as unapplied credit, by
    -- opposite rows (docs/domain.md, invariant 6), and the sums are read again.
    v_given_back := true;
    for v_row in
      select c.id, max(a.so_no) as so_no, sum(a.amount) as net, max(a.effective_on) filter (where a.amount > 0) as paid_on
      from public.collection_allocations a join public.collections c on c.project_id = a.project_id and c.id = a.collection_id
      where a.project_id = p_project and a.booking_id = p_booking and c.approval_status = 'approved'
      group by c.id, c.receipt_id, c.part_no, c.date_collected, c.approved_at having sum(a.amount) > 0
      -- Of one receipt, the parts that pay last give back first.
      order by c.date_collected desc, c.approved_at desc, c.receipt_id, c.part_no desc
    loop
      exit when v_over <= 0;
      v_take := least(v_over, v_row.net);
      v_on := private.open_day(p_project, greatest(v_row.paid_on, coalesce(p_on, v_credited_on)));
      insert into public.collection_allocations (project_id, collection_id, booking_id, so_no, amount, effective_on)
      values (p_project, v_row.id, p_booking, v_row.so_no, -v_take, v_on);
      perform private.post_receipt(p_project, v_row.id, 'allocation', v_on);
      v_over := v_over - v_take;
    end loop;
  end loop;

  update public.bookings set collected = v_collected, credited = v_credited, uncleared = v_uncleared,
    collection_status = case when v_over = 0 then 'paid' when v_collected > 0 then 'partial' else 'unpaid' end,
    date_paid = case when v_over = 0 then coalesce(v_paid_on, date_added) end,
    date_cleared = case when v_over = 0 and v_uncleared = 0 then coalesce(greatest(v_paid_on, v_cleared_on), date_added) end
  where project_id = p_project and id = p_booking;
end $$;
comment on function private.settle_booking is
  'Recomputes collected, uncleared (the part paid by cheques that are not cleared), credited, collection status and dates of a booking '
  'under its lock. p_on: the day of the credit that the command has posted, from which an excess is unapplied credit.';
