-- The unapplied amount of each receipt is stored, so that reports of receivables read only the few receipts that have one,
-- or had one on the report's day. See docs/decisions/0034.

create table private.receipt_positions (
  project_id uuid not null,
  collection_id uuid not null,
  date_collected date not null,
  unapplied numeric(14,2) not null,
  moved_on date not null,
  primary key (project_id, collection_id),
  foreign key (project_id, collection_id) references public.collections (project_id, id)
);
create index receipt_positions_left_idx on private.receipt_positions (project_id) where unapplied <> 0;
create index receipt_positions_moved_idx on private.receipt_positions (project_id, moved_on) where moved_on > date_collected;
select private.bound_columns('private.receipt_positions');
comment on table private.receipt_positions is
  'Unapplied amount of each receipt, whatever its approval, and the last day on which an allocation or a returned cheque changed it. It is a table of its own, so that settling bookings does not wait for a locked receipt and does not change its version.';

create function private.maintain_receipt_position() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'collections' then
    insert into private.receipt_positions (project_id, collection_id, date_collected, unapplied, moved_on)
    values (new.project_id, new.id, new.date_collected, new.amount, new.date_collected);
  elsif tg_table_name = 'collection_allocations' then
    update private.receipt_positions set unapplied = unapplied - new.amount, moved_on = greatest(moved_on, new.effective_on)
    where project_id = new.project_id and collection_id = new.collection_id;
  else
    update private.receipt_positions set unapplied = unapplied + new.effect, moved_on = greatest(moved_on, new.on_date)
    where project_id = new.project_id and collection_id = new.collection_id;
  end if;
  return null;
end $$;
comment on function private.maintain_receipt_position is 'Trigger: recomputes the unapplied amount of a receipt from its allocations and the events of its cheque.';
create trigger keep_position after insert on public.collections for each row execute function private.maintain_receipt_position();
create trigger keep_position after insert on public.collection_allocations for each row execute function private.maintain_receipt_position();

create function private.receipts_left(p_project uuid, p_as_of date) returns setof uuid
language plpgsql stable security definer set search_path = '' rows 100 as $$
begin
  if private.scope_of(p_project, 'collections.read') is null then return; end if;
  return query
  select r.collection_id from private.receipt_positions r where r.project_id = p_project and r.unapplied <> 0
  union
  select r.collection_id from private.receipt_positions r
  where r.project_id = p_project and r.moved_on > r.date_collected and r.moved_on > p_as_of and r.date_collected <= p_as_of;
end $$;
comment on function private.receipts_left is
  'Returns ids of the receipts that may have had an unapplied amount at the end of a day: those that have one now, and those collected by then that changed after it; null: now. Row-level security of the receipts decides which of them the caller sees.';

grant execute on function private.receipts_left(uuid, date) to authenticated;
