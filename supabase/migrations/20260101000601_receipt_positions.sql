-- What each receipt has left, kept beside it: reports of receivables look at the few that have something left, or had it on
-- their day, and never at the rest. docs/decisions/0034.

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
comment on table private.receipt_positions is
  'Of each receipt, whatever its approval: what no booking has used of it, and the last day on which an allocation or a returned cheque changed that. A table of its own, so that bookings that settle do not wait for whoever works on the receipt, whose version stays.';

create function private.keep_position() returns trigger
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
comment on function private.keep_position is 'Keeps what a receipt has left, from the rows that are never changed: its own, its allocations and the events of its cheque.';
create trigger keep_position after insert on public.collections for each row execute function private.keep_position();
create trigger keep_position after insert on public.collection_allocations for each row execute function private.keep_position();

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
  'Receipts that can have had something left at the end of a day: those that have now, and those collected by then that moved after it; null: now. Ids alone: which of them the caller may read, the table itself decides.';

grant execute on function private.receipts_left(uuid, date) to authenticated;
